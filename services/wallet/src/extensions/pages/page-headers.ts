import type { Block, FileFrameBlock, Page } from '@satchel/extension-sdk/page'

/**
 * A page may load only our own files, and images of any host; inline scripts and styles are blocked. Texts are
 * untrusted: the policy keeps an unescaped one harmless. `files`: sources of the files that it may frame.
 */
export function pageHeaders(page: Page, files?: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': [
      ...POLICY,
      `frame-ancestors ${mayBeFramed(page) ? '*' : "'none'"}`,
      ...framesOf(page, files),
    ].join('; '),
    'Content-Type': 'text/html; charset=utf-8',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // A ticket or a receipt is for one reader, and an invoice's state changes.
    'Cache-Control': 'private, no-cache',
  }
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
]

/**
 * Only overlays, which streaming tools show in frames: a page with something to click would be open to clickjacking.
 */
const mayBeFramed = ({ layout, blocks }: Page): boolean =>
  layout === 'bare' && blocks.every((block) => block.kind !== 'form' && block.kind !== 'link' && !isFileFrame(block))

/** A frame that shows a file of the extension, and no other site. */
export const isFileFrame = (block: { readonly kind: Block['kind'] }): block is FileFrameBlock =>
  block.kind === 'frame' && 'file' in block

function framesOf({ blocks }: Page, files: string | undefined): string[] {
  const sources = blocks.flatMap((block) => {
    if (block.kind !== 'frame') return []
    return isFileFrame(block) ? (files ?? []) : (ORIGIN.exec(block.url) ?? [])
  })
  return sources.length === 0 ? [] : [`frame-src ${[...new Set(sources)].join(' ')}`]
}

/** Only characters that cannot end a directive. */
const ORIGIN = /^https:\/\/[a-z0-9.-]+(?::\d+)?(?=[/?#]|$)/i
