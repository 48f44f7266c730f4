import type { LndCalls } from '@satchel/lightning/backends/lnd/lnd-calls'
import type { BookReader } from '../campaigns/book-reader.ts'
import { type LndPayment, type LostPayment, listLndPayments, sortInFlight } from './lost-payments.ts'
import { diff, type Known, type OpenRow, readBooks } from './read-books.ts'

export interface Comparison {
  /** Payments that LND has settled. */
  readonly payments: number
  readonly invoices: number
  /** Payments that LND reports in flight forever. The books must have each with its amount, reserved or returned. */
  readonly lost: readonly OpenRow[]
  /** Differences between the books and LND, one per line. */
  readonly differences: readonly string[]
}

/**
 * Every payment and every invoice of a node that serves this service alone, one by one, to the millisatoshi.
 * `neighbours`: the nodes that may carry its payments.
 */
export async function compareWithLnd(
  calls: LndCalls,
  books: BookReader,
  neighbours: readonly LndCalls[],
): Promise<Comparison> {
  const [sent, received] = [await readSent(calls), await readReceived(calls)]
  const { lost, onTheWay } = await sortInFlight(sent.open, calls, neighbours)
  const booked = await readBooks(books)
  const atNode = new Map([...lost].map(([hash, { amountMsat }]) => [hash, `${amountMsat} msat in flight`]))
  const open = new Map(booked.open.map((row) => [row.payment_hash, describeOpen(row, lost.get(row.payment_hash))]))
  return {
    payments: sent.settled.size,
    invoices: received.size,
    lost: booked.open.filter(({ payment_hash: hash }) => lost.has(hash)),
    differences: [
      ...onTheWay,
      ...diff('sent', { LND: sent.settled, books: booked.sent }),
      ...diff('received', { LND: received, books: booked.received }),
      ...diff('lost', { LND: atNode, books: open }),
    ],
  }
}

/** The payment in the form of LND's records, if amount, fee limit and reserve are right. */
function describeOpen(row: OpenRow, lost: LostPayment | undefined): string {
  const { state, amount_msat: amount, fee_limit_msat: limit, reserved_msat: reserved } = row
  const expected = state === 'dispatched' ? amount + limit : 0n
  if (state !== 'dispatched' && state !== 'failed') return state
  if (reserved !== expected) return `${state}, ${reserved} msat reserved where it should be ${expected}`
  if ((lost?.feeMsat ?? 0n) > limit) return `a fee limit of ${limit} msat, and LND took a route for ${lost?.feeMsat}`
  return `${amount} msat in flight`
}

async function readSent(calls: LndCalls): Promise<{ settled: Known; open: readonly LndPayment[] }> {
  const payments = await listLndPayments(calls)
  const settled = payments.filter(({ status }) => status === 'SUCCEEDED')
  return {
    settled: new Map(
      settled.map((payment) => [
        payment.payment_hash,
        `${payment.value_msat} + ${payment.fee_msat} msat, ${payment.payment_preimage}`,
      ]),
    ),
    open: payments.filter(({ status }) => status !== 'SUCCEEDED' && status !== 'FAILED'),
  }
}

const PAGE = 500

/** Received amounts by the hash of the invoice. */
export async function readReceived(calls: LndCalls): Promise<Known> {
  const received = new Map<string, string>()
  for (let offset = '0'; ; ) {
    const query = `index_offset=${offset}&num_max_invoices=${PAGE}`
    const { invoices, last_index_offset: last } = await calls.require('GET', `/v1/invoices?${query}`)
    for (const invoice of invoices as readonly Readonly<Record<string, string>>[]) {
      const { r_hash: hash = '', state, amt_paid_msat: paid } = invoice
      if (state === 'SETTLED') received.set(Buffer.from(hash, 'base64').toString('hex'), `${paid} msat`)
    }
    if ((invoices as readonly unknown[]).length < PAGE) return received
    offset = String(last)
  }
}
