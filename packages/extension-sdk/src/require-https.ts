import { plainHttpHost } from '@satchel/lnurl/plain-http-host'
import { reject } from './rejection.ts'

/** Private addresses, and names without a dot. */
const NOT_PUBLIC =
  /^10(\.\d+){3}$|^192\.168(\.\d+){2}$|^172\.(1[6-9]|2\d|3[01])(\.\d+){2}$|^\[f[cd][\da-f:]+\]$|^[a-z\d_-]+$/

/**
 * 422 for an http URL, except for private hosts, which cannot get certificates. Whether private hosts are allowed at all is
 * checked earlier (`SERVICE_ALLOW_PRIVATE_CALLBACKS`).
 */
export function requireHttps(field: string, url: string | null | undefined): void {
  if (url === undefined || url === null) return
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || plainHttpHost(hostname) || NOT_PUBLIC.test(hostname)) return
  throw reject(`body.${field}: must begin with https://.`, 422)
}
