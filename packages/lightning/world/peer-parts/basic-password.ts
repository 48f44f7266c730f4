/** The password of an `Authorization: Basic` header, for any user; undefined without one. */
export function basicPassword(header: string | undefined): string | undefined {
  const match = /^basic ([a-z0-9+/=]+)$/i.exec(header ?? '')
  const pair = Buffer.from(match?.[1] ?? '', 'base64').toString()
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined
}
