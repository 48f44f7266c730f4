/**
 * The request URL with all of its path behind one of these prefixes as one segment. A text that is a parameter may have
 * slashes, and routing separates segments at encoded slashes, too.
 */
export function oneSegment(url: string, prefixes: readonly string[]): string {
  const prefix = prefixes.find((one) => url.startsWith(one))
  if (prefix === undefined) return url
  const end = url.indexOf('?')
  const text = url.slice(prefix.length, end < 0 ? url.length : end)
  return `${prefix}${text.replaceAll('/', '%2F')}${end < 0 ? '' : url.slice(end)}`
}
