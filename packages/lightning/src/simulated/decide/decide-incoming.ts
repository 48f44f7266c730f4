import { hash as digest } from 'node:crypto'
import type { NodeReceipt } from '../journal/journal-entry.ts'
import type { Answer, Ask, ControlAnswer, HashAsk, IncomingAnswer } from '../journal/node-calls.ts'
import { nextReceiptId, type OwnInvoice } from '../journal/node-state.ts'
import type { Book, Decision } from './decision.ts'
import { signOwnInvoice } from './sign-node-invoice.ts'
import { playCall } from './take-step.ts'

export function decideCreate(book: Book, ask: Ask<'create'>): Decision<Answer<'create'>> {
  const { state } = book
  const { hash, amountMsat, createdAt, expirySeconds, hold } = ask
  const create = (): Decision<Answer<'create'>> => {
    if (state.invoices.has(hash)) return { rejects: 'The node has an invoice with this hash already.' }
    book.append({ kind: 'invoice', hash, amountMsat, expiresAt: createdAt + expirySeconds, hold })
    const { keys } = state
    return { later: () => ({ bolt11: signOwnInvoice(keys, ask), paymentHash: hash }) }
  }
  return playCall(book, 'create', hash, {
    ok: create,
    refuse: () => ({ rejects: 'Scripted: the node refused to create the invoice.' }),
    accepted: () => {
      create()
      return { rejects: 'Scripted: the invoice was created and the answer lost.' }
    },
  })
}

export function decideClose(book: Book, { hash }: HashAsk): Decision<Answer<'close'>> {
  const invoice = book.state.invoices.get(hash)
  const close = (): Decision<Answer<'close'>> => {
    if (invoice?.status === 'held' || invoice?.status === 'settled') return { answer: 'paid' }
    if (invoice?.status === 'open') book.append({ kind: 'closed', hash })
    return { answer: 'closed' }
  }
  return playCall(book, 'close', hash, {
    ok: close,
    refuse: () => ({ answer: 'refused' }),
    accepted: () => {
      if (invoice?.status === 'open') takeIn(book, hash, invoice, { amountMsat: invoice.amountMsat ?? 1000 })
      return close()
    },
  })
}

export function decideIncoming({ state }: Book, { hash }: HashAsk): Decision<IncomingAnswer> {
  const invoice = state.invoices.get(hash)
  if (invoice === undefined) return { answer: { status: 'unknown' } }
  const { status, paidMsat } = invoice
  if (status === 'held' || status === 'settled') return { answer: { status, amountMsat: paidMsat } }
  return { answer: { status: status === 'open' ? 'open' : 'closed' } }
}

export function decideSettleHold(book: Book, { preimage }: Ask<'settle-hold'>): Decision<'settled' | 'gone'> {
  const hash = digest('sha256', Buffer.from(preimage, 'hex'))
  const invoice = book.state.invoices.get(hash)
  const settle = (): Decision<'settled' | 'gone'> => {
    if (invoice === undefined || !invoice.hold) return { rejects: 'The node has no hold invoice for this preimage.' }
    if (invoice.status === 'open') return { rejects: 'Nothing is held for this preimage yet.' }
    if (invoice.status === 'settled') return { answer: 'settled' }
    if (invoice.status !== 'held') return { answer: 'gone' }
    bookReceipts(book, hash, 'settled', [{ kind: 'settled', amountMsat: invoice.paidMsat }])
    return { answer: 'settled' }
  }
  return playCall(book, 'settle', hash, {
    ok: settle,
    refuse: () => ({ rejects: 'Scripted: the node refused to settle.' }),
    accepted: () => {
      settle()
      return { rejects: 'Scripted: it was settled and the answer lost.' }
    },
  })
}

export function decideCancelHold(book: Book, { hash }: HashAsk): Decision<'cancelled' | 'settled'> {
  const invoice = book.state.invoices.get(hash)
  const cancel = (): Decision<'cancelled' | 'settled'> => {
    if (invoice?.status === 'settled') return { answer: 'settled' }
    if (invoice?.status === 'held') sendBack(book, hash, invoice)
    else if (invoice?.status === 'open') book.append({ kind: 'closed', hash })
    return { answer: 'cancelled' }
  }
  return playCall(book, 'cancel', hash, {
    ok: cancel,
    refuse: () => ({ rejects: 'Scripted: the node refused to cancel.' }),
    accepted: () => {
      cancel()
      return { rejects: 'Scripted: it was cancelled and the answer lost.' }
    },
  })
}

/** The payer's time is over: a held payment is returned without a decision. */
export function decideExpireHtlc(book: Book, { hash }: HashAsk): Decision<ControlAnswer> {
  const invoice = book.state.invoices.get(hash)
  if (invoice === undefined) return { wrong: 'not_found', detail: 'The node has no invoice with this hash.' }
  if (invoice.status !== 'held') return { wrong: 'bad_request', detail: `Nothing is held: it is ${invoice.status}.` }
  sendBack(book, hash, invoice)
  return { answer: { hash, status: 'released', amount_msat: invoice.paidMsat } }
}

/** All receipts in the order of the journal; a cursor is the number of receipts read. */
export function decideReceipts({ state }: Book, { cursor, limit }: Ask<'receipts'>): Decision<Answer<'receipts'>> {
  const read = cursor === undefined ? 0 : Number(cursor)
  if (!Number.isSafeInteger(read) || read < 0 || read > state.receipts.length) {
    return { rejects: 'The cursor is not one of this node.' }
  }
  const receipts = state.receipts.slice(read, read + limit)
  return { answer: { receipts, cursor: receipts.length === 0 ? cursor : String(read + receipts.length) } }
}

export interface Arrival {
  readonly amountMsat: number
  readonly parts?: number
  readonly times?: number
  readonly delayMs?: number
}

/** An outside payer pays our invoice: a hold invoice holds the payment, any other settles it. */
export function takeIn(book: Book, hash: string, invoice: OwnInvoice, arrival: Arrival): readonly NodeReceipt[] {
  const { amountMsat, parts = 0, times = 1, delayMs = 0 } = arrival
  const kind = invoice.hold && invoice.status !== 'settled' ? 'held' : 'settled'
  const share = Math.floor(amountMsat / Math.max(parts, 1))
  const shares = Array.from({ length: parts }, (_, index) => ({
    kind: 'part' as const,
    amountMsat: index === 0 ? amountMsat - share * (parts - 1) : share,
  }))
  return bookReceipts(book, hash, kind, [...shares, { kind, amountMsat }], {
    times,
    at: delayMs > 0 ? book.now + delayMs : 0,
  })
}

function sendBack(book: Book, hash: string, { paidMsat }: OwnInvoice): void {
  bookReceipts(book, hash, 'released', [{ kind: 'released', amountMsat: paidMsat }])
}

function bookReceipts(
  book: Book,
  hash: string,
  status: 'held' | 'settled' | 'released',
  news: readonly Omit<NodeReceipt, 'receiptId'>[],
  notice = { times: 1, at: 0 },
): readonly NodeReceipt[] {
  const receipts = news.map((receipt, index) => ({ receiptId: nextReceiptId(book.state, index), ...receipt }))
  book.append({ kind: 'receipts', hash, receipts, status, notice })
  return receipts
}
