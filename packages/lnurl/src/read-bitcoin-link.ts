import { parseDecimal } from '@satchel/money/decimal'
import { LnurlError } from './lnurl-error.ts'
import { trimBlanks, trimEndMarks, withoutBlanks } from './trim-blanks.ts'

/** The contents of a `bitcoin:` link (BIP 21 and BIP 321). */
export interface BitcoinLink {
  /** As given; may be empty when the link has another way to pay. */
  readonly address: string
  /** The same if the address is broken into lines or groups: without blanks, but maybe with words behind it. */
  readonly joined: string
  readonly amountSat: number | undefined
  readonly label: string | undefined
  readonly message: string | undefined
  /** Invoices or LNURLs. */
  readonly lightning: readonly string[]
  /** BOLT 12 offers. */
  readonly offers: readonly string[]
  /** Words behind the link, which are not part of it. */
  readonly after: string
}

/**
 * Undefined for other texts. Throws LnurlError for a malformed link, for one with contradictory amounts, and for one
 * with a required parameter that we do not support.
 */
export function readBitcoinLink(text: string): BitcoinLink | undefined {
  const [, path, query = ''] = LINK.exec(text) ?? []
  if (path === undefined) return undefined
  const parameters = readParameters(query)
  const required = [...parameters.keys()].find((name) => name.startsWith('req-'))
  if (required !== undefined) {
    throw new LnurlError(
      `This bitcoin link requires \`${required}\`, which is not supported.`,
      'bitcoin-link-unsupported',
      {
        name: required,
      },
    )
  }
  const [address, afterAddress] = splitAtBlank(decode(path))
  const [amount, afterAmount] = splitAtBlank(only(parameters, 'amount') ?? '')
  const offers = (parameters.get('lno') ?? []).map(splitAtBlank)
  return {
    address,
    joined: withoutBlanks(decode(path)),
    amountSat: amount === '' ? undefined : toSat(amount, afterAmount),
    label: only(parameters, 'label'),
    message: only(parameters, 'message'),
    lightning: parameters.get('lightning') ?? [],
    offers: offers.map(([offer]) => offer),
    after: [afterAddress, afterAmount, ...offers.map(([, after]) => after), wordsBehind(query)].join(' '),
  }
}

const LINK = /^bitcoin:(?:\/\/)?([^?#]*)(?:\?([^#]*))?(?:#.*)?$/is

/** Names in any case, because QR codes are smaller in capital letters. */
function readParameters(query: string): ReadonlyMap<string, readonly string[]> {
  const parameters = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=')
    const name = decode(at === -1 ? pair : pair.slice(0, at)).toLowerCase()
    const value = at === -1 ? '' : trimBlanks(decode(pair.slice(at + 1)))
    if (name === '' || (value === '' && !name.startsWith('req-'))) continue
    parameters.set(name, [...(parameters.get(name) ?? []), value])
  }
  return parameters
}

/** BIP 321: these may occur once; a link with two is rejected. */
function only(parameters: ReadonlyMap<string, readonly string[]>, name: string): string | undefined {
  const values = new Set(parameters.get(name) ?? [])
  if (values.size > 1) throw new LnurlError(`This bitcoin link names more than one ${name}.`, 'bitcoin-link')
  return [...values][0]
}

/** Unencoded blanks are not part of a link: what follows them in a label or a message may be anything. */
const wordsBehind = (query: string): string =>
  query
    .split('&')
    .filter((pair) => /^(?:label|message)=/i.test(pair))
    .map((pair) => splitAtBlank(pair)[1])
    .join(' ')

/** Decodes percent-encoding only: `+` stays a plus (RFC 3986). A percent sign that encodes nothing stays, too: `50% off`. */
const decode = (text: string): string =>
  text.replaceAll(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })

/** The first word, without the marks of a sentence, and the rest. */
function splitAtBlank(text: string): readonly [word: string, after: string] {
  const trimmed = trimBlanks(text)
  const at = trimmed.search(/\s/)
  const word = at === -1 ? trimmed : trimmed.slice(0, at)
  return [trimEndMarks(word), at === -1 ? '' : trimmed.slice(at + 1)]
}

const PLAIN_NUMBER = /^\d{0,20}(\.\d{0,20})?$/
const SAT_DIGITS = 8
const MAX_SAT = 21_000_000n * 100_000_000n

/** BIP 21: decimal bitcoin. A number that continues after a blank may be a broken one. */
function toSat(text: string, after: string): number {
  const decimal = PLAIN_NUMBER.test(text) && !/^[\d.,]/.test(after) ? parseDecimal(text) : undefined
  if (decimal === undefined) {
    throw new LnurlError('The amount of this bitcoin link is not a number of bitcoin.', 'bitcoin-link')
  }
  const { coefficient, scale } = decimal
  const shift = 10n ** BigInt(Math.abs(SAT_DIGITS - scale))
  const sats = scale <= SAT_DIGITS ? coefficient * shift : coefficient / shift
  const isExact = scale <= SAT_DIGITS || coefficient % shift === 0n
  if (!isExact || sats > MAX_SAT) {
    throw new LnurlError('The amount of this bitcoin link is no possible amount.', 'bitcoin-link')
  }
  return Number(sats)
}
