import type { Page } from '@satchel/extension-sdk/page'

/**
 * A page loads our own files, images, and nothing else; no script or style inside it counts. Texts are untrusted:
 * should one slip through unescaped, it still can do nothing.
 */
export function pageHeaders(page: Page): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': [
      ...POLICY,
      `frame-ancestors ${mayBeFramed(page) ? '*' : "'none'"}`,
      ...framesOf(page),
    ].join('; '),
    'Content-Type': 'text/html; charset=utf-8',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // A ticket or a receipt is for one reader, and how an invoice stands for this moment.
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

/** Streaming tools lay overlays into frames. Where something can be clicked, a frame could make people click it. */
const mayBeFramed = ({ layout, blocks }: Page): boolean =>
  layout === 'bare' && blocks.every(({ kind }) => kind !== 'form' && kind !== 'link')

function framesOf({ blocks }: Page): string[] {
  const origins = blocks.flatMap((block) => (block.kind === 'frame' ? (ORIGIN.exec(block.url) ?? []) : []))
  return origins.length === 0 ? [] : [`frame-src ${[...new Set(origins)].join(' ')}`]
}

/** Of nothing but letters that cannot end a directive. */
const ORIGIN = /^https:\/\/[a-z0-9.-]+(?::\d+)?(?=[/?#]|$)/i
