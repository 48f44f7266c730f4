import { hash } from 'node:crypto'
import { type ErrorParts, invalid, type ServiceError } from '@satchel/http/service-error'
import { decimalOf } from '@satchel/money/decimal'
import { MAX_SAT, type Msat, sat, satToMsat } from '@satchel/money/units'
import type { Static } from 'typebox'
import type { CreatePayment } from '../answers/payment-schemas.ts'
import { MAX_MEMO_BYTES } from '../lnurl/cut-memo.ts'
import type { ReceiveRequest } from '../receiving/create-invoice.ts'
import { decimalIf, type FiatAmount, isWithin } from '../receiving/price-invoice.ts'
import { findInvoiceText, needsAmount } from '../sending/find-invoice-text.ts'
import type { PayRequest } from '../sending/pay-request.ts'
import { readExtra } from './read-extra.ts'

type Body = Static<typeof CreatePayment>

const DEFAULT_EXPIRY_SECONDS = 3600

export interface AskedInvoice extends Omit<ReceiveRequest, 'walletId' | 'claim' | 'amountMsat' | 'fiat'> {
  /** In satoshis, or in a currency that has to be converted; undefined: the payer chooses. */
  readonly amount: Msat | FiatAmount | undefined
}

/** Reads a receiving body. The schema has checked the types; this checks how fields depend on one another. */
export function readReceive(body: Body): AskedInvoice {
  rejectFieldsOf('send', body)
  const { text, tag, value } = readExtra(body.extra)
  const own = body.payment_hash
  return {
    amount: body.any_amount === true ? readAnyAmount(body) : readAmount(body),
    memo: requireMemo(body.memo ?? ''),
    descriptionHash: body.description_hash ?? hashOf(body.unhashed_description),
    expirySeconds: body.expiry ?? DEFAULT_EXPIRY_SECONDS,
    extra: text,
    tag,
    webhook: body.webhook,
    hold: own !== undefined ? { paymentHash: own } : body.hold === true || value['hold'] === true ? true : undefined,
  }
}

/** Hashes the bytes if the text is hex, else the text; LNURL metadata is JSON, which is never hex. */
function hashOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  return hash('sha256', HEX.test(text) ? Buffer.from(text, 'hex') : text, 'hex')
}

const HEX = /^(?:[0-9a-f]{2})+$/i

export function requireMemo(memo: string): string {
  if (Buffer.byteLength(memo) > MAX_MEMO_BYTES) {
    throw problem('memo', `should have at most ${MAX_MEMO_BYTES} bytes of UTF-8`, memo, 'string_too_long', {
      code: 'memo_too_long',
      params: { max_bytes: MAX_MEMO_BYTES },
    })
  }
  requireText('memo', memo)
  return memo
}

/** Reads a sending body. */
export function readSend(body: Body): Omit<PayRequest, 'walletId' | 'claim'> {
  if (body.bolt11 === undefined) throw missing('bolt11', { code: 'invoice_missing' })
  rejectFieldsOf('receive', body)
  if (body.unit !== undefined && body.unit.toLowerCase() !== 'sat') {
    throw problem('unit', 'Input should be sat: amounts to send are in satoshis', body.unit, 'value_error')
  }
  const { text, tag } = readExtra(body.extra)
  const { bolt11, linkMsat } = findInvoiceText(body.bolt11)
  return {
    bolt11,
    amountMsat: body.amount === undefined ? ofLink(bolt11, linkMsat) : requireLinkAmount(body.amount, linkMsat),
    memo: body.memo === undefined ? undefined : requireMemo(body.memo),
    extra: text,
    tag,
    webhook: body.webhook,
  }
}

/** Fields for one direction only. A field without effect is rejected, not ignored. */
const FIELDS_OF = {
  receive: [
    'any_amount',
    'expiry',
    'description_hash',
    'unhashed_description',
    'hold',
    'payment_hash',
    'lnurl_withdraw',
    'tax',
    'tip',
  ],
  send: ['bolt11'],
} as const satisfies Readonly<Record<string, readonly (keyof Body)[]>>

const ELSEWHERE = {
  receive: 'belongs to an invoice that you make; an invoice that you pay already has its own',
  send: 'is an invoice to pay: set out to true',
} as const

function rejectFieldsOf(kind: keyof typeof FIELDS_OF, body: Body): void {
  for (const field of FIELDS_OF[kind]) {
    const value = body[field]
    // `false` asks for nothing.
    if (value !== undefined && value !== false) throw problem(field, ELSEWHERE[kind], value, 'value_error')
  }
}

/** A link may have the amount that its invoice lacks. */
const ofLink = (bolt11: string, linkMsat: Msat | undefined): Msat | undefined =>
  linkMsat !== undefined && needsAmount(bolt11) ? linkMsat : undefined

/** The caller and the link must agree. */
function requireLinkAmount(amount: number, linkMsat: Msat | undefined): Msat {
  const amountMsat = wholeSats(amount)
  if (linkMsat === undefined || linkMsat === amountMsat) return amountMsat
  const link_sat = Number(linkMsat) / 1000
  throw problem('amount', `differs from the ${link_sat} sat of the bitcoin link`, amount, 'value_error', {
    code: 'bitcoin_link_amounts_differ',
    params: { link_sat, other_sat: amount },
  })
}

/** Rejects fields that name or need an amount. */
function readAnyAmount(body: Body): undefined {
  for (const field of ['amount', 'unit', 'tax', 'tip', 'lnurl_withdraw'] as const) {
    const value = body[field]
    const saysNothing = field === 'unit' && body.unit?.toLowerCase() === 'sat'
    if (value !== undefined && !saysNothing)
      throw problem(field, 'cannot be combined with any_amount', value, 'value_error')
  }
}

function readAmount({ amount, unit = 'sat', tax, tip }: Body): Msat | FiatAmount {
  if (amount === undefined) throw missing('amount', { code: 'amount_missing' })
  if (unit.toLowerCase() === 'sat') {
    for (const [field, part] of Object.entries({ tax, tip }))
      if (part !== undefined) throw problem(field, 'needs a currency as unit', part, 'value_error')
    return wholeSats(amount)
  }
  if (amount <= 0) throw problem('amount', 'Input should be greater than 0', amount, 'greater_than', TOO_SMALL)
  const price = { amount: decimalOf(amount), tax: decimalIf(tax), tip: decimalIf(tip) }
  if (!isWithin(price)) throw problem('amount', 'should not be less than its tax and tip', amount, 'value_error')
  return { unit, ...price }
}

function wholeSats(amount: number): Msat {
  if (!Number.isInteger(amount)) throw problem('amount', 'Input should be a valid integer', amount, 'int_type')
  if (amount < 1) throw problem('amount', 'Input should be greater than 0', amount, 'greater_than', TOO_SMALL)
  if (amount > Number(MAX_SAT)) {
    throw problem('amount', `Input should be less than or equal to ${MAX_SAT}`, amount, 'less_than_equal', TOO_LARGE)
  }
  return satToMsat(sat(amount))
}

/** Rejects text that not every database can store. */
function requireText(field: string, text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw problem(field, 'Input should be text without NUL and without lone surrogates', text, 'string_unicode')
  }
}

const missing = (field: string, more: ErrorParts): ServiceError =>
  invalid({ type: 'missing', loc: ['body', field], msg: 'Field required', input: undefined }, more)

export const problem = (field: string, msg: string, input: unknown, type: string, more?: ErrorParts): ServiceError =>
  invalid({ type, loc: ['body', field], msg, input }, more)

const TOO_SMALL = { code: 'amount_too_small', params: { min_sat: 1 } } as const
const TOO_LARGE = { code: 'amount_too_large', params: { max_sat: Number(MAX_SAT) } } as const
