import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import type { Answer, Ask } from '../journal/node-calls.ts'
import type { OwnInvoice } from '../journal/node-state.ts'
import { takeIn } from './decide-incoming.ts'
import type { Book, Decision } from './decision.ts'
import { ownPaymentSecret } from './sign-node-invoice.ts'

type Received = Decision<Answer<'receive'>>

/** An outside payer pays one of our invoices; `force` is a payer, or a node, that keeps no rules. */
export function decideReceive(book: Book, ask: Ask<'receive'>): Received {
  const found = findInvoice(book, ask)
  if ('wrong' in found) return found
  const { hash, invoice } = found
  const amountMsat = ask.amountMsat ?? invoice.amountMsat
  if (amountMsat === undefined) return badRequest('The invoice names no amount: give `amount_msat`.')
  const reason = whyNot(book, invoice)
  if (reason !== undefined && (!ask.force || invoice.status === 'held')) return badRequest(reason)
  return { answer: { hash, receipts: takeIn(book, hash, invoice, { ...ask, amountMsat }) } }
}

function findInvoice(book: Book, { hash, bolt11, force }: Ask<'receive'>): Lookup {
  const read = bolt11 === undefined ? { hash: hash ?? '' } : readOwn(book, bolt11, force)
  if ('wrong' in read) return read
  const invoice = book.state.invoices.get(read.hash)
  if (invoice === undefined) return { wrong: 'not_found', detail: 'The node has no invoice with this hash.' }
  return { hash: read.hash, invoice }
}

type Wrong = { readonly wrong: 'bad_request' | 'not_found'; readonly detail: string }
type Lookup = { readonly hash: string; readonly invoice: OwnInvoice } | Wrong

/** A copy with our hash in it is not ours: the payment secret is another. */
function readOwn({ state }: Book, bolt11: string, force: boolean): { readonly hash: string } | Wrong {
  try {
    const { paymentHash, paymentSecret } = readInvoice(bolt11)
    if (!force && state.invoices.has(paymentHash) && paymentSecret !== ownPaymentSecret(state.keys, paymentHash)) {
      return badRequest('This invoice was not written by the node, although it has the hash of one.')
    }
    return { hash: paymentHash }
  } catch (error) {
    if (error instanceof InvoiceError) return badRequest(error.message)
    throw error
  }
}

function whyNot({ date }: Book, { status, expiresAt }: OwnInvoice): string | undefined {
  if (status === 'held') return 'A payment of this invoice is held already.'
  if (status !== 'open') return `The invoice is ${status}: only \`force\` pays it.`
  return expiresAt <= date ? 'The invoice has expired: only `force` pays it.' : undefined
}

const badRequest = (detail: string): Wrong => ({ wrong: 'bad_request', detail })
