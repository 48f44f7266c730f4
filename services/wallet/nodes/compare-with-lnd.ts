import { hash as digest } from 'node:crypto'
import type { LndCalls } from '../src/funding/lnd/lnd-calls.ts'
import type { BookReader } from '../campaigns/book-reader.ts'

export interface Comparison {
  /** What LND has settled. */
  readonly payments: number
  readonly invoices: number
  /** What the books and LND have differently, in a line each. */
  readonly differences: readonly string[]
}

/** Every payment and every invoice of a node that serves this service alone, one by one, to the millisatoshi. */
export async function compareWithLnd(calls: LndCalls, books: BookReader): Promise<Comparison> {
  const [sent, received] = [await readSent(calls), await readReceived(calls)]
  const booked = await readBooks(books)
  return {
    payments: sent.settled.size,
    invoices: received.size,
    differences: [
      ...sent.open.map((hash) => `${hash}: neither settled nor failed at LND`),
      ...diff('sent', sent.settled, booked.sent),
      ...diff('received', received, booked.received),
      ...booked.open.map((row) => `${row.payment_hash}: ${row.state} in the books`),
    ],
  }
}

/** What is known of a hash, as text: amount, fee and preimage. */
type Known = ReadonlyMap<string, string>

const diff = (what: string, atNode: Known, booked: Known): string[] =>
  [...new Set([...atNode.keys(), ...booked.keys()])]
    .filter((hash) => atNode.get(hash) !== booked.get(hash))
    .map((hash) => `${hash} ${what}: LND ${atNode.get(hash) ?? 'nothing'}, books ${booked.get(hash) ?? 'nothing'}`)

const PAGE = 500

async function readSent(calls: LndCalls): Promise<{ settled: Known; open: readonly string[] }> {
  const settled = new Map<string, string>()
  const open: string[] = []
  for (let offset = '0'; ; ) {
    const query = `include_incomplete=true&index_offset=${offset}&max_payments=${PAGE}`
    const { payments, last_index_offset: last } = await calls.require('GET', `/v1/payments?${query}`)
    for (const payment of payments as readonly Readonly<Record<string, string>>[]) {
      const { payment_hash: hash = '', status, value_msat: amount, fee_msat: fee, payment_preimage: preimage } = payment
      if (status === 'SUCCEEDED') settled.set(hash, `${amount} + ${fee} msat, ${preimage}`)
      else if (status !== 'FAILED') open.push(hash)
    }
    if ((payments as readonly unknown[]).length < PAGE) return { settled, open }
    offset = String(last)
  }
}

async function readReceived(calls: LndCalls): Promise<Known> {
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

interface Row {
  readonly payment_hash: string
  readonly direction: 'in' | 'out'
  readonly state: string
  readonly status: string
  readonly amount_msat: bigint
  readonly fee_msat: bigint
  readonly preimage: string | null
}

async function readBooks(books: BookReader) {
  const rows = await books.rows<Row>(
    `SELECT payment_hash, direction, state, status, amount_msat, fee_msat, preimage FROM payments WHERE peer_id IS NULL`,
  )
  const success = rows.filter(({ status }) => status === 'success')
  const sent = new Map<string, string>()
  for (const { payment_hash: hash, direction, amount_msat: amount, fee_msat: fee, preimage } of success) {
    if (direction === 'in') continue
    const isProof = digest('sha256', Buffer.from(preimage ?? '', 'hex')) === hash
    const twice = sent.has(hash) ? ', a second time' : ''
    sent.set(hash, `${amount} + ${fee} msat, ${isProof ? preimage : 'no proof'}${twice}`)
  }
  const incoming = success.filter(({ direction }) => direction === 'in')
  return {
    sent,
    received: new Map(incoming.map(({ payment_hash: hash, amount_msat: amount }) => [hash, `${amount} msat`])),
    open: rows.filter(({ direction, status }) => direction === 'out' && status === 'pending'),
  }
}
