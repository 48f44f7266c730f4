import { hash } from 'node:crypto'
import { checkBooks } from '../../src/ledger/check-books.ts'
import type { BookReader } from './book-reader.ts'

export interface Truth {
  readonly balance_msat: number
  readonly sent: readonly Sent[]
  readonly failed: readonly Sent[]
  readonly open: readonly Sent[]
  readonly received: readonly { readonly hash: string; readonly amount: number; readonly receipt_id: string }[]
  readonly held: readonly { readonly hash: string; readonly amount: number }[]
}

interface Sent {
  readonly hash: string
  readonly attempt: string
  readonly amount: number
  readonly fee: number | null
  readonly limit: number
}

interface OutgoingRow {
  readonly checking_id: string
  readonly payment_hash: string
  readonly state: string
  readonly attempt: bigint
  readonly amount_msat: bigint
  readonly fee_msat: bigint
  readonly fee_limit_msat: bigint
  readonly preimage: string | null
}

export interface CompareOptions {
  /** True when the node has reported everything and nothing is pending: then conservation must be exact to 1 msat. */
  readonly settled: boolean
}

/** The books against themselves and against what the node really did (rules B1–B21). Lists what differs; it must be empty. */
export async function compareWithTruth(
  books: BookReader,
  truth: Truth,
  { settled }: CompareOptions,
): Promise<readonly string[]> {
  const violations = await checkBooks(books)
  const outgoing = await books.rows<OutgoingRow>(
    `SELECT checking_id, payment_hash, state, attempt, amount_msat, fee_msat, fee_limit_msat, preimage
     FROM payments WHERE direction = 'out' AND peer_id IS NULL`,
  )
  return [
    ...violations.map(({ rule, about, problem }) => `${rule} ${about}: ${problem}`),
    ...checkSends(outgoing, truth),
    ...(await checkContradictions(books, outgoing, truth)),
    ...(settled ? await checkConservation(books, outgoing, truth) : []),
  ]
}

/** Rules B8, B12, B13, B16: one real send for a hash, each known to us with the limit we gave, each success proven. */
function checkSends(outgoing: readonly OutgoingRow[], truth: Truth): string[] {
  const problems: string[] = []
  const known = new Map(outgoing.map((row) => [`${row.checking_id}/${row.attempt}`, row]))
  const hashes = new Set<string>()
  for (const { hash: sent } of truth.sent) {
    if (hashes.has(sent)) problems.push(`B8 ${sent}: was really sent twice`)
    hashes.add(sent)
  }
  for (const row of [...truth.sent, ...truth.failed, ...truth.open]) {
    const ours = known.get(row.attempt)
    if (ours === undefined)
      problems.push(`B13 ${row.attempt}: the node was asked for an attempt that the books do not have`)
    else if (BigInt(row.limit) > ours.fee_limit_msat) problems.push(`B12 ${row.attempt}: the node saw a higher limit`)
  }
  for (const row of outgoing) {
    if (row.state !== 'success') continue
    if (!hashes.has(row.payment_hash)) problems.push(`B8 ${row.checking_id}: success, but the node never paid it`)
    const proof = row.preimage === null ? '' : hash('sha256', Buffer.from(row.preimage, 'hex'), 'hex')
    if (proof !== row.payment_hash) problems.push(`B16 ${row.checking_id}: the preimage proves nothing`)
  }
  return problems
}

/** A payment that the node made is paid in the books, at its cost; or it is failed and an alarm names the loss (A22). */
async function checkContradictions(books: BookReader, outgoing: readonly OutgoingRow[], truth: Truth) {
  const alarms = await books.rows<{ reference: string }>(`SELECT reference FROM alarms WHERE kind = 'failed-but-paid'`)
  const lost = new Set(alarms.map(({ reference }) => reference))
  const problems: string[] = []
  for (const sent of truth.sent) {
    const rows = outgoing.filter((row) => row.payment_hash === sent.hash)
    const paid = rows.find((row) => row.state === 'success')
    if (paid !== undefined) {
      const fee = Math.min(sent.fee ?? 0, Number(paid.fee_limit_msat))
      if (paid.fee_msat !== BigInt(fee)) problems.push(`A30 ${sent.hash}: fee ${paid.fee_msat}, really ${sent.fee}`)
      if (paid.amount_msat !== BigInt(sent.amount)) problems.push(`A30 ${sent.hash}: another amount than was sent`)
    } else if (!lost.has(sent.hash) && rows.every(({ state }) => state === 'failed')) {
      problems.push(`A14 ${sent.hash}: really paid, but every row of it failed and no alarm names it`)
    }
  }
  return problems
}

/** Rules B4, B5: no money appears or vanishes between the wallets, the house and the node. */
async function checkConservation(books: BookReader, outgoing: readonly OutgoingRow[], truth: Truth): Promise<string[]> {
  const number = async (sql: string): Promise<bigint> => {
    const [row] = await books.rows<{ n: bigint | string | null }>(sql)
    return BigInt(row?.n ?? 0)
  }
  const posted = (side: 'from' | 'to', account: string): Promise<bigint> =>
    number(
      `SELECT CAST(COALESCE(SUM(amount_msat), 0) AS BIGINT) AS n FROM postings WHERE ${side}_account = '${account}'`,
    )
  const balanceOf = async (account: string) => (await posted('to', account)) - (await posted('from', account))
  const sum = (amounts: readonly number[]): bigint => amounts.reduce((total, amount) => total + BigInt(amount), 0n)
  const received = sum(truth.received.map(({ amount }) => amount))
  const sent = sum(truth.sent.map(({ amount, fee }) => amount + (fee ?? 0)))
  const node = -(await balanceOf('node'))
  const wallets = await number(
    'SELECT CAST(COALESCE(SUM(available_msat + reserved_msat), 0) AS BIGINT) AS n FROM balances',
  )
  const adjusted = await number('SELECT CAST(COALESCE(SUM(amount_msat), 0) AS BIGINT) AS n FROM adjustments')
  const house = (await balanceOf('surplus')) + (await balanceOf('losses'))
  const problems: string[] = []
  const pending = outgoing.filter(({ state }) => state !== 'success' && state !== 'failed')
  if (pending.length > 0)
    problems.push(`${pending.length} payments are still pending, though the node has reported everything`)
  if (truth.open.length > 0) problems.push(`the node still has ${truth.open.length} open payments`)
  if (node !== received - sent)
    problems.push(`B5: the books say ${node} msat at the node, the truth ${received - sent}`)
  if (wallets + house !== received - sent + adjusted) {
    problems.push(
      `B4: wallets ${wallets} and house ${house} are not received ${received} - sent ${sent} + adjusted ${adjusted}`,
    )
  }
  return problems
}
