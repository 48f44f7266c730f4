import { isPlainName } from './is-plain-name.ts'

/** A program that requests a token, as named in its request. The name is not verified: the user judges it. */
export interface Client {
  readonly id: string
  /** For lists and headings: the id without its scheme. */
  readonly name: string
}

const MAX_URL = 512

/** An https address, or a plain name; undefined for anything else. */
export function readClient(id: string): Client | undefined {
  if (!id.includes(':')) return isPlainName(id) ? { id, name: id } : undefined
  const url = readExactUrl(id)
  if (url?.protocol !== 'https:' || url.search !== '') return undefined
  return { id, name: `${url.host}${url.pathname === '/' ? '' : url.pathname}`.slice(0, 64) }
}

/** Parameters of our answers, which a redirect URI must not contain. */
const OURS = ['code', 'state', 'iss', 'error', 'error_description']

/**
 * The redirect URI (RFC 8252 §7): https, a port of this device, or an app's scheme that contains a period. A client
 * named by an address may redirect only to its own origin. Undefined = not allowed.
 */
export function readRedirect(uri: string, client: Client): URL | undefined {
  const url = readExactUrl(uri)
  if (url === undefined || OURS.some((name) => url.searchParams.has(name))) return undefined
  if (client.id.includes(':')) return url.origin === new URL(client.id).origin ? url : undefined
  if (url.protocol === 'https:') return url
  if (url.protocol === 'http:') return LOOPBACK.has(url.hostname) ? url : undefined
  return APP_SCHEME.test(url.protocol) ? url : undefined
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]'])
const APP_SCHEME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/

/** Accepts only the normalized form, so that the user reads the URL that the browser opens. */
function readExactUrl(text: string): URL | undefined {
  if (text.length > MAX_URL || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isExact = url.href === text || url.href === `${text}/`
  return isExact && url.username === '' && url.password === '' && !text.includes('#') ? url : undefined
}
