import { readFileSync } from 'node:fs'
import type { LnbitsRow, LnbitsRows } from './lnbits-tables.ts'
import { hashOf, hex, paymentWriter } from './small-lnbits.ts'

const textOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const [SMALL, ODD] = [textOf('./small-items.json'), textOf('./odd-items.json')]

/** Items of every extension that has tables, in the forms of several versions. */
export const smallItems = (now: number): LnbitsRows => readItems(SMALL, now)

/** Unusual items of the wallets of `oddCore`. */
export const oddItems = (now: number): LnbitsRows => readItems(ODD, now)

/** `@id WORD` and `@hash WORD` follow from a word; `@now -60` is a minute ago. */
const readItems = (text: string, now: number): LnbitsRows =>
  JSON.parse(text, (_name, value: unknown) => {
    const [, kind, word = ''] = (typeof value === 'string' && /^@(id|hash|now) (.*)$/.exec(value)) || []
    if (kind === undefined) return value
    if (kind === 'now') return now + Number(word)
    return kind === 'id' ? hex(word) : hashOf(word)
  }) as LnbitsRows

const FOR_WALL = '{"id": "wall1"}'

/** Invoices of `smallItems` that can still be paid, and what was bought of a file. */
export function invoicesOfItems(now: number): LnbitsRow[] {
  const pay = paymentWriter(now)
  const open = (word: string, tag: string | null, extra: object, sat = 21): LnbitsRow =>
    pay('shop', word, sat * 1000, {
      status: 'pending',
      made: now - 60,
      expires: 86_400,
      tag,
      extra: JSON.stringify(tag === null ? extra : { tag, ...extra }),
    })
  return [
    open('open purchase', 'paywall', { id: 'wall1' }),
    open('open ticket', 'events', { name: 'Cleo', email: '' }),
    open('open note', 'lnticket', {}),
    open('open slot', 'lncalendar', { name: 'Cleo', email: '' }),
    open('taken slot', 'lncalendar', { name: 'Dan', email: '' }),
    open('open part', 'invoices', { invoice_id: 'inv1', famount: 2050 }),
    open('open tip', 'charge', { charge: 'charge3' }),
    open('open name', 'nostrnip5', {
      domain_id: 'dom1',
      address_id: 'adr3',
      action: 'activate',
      referer_bonus_sats: 2,
    }),
    open('open pulse', 'Switch', { pin: 21, comment: '' }, 30),
    open('open honey', 'offlineshop', { item: 'item1' }),
    open('open sale', 'tpos', { tpos_id: 'till1', amount: 20, tip_amount: 1, lnaddress: 'guest@example.com' }),
    open('open show', 'copilot', { copilotid: 'cop1', comment: 'Hello' }),
    open('open nothing', 'paywall', { id: 'a lost paywall' }),
    // The holder of a wallet's key notes anything with its invoices.
    pay('purse', 'forged', 1000, {
      status: 'pending',
      made: now - 60,
      expires: 86_400,
      tag: 'paywall',
      extra: FOR_WALL,
    }),
    pay('purse', 'forged and paid', 1000, { tag: 'paywall', extra: FOR_WALL }),
    // It ended after LNbits had stopped.
    pay('shop', 'ended note', 21_000, { status: 'pending', made: now - 3700, tag: 'paywall', extra: FOR_WALL }),
    pay('shop', 'bought file', 5_000_000, { tag: 'paywall', extra: '{"id": "wall2"}' }),
  ]
}

/** The number of imported items of each extension. */
export const SMALL_COUNTS: Readonly<Record<string, number>> = {
  bitcoinswitch: 1,
  boltcards: 1,
  copilot: 1,
  events: 1,
  fossa: 1,
  invoices: 1,
  lncalendar: 1,
  lndhub: 2,
  lnticket: 1,
  lnurlp: 3,
  nostrnip5: 1,
  nwcprovider: 2,
  offlineshop: 1,
  paywall: 2,
  satspay: 4,
  scheduler: 1,
  scrub: 1,
  splitpayments: 2,
  tipjar: 1,
  tpos: 1,
  watchonly: 1,
  withdraw: 2,
}
