import type { IncomingStatus, OutgoingStatus } from '@satchel/lightning/port/funding-source'
import { unixSeconds } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import { defineCommand, type Reader } from '../../db/database.ts'
import { listSources } from '../../funding/source-store.ts'
import { haltPayments, raiseAlarmAgain, requireComparison } from '../../ledger/halt.ts'
import { moveSends } from '../states/move-payment.ts'
import { attemptQuery, type Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { findPayment } from '../states/payment-store.ts'
import {
  dropWitness,
  findWitnesses,
  forgetWitnesses,
  hadWitness,
  noteWitness,
  type Witness,
} from '../states/witness-store.ts'
import { restartReceipts } from './receipt-cursor-store.ts'
import { restartSent } from './sent-cursor-store.ts'

const NODE_MS = 3000

/** The node lacks data that it is known to have had. */
interface LostHistory {
  readonly witness: Witness
  /** As text, for the operator. */
  readonly detail: string
  /** False: its operator may have deleted an old record. */
  readonly isCertain: boolean
}

/**
 * Whether a node still has the newest receipt and the newest payment that the books have from it. If not, it was
 * restored from an older copy, or created from scratch: its cursors restart, and payments in flight are doubtful.
 * Rejects if the node does not answer. True: nothing is lost.
 */
export async function hasSameHistory(deps: PaymentDeps, sourceId: number): Promise<boolean> {
  for (const witness of await findWitnesses(deps.db, sourceId)) {
    const lost = await lookFor(deps, sourceId, witness)
    if (lost === undefined) continue
    await adopt(deps, sourceId, lost)
    return false
  }
  return true
}

/** The same for all nodes with a known identity. */
export function createHistoryCheck(deps: PaymentDeps): () => Promise<boolean> {
  const hasWitness = new Set<number>()
  return async () => {
    for (const source of deps.funding.all) {
      const id = source.id()
      if (id === undefined) continue
      if (!hasWitness.has(id)) await chooseWitness(deps, id)
      hasWitness.add(id)
      if (!(await hasSameHistory(deps, id))) return false
    }
    return true
  }
}

/** A payment that the node has had in flight, and does not know any more. */
export const loseHistory = (deps: PaymentDeps, { sourceId, checkingId }: Payment): Promise<void> =>
  adopt(deps, sourceId, {
    witness: { of: 'out', reference: checkingId, at: unixSeconds(deps.clock) },
    detail: `it does not know payment ${checkingId} any more, which it had in flight`,
    isCertain: true,
  })

async function adopt(deps: PaymentDeps, sourceId: number, lost: LostHistory): Promise<void> {
  const { firstSent } = deps.funding.of(sourceId).can.memory
  const adopted = await deps.db.transact(adoptNodeHistory, {
    sourceId,
    ...lost,
    firstSent,
    at: unixSeconds(deps.clock),
  })
  if (!adopted) return
  const reason = `the node has lost part of its history: ${lost.detail}`
  if (lost.isCertain) deps.log.error({ source: sourceId }, `${reason}; outgoing payments are halted`)
  else deps.log.warn({ source: sourceId }, `${reason}; its receipts and payments are read again`)
}

/** Undefined: the node has it, or nothing follows from its answer. */
async function lookFor(deps: PaymentDeps, sourceId: number, witness: Witness): Promise<LostHistory | undefined> {
  const node = deps.funding.of(sourceId)
  const { keepsInvoices, keepsPayments } = node.can.memory
  const keeps = witness.of === 'in' ? keepsInvoices : keepsPayments
  if (keeps === 0) return undefined
  const age = unixSeconds(deps.clock) - witness.at
  const lost = (what: string, isCertain: boolean): LostHistory => ({ witness, detail: `it ${what}`, isCertain })
  if (witness.of === 'in') {
    const status = await answered(node.incomingStatus(witness.reference))
    if (status === 'unknown') return lost(`does not know the receipt of ${witness.reference}`, age < keeps)
    if (status === 'open' || status === 'closed') {
      return lost(`calls the invoice ${witness.reference} ${status}, which it had received`, true)
    }
    return undefined
  }
  const payment = await findPayment(deps.db, witness.reference)
  if (payment?.direction !== 'out') return undefined
  // Whatever its number: a request that was on its way during the restore is numbered from the beginning.
  const { mark: _, ...query } = attemptQuery(payment)
  const status = await answered(node.outgoingStatus(query))
  if (status === 'not_found') return lost(`does not know payment ${payment.checkingId}, which it had made`, age < keeps)
  if (status === 'failed') return lost(`calls payment ${payment.checkingId} failed, which it had made`, true)
  return undefined
}

async function answered<Answer extends IncomingStatus | OutgoingStatus>(
  asking: Promise<Answer>,
): Promise<Answer['status']> {
  const answer = await within(NODE_MS, asking)
  if (answer === undefined) throw new Error('the node does not answer')
  return answer.status
}

interface AdoptNodeHistory extends LostHistory {
  readonly sourceId: number
  readonly firstSent: string | undefined
  readonly at: number
}

/**
 * Receipts and payments are read from the beginning if the node numbers them. If the loss is certain, payments halt
 * until an operator resumes them, and every payment in flight is doubtful; if not, an alarm asks the operator to check.
 * False: another process did it.
 */
export const adoptNodeHistory = defineCommand({
  name: 'adopt-node-history',
  run: async (tx, input: AdoptNodeHistory): Promise<boolean> => {
    const { sourceId, witness, detail, isCertain, firstSent, at } = input
    const inFlight = await findPayment(tx, witness.reference)
    const isNews =
      inFlight?.state === 'dispatched' ? inFlight.atNode === 'known' : await dropWitness(tx, sourceId, witness)
    if (!isNews) return false
    await tx.together(forgetWitnesses(sourceId))
    if (firstSent !== undefined) {
      const source = (await listSources(tx)).find(({ id }) => id === sourceId)
      await tx.together([...restartReceipts(sourceId, source?.firstUsedAt ?? 0), restartSent(sourceId, firstSent)])
    }
    const reason = `The Lightning node was restored from an older copy, or made from scratch: ${detail}`
    const holds = await listHolds(tx, sourceId)
    const named = holds.length === 0 ? reason : `${reason}; it may have lost what it held: ${holds.join(', ')}`
    await raiseAlarmAgain(tx, { kind: 'node-history', reference: String(sourceId), detail: named, at })
    if (!isCertain) return true
    await tx.run(
      moveSends('doubt node', {
        where: `source_id = $1 AND direction = 'out' AND status = 'pending' AND peer_id IS NULL`,
        params: [sourceId],
        set: { atNode: 'doubtful', missingSince: at, dueAt: 0 },
      }),
    )
    await tx.run(requireComparison(reason))
    await tx.run(haltPayments(reason))
    return true
  },
})

/** The checking ids of payments that the node holds for wallets, as many as an operator can check. */
const listHolds = (tx: Reader, sourceId: number): Promise<string[]> =>
  tx.list(
    `SELECT checking_id FROM payments WHERE source_id = $1 AND status = 'pending' AND peer_id IS NULL
       AND direction = 'in' AND state IN ('held', 'settling', 'cancelling') ORDER BY seq DESC LIMIT 20`,
    [sourceId],
    ({ checking_id }: { checking_id: string }) => checking_id,
  )

/**
 * Books from before witnesses: takes the newest receipt of an invoice of ours. Reads all receipts of the node, once; later ones
 * are noted as they are read.
 */
async function chooseWitness({ db, funding }: PaymentDeps, sourceId: number): Promise<void> {
  if (funding.of(sourceId).can.memory.keepsInvoices === 0 || (await hadWitness(db, sourceId))) return
  const kind = (await listSources(db)).find(({ id }) => id === sourceId)?.kind ?? ''
  const [newest] = await db.listAside(
    `SELECT r.payment_hash, r.at FROM receipts r JOIN payments p ON p.payment_hash = r.payment_hash AND p.direction = 'in'
     WHERE r.receipt_id LIKE $1 AND p.hold = '' AND p.state = 'success' ORDER BY r.at DESC LIMIT 1`,
    [`${sourceId === 1 ? kind : sourceId}:%`],
    (row: { payment_hash: string; at: bigint }) => ({ reference: row.payment_hash, at: Number(row.at) }),
  )
  if (newest !== undefined) await db.transact(rememberWitness, { sourceId, witness: { of: 'in', ...newest } })
}

/** Writes only what has changed. */
export async function noteNewWitness({ db }: PaymentDeps, sourceId: number, witness: Witness): Promise<void> {
  const known = (await findWitnesses(db, sourceId)).find(({ of }) => of === witness.of)
  if (known?.reference !== witness.reference) await db.transact(rememberWitness, { sourceId, witness })
}

export const rememberWitness = defineCommand({
  name: 'remember-witness',
  run: (tx, { sourceId, witness }: { sourceId: number; witness: Witness }) => tx.run(noteWitness(sourceId, witness)),
})
