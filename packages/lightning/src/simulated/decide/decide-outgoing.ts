import type { Invoice } from '@satchel/bolt11/invoice'
import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import type { ControlAnswer, PayAsk, PayReply } from '../journal/node-calls.ts'
import { NODE_NETWORK } from '../journal/node-network.ts'
import { type Attempt, openAttemptOf, settledAttempt } from '../journal/node-state.ts'
import type { Book, Decision } from './decision.ts'
import { conclude, playPayment } from './plan-payment.ts'
import { ownNodeKey } from './sign-node-invoice.ts'
import { stepAt, takeStep } from './take-step.ts'
import { wrongPreimage } from './wrong-preimage.ts'

/** Receives a pay call: counted first, then played as scripted, else paid immediately without a fee. */
export function decidePay(book: Book, ask: PayAsk): Decision<PayReply> {
  const { state, waited } = book
  const { hash, attemptId, limitMsat } = ask
  const payment = state.payments.get(hash)
  const known = payment?.attempts.get(attemptId)
  if (waited?.for === 'truth' && known !== undefined) return answerPay(book, known)
  const settled = settledAttempt(payment)
  const busy = openAttemptOf(payment)
  if (settled !== undefined || known !== undefined || (busy !== undefined && busy.plan.saysFailed === undefined)) {
    book.append({ kind: 'pay-again', hash })
    if (settled !== undefined) return { answer: finalReply(book, settled) }
    return { answer: known?.truth === undefined ? { status: 'pending' } : finalReply(book, known) }
  }
  const read = readOrder(book, ask)
  const amountMsat = 'reason' in read ? (ask.amountMsat ?? 0) : read.amountMsat
  const taken = 'reason' in read ? undefined : takeStep(book, 'pay', hash)
  book.append({ kind: 'pay', hash, attemptId, amountMsat, limitMsat })
  const attempt = attemptAt(book, hash, attemptId)
  if ('reason' in read) conclude(book, attempt, { status: 'failed', code: read.reason })
  else playPayment(book, attempt, taken)
  return answerPay(book, attempt)
}

/** `reason`: why a node refuses to try at all. */
function readOrder(book: Book, { bolt11, hash, amountMsat }: PayAsk): { amountMsat: number } | { reason: string } {
  let invoice: Invoice
  try {
    invoice = readInvoice(bolt11)
  } catch (error) {
    if (error instanceof InvoiceError) return { reason: 'invalid_invoice' }
    throw error
  }
  if (invoice.paymentHash !== hash) return { reason: 'invalid_invoice' }
  if (invoice.network !== NODE_NETWORK) return { reason: 'wrong_network' }
  if (invoice.payee === ownNodeKey(book.state.keys)) return { reason: 'self_payment' }
  if (invoice.timestamp + invoice.expirySeconds <= book.date) return { reason: 'invoice_expired' }
  if (invoice.amountMsat !== undefined) return { amountMsat: Number(invoice.amountMsat) }
  return amountMsat === undefined ? { reason: 'amount_missing' } : { amountMsat }
}

function attemptAt({ state }: Book, hash: string, attemptId: string): Attempt {
  return state.payments.get(hash)?.attempts.get(attemptId) as Attempt
}

function answerPay(book: Book, attempt: Attempt): Decision<PayReply> {
  const { plan, truth, hash, attemptId } = attempt
  const settledWith = (preimage: string): Decision<PayReply> => ({
    answer: { status: 'settled', feeMsat: 0, preimage },
  })
  switch (plan.answer) {
    case 'truth':
      return truth === undefined ? { waits: { for: 'truth', hash, attemptId } } : { answer: finalReply(book, attempt) }
    case 'never':
      return { never: true }
    case 'lost':
      return { rejects: 'Scripted: the answer was lost.' }
    case 'failed':
      return { answer: { status: 'failed', reason: plan.saysFailed ?? 'no_route' } }
    case 'bad_preimage':
      return settledWith(wrongPreimage(`bad ${hash}`))
    case 'missing':
      return settledWith('')
    case 'wrong_hash':
      return settledWith(wrongPreimage(`another payment than ${hash}`))
    case 'not_json':
      return { rejects: 'Scripted: the answer is not JSON.' }
    case 'http500':
      return { rejects: 'Scripted: the node answered 500.' }
  }
}

function finalReply({ state }: Book, { hash, truth }: Attempt): PayReply {
  if (truth === undefined) return { status: 'pending' }
  if (truth.status === 'failed') return { status: 'failed', reason: truth.code }
  return { status: 'settled', feeMsat: truth.feeMsat, preimage: state.preimages.get(hash) ?? '' }
}

/** Executes what is due; called by whichever process is first. */
export function decideDue(book: Book): void {
  for (const attempt of book.state.openAttempts) {
    const { due } = attempt.plan
    if (due !== undefined && due.at <= book.now) conclude(book, attempt, due.truth)
  }
}

/** The node continues with the step at the barrier, whether or not the caller still exists. */
export function decideRelease(book: Book, { name }: { readonly name: string }): Decision<ControlAnswer> {
  const { state } = book
  if (!state.barriers.has(name)) return { wrong: 'not_found', detail: `No script has a barrier named ${name}.` }
  book.append({ kind: 'release', name })
  const standing = [...state.openAttempts].filter(({ plan }) => plan.barrier?.name === name)
  for (const attempt of standing) {
    if (attempt.plan.barrier !== undefined) playPayment(book, attempt, stepAt(book, attempt.plan.barrier))
  }
  return { answer: { name, payments: standing.length } }
}

export function decideSettle(
  book: Book,
  ask: { readonly hash: string; readonly feeMsat: number; readonly preimage: string | undefined },
): Decision<ControlAnswer> {
  const { state } = book
  const { hash, feeMsat, preimage } = ask
  const payment = state.payments.get(hash)
  const settled = settledAttempt(payment)
  if (settled?.truth?.status === 'settled') {
    return { answer: { hash, status: 'settled', fee_msat: settled.truth.feeMsat } }
  }
  const open = openAttemptOf(payment)
  if (open === undefined) return nothingOpen(book, hash)
  if (preimage !== undefined && !state.preimages.has(hash)) book.append({ kind: 'preimage', hash, preimage })
  if (!state.preimages.has(hash)) {
    return { wrong: 'bad_request', detail: 'This node does not know the preimage of this hash: give `preimage`.' }
  }
  conclude(book, open, { status: 'settled', feeMsat })
  return open.truth?.status === 'settled'
    ? { answer: { hash, status: 'settled', fee_msat: feeMsat } }
    : { wrong: 'bad_request', detail: 'The node does not own enough: the payment failed.' }
}

export function decideFail(book: Book, { hash, code }: { hash: string; code: string }): Decision<ControlAnswer> {
  const payment = book.state.payments.get(hash)
  const open = openAttemptOf(payment)
  if (open !== undefined) conclude(book, open, { status: 'failed', code })
  else if (payment === undefined) return nothingOpen(book, hash)
  else if (settledAttempt(payment) !== undefined) return { wrong: 'bad_request', detail: 'The payment is settled.' }
  return { answer: { hash, status: 'failed' } }
}

function nothingOpen({ state }: Book, hash: string): Decision<never> {
  return state.payments.has(hash)
    ? { wrong: 'bad_request', detail: 'No payment of this hash is open: its attempts have failed.' }
    : { wrong: 'not_found', detail: 'No payment of this hash was ever asked for.' }
}
