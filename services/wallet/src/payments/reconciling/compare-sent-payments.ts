import { defineCommand, type Reader } from '../../db/database.ts'
import type { SentPayment } from '@satchel/lightning/port/funding-source'
import type { OwnSource } from '../../funding/own-source.ts'
import { findComparisonDue, haltPayments, raiseAlarm } from '../../ledger/halt.ts'
import { concludeSend } from '../sending/conclude-send.ts'
import { findCursor, moveCursor, type StoredCursor } from '../states/move-cursor.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import type { Send } from '../states/payment.ts'
import { findOutgoing, findPayment } from '../states/payment-store.ts'
import { pollOutgoing } from './reconcile.ts'
import { isDivergenceBooked } from '../sending/send-commands.ts'
import { findAccepted } from '../states/accepted-payment-store.ts'
import { isResolvedAsFailed } from '../states/resolution-store.ts'
import { within } from '../states/within.ts'

/** A difference between the node and the books. */
export interface NodeDifference {
  /**
   * `not-in-books`: the node has a payment that no row knows. `not-sent-in-books`, `failed-in-books`: a row of its hash
   * says that it was never sent, or has failed. `paid-inside`: the books have it as a payment between two wallets.
   * `balance`: the sums differ. `not-comparable`: the node cannot list its payments since the database changed.
   */
  readonly kind: 'not-in-books' | 'not-sent-in-books' | 'failed-in-books' | 'paid-inside' | 'balance' | 'not-comparable'
  readonly paymentHash?: string | undefined
  readonly detail: string
}

const PAGE = 200
/** The rest is read the next time. */
const MAX_PAGES = 1000
const NODE_MS = 5000

/**
 * Looks up each payment that the node lists since the stored cursor in the books. One comparison proves nothing: the
 * books may conclude a payment a moment later. The cursor stays before the first payment that is in flight or differs.
 * Rejects when the node does not answer.
 */
export async function compareSentPayments(deps: PaymentDeps, source: OwnSource): Promise<NodeDifference[]> {
  if (source.sentSince === undefined) return []
  const sourceId = await source.known()
  const differences: NodeDifference[] = []
  const from = await findSentCursor(deps.db, sourceId)
  let cursor = from.value
  let settledUpTo: string | undefined
  for (let pages = 1; ; pages += 1) {
    const page = await within(NODE_MS, source.sentSince(cursor, PAGE))
    if (page === undefined) throw new Error('the node does not list its payments')
    const found = await Promise.all(page.payments.map((payment) => compareOne(deps, payment)))
    if (found.some((each) => each !== 'final')) settledUpTo ??= cursor
    differences.push(...found.filter((each) => typeof each === 'object'))
    const isLast = page.cursor === cursor || pages === MAX_PAGES
    cursor = page.cursor
    if (!isLast) continue
    const to = settledUpTo ?? cursor
    if (to !== undefined && to !== from.value) await deps.db.transact(moveSentCursor, { sourceId, from, to })
    return differences
  }
}

/** `open`: the state at the node or in the books may still change; compare it again. */
async function compareOne(deps: PaymentDeps, sent: SentPayment): Promise<NodeDifference | 'final' | 'open'> {
  if (sent.status === 'failed') return 'final'
  const agreed = sent.status === 'settled' ? 'final' : 'open'
  const { paymentHash } = sent
  const [row, accepted] = await Promise.all([findAtNode(deps.db, paymentHash), findAccepted(deps.db, [paymentHash])])
  if (accepted.has(paymentHash)) return agreed
  const differs = (kind: NodeDifference['kind'], what: string): NodeDifference => ({
    kind,
    paymentHash,
    detail: `the node ${sent.status === 'settled' ? 'has paid' : 'is paying'} ${describe(sent)}, ${what}`,
  })
  if (row === undefined) {
    // Ordered at the node itself, by its operator or by another program.
    if (sent.attemptId === '' || (sent.attemptId === undefined && deps.policy.nodeIsShared)) return agreed
    return differs('not-in-books', 'which the books do not have')
  }
  if (row.peerId !== undefined) return differs('paid-inside', 'which the books have as a payment between two wallets')
  if (row.state === 'reserved')
    return differs('not-sent-in-books', `which payment ${row.checkingId} says was never sent`)
  if (row.state === 'success') return agreed
  // It may still fail in the books: the node's payment may belong to another attempt.
  if (row.state !== 'failed') return 'open'
  if (await isDivergenceBooked(deps.db, paymentHash)) return agreed
  const answer = await pollOutgoing(deps, row)
  // Books the loss, with the node's proof, and halts payments.
  if (answer?.status === 'settled') await concludeSend(deps, row, answer)
  if (await isDivergenceBooked(deps.db, paymentHash)) return agreed
  // The operator resolved it against this answer. If the node pays after all, the loss is booked above.
  if (sent.status === 'in_flight' && (await isResolvedAsFailed(deps.db, row.checkingId))) return 'open'
  return differs('failed-in-books', `which payment ${row.checkingId} says has failed`)
}

/**
 * Finds the row that a payment of the node may belong to. Leaves out internal payments to hold invoices whose maker
 * chose the hash: the node has paid another invoice with the same hash.
 */
async function findAtNode(reader: Reader, paymentHash: string): Promise<Send | undefined> {
  const row = await findOutgoing(reader, paymentHash)
  if (row?.peerId === undefined) return row
  return (await findPayment(reader, row.peerId))?.hold === 'theirs' ? undefined : row
}

const describe = ({ paymentHash, amountMsat, at }: SentPayment): string =>
  [
    amountMsat === undefined ? 'an unknown amount' : `${amountMsat} msat`,
    `for ${paymentHash}`,
    ...(at === undefined ? [] : [`begun ${new Date(at * 1000).toISOString()}`]),
  ].join(' ')

/**
 * Halts outgoing payments and names the differences. A payment that was reported before does not halt again: the
 * operator has seen it. Returns the number of new ones.
 */
export const reportDifferences = defineCommand({
  name: 'report-differences',
  run: async (tx, { differences, at }: { differences: readonly NodeDifference[]; at: number }): Promise<number> => {
    let news = 0
    for (const { kind, paymentHash, detail } of differences) {
      const reference = paymentHash ?? detail
      const isNew = await tx.run(raiseAlarm({ kind: `node-${kind}`, reference, detail, at }))
      // A balance difference may be a new one of the same size: it halts each time until an operator accepts it.
      news += kind === 'balance' ? 1 : isNew
    }
    if (news === 0) return 0
    const named = differences.slice(0, MAX_NAMED).map(({ detail }) => detail)
    const more = differences.length - named.length
    await tx.run(haltPayments([...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')))
    return news
  },
})

const MAX_NAMED = 5

const nameOf = (sourceId: number): string => `sent:${sourceId}`

/** How far a node's payments have been compared with the books; undefined before the first comparison. */
export const findSentCursor = (reader: Reader, sourceId: number): Promise<StoredCursor> =>
  findCursor(reader, nameOf(sourceId))

export const moveSentCursor = defineCommand({
  name: 'move-sent-cursor',
  run: async (tx, { sourceId, from, to }: { sourceId: number; from: StoredCursor; to: string }): Promise<boolean> => {
    // Do not store a first cursor: it would look like one from before the database changed.
    if (from.value === undefined && (await findComparisonDue(tx)) !== undefined) return false
    return moveCursor(tx, nameOf(sourceId), from, to)
  },
})
