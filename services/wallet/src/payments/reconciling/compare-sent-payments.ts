import type { SentPayment } from '@satchel/lightning/port/funding-source'
import { unixSeconds } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import { defineCommand, type Reader } from '../../db/database.ts'
import type { OwnSource } from '../../funding/own-source.ts'
import { listSources } from '../../funding/source-store.ts'
import { haltPayments, raiseAlarm } from '../../ledger/halt.ts'
import { hasSameHistory, noteNewWitness } from '../history/node-history.ts'
import { findSentCursor, moveSentCursor } from '../history/sent-cursor-store.ts'
import { concludeSend } from '../sending/conclude-send.ts'
import { isDivergenceBooked } from '../sending/send-commands.ts'
import { findAccepted } from '../states/accepted-payment-store.ts'
import { isAttemptId, type Send } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { findOutgoing, findPayment, listDue } from '../states/payment-store.ts'
import { isResolvedAsFailed } from '../states/resolution-store.ts'
import type { Witness } from '../states/witness-store.ts'
import { pollOutgoing } from './reconcile.ts'

/** A difference between the node and the books. */
export interface NodeDifference {
  /**
   * `not-in-books`: the node has a payment without a row. `not-sent-in-books`, `failed-in-books`: a row of its hash
   * says that it was never sent, or has failed. `paid-inside`: the books have it as a payment between two wallets.
   * `balance`: the sums differ. `not-comparable`: the node cannot list its payments since the database changed.
   * `lost-payment`: it was in flight when the node lost part of its history.
   */
  readonly kind:
    | 'not-in-books'
    | 'not-sent-in-books'
    | 'failed-in-books'
    | 'paid-inside'
    | 'lost-payment'
    | 'balance'
    | 'not-comparable'
  readonly paymentHash?: string | undefined
  readonly detail: string
}

const PAGE = 200
/** The rest is read the next time. */
const MAX_PAGES = 1000
const NODE_MS = 5000
const MAX_DOUBTFUL = 100_000

/** Of all nodes; after a loss of history also payments that were in flight then. */
export async function compareAllSent(deps: PaymentDeps): Promise<NodeDifference[]> {
  const differences: NodeDifference[] = []
  for (const source of deps.funding.all) differences.push(...(await compareSentPayments(deps, source)))
  return [...differences, ...(await findDoubtful(deps))]
}

/**
 * Looks up each payment that the node lists since the stored cursor in the books. One comparison proves nothing: the
 * books may conclude a payment slightly later. The cursor stays before the first payment that is in flight or differs.
 * Rejects if the node does not answer.
 */
async function compareSentPayments(deps: PaymentDeps, source: OwnSource): Promise<NodeDifference[]> {
  if (source.sentSince === undefined) return []
  const sourceId = await source.known()
  const differences: NodeDifference[] = []
  const from = await findSentCursor(deps.db, sourceId)
  let cursor = from.value
  let settledUpTo: string | undefined
  let witness: Witness | undefined
  for (let pages = 1; ; pages += 1) {
    const page = await within(NODE_MS, source.sentSince(cursor, PAGE))
    if (page === undefined) throw new Error('the node does not list its payments')
    const found = await Promise.all(page.payments.map((payment) => compareOne(deps, sourceId, payment)))
    witness = (await findWitness(deps, page.payments)) ?? witness
    if (found.some((each) => each !== 'final')) settledUpTo ??= cursor
    differences.push(...found.filter((each) => typeof each === 'object'))
    const isLast = page.cursor === cursor || pages === MAX_PAGES
    cursor = page.cursor
    if (!isLast) continue
    // A witness of the node's new history would hide that the node has lost the old one.
    if (witness !== undefined && !(await hasSameHistory(deps, sourceId)))
      throw new Error('the node has lost part of its history')
    const to = settledUpTo ?? cursor
    if (to !== undefined && to !== from.value) await deps.db.transact(moveSentCursor, { sourceId, from, to, witness })
    // The cursor stays before a payment in flight, which may take days.
    else if (witness !== undefined) await noteNewWitness(deps, sourceId, witness)
    return differences
  }
}

/** `open`: the state at the node or in the books may still change; compare it again. */
async function compareOne(
  deps: PaymentDeps,
  sourceId: number,
  sent: SentPayment,
): Promise<NodeDifference | 'final' | 'open'> {
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
    if (isForeign(sent, deps.policy.nodeIsShared) || (await isFromBefore(deps.db, sourceId, sent))) return agreed
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

/** Ordered at the node itself, by its operator or by another program, which may have given it an id of its own. */
const isForeign = ({ attemptId }: SentPayment, nodeIsShared: boolean): boolean =>
  attemptId === undefined ? nodeIsShared : !isAttemptId(attemptId)

/** From before this service used the node: such payments are listed again after the node has lost history. */
async function isFromBefore(reader: Reader, sourceId: number, { at }: SentPayment): Promise<boolean> {
  const source = (await listSources(reader)).find(({ id }) => id === sourceId)
  return at !== undefined && source !== undefined && at < source.firstUsedAt - CLOCKS_APART_SECONDS
}

/** More than the clocks of node and service differ. */
const CLOCKS_APART_SECONDS = 86_400

/** The newest payment that the node has made, and the books as well. */
async function findWitness({ db, clock }: PaymentDeps, sent: readonly SentPayment[]): Promise<Witness | undefined> {
  for (const { status, paymentHash } of sent.toReversed()) {
    const row = status === 'settled' ? await findAtNode(db, paymentHash) : undefined
    if (row?.state !== 'success' || row.peerId !== undefined) continue
    return { of: 'out', reference: row.checkingId, at: row.finishedAt ?? unixSeconds(clock) }
  }
  return undefined
}

/**
 * Payments that were in flight when the node lost part of its history, and that it does not report as in flight now: an
 * operator must resolve each of them.
 */
async function findDoubtful({ db }: PaymentDeps): Promise<NodeDifference[]> {
  const inFlight = await listDue(db, ['dispatched'], undefined, MAX_DOUBTFUL)
  return inFlight
    .filter(({ atNode, missingSince }) => atNode === 'doubtful' && missingSince !== undefined)
    .map(({ checkingId, paymentHash, amountMsat, nodeAnswer }) => ({
      kind: 'lost-payment',
      paymentHash,
      detail: `payment ${checkingId} of ${amountMsat} msat was in flight when the node lost part of its history, and the node now says "${nodeAnswer ?? 'nothing'}": it may have been made`,
    }))
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
