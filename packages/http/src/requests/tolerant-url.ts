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

/** In one pass: a path of 16 kB is read before the request limit counts the request. */
function tolerantSegment(segment: string): string {
  if (!segment.includes('%')) return segment
  const bytes = Buffer.from(segment)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const [high, low] = [hexDigit(bytes[at + 1]), hexDigit(bytes[at + 2])]
    const isEncoded = bytes[at] === PERCENT && high >= 0 && low >= 0
    bytes[length] = isEncoded ? high * 16 + low : (bytes[at] ?? 0)
    length += 1
    if (isEncoded) at += 2
  }
  return bytes.toString('utf8', 0, length).split('/').map(encodeURIComponent).join('/')
}

const PERCENT = 37

/** -1 = no digit. */
function hexDigit(code: number | undefined): number {
  if (code === undefined) return -1
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}
