import { badRequest, conflict, invalid } from '@satchel/http/service-error'
import { type Msat, msat } from '@satchel/money/units'
import { unixSeconds } from '../../base/clock.ts'
import type { Reader } from '../../db/database.ts'
import type { Actor } from '../../events/audit-log.ts'
import { provesPayment } from '../sending/conclude-send.ts'
import { attemptIdOf, type Invoice, isFailureFinal, type Payment, type Send } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { findPayment } from '../states/payment-store.ts'
import { askNode, describeAnswer, type NodeAnswer } from './ask-node.ts'
import { type Decision, releasePayer, resolveInside, resolveInvoice, resolveSend } from './resolve-commands.ts'

export interface Resolution {
  readonly outcome: 'paid' | 'failed'
  readonly preimage: string | undefined
  readonly feeMsat: Msat | undefined
  readonly reason: string
  /** The operator knows better than the node, or the node does not know. */
  readonly force: boolean
  readonly actor: Actor
}

const CHECK_AGAIN_AFTER_MS = 30_000
const CLOSE_AFTER_MS = 5000

/**
 * Ends a stuck payment as the operator decides. Asks the node first: without its confirmation this throws 409
 * with its answer, unless forced. Both rows of an internal payment end together. Returns the node's answer.
 */
export async function resolvePayment(deps: PaymentDeps, payment: Payment, resolution: Resolution): Promise<string> {
  const subject = await readSubject(deps.db, payment)
  const said = await askNode(deps, payment)
  const nodeAnswer = describeAnswer(payment, said)
  const at = unixSeconds(deps.clock)
  const confirmed = subject.kind === 'payer' || confirms(subject, said, resolution.outcome, at)
  if (!confirmed && !resolution.force) {
    const detail = `The node does not confirm "${resolution.outcome}": ${nodeAnswer}. Poll again later, or give "force": true.`
    throw conflict(detail, { code: 'not_confirmed', fields: { node_answer: nodeAnswer } })
  }
  const { outcome, reason, force, actor } = resolution
  const decision = {
    outcome,
    forced: force,
    nodeAnswer,
    reason,
    actor,
    at,
  }
  if (!(await carryOut(deps, subject, { resolution, decision, said }))) {
    const detail = 'The payment has changed meanwhile: read it again.'
    throw conflict(detail, { fields: { node_answer: nodeAnswer } })
  }
  return nodeAnswer
}

/** What to end. `payer`: a payer whose invoice has ended, or waits for another payer. */
type Subject =
  | { readonly kind: 'send' | 'payer'; readonly payment: Send }
  | { readonly kind: 'invoice'; readonly payment: Invoice }
  | { readonly kind: 'inside'; readonly invoice: Invoice; readonly payer: Send }

/** Throws 400 for final payments and for inconsistent rows. */
export async function readSubject(db: Reader, payment: Payment): Promise<Subject> {
  if (!isUnfinished(payment)) {
    throw badRequest(`There is nothing to resolve: the payment is ${payment.state}.`)
  }
  const other = payment.peerId === undefined ? undefined : await findPayment(db, payment.peerId)
  const areOneAnother = other?.peerId === payment.checkingId
  if (payment.direction === 'in') {
    if (other?.direction !== 'out' || !areOneAnother || !isUnfinished(other)) return { kind: 'invoice', payment }
    return { kind: 'inside', invoice: payment, payer: other }
  }
  if (payment.peerId === undefined) return { kind: 'send', payment }
  if (other?.direction !== 'in' || !areOneAnother) return { kind: 'payer', payment }
  if (isUnfinished(other)) return { kind: 'inside', invoice: other, payer: payment }
  if (other.state !== 'success') return { kind: 'payer', payment }
  throw badRequest(
    'The books contradict themselves: the invoice counts as paid by this payment; compare them with a backup.',
  )
}

const isUnfinished = ({ state }: Payment): boolean => !['open', 'success', 'failed', 'expired'].includes(state)

function confirms(subject: Subject, said: NodeAnswer, outcome: Resolution['outcome'], now: number): boolean {
  if (subject.kind === 'send') {
    if (said.of !== 'out') return false
    if (outcome === 'paid') return said.answer.status === 'settled'
    const { payment } = subject
    return (
      said.answer.status === 'failed' &&
      said.answer.attemptId === attemptIdOf(payment) &&
      isFailureFinal(payment, now, said.answer.nodeTime)
    )
  }
  if (said.of !== 'in') return false
  const { status } = said.answer
  // The node has no part in an internal payment, unless an outside payer has paid the same invoice.
  if (subject.kind === 'inside') return status !== 'held' && status !== 'settled'
  return outcome === 'paid' ? status === 'settled' : status === 'closed' || status === 'unknown'
}

interface Carrying {
  readonly resolution: Resolution
  readonly decision: Decision
  readonly said: NodeAnswer
}

function carryOut(deps: PaymentDeps, subject: Subject, { resolution, decision, said }: Carrying): Promise<boolean> {
  const { db, clock, funding } = deps
  switch (subject.kind) {
    case 'send': {
      const { payment } = subject
      const paid = decision.outcome === 'paid' ? readSuccess(payment, resolution, said) : NOT_PAID
      return db.transact(resolveSend, { payment, decision, ...paid, checkAgainAt: clock() + CHECK_AGAIN_AFTER_MS })
    }
    case 'inside': {
      const { invoice, payer } = subject
      const isOpenThere = invoice.state === 'closing' && funding.of(invoice.sourceId).can.closeInvoice
      const closeOwedUntil = isOpenThere ? clock() + CLOSE_AFTER_MS : undefined
      return db.transact(resolveInside, { invoice, payer, decision, closeOwedUntil })
    }
    case 'payer':
      if (decision.outcome === 'paid')
        throw badRequest('The invoice has ended; the payment can only be resolved as failed.')
      return db.transact(releasePayer, { payer: subject.payment, decision })
    case 'invoice': {
      const { payment } = subject
      if (decision.outcome === 'paid' && payment.hold === '') {
        throw badRequest(
          'An ordinary invoice cannot be resolved as paid; a receipt at the node pays it, even after it was resolved as failed.',
        )
      }
      const answer = said.of === 'in' ? said.answer : undefined
      const receivedMsat = answer?.status === 'settled' ? answer.amountMsat : undefined
      const closeOwed = payment.hold !== '' && (answer?.status === 'held' || answer?.status === 'settled')
      return db.transact(resolveInvoice, { payment, decision, receivedMsat, closeOwed })
    }
  }
}

const NOT_PAID = { feeMsat: msat(0), preimage: null }

/** The node's own figures where it has them, else the operator's. */
function readSuccess(payment: Payment, { preimage, feeMsat }: Resolution, said: NodeAnswer) {
  if (preimage !== undefined && !provesPayment(payment, preimage)) {
    const msg = 'not the preimage of this payment'
    throw invalid({ type: 'value_error', loc: ['body', 'preimage'], msg, input: null })
  }
  const settled = said.of === 'out' && said.answer.status === 'settled' ? said.answer : undefined
  const fee = settled?.feeMsat ?? feeMsat
  if (fee === undefined) {
    const msg = 'Field required: the node does not say what it paid as a fee'
    throw invalid({ type: 'missing', loc: ['body', 'fee_msat'], msg, input: null })
  }
  const proven = settled !== undefined && provesPayment(payment, settled.preimage) ? settled.preimage : undefined
  return { feeMsat: fee, preimage: preimage ?? proven ?? null }
}
