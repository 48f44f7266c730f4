/**
 * The request URL with a path every decoder accepts: a stray `%` stands for itself, bytes that are not UTF-8 become
 * U+FFFD, and an encoded slash separates segments like a plain one (rule V2).
 */
export function tolerantUrl(url: string): string {
  // Proxies and old clients send an absolute-form target (`GET http://host/path`): use its path.
  if (url.charCodeAt(0) !== SLASH) return tolerantUrl(pathOfAbsolute(url))
  if (!url.includes('%')) return url
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  const query = end < 0 ? '' : url.slice(end)
  return path.split('/').map(tolerantSegment).join('/') + query
}

const SLASH = 47

function pathOfAbsolute(url: string): string {
  const rest = ABSOLUTE.exec(url)?.[1] ?? url
  return rest.startsWith('/') ? rest : `/${rest}`
}

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/[^/?]*([^]*)$/i

function tolerantSegment(segment: string): string {
  if (!segment.includes('%')) return segment
  const bytes = Buffer.from(
    segment.replace(/%([0-9a-fA-F]{2})|%|[^%]+/g, (all, hex: string | undefined) =>
      hex === undefined ? Buffer.from(all, 'utf8').toString('latin1') : String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  )
  return bytes.toString('utf8').split('/').map(encodeURIComponent).join('/')
}
