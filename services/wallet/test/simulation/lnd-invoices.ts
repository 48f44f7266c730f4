import { hash as digest } from 'node:crypto'
import type { Nature } from './install-virtual-time.ts'
import type { InvoiceNews, NodeInvoice, TrueNews } from './lnd-records.ts'
import type { Trace } from './trace.ts'
import { WORLD } from './virtual-time.ts'

interface Copy {
  readonly news: readonly InvoiceNews[]
  readonly invoices: readonly NodeInvoice[]
}

/** The node's own invoices: `news` is what the node knows of them, `everyNews` is what really happened. */
export function createInvoices({ time }: Nature, trace: Trace, nowSeconds: () => number) {
  const invoices = new Map<string, NodeInvoice>()
  const news: InvoiceNews[] = []
  const everyNews: TrueNews[] = []
  const listeners: ((news: InvoiceNews, number: number) => void)[] = []
  let received = 0n
  const endings = new Map<string, { readonly ends: 'taken' | 'lost'; readonly afterMs: number }>()
  const tell = (invoice: NodeInvoice, kind: InvoiceNews['kind']): void => {
    const { paymentHash, paidMsat: amountMsat } = invoice
    const number = news.push({ paymentHash, kind, amountMsat })
    everyNews.push({ paymentHash, kind, amountMsat, number, invoice })
    if (kind === 'settled' && invoice.claim === 'none') received += amountMsat
    trace.note(`node: invoice ${paymentHash.slice(0, 8)} ${kind}`)
    for (const listener of listeners) listener({ paymentHash, kind, amountMsat }, number)
  }
  const endClaim = (invoice: NodeInvoice, ends: 'taken' | 'lost'): void => {
    invoice.claim = ends
    if (ends === 'taken') received += invoice.paidMsat
    trace.note(`node: claim of ${invoice.paymentHash.slice(0, 8)} ${ends}`)
  }
  const closeInvoice = (paymentHash: string): void => {
    const invoice = invoices.get(paymentHash)
    if (invoice === undefined || invoice.state === 'settled' || invoice.state === 'closed') return
    const wasHeld = invoice.state === 'held'
    invoice.state = 'closed'
    if (wasHeld) tell(invoice, 'released')
  }
  return {
    invoices,
    news,
    everyNews,
    copy: (): Copy => ({ news: [...news], invoices: [...invoices.values()].map((invoice) => ({ ...invoice })) }),
    restore(copy: Copy | undefined): void {
      invoices.clear()
      news.splice(0, news.length, ...(copy?.news ?? []))
      for (const invoice of withoutPaid(copy?.invoices ?? [], everyNews)) {
        invoices.set(invoice.paymentHash, invoice)
        // Its channel has been closed.
        if (invoice.state === 'held') closeInvoice(invoice.paymentHash)
      }
    },
    closeChannelOf(paymentHash: string, ends: 'taken' | 'lost', afterMs: number): boolean {
      const invoice = invoices.get(paymentHash)
      if (invoice?.state === 'held') endings.set(paymentHash, { ends, afterMs })
      return invoice?.state === 'held' && (invoice.isClosing = true)
    },
    receivedMsat: () => received,
    onNews: (listener: (news: InvoiceNews, number: number) => void): void => void listeners.push(listener),
    add: (invoice: NodeInvoice): NodeInvoice => addTo(invoices, invoice),
    receive(paymentHash: string, chosenMsat = 0n): boolean {
      const invoice = invoices.get(paymentHash)
      if (invoice?.state !== 'open' || invoice.expiresAt <= nowSeconds()) return false
      const state = invoice.isHold ? 'held' : 'settled'
      tell(Object.assign(invoice, { state, paidMsat: invoice.amountMsat ?? chosenMsat }), state)
      return true
    },
    settleHold(preimage: string): 'settled' | 'gone' | 'nothing held' {
      const invoice = invoices.get(digest('sha256', Buffer.from(preimage, 'hex')))
      if (invoice === undefined || invoice.state === 'open') return 'nothing held'
      if (invoice.state === 'closed') return 'gone'
      if (invoice.state === 'settled') return 'settled'
      Object.assign(invoice, { state: 'settled', preimage, ...(invoice.isClosing && { claim: 'waiting' }) })
      tell(invoice, 'settled')
      const ending = endings.get(invoice.paymentHash)
      if (ending !== undefined) time.schedule(WORLD, ending.afterMs, () => endClaim(invoice, ending.ends))
      return 'settled'
    },
    closeInvoice,
  }
}

function addTo(invoices: Map<string, NodeInvoice>, invoice: NodeInvoice): NodeInvoice {
  if (invoices.has(invoice.paymentHash)) throw new Error('invoice with payment hash already exists')
  invoices.set(invoice.paymentHash, invoice)
  return invoice
}

/** Later receipts are lost to the node, but their payers do not pay again. */
function withoutPaid(invoices: readonly NodeInvoice[], news: readonly TrueNews[]): NodeInvoice[] {
  const paid = new Set(news.filter(({ kind }) => kind !== 'released').map(({ paymentHash }) => paymentHash))
  return invoices.map((invoice) => {
    const isOver = invoice.state === 'open' && paid.has(invoice.paymentHash)
    return { ...invoice, ...(isOver && { expiresAt: 0 }) }
  })
}
