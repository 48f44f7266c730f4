import { hash as digest } from 'node:crypto'
import type { LndCalls } from '@satchel/lightning/backends/lnd/lnd-calls'
import type { BookReader } from '../campaigns/book-reader.ts'
import { type LndPayment, type LostPayment, sortInFlight } from './lost-payments.ts'

export interface Comparison {
  /** What LND has settled. */
  readonly payments: number
  readonly invoices: number
  /** What LND calls in flight for ever; the books have each with its amount, and all of it reserved or given back. */
  readonly lost: readonly OpenRow[]
  /** What the books and LND have differently, in a line each. */
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
      ...diff('sent', sent.settled, booked.sent),
      ...diff('received', received, booked.received),
      ...diff('lost', atNode, open),
    ],
  }
}

/** As LND's side has it, if amount, fee limit and reserve are what they have to be. */
function describeOpen(row: OpenRow, lost: LostPayment | undefined): string {
  const { state, amount_msat: amount, fee_limit_msat: limit, reserved_msat: reserved } = row
  const expected = state === 'dispatched' ? amount + limit : 0n
  if (state !== 'dispatched' && state !== 'failed') return state
  if (reserved !== expected) return `${state}, ${reserved} msat reserved where it should be ${expected}`
  if ((lost?.feeMsat ?? 0n) > limit) return `a fee limit of ${limit} msat, and LND took a route for ${lost?.feeMsat}`
  return `${amount} msat in flight`
}

/** What is known of a hash, as text: amount, fee and preimage. */
type Known = ReadonlyMap<string, string>

const diff = (what: string, atNode: Known, booked: Known): string[] =>
  [...new Set([...atNode.keys(), ...booked.keys()])]
    .filter((hash) => atNode.get(hash) !== booked.get(hash))
    .map((hash) => `${hash} ${what}: LND ${atNode.get(hash) ?? 'nothing'}, books ${booked.get(hash) ?? 'nothing'}`)

const PAGE = 500

async function readSent(calls: LndCalls): Promise<{ settled: Known; open: readonly LndPayment[] }> {
  const settled = new Map<string, string>()
  const open: LndPayment[] = []
  for (let offset = '0'; ; ) {
    const query = `include_incomplete=true&index_offset=${offset}&max_payments=${PAGE}`
    const { payments, last_index_offset: last } = await calls.require('GET', `/v1/payments?${query}`)
    for (const payment of payments as readonly LndPayment[]) {
      const { payment_hash: hash, status, value_msat: amount, fee_msat: fee, payment_preimage: preimage } = payment
      if (status === 'SUCCEEDED') settled.set(hash, `${amount} + ${fee} msat, ${preimage}`)
      else if (status !== 'FAILED') open.push(payment)
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

/** A payment that is not final, or that an operator has resolved as failed against the answer of its node. */
export interface OpenRow {
  readonly checking_id: string
  readonly payment_hash: string
  readonly state: string
  readonly amount_msat: bigint
  readonly fee_limit_msat: bigint
  readonly reserved_msat: bigint
}

const OPEN = `SELECT checking_id, payment_hash, state, amount_msat, fee_limit_msat,
    (SELECT COALESCE(SUM(CASE 'reserved:' || payments.wallet_id
       WHEN to_account THEN postings.amount_msat WHEN from_account THEN -postings.amount_msat ELSE 0 END), 0)
     FROM postings WHERE reference = checking_id) AS reserved_msat
  FROM payments WHERE peer_id IS NULL AND direction = 'out'
    AND (status = 'pending' OR failure LIKE 'Resolved by the operator: %')`

interface Row {
  readonly payment_hash: string
  readonly direction: 'in' | 'out'
  readonly status: string
  readonly amount_msat: bigint
  readonly fee_msat: bigint
  readonly preimage: string | null
}

async function readBooks(books: BookReader) {
  const rows = await books.rows<Row>(
    `SELECT payment_hash, direction, status, amount_msat, fee_msat, preimage FROM payments WHERE peer_id IS NULL`,
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
    open: await books.rows<OpenRow>(OPEN),
  }
}
