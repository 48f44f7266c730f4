import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { readPrefix } from '@satchel/bolt11/prefix'
import { readOffer } from '@satchel/bolt11/read-offer'
import { readOnchainAddress } from '@satchel/bolt11/read-onchain-address'
import { encodeLnurl } from './bech32-url.ts'
import { findBech32 } from './find-bech32.ts'
import { readLightningAddress } from './lightning-address.ts'
import { LnurlError } from './lnurl-error.ts'
import { type BitcoinLink, readBitcoinLink } from './read-bitcoin-link.ts'
import { type Lnurl, readLnurl } from './read-lnurl.ts'
import { trimBlanks, trimEndMarks, withoutBlanks } from './trim-blanks.ts'

/** The single item of a text that can be paid, or that pays or logs in. */
export type Payable = (
  | {
      /** `url`: a plain web address, which may be the URL of an LNURL. */
      readonly kind: 'lnurl' | 'url'
      readonly lnurl: Lnurl
    }
  | {
      /** `unknown`: nothing was found. The reader of each kind checks `text`, and reports its problem. */
      readonly kind: 'invoice' | 'offer' | 'onchain' | 'unknown'
      readonly lnurl?: undefined
    }
) & {
  /** The thing alone, without scheme and blanks; in lower case where case means nothing. `unknown`: all of the text. */
  readonly text: string
  /** Set for the contents of a `bitcoin:` link. */
  readonly link?: LinkFacts
}

/** The other content of a `bitcoin:` link. */
export interface LinkFacts extends Pick<BitcoinLink, 'amountSat' | 'label' | 'message'> {
  /** Undefined: none, or not a valid one. */
  readonly address: string | undefined
}

export interface Pages {
  /** The LNURL's own URL, if the URL is a page that shows one. */
  linkOf(url: string): string | undefined
}

const MAX_CHARACTERS = 16_384
const NO_PAGES: Pages = { linkOf: () => undefined }

/**
 * The only reader of external texts: pasted, typed, scanned, or sent by a program. Accepts blanks at the ends, broken
 * lines, every scheme, sentences, links with a `lightning` parameter, `bitcoin:` links, and `pages`. Throws LnurlError
 * for a text with two different payees: none is chosen.
 */
export function findPayable(given: string, pages: Pages = NO_PAGES): Payable {
  if (given.length > MAX_CHARACTERS) throw new LnurlError('The text is too long.')
  const text = trimBlanks(given)
  if (INVOICE_ALONE.test(text)) return { kind: 'invoice', text }
  const [first, ...others] = distinct(listThings(text, pages))
  if (first === undefined) return readPlainUrl(text) ?? { kind: 'unknown', text }
  if (others.length > 0) throw several([first, ...others])
  return first.payable
}

/** What programs send. Its reader checks the checksum, which a search would do for each letter. */
const INVOICE_ALONE = /^ln(?:bcrt|bc|tbs|tb|sb)\d*[munp]?1[02-9ac-hj-np-z]{20,8000}$/

interface Thing {
  readonly payable: Payable
  /** Things that share a key are the same thing, written twice. */
  readonly keys: readonly string[]
  /** For people. */
  readonly name: string
}

function distinct(things: readonly Thing[]): Thing[] {
  const kept: Thing[] = []
  // Addresses of the chain last: a link with the same address may have a better way to pay.
  for (const thing of [...things.filter((one) => !isOnchain(one)), ...things.filter(isOnchain)]) {
    if (!kept.some((one) => isSame(one, thing))) kept.push(thing)
  }
  return kept
}

const isOnchain = ({ payable }: Thing): boolean => payable.kind === 'onchain'

/** An address is also the payee of the link that contains it. */
const isSame = (one: Thing, other: Thing): boolean =>
  one.keys.some((key) => other.keys.includes(key)) ||
  (isOnchain(other) && one.payable.link?.address === other.payable.text)

const SHOWN = 3

function several(things: readonly Thing[]): LnurlError {
  const names = things.slice(0, SHOWN).map(({ name }) => name)
  const more = things.length > SHOWN ? ' and others' : ''
  return new LnurlError(
    `The text has different things that can be paid: ${names.join(', ')}${more}. Give one of them.`,
    'several',
    { count: things.length },
  )
}

/** Links first: their content may be repeated beside them. */
function listThings(text: string, pages: Pages): Thing[] {
  const whole = readWhole(text)
  if (whole !== undefined) return [whole]
  const parts = text.split(LINK_STARTS)
  const links = parts.filter((part) => readsAsLink(part))
  const others = parts.filter((part) => !readsAsLink(part))
  return [
    ...links.flatMap((link) => listLinkThings(link, pages)),
    ...others.flatMap((part) => listTextThings(part, pages)),
  ]
}

const readsAsLink = (text: string): boolean => /^bitcoin:/i.test(text)

const LINK_STARTS = /(?<=^|[\s"'“”„«<>()[\]{}])(?=bitcoin:)/i

/** The text without its scheme. */
const bareText = (text: string): string => text.replace(/^(?:web\+)?lightning:(?:\/\/)?/i, '')

/** A code that is broken in its first letters, too; its checksum proves that all of it belongs together. */
function readWhole(text: string): Thing | undefined {
  const bare = bareText(text)
  const joined = withoutBlanks(bare)
  const [found, ...others] = findBech32(joined)
  if (found?.isValid === true && found.text === joined && others.length === 0) return toThing(joined)
  const offer = readOffer(bare) ?? readOffer(joined)
  return offer === undefined ? undefined : offerThing(offer)
}

function listTextThings(text: string, pages: Pages): Thing[] {
  const things: Thing[] = []
  const rest = text.replaceAll(WORD, (word) => {
    // An address may end in a mark; in a sentence the mark belongs to the sentence.
    const isAddress = word === text && /^(?:lightning:(?:\/\/)?)?(?:https?|lnurl[pwc]|keyauth):/i.test(word)
    const { found, left } = readWord(isAddress ? word : trimMarks(word), pages)
    // A line break may have cut it.
    if (word !== text && found.some(isOfShortHost)) return word
    things.push(...found)
    return left ?? word
  })
  for (const { text: code, isValid } of findBech32(rest)) {
    const thing = isValid ? toThing(code) : brokenThing(code)
    if (thing !== undefined) things.push(thing)
  }
  return things
}

/** An address at a host without a domain, such as `localhost`. */
const isOfShortHost = ({ payable: { lnurl } }: Thing): boolean => lnurl?.address?.split('@')[1]?.includes('.') === false

const WORD = /[^\s\p{Cc}\u2800]+/gu

/** Zero-width blanks, and the marks of a sentence, around a word. */
const trimMarks = (word: string): string =>
  trimBlanks(trimEndMarks(trimBlanks(word).replace(/^["'“”„‘’«»‹›<([{]+/u, '')))

interface Word {
  readonly found: readonly Thing[]
  /** The part to search for codes; undefined = the word itself. */
  readonly left?: string
}

function readWord(word: string, pages: Pages): Word {
  const bare = bareText(word)
  if (/^https?:\/\//i.test(bare)) return readUrl(bare, pages)
  const thing = readScheme(bare) ?? readAddress(bare) ?? readOfferWord(bare) ?? readOldAddress(bare)
  return thing === undefined ? { found: [] } : { found: [thing], left: ' ' }
}

/** The payee of a web address is its `lightning` parameter, else the page itself. */
function readUrl(text: string, pages: Pages): Word {
  const inside = lightningParameters(text)
  const found = inside.flatMap((value) => readWord(trimBlanks(value), NO_PAGES).found)
  // A broken code may continue behind the address.
  if (inside.length > 0) return { found, left: found.length > 0 ? ' ' : ` ${inside.join(' ')}` }
  const link = pages.linkOf(text)
  return { found: link === undefined ? [] : [lnurlThing(readLnurl(link), encodeLnurl(link))], left: ' ' }
}

/** LUD-01; names in any case, because QR codes are smaller in capital letters. */
function lightningParameters(url: string): string[] {
  if (!URL.canParse(url)) return []
  return [...new URL(url).searchParams].filter(([name]) => name.toLowerCase() === 'lightning').map(([, value]) => value)
}

function readScheme(text: string): Thing | undefined {
  if (!/^(?:lnurl[pwc]|keyauth):/i.test(text)) return undefined
  const lnurl = tryLnurl(text)
  return lnurl && lnurlThing(lnurl, text)
}

/** `₿` is the sign that BIP 353 puts before an address. */
function readAddress(text: string): Thing | undefined {
  const address = readLightningAddress(text.replace(/^₿/u, ''))
  return address === undefined ? undefined : lnurlThing(readLnurl(address), address)
}

function readOfferWord(text: string): Thing | undefined {
  const offer = /^lno1/i.test(text) ? readOffer(text) : undefined
  return offer === undefined ? undefined : offerThing(offer)
}

/** An address in Base58, which search by prefix does not find. */
const readOldAddress = (text: string): Thing | undefined =>
  /^[13mn2][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text) ? onchainThing(text) : undefined

/** `text` has a correct checksum. */
function toThing(text: string): Thing | undefined {
  if (/^lnurl1/i.test(text)) return lnurlThing(readLnurl(text), text.toLowerCase())
  return /^ln/i.test(text) ? invoiceThing(text.toLowerCase()) : onchainThing(text)
}

/** A mistyped code is reported although another one is beside it. */
const brokenThing = (text: string): Thing => {
  const kind = /^ln(?!url)/i.test(text) ? 'invoice' : 'unknown'
  return { payable: { kind, text }, keys: [text.toLowerCase()], name: short(text) }
}

const invoiceThing = (text: string): Thing => ({ payable: { kind: 'invoice', text }, keys: [text], name: short(text) })

const offerThing = (text: string): Thing => ({ payable: { kind: 'offer', text }, keys: [text], name: short(text) })

const lnurlThing = (lnurl: Lnurl, text: string): Thing => ({
  payable: { kind: 'lnurl', text, lnurl },
  keys: [lnurl.url],
  name: lnurl.address ?? short(text),
})

function onchainThing(text: string): Thing | undefined {
  const address = readOnchainAddress(text)?.address
  return address === undefined
    ? undefined
    : { payable: { kind: 'onchain', text: address }, keys: [address], name: short(address) }
}

const MAX_NAME = 40
const short = (text: string): string => (text.length > MAX_NAME ? `${text.slice(0, 16)}…${text.slice(-8)}` : text)

function tryLnurl(text: string): Lnurl | undefined {
  try {
    return readLnurl(text)
  } catch (error) {
    if (error instanceof LnurlError) return undefined
    throw error
  }
}

function readPlainUrl(text: string): Payable | undefined {
  const bare = bareText(text)
  const lnurl = /^https?:\/\/\S+$/i.test(bare) ? tryLnurl(bare) : undefined
  return lnurl && { kind: lnurl.form === 'url' ? 'url' : 'lnurl', text: bare, lnurl }
}

/** The Lightning part counts, then the offer, then the address. */
function listLinkThings(text: string, pages: Pages): Thing[] {
  const link = readBitcoinLink(text)
  if (link === undefined) return []
  const address = readOnchainAddress(link.address)?.address ?? readOnchainAddress(link.joined)?.address
  const { amountSat, label, message } = link
  const facts: LinkFacts = { address, amountSat, label, message }
  const inside = listInside(link, facts)
  for (const { payable } of inside) requireSameAmount(payable, amountSat)
  const withFacts = inside.map((thing) => ({ ...thing, payable: { ...thing.payable, link: facts } }))
  return [...withFacts, ...listTextThings(link.after, pages)]
}

function listInside({ lightning, offers }: BitcoinLink, { address }: LinkFacts): Thing[] {
  const [invoice = ''] = lightning
  const payable = lightning
    .flatMap((value) => readWhole(value) ?? listTextThings(value, NO_PAGES))
    .filter(({ payable: { kind } }) => kind !== 'onchain')
  if (payable.length > 0) return payable
  if (lightning.length > 0) return [invoiceThing(bareText(invoice))]
  if (offers.length > 0) return offers.map((offer) => offerThing(readOffer(offer) ?? offer))
  if (address !== undefined) return [onchainThing(address)].filter((thing) => thing !== undefined)
  throw new LnurlError('The address of this bitcoin link was mistyped or cut.', 'bitcoin-link')
}

/** A link has whole satoshis, an invoice may have thousandths. */
function requireSameAmount({ kind, text }: Payable, amountSat: number | undefined): void {
  const ofInvoice = kind === 'invoice' && amountSat !== undefined ? amountOf(text) : undefined
  if (ofInvoice === undefined || amountSat === undefined) return
  const difference = BigInt(amountSat) * 1000n - ofInvoice
  if (difference > -1000n && difference < 1000n) return
  throw new LnurlError(
    `The bitcoin link asks for ${amountSat} sat, but its invoice is for ${Number(ofInvoice) / 1000} sat. Nothing can be paid.`,
    'amounts-differ',
    { link_sat: amountSat, other_sat: Number(ofInvoice) / 1000 },
  )
}

/** Undefined: none, or invalid, which the reader of invoices then reports. */
function amountOf(bolt11: string): bigint | undefined {
  try {
    return readPrefix(bolt11.slice(0, bolt11.lastIndexOf('1')).toLowerCase()).amountMsat
  } catch (error) {
    if (error instanceof InvoiceError) return undefined
    throw error
  }
}
