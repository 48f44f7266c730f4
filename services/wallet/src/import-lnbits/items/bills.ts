import { randomUUID } from 'node:crypto'
import type { ForeignRow } from '../../db/foreign/foreign-database.ts'
import { toJson, toNumber, toObject, toSeconds, toText, type Value } from '../reading/values.ts'
import { groupByItem } from './open-invoices.ts'
import type { Items } from './open-items.ts'
import { isoTime, ofHundredths, orNone, sumOf, toCurrency, toInt } from './parts.ts'

export async function importInvoices(items: Items): Promise<void> {
  const lines = await groupBy(items, 'invoice_items')
  const payments = await groupBy(items, 'payments')
  const receipts = receiptsOf(items)
  const open = groupByItem(items.openInvoices('invoices'), 'invoice_id')
  const rows: ForeignRow[] = []
  for await (const row of items.rows('invoices')) rows.push(row)
  const numbers = new Map<string, number>()
  for (const row of rows.toSorted((one, other) => (toSeconds(one['time']) ?? 0) - (toSeconds(other['time']) ?? 0))) {
    const id = toText(row['id'])
    const wallet = items.homeOf(row['wallet'], id, row['company_name'])
    if (wallet === undefined) continue
    const at = toSeconds(row['time']) ?? items.now
    const series = `${wallet.id} ${isoTime(at).slice(0, 4)}`
    const number = (numbers.get(series) ?? 0) + 1
    const currency = toCurrency(items, row['currency'], id)
    const bill = (lines.get(id) ?? []).map((line) => ({
      description: toText(line['description']).slice(0, 200) || '-',
      quantity: Math.max(toInt(line['quantity']), 1),
      amount: ofHundredths(line['amount']),
    }))
    const paid = paymentsOf(items, {
      rows: payments.get(id) ?? [],
      receipts: receipts.get(`${wallet.id} ${id}`) ?? [],
    })
    const values = {
      status: toText(row['status']),
      currency,
      number: `${isoTime(at).slice(0, 4)}-${String(number).padStart(4, '0')}`,
      company_name: orNone(row['company_name']),
      first_name: orNone(row['first_name']),
      last_name: orNone(row['last_name']),
      email: orNone(row['email']),
      phone: orNone(row['phone']),
      address: orNone(row['address']),
      items: bill.slice(0, 100),
      total: sumOf(bill),
      paid_total: sumOf(paid),
      payments: paid,
    }
    if (!items.put('items', { id, wallet, values, at })) continue
    numbers.set(series, number)
    for (const invoice of open.get(id) ?? []) {
      const amount = ofHundredths(invoice.extra['famount'] as Value)
      if (amount > 0) items.follow(invoice, { id, wallet, data: { amount_currency: amount } })
    }
  }
  for (const [series, last] of numbers) {
    const [walletId = '', year] = series.split(' ')
    const wallet = items.walletOf(walletId)
    if (wallet !== undefined) items.put('series', { id: randomUUID(), wallet, values: { year, last }, at: undefined })
  }
}

async function groupBy(items: Items, table: string): Promise<Map<string, ForeignRow[]>> {
  const groups = new Map<string, ForeignRow[]>()
  for await (const row of items.rows(table)) {
    const id = toText(row['invoice_id'])
    groups.set(id, [...(groups.get(id) ?? []), row])
  }
  return groups
}

/** Receipts of an invoice. */
interface Receipt {
  readonly hash: string
  readonly sats: number
  readonly at: number
  /** In hundredths of the currency; older versions did not note it. */
  readonly famount: number | undefined
}

/** By the wallet and the id of the invoice. */
function receiptsOf({ staged }: Items): Map<string, Receipt[]> {
  const rows = staged.all<{ hash: string; wallet: string; amount: number; at: number; extra: string }>(
    `SELECT hash, wallet, amount, updated AS at, extra FROM payments
     WHERE dir = 'in' AND tag = 'invoices' AND status = 'success' AND known = 1 AND how <> 'adjust' ORDER BY updated, seq`,
  )
  const receipts = new Map<string, Receipt[]>()
  for (const { hash, wallet, amount, at, extra } of rows) {
    const { invoice_id: invoiceId, famount } = toObject(toJson(extra))
    const id = `${wallet} ${toText(invoiceId as Value)}`
    const receipt = { hash, sats: Math.floor(amount / 1000), at, famount: toNumber(famount as Value) }
    receipts.set(id, [...(receipts.get(id) ?? []), receipt])
  }
  return receipts
}

/** Maximum time between LNbits' row of a payment and that of its invoice, if the amount does not identify it. */
const NEAR_SECONDS = 60

interface Paid {
  readonly rows: readonly ForeignRow[]
  readonly receipts: readonly Receipt[]
}

/** Each receipt belongs to one payment: the one of its amount that is nearest in time. */
function paymentsOf(items: Items, { rows, receipts }: Paid) {
  const left = new Set(receipts)
  const timeOf = (row: ForeignRow): number => toSeconds(row['time']) ?? items.now
  const take = (row: ForeignRow): Receipt | undefined => {
    const apart = ({ at }: Receipt): number => Math.abs(at - timeOf(row))
    const [nearest] = [...left]
      .filter((one) => (one.famount === undefined ? apart(one) <= NEAR_SECONDS : one.famount === toInt(row['amount'])))
      .toSorted((one, other) => apart(one) - apart(other))
    if (nearest !== undefined) left.delete(nearest)
    else items.change('part payments whose receipt is not found: their satoshis are unknown', toText(row['invoice_id']))
    return nearest
  }
  return rows
    .toSorted((one, other) => timeOf(one) - timeOf(other))
    .map((row) => {
      const receipt = take(row)
      return {
        amount: ofHundredths(row['amount']),
        sats: receipt?.sats ?? 0,
        time: isoTime(timeOf(row)),
        payment_hash: receipt?.hash ?? '',
      }
    })
}
