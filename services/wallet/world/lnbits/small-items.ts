import { readFileSync } from 'node:fs'
import { hashOf, hex } from './small-lnbits.ts'
import type { LnbitsRows } from './lnbits-tables.ts'

const textOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const [SMALL, ODD] = [textOf('./small-items.json'), textOf('./odd-items.json')]

/** Items of every extension that has tables, in the forms of several versions. */
export const smallItems = (now: number): LnbitsRows => readItems(SMALL, now)

/** Items as few owners have them, of the wallets of `oddCore`. */
export const oddItems = (now: number): LnbitsRows => readItems(ODD, now)

/** `@id WORD` and `@hash WORD` follow from a word; `@now -60` is a minute ago. */
const readItems = (text: string, now: number): LnbitsRows =>
  JSON.parse(text, (_name, value: unknown) => {
    const [, kind, word = ''] = (typeof value === 'string' && /^@(id|hash|now) (.*)$/.exec(value)) || []
    if (kind === undefined) return value
    if (kind === 'now') return now + Number(word)
    return kind === 'id' ? hex(word) : hashOf(word)
  }) as LnbitsRows

/** How many items of each come over. */
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
  satspay: 2,
  scheduler: 1,
  scrub: 1,
  splitpayments: 2,
  tipjar: 1,
  tpos: 1,
  watchonly: 1,
  withdraw: 2,
}
