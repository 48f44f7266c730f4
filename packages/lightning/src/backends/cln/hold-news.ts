import type { Receipt } from '../../port/funding-source.ts'
import type { HoldInvoice } from './hold-invoices.ts'
import type { ClnCursor } from './receipt-cursor.ts'

/** All events of the hold invoices after a cursor, in the order of their ids, each with the next cursor. */
export function listHoldNews(
  invoices: readonly HoldInvoice[],
  after: ClnCursor,
): readonly { readonly receipt: Receipt; readonly cursor: ClnCursor }[] {
  const news: { receipt: Receipt; cursor: ClnCursor }[] = []
  const open = new Map(after.open)
  let { holdsUpTo } = after
  for (const invoice of invoices) {
    const isKnown = invoice.id <= holdsUpTo
    if (isKnown && !open.has(invoice.id)) continue
    holdsUpTo = Math.max(holdsUpTo, invoice.id)
    const before = open.get(invoice.id) ?? 0
    const kinds = kindsOf(invoice, before)
    const isFinal = invoice.state === 'paid' || invoice.state === 'cancelled'
    if (isFinal && before >= kinds.length) open.delete(invoice.id)
    else open.set(invoice.id, before)
    kinds.slice(before).forEach((kind, index) => {
      const count = before + index + 1
      if (isFinal && count === kinds.length) open.delete(invoice.id)
      else open.set(invoice.id, count)
      const { paymentHash, receivedMsat: amountMsat } = invoice
      const receipt = { receiptId: `cln:${paymentHash}:${kind}`, paymentHash, kind, amountMsat }
      news.push({ receipt, cursor: { ...after, holdsUpTo, open: new Map(open) } })
    })
  }
  return news
}

function kindsOf({ state, wasHeld }: HoldInvoice, before: number): readonly Receipt['kind'][] {
  switch (state) {
    case 'unpaid':
      return []
    case 'accepted':
      return ['held']
    case 'paid':
      return ['held', 'settled']
    case 'cancelled':
      return wasHeld || before > 0 ? ['held', 'released'] : []
  }
}
