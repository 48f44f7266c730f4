import { plainHttpHost } from '@satchel/lnurl/plain-http-host'
import { refuse } from './refusal.ts'

/** Addresses of no public host, and names without a dot. */
const NOT_PUBLIC =
  /^10(\.\d+){3}$|^192\.168(\.\d+){2}$|^172\.(1[6-9]|2\d|3[01])(\.\d+){2}$|^\[f[cd][\da-f:]+\]$|^[a-z\d_-]+$/

/**
 * 422 for a URL field that is http, but where nobody gives certificates. Whether such a host may be named at all is the
 * operator's (`SERVICE_ALLOW_PRIVATE_CALLBACKS`), and decided before.
 */
export function requireHttps(field: string, url: string | null | undefined): void {
  if (url === undefined || url === null) return
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || plainHttpHost(hostname) || NOT_PUBLIC.test(hostname)) return
  throw refuse(`body.${field}: must begin with https://.`, 422)
}
