/**
 * Every reason for which a payment is not made, with its sentence for people. Adapters map the messages of their nodes
 * to one of these: a node's message may be technical, name secrets of its operator, or mislead a payer.
 */
export const FAILURE_WORDS = {
  no_route: 'The Lightning node found no way to the payee.',
  fee_limit: 'The network fee would exceed the limit.',
  payee_refused: 'The payee did not accept the payment.',
  timed_out: 'The payment took too long.',
  node_cannot_send: 'The channels of the Lightning node could not carry the payment.',
  not_delivered: 'The Lightning node could not deliver the payment.',
  invoice_expired: 'The invoice has expired.',
  invoice_refused: 'The Lightning node does not accept the invoice.',
  amount_missing: 'The Lightning node pays no invoice that names no amount.',
  whole_sats: 'The Lightning node pays whole satoshis only.',
  own_invoice: 'The invoice is one of the Lightning node itself.',
  paid_before: 'The invoice was paid before.',
  node_unreachable: 'The Lightning node could not be reached. Nothing was sent.',
  node_not_ready: 'The Lightning node is not ready to pay. Nothing was sent.',
  no_proof: 'The Lightning node proves no payment, so nothing is paid through it.',
} as const satisfies Readonly<Record<string, string>>

export type FailureWord = keyof typeof FAILURE_WORDS

export interface Failure {
  readonly reason: FailureWord
  /** The message of the node, for the log and the operator only. */
  readonly nodeAnswer?: string | undefined
}

const MAX_SAID = 300

/** `nodeAnswer`: any message of the node; an empty one is left out. */
export function failureOf(reason: FailureWord, nodeAnswer?: unknown): Failure {
  const text = typeof nodeAnswer === 'string' ? nodeAnswer.trim() : ''
  return text === '' ? { reason } : { reason, nodeAnswer: text.slice(0, MAX_SAID) }
}

export const isFailureWord = (text: string): text is FailureWord => Object.hasOwn(FAILURE_WORDS, text)
