import { badRequest, type ErrorParts, invalid, type ServiceError } from '@satchel/http/service-error'
import { add, type Decimal, decimalOf, decimalText, nearestDouble, subtract, ZERO } from '@satchel/money/decimal'
import { fiatToSatsFloor } from '@satchel/money/fiat-to-sats'
import { MAX_SAT, sat, satToMsat } from '@satchel/money/units'
import type { FiatValue } from '../../rates/fiat-value-store.ts'
import { type Rates, requireQuote } from '../../rates/rates.ts'
import type { Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { createInvoice, type ReceiveRequest, replayInvoice } from './create-invoice.ts'

/** An amount in a currency. */
export interface FiatAmount {
  /** The unit as the caller wrote it. */
  readonly unit: string
  readonly amount: Decimal
  /** How much of it is tax, and how much a tip. */
  readonly tax?: Decimal | undefined
  readonly tip?: Decimal | undefined
}

export interface PricedRequest extends Omit<ReceiveRequest, 'amountMsat' | 'fiat'> {
  readonly price: FiatAmount
}

/**
 * Prices an invoice in fiat: one quote determines its amount in satoshis and is stored with it (rule D14). A repeat
 * under an idempotency key gets the first answer, at the first rate.
 */
export async function priceInvoice(
  deps: PaymentDeps & { readonly rates: Rates },
  { price, ...request }: PricedRequest,
): Promise<Payment> {
  const replayed = await replayInvoice(deps, request.claim)
  return replayed ?? createInvoice(deps, { ...request, ...toSatoshis(deps.rates, price) })
}

/** Whole satoshis, floored: the payer is never asked for more than the price. */
function toSatoshis(rates: Rates, { unit, amount, tax, tip }: FiatAmount): Pick<ReceiveRequest, 'amountMsat' | 'fiat'> {
  const currency = rates.codeOf(unit)
  if (currency === undefined) {
    throw badRequest('body.unit: must be sat or one of GET /api/v1/currencies.', { code: 'unknown_currency' })
  }
  const { price } = requireQuote(rates.quotesForMoney(), currency)
  const sats = fiatToSatsFloor(amount, price)
  if (sats < 1n) throw outOfRange(amount, 'Input should be worth at least 1 satoshi', 'greater_than', TOO_SMALL)
  if (sats > MAX_SAT) {
    throw outOfRange(amount, `Input should be worth at most ${MAX_SAT} satoshis`, 'less_than_equal', TOO_LARGE)
  }
  return {
    amountMsat: satToMsat(sat(sats)),
    fiat: priceOf(currency, price, { amount, tax, tip }),
  }
}

export const decimalIf = (value: number | undefined): Decimal | undefined =>
  value === undefined ? undefined : decimalOf(value)

/** Tax and tip are parts of the amount. */
export const isWithin = ({ amount, tax = ZERO, tip = ZERO }: Omit<FiatAmount, 'unit'>): boolean =>
  subtract(amount, add(tax, tip)).coefficient >= 0n

/** What is stored of a price in a currency (rule D14). */
export const priceOf = (
  currency: string,
  rate: Decimal,
  { amount, tax, tip }: Omit<FiatAmount, 'unit'>,
): FiatValue => ({
  currency,
  amount: decimalText(amount),
  rate: decimalText(rate),
  kind: 'asked',
  ...(tax !== undefined && { tax: decimalText(tax) }),
  ...(tip !== undefined && { tip: decimalText(tip) }),
})

const outOfRange = (amount: Decimal, msg: string, type: string, more: ErrorParts): ServiceError =>
  invalid({ type, loc: ['body', 'amount'], msg, input: nearestDouble(amount) }, more)

const TOO_SMALL = { code: 'amount_too_small', params: { min_sat: 1 } } as const
const TOO_LARGE = { code: 'amount_too_large', params: { max_sat: Number(MAX_SAT) } } as const
