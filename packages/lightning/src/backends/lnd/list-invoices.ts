import type { LndCalls } from './lnd-calls.ts'
import { type LndInvoice, readSettlements } from './lnd-invoice.ts'

/** One page of LND's invoices, in the order in which they were made; an AMP invoice once for each of its payments. */
export async function listInvoices(calls: LndCalls, query: string): Promise<LndInvoice[]> {
  const { invoices } = await calls.require('GET', `/v1/invoices?${query}`)
  if (!Array.isArray(invoices)) throw new Error('LND answers with an unreadable list of invoices')
  return invoices.flatMap(readSettlements)
}
