import { list, text } from '@satchel/configuration/variables/variable'
import type { Reader } from '@satchel/http/environment'
import { isLoopback } from './network-names.ts'

/** The addresses of this service. */
export interface Addresses {
  /** Base of every URL we publish, without a slash at its end. */
  readonly publicUrl: string
  /** Hosts this service answers at, as in `Host` headers; that of the public URL first. */
  readonly domains: readonly string[]
  /** Former public URLs that still lead here, in the same form. */
  readonly formerUrls: readonly string[]
}

interface Context {
  readonly port: number
  /** The service listens on this machine only. */
  readonly loopback: boolean
  readonly problems: string[]
  readonly warnings: string[]
}

export const ADDRESSES = {
  publicUrl: text('SERVICE_PUBLIC_URL', 'Base of every URL that the service returns.', {
    varies: '`http://127.0.0.1:PORT`',
  }),
  domains: list('SERVICE_DOMAINS', 'Further host names of the service, for Lightning and Nostr addresses.'),
  formerUrls: list(
    'SERVICE_FORMER_URLS',
    '[Former public URLs](operating.md#another-address) that still lead to the service.',
  ),
}

export function readAddresses(read: Reader, context: Context): Addresses {
  const publicUrl = readPublicUrl(read, context)
  return {
    publicUrl,
    domains: readDomains(read, publicUrl, context.problems),
    formerUrls: readFormerUrls(read, context.problems),
  }
}

function readPublicUrl(read: Reader, { port, loopback, problems, warnings }: Context): string {
  const text = read(ADDRESSES.publicUrl)
  if (text === undefined) {
    if (!loopback) warnings.push('SERVICE_PUBLIC_URL is not set: links that this service hands out point to 127.0.0.1')
    return `http://127.0.0.1:${port}`
  }
  if (!isPublicUrl(text)) problems.push('SERVICE_PUBLIC_URL: must be https, or http on loopback or .onion')
  else if (new URL(text).pathname !== '/') {
    warnings.push('SERVICE_PUBLIC_URL has a path: the web app is off, because it needs a host of its own')
  }
  return withoutSlash(text)
}

/** SERVICE_FORMER_URLS: links below them are answered by this service, so no host may have another owner now. */
function readFormerUrls(read: Reader, problems: string[]): readonly string[] {
  const named = read(ADDRESSES.formerUrls)
  const bad = named.filter((text) => !isPublicUrl(text))
  if (bad.length > 0) {
    problems.push(`SERVICE_FORMER_URLS: must be https, or http on loopback or .onion: ${bad.join(', ')}`)
  }
  return named.map(withoutSlash)
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && (isLoopback(hostname) || hostname.endsWith('.onion')))
}

/**
 * SERVICE_DOMAINS: further host names for Lightning addresses; each must resolve to this service. In lower case, with
 * the port if it is not the default.
 */
function readDomains(read: Reader, publicUrl: string, problems: string[]): readonly string[] {
  const named = read(ADDRESSES.domains).map((domain) => domain.toLowerCase())
  const bad = named.filter((domain) => !DOMAIN.test(domain) || !URL.canParse(`https://${domain}`))
  if (bad.length > 0) problems.push(`SERVICE_DOMAINS: no host names: ${bad.join(', ')}`)
  return [...new Set([...(URL.canParse(publicUrl) ? [new URL(publicUrl).host] : []), ...named])]
}

const DOMAIN = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:\d{1,5})?$/
