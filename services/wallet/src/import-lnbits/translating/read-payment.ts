import { hash as digestOf } from 'node:crypto'
import { parseInvoice } from '@satchel/bolt11/read-invoice'
import type { ForeignRow } from '../../db/foreign/foreign-database.ts'
import { cutText, firstOf, textOf, toInteger, toJson, toList, toObject, toSeconds, toText } from '../reading/values.ts'
import type { How, StagedPayment } from '../staged.ts'

export interface PaymentContext {
  /** Unix seconds. */
  readonly now: number
  readonly lnbitsDialect: 'sqlite' | 'postgres'
  /** This LNbits had no real node: its satoshis are only promises. */
  readonly fake: boolean
}

/** A row before it is known which others belong to it. */
export type ReadPayment = Omit<StagedPayment, 'seq' | 'id' | 'peer' | 'peer_wallet' | 'hash' | 'charge' | 'twin'> & {
  readonly hash: string
}

/** A row of `apipayments`; a text is the reason why it cannot be imported, although it moves no money. */
export function readPayment(row: ForeignRow, context: PaymentContext): ReadPayment | string {
  const [signed, fee] = [toInteger(row['amount']), toInteger(row['fee'])]
  if (signed === undefined) return 'an amount that is no number'
  if (fee === undefined) return 'a fee that is no number'
  if (signed === 0n) return 'amount 0'
  if (abs(signed) > MAX_MSAT) return 'an amount beyond all bitcoin'
  const status = readStatus(row)
  if (status === undefined) return 'no known status'
  const dir = signed > 0n ? 'in' : 'out'
  const oldId = toText(row['checking_id'])
  const extra = toObject(toJson(row['extra']))
  const bolt11 = toText(row['bolt11']).trim().toLowerCase().slice(0, MAX_BOLT11)
  const created = firstTime(row, ['time', 'created_at']) ?? context.now
  const invoice = status === 'success' && HASH.test(toText(row['payment_hash'])) ? undefined : readInvoice(bolt11)
  const hash = hashOf(row, oldId, invoice?.hash)
  const expires = invoice?.expires ?? expiryOf(row, created, context)
  const memo = cutText(toText(row['memo']), MAX_MEMO)
  const tag = cutText(toText(row['tag']) || textOf(extra['tag']), MAX_TAG)
  const hold = dir === 'in' && extra['hold_invoice'] === true ? 'theirs' : ''
  // The node has cancelled it, whatever the status: it cannot be paid any more.
  const cancelled = hold !== '' && extra['hold_invoice_cancelled'] === true
  // LNbits uses the local time of a PostgreSQL server, which may be hours behind: the node still waits for the payment.
  const tooEarly = dir === 'in' && status === 'failed' && saysExpired(row)
  const facts = {
    dir,
    status: tooEarly ? 'pending' : status,
    oldId,
    memo,
    cancelled,
    expired: expires <= context.now,
    fake: context.fake,
  } as const
  return {
    old_id: oldId,
    wallet: toText(row['wallet_id']),
    hash,
    amount: Number(abs(signed)),
    fee: Number(abs(fee)),
    dir,
    status,
    how: howOf(facts),
    memo,
    tag,
    bolt11,
    preimage: preimageOf(row, hash),
    extra: keptExtra(extra, tag, row),
    webhook: webhookOf(row),
    labels: labelsOf(row),
    hold,
    created,
    updated: Math.max(firstTime(row, ['updated_at', 'time']) ?? created, created),
    expires,
  }
}

const MAX_MSAT = 9_007_199_254_740_000n
const HASH = /^[0-9a-f]{64}$/
const MAX_BOLT11 = 7089
const MAX_MEMO = 640
const MAX_TAG = 64
const MAX_EXTRA = 16_384
const MAX_LABEL = 40
const MAX_LABELS = 20
const DEFAULT_EXPIRY = 3600

const abs = (value: bigint): bigint => (value < 0n ? -value : value)

function readStatus(row: ForeignRow): StagedPayment['status'] | undefined {
  const text = toText(row['status']).toLowerCase().replace('paymentstate.', '')
  return text === 'success' || text === 'pending' || text === 'failed' ? text : undefined
}

const firstTime = (row: ForeignRow, names: readonly string[]): number | undefined =>
  names.map((name) => toSeconds(row[name])).find((seconds) => seconds !== undefined)

/** PostgreSQL has it in the zone of the server, whichever that was: only SQLite's is right. */
function expiryOf(row: ForeignRow, created: number, { lnbitsDialect }: PaymentContext): number {
  const stored = lnbitsDialect === 'sqlite' ? toSeconds(row['expiry']) : undefined
  return stored !== undefined && stored >= created ? stored : created + DEFAULT_EXPIRY
}

function readInvoice(bolt11: string): { readonly hash: string; readonly expires: number } | undefined {
  if (bolt11 === '') return undefined
  try {
    const { paymentHash, timestamp, expirySeconds } = parseInvoice(bolt11)
    return { hash: paymentHash, expires: timestamp + expirySeconds }
  } catch {
    return undefined
  }
}

function hashOf(row: ForeignRow, oldId: string, ofInvoice: string | undefined): string {
  const known = toText(row['payment_hash']).toLowerCase()
  if (HASH.test(known)) return known
  if (ofInvoice !== undefined) return ofInvoice
  return HASH.test(oldId) ? oldId : digestOf('sha256', `lnbits:${oldId}`, 'hex')
}

/** One that does not fit the hash proves nothing. */
function preimageOf(row: ForeignRow, hash: string): string | null {
  const preimage = toText(row['preimage']).toLowerCase()
  if (!HASH.test(preimage)) return null
  return digestOf('sha256', Buffer.from(preimage, 'hex'), 'hex') === hash ? preimage : null
}

const webhookOf = (row: ForeignRow): string | null => {
  const url = toText(row['webhook'])
  return /^https?:\/\/\S{1,2000}$/.test(url) ? url : null
}

/** As JSON, empty without any. `expired` is LNbits' own label for the state. */
function labelsOf(row: ForeignRow): string {
  const texts = toList(toJson(row['labels'])).map((label) => textOf(label).replaceAll(/\s+/g, ' ').trim())
  const labels = [...new Set(texts.map((label) => cutText(label, MAX_LABEL).trim()))]
  const own = labels.filter((label) => label !== '' && label !== 'expired').slice(0, MAX_LABELS)
  return own.length === 0 ? '' : JSON.stringify(own)
}

const saysExpired = (row: ForeignRow): boolean => toList(toJson(row['labels'])).includes('expired')

/** Without the answers of webhooks, which may be whole pages, and without data that have columns of their own. */
function keptExtra(extra: Readonly<Record<string, unknown>>, tag: string, row: ForeignRow): string {
  const external = toText(firstOf(row, 'external_id'))
  const kept = {
    ...Object.fromEntries(Object.entries(extra).filter(([name]) => !name.startsWith('wh_') && name !== 'tag')),
    ...(tag === '' ? {} : { tag }),
    ...(external === '' ? {} : { external_id: external }),
  }
  const text = JSON.stringify(kept).toWellFormed()
  if (text.includes('\\u0000')) return '{}'
  if (Buffer.byteLength(text) <= MAX_EXTRA) return text
  // The large values go, and what links the payment to an item stays.
  const small = Object.entries(kept).filter(([, value]) => JSON.stringify(value).length <= 200)
  const rest = JSON.stringify(Object.fromEntries(small))
  return Buffer.byteLength(rest) <= MAX_EXTRA ? rest : '{}'
}

interface Facts {
  readonly dir: 'in' | 'out'
  readonly status: StagedPayment['status']
  readonly oldId: string
  readonly memo: string
  readonly cancelled: boolean
  readonly expired: boolean
  readonly fake: boolean
}

/** LNbits’ own memos; others may write the same (`find-real-receipts.ts`). */
export const ADMIN_MEMOS = ['Admin credit', 'Admin top up']

/** By the row alone; `join-payments.ts` handles rows that belong together. */
function howOf({ dir, status, oldId, memo, cancelled, expired, fake }: Facts): How {
  if (dir === 'out') {
    const inside = /^(internal_|temp_)/.test(oldId)
    if (status === 'failed') return 'failed-out'
    // LNbits books both rows of an internal payment together: a pending row was never paid.
    if (status === 'pending') return inside ? 'failed-out' : 'pending'
    if (inside) return 'inside-out'
    return fake ? 'taken' : 'send'
  }
  if (status === 'success') {
    if (oldId.startsWith('service_fee_')) return 'adjust'
    return fake || /^(fiat|internal)_/.test(oldId) || ADMIN_MEMOS.includes(memo) ? 'gift' : 'receive'
  }
  if (oldId.startsWith('fiat_') || oldId.startsWith('service_fee_')) return 'failed-in'
  if (status === 'failed' || expired || cancelled) return expired ? 'expired' : 'failed-in'
  return 'open'
}
