import type { FrameFiles } from '../../extension-system.ts'
import { createPageLinks } from '../../pages/page-links.ts'
import type { PageContext } from '../../pages/render-page.ts'

/**
 * Below the base of the service: the files of one version of a package. The path has no other files, and no extension
 * has this id.
 */
export const framesPath = (extId: string, version: string): string => `/static/frames/${extId}/${version}/`

/** The used part of a request. */
interface Visit {
  readonly protocol: string
  readonly host: string
}

/** A host that cannot end a directive; policies do not support IPv6 addresses. */
const HOST = /^[a-z0-9.-]+(?::\d+)?$/i

interface Asked {
  readonly request: Visit
  readonly publicUrl: string
}

/** The frame files for a page of an extension; undefined = it has none. */
export function framesOf(
  extId: string,
  files: FrameFiles | undefined,
  { request, publicUrl }: Asked,
): PageContext['frames'] {
  if (files === undefined) return undefined
  const path = framesPath(extId, files.version)
  return { path, sources: frameSources(request, publicUrl, path) }
}

/**
 * The files as sources of a policy: under the service's public URL, and under the host that this visitor requested.
 * `path`: of `framesPath`.
 */
export function frameSources({ protocol, host }: Visit, publicUrl: string, path: string): string {
  const origins = [new URL(publicUrl).origin, ...(HOST.test(host) ? [`${protocol}://${host.toLowerCase()}`] : [])]
  const place = createPageLinks('', publicUrl).service(path)
  return [...new Set(origins)].map((origin) => origin + place).join(' ')
}

/**
 * Headers of a publisher's file. As a document it has an opaque origin in every window: it reads no cookies and no
 * storage, sends no requests, and loads only the files of its version.
 */
export const frameHeaders = (sources: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${sources}`,
    `style-src ${sources} 'unsafe-inline'`,
    `img-src ${sources} data: blob:`,
    `font-src ${sources}`,
    "connect-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // The frame's opaque origin differs from the file's.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // The address changes with the version. Scripts are not sent to pages of this origin.
  'Cache-Control': 'public, max-age=31536000, immutable',
  Vary: 'Sec-Fetch-Dest, Sec-Fetch-Site',
})

/**
 * Whether a page of this origin would run or apply the file as its own script or style. Only a bug in our pages would
 * request that, and their policies trust this origin. Requests for a frame's document are allowed.
 */
export const isForOwnOrigin = (headers: Readonly<Record<string, string | string[] | undefined>>): boolean =>
  headers['sec-fetch-site'] === 'same-origin' && !DOCUMENTS.has(String(headers['sec-fetch-dest']))

const DOCUMENTS: ReadonlySet<string> = new Set(['iframe', 'document'])
