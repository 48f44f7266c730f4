/** The value of a cookie; undefined if the request has none, or an empty one. */
export function readCookie(header: string | undefined, wanted: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.trim().split('=')
    if (name === wanted && value !== undefined && value !== '') return value
  }
  return undefined
}
