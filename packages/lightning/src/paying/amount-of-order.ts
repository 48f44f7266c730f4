import { readInvoice } from '@satchel/bolt11/read-invoice'
import { type Msat, msat } from '@satchel/money/units'
import type { PayOrder } from '../port/funding-source.ts'

/** The amount that the payee gets. Undefined: neither the order nor its invoice has one, and nothing may be sent. */
export function amountOfOrder({ bolt11, amountMsat }: Pick<PayOrder, 'bolt11' | 'amountMsat'>): Msat | undefined {
  if (amountMsat !== undefined) return amountMsat
  const named = readInvoice(bolt11).amountMsat
  return named === undefined ? undefined : msat(named)
}
