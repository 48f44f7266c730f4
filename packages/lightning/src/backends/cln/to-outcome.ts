import { type Msat, msat } from '@satchel/money/units'
import { type FailureWord, failureOf } from '../../port/failure-words.ts'
import type { OutgoingQuery, OutgoingStatus, PayOutcome } from '../../port/funding-source.ts'
import type { ClnPay } from './cln-pay.ts'
import type { ClnAnswer } from './cln-rest.ts'
import type { OwnCalls } from './own-calls.ts'
import { type Fields, hexOf, msatOf } from './read-fields.ts'

/**
 * The command has ended and stopped trying: permanent at the destination, no route, none within the fee limit, expired,
 * out of time or of routes "without a payment in progress".
 */
const TERMINAL: ReadonlyMap<number, FailureWord> = new Map([
  [203, 'payee_refused'],
  [205, 'no_route'],
  [206, 'fee_limit'],
  [207, 'invoice_expired'],
  [210, 'timed_out'],
])

export const isTerminal = (answer: ClnAnswer): boolean => answer.is === 'error' && TERMINAL.has(answer.code)

/** The state of one of our attempts, by the node's attempts for its hash. */
export type ClnPays =
  | { readonly status: 'settled'; readonly feeMsat: Msat; readonly preimage: string }
  /** `unheard`: the attempt in flight is another one. */
  | { readonly status: 'pending'; readonly unheard?: true }
  /** `failed`: the attempt itself. `not_found`: the node does not have this attempt; it may have others. */
  | { readonly status: 'failed' }
  | { readonly status: 'not_found'; readonly unattributed?: true }

/** Used instead of a mark where the node keeps our attempt ids as labels. */
export const BY_LABEL = 'label'

/** The node's newest attempt of a hash: all that come later are newer. */
export function markOf(pays: readonly ClnPay[]): string {
  const indexes = pays.map(({ createdIndex }) => {
    if (createdIndex === undefined) throw new Error('the node does not number its payments')
    return createdIndex
  })
  return String(Math.max(0, ...indexes))
}

/** An attempt that went through decides, then one that is pending; a failure counts only when it is this attempt's. */
export function readPays(pays: readonly ClnPay[], query: Attempt): ClnPays {
  const complete = pays.find(({ status }) => status === 'complete')
  if (complete !== undefined) return settled(complete.fields, 'preimage')
  const pending = pays.filter(({ status }) => status === 'pending')
  // Without a mark the attempts cannot be distinguished.
  const isOther = query.elsewhereSince === undefined && query.mark !== undefined
  if (pending.length > 0)
    return isOther && !pending.some((pay) => isOwn(pay, query))
      ? { status: 'pending', unheard: true }
      : { status: 'pending' }
  if (pays.some((pay) => isOwn(pay, query))) return { status: 'failed' }
  return pays.length > 0 && query.mark === undefined
    ? { status: 'not_found', unattributed: true }
    : { status: 'not_found' }
}

type Attempt = Pick<OutgoingQuery, 'attemptId' | 'mark' | 'elsewhereSince'>

function isOwn({ label, createdIndex, createdAt }: ClnPay, { attemptId, mark, elsewhereSince }: Attempt): boolean {
  // Other programs have labels of their own.
  if (elsewhereSince !== undefined) return createdAt !== undefined && createdAt >= elsewhereSince
  if (label !== undefined) return label === attemptId
  if (mark === undefined || mark === BY_LABEL || createdIndex === undefined) return false
  return createdIndex > Number(mark)
}

/** What `xpay` or `pay` returned. The older one may return while parts are pending. */
export function readPaid(result: Fields): ClnPays {
  if (result['status'] !== undefined && result['status'] !== 'complete') return { status: 'pending' }
  return settled(result, 'payment_preimage')
}

function settled(fields: Fields, preimage: string): ClnPays {
  const feeMsat = msat(msatOf(fields, 'amount_sent_msat') - msatOf(fields, 'amount_msat'))
  if (feeMsat < 0n) throw new Error('the node says it sent less than what arrived')
  return { status: 'settled', feeMsat, preimage: hexOf(fields, preimage) }
}

/**
 * An error of the pay command, and the list of the node right after it. Only a terminal one with nothing pending is a
 * failure; any other may have left a payment behind.
 */
export function toPayOutcome(error: Extract<ClnAnswer, { is: 'error' }>, pays: ClnPays): PayOutcome {
  if (pays.status === 'settled') return pays
  const word = TERMINAL.get(error.code)
  if (pays.status === 'pending' || word === undefined) return { status: 'pending' }
  return { status: 'failed', ...failureOf(word, `${error.code} ${error.message}`) }
}

/** `call`: whether a call of ours may still be trying. */
export function toOutgoingStatus(pays: ClnPays, attemptId: string, call: ReturnType<OwnCalls['at']>): OutgoingStatus {
  switch (pays.status) {
    case 'settled':
    case 'pending':
      return pays
    case 'failed':
      if (call !== 'over') return { status: 'pending' }
      return { status: 'failed', reason: 'not_delivered', attemptId }
    case 'not_found':
      return call === 'under-way' ? { status: 'pending', unheard: true } : pays
  }
}
