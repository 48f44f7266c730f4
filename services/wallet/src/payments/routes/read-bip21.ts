import { badRequest } from '@satchel/http/service-error'
import { parseDecimal } from '@satchel/money/decimal'

/** The contents of a `bitcoin:` link (BIP 21 and BIP 321). */
export interface Bip21 {
  /** As given; may be empty when the link has another way to pay. */
  readonly address: string
  readonly amountSat: number | undefined
  readonly label: string | undefined
  readonly message: string | undefined
  /** An invoice or an LNURL. */
  readonly lightning: string | undefined
  /** A BOLT 12 offer. */
  readonly offer: string | undefined
}

/** Undefined for other texts; 400 for a malformed link, or one with a required parameter that we do not support. */
export function readBip21(text: string): Bip21 | undefined {
  const [, address, query = ''] = LINK.exec(text) ?? []
  if (address === undefined) return undefined
  const parameters = readParameters(query)
  const required = [...parameters.keys()].find((name) => name.startsWith('req-'))
  if (required !== undefined)
    throw badRequest(`This bitcoin link requires \`${required}\`, which is not supported.`, {
      word: 'bitcoin_link_unsupported',
      params: { name: required },
    })
  const amount = parameters.get('amount')
  return {
    address: decode(address),
    amountSat: amount === undefined ? undefined : toSat(amount),
    label: parameters.get('label'),
    message: parameters.get('message'),
    lightning: parameters.get('lightning'),
    offer: parameters.get('lno'),
  }
}

const LINK = /^bitcoin:(?:\/\/)?([^?#]*)(?:\?([^#]*))?(?:#.*)?$/is

/** The first of each name; names in any case, because QR codes are smaller in capital letters. */
function readParameters(query: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=')
    const name = decode(at === -1 ? pair : pair.slice(0, at)).toLowerCase()
    const value = at === -1 ? '' : decode(pair.slice(at + 1))
    if (name !== '' && !parameters.has(name) && (value !== '' || name.startsWith('req-'))) parameters.set(name, value)
  }
  return parameters
}

/** Decodes percent-encoding only: `+` stays a plus (RFC 3986). */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw badRequest('This bitcoin link has a wrong percent-encoding.', { word: 'bitcoin_link_unreadable' })
  }
}

const PLAIN_NUMBER = /^\d{0,20}(\.\d{0,20})?$/
const SAT_DIGITS = 8
const MAX_SAT = 21_000_000n * 100_000_000n

/** BIP 21: decimal bitcoin. */
function toSat(text: string): number {
  const decimal = PLAIN_NUMBER.test(text) ? parseDecimal(text) : undefined
  if (decimal === undefined)
    throw badRequest('The amount of this bitcoin link is not a number of bitcoin.', { word: 'bitcoin_link_unreadable' })
  const { coefficient, scale } = decimal
  const shift = BigInt(Math.abs(SAT_DIGITS - scale))
  const sats = scale <= SAT_DIGITS ? coefficient * 10n ** shift : coefficient / 10n ** shift
  const isExact = scale <= SAT_DIGITS || coefficient % 10n ** shift === 0n
  if (!isExact || sats > MAX_SAT)
    throw badRequest('The amount of this bitcoin link is no possible amount.', { word: 'bitcoin_link_unreadable' })
  return Number(sats)
}
