import { parseDecimal } from '@satchel/money/decimal'
import type { Reader } from '../../db/database.ts'
import { valueAt } from '../../rates/convert.ts'
import { findFiatValues, type PaymentValue } from '../../rates/fiat-value-store.ts'
import { findRatesAt } from '../../rates/rate-history-store.ts'
import type { Payment } from '../states/payment.ts'

export type StoredValues = Awaited<ReturnType<typeof findFiatValues>>

export const findStoredValues = (reader: Reader, payments: readonly Payment[]): Promise<StoredValues> =>
  findFiatValues(
    reader,
    payments.map(({ checkingId }) => checkingId),
  )

/**
 * The values of succeeded payments in a currency, by checking id, at the rate of their time: as stored then, else by the
 * price that is known of then. Payments without either are left out. `known`: what is stored of them, if it has been read.
 */
export async function findValuesIn(
  reader: Reader,
  payments: readonly Payment[],
  currency: string,
  known?: StoredValues,
): Promise<ReadonlyMap<string, PaymentValue>> {
  const paid = payments.filter(({ state }) => state === 'success')
  const stored = known ?? (await findStoredValues(reader, paid))
  const values = new Map<string, PaymentValue>()
  const others: Payment[] = []
  for (const payment of paid) {
    const value = stored.get(payment.checkingId)?.find((one) => one.currency === currency)
    if (value === undefined) others.push(payment)
    else values.set(payment.checkingId, value)
  }
  const rates = await findRatesAt(reader, currency, [...new Set(others.map(paidAt))])
  for (const payment of others) {
    const price = parseDecimal(rates.get(paidAt(payment)) ?? '')
    if (price !== undefined) values.set(payment.checkingId, valueAt(payment.amountMsat, currency, price))
  }
  return values
}

const paidAt = ({ finishedAt, createdAt }: Payment): number => finishedAt ?? createdAt
