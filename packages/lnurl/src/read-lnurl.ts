import { decodeLnurl } from './bech32-url.ts'
import { addressUrl, readLightningAddress } from './lightning-address.ts'
import { LnurlError } from './lnurl-error.ts'
import { plainHttpHost } from './plain-http-host.ts'
import { trimBlanks } from './trim-blanks.ts'

/** The target of an LNURL. */
export interface Lnurl {
  /** http or https, as the URL parser writes it, without a fragment. */
  readonly url: string
  /** The name of the service for people: the host of the URL, with its port if it is not the default. */
  readonly domain: string
  /** The notation: a plain `url` is not marked as an LNURL. */
  readonly form: 'bech32' | 'scheme' | 'address' | 'url'
  /** Lower case, set for a Lightning address. */
  readonly address?: string
}

/**
 * Reads one LNURL in every way to write it: `lnurl1…`, with or without `lightning:`, the schemes of LUD-17, a link with a
 * `lightning` parameter (LUD-01), a Lightning address (LUD-16), and the URL itself. `findPayable` finds it in other texts.
 * Throws LnurlError.
 */
export function readLnurl(given: string): Lnurl {
  if (given.length > MAX_TEXT) throw new LnurlError('The text is too long for an LNURL.')
  const text = trimBlanks(given)
  const bare = text.replace(/^lightning:(\/\/)?/i, '')
  if (BECH32.test(bare)) return toLnurl(decodeLnurl(bare), 'bech32')
  const address = readLightningAddress(bare)
  if (address !== undefined) return { ...toLnurl(addressUrl(address), 'address'), address }
  const [, scheme, rest = ''] = SCHEME.exec(bare) ?? []
  if (scheme !== undefined) return toLnurl(withSchemeFor(rest), 'scheme')
  const inside = parameterOf(bare)
  return inside === undefined ? toLnurl(bare, 'url') : toLnurl(decodeLnurl(inside), 'bech32')
}

const MAX_TEXT = 8192
const BECH32 = /^lnurl1/i
const SCHEME = /^(lnurlp|lnurlw|lnurlc|keyauth):(?:\/\/)?(.*)$/i

/** LUD-17: these schemes mean https, and http for hosts that have no certificates. */
function withSchemeFor(rest: string): string {
  const secure = `https://${rest}`
  return URL.canParse(secure) && plainHttpHost(new URL(secure).hostname) ? `http://${rest}` : secure
}

/** `https://shop.example/?lightning=LNURL1…`, or the same parameter of any other kind of link. */
function parameterOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const [, value = ''] = [...new URL(text).searchParams].find(([name]) => name.toLowerCase() === 'lightning') ?? []
  return BECH32.test(value) ? value : undefined
}

function toLnurl(text: string, form: Lnurl['form']): Lnurl {
  const url = URL.canParse(text) && !CONTROL.test(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new LnurlError(
      form === 'url' ? 'This is neither an LNURL nor a Lightning address.' : 'The LNURL contains no URL.',
    )
  }
  if (url.username !== '' || url.password !== '')
    throw new LnurlError('The LNURL must not contain a user name or a password.')
  url.hash = ''
  return { url: url.href, domain: url.host, form }
}

const CONTROL = /\p{Cc}/u
