import { hash as digest } from 'node:crypto'
import type { BookReader } from '../campaigns/book-reader.ts'

/** The record of a hash, as text: amount, fee and preimage. */
export type Known = ReadonlyMap<string, string>

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

/** The payments over the node: what was sent, what was received, and what is not final. */
export async function readBooks(books: BookReader) {
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

/** Differences between two sides, one per line. */
export function diff(what: string, sides: Readonly<Record<string, Known>>): string[] {
  const hashes = new Set(Object.values(sides).flatMap((known) => [...known.keys()]))
  const say = (hash: string): string[] =>
    Object.entries(sides).map(([name, known]) => `${name} ${known.get(hash) ?? 'nothing'}`)
  const differ = (hash: string): boolean => new Set(Object.values(sides).map((known) => known.get(hash))).size > 1
  return [...hashes].filter(differ).map((hash) => `${hash} ${what}: ${say(hash).join(', ')}`)
}
