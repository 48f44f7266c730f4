import { type Msat, msat } from '@satchel/money/units'
import type { OutgoingQuery, OutgoingStatus, PayOutcome } from '../../port/funding-source.ts'
import type { ClnAnswer } from './cln-rest.ts'
import type { ClnPay } from './cln-pay.ts'
import type { OwnCalls } from './own-calls.ts'
import { type Fields, hexOf, msatOf } from './read-fields.ts'

/**
 * The command has ended and tries no more: permanent at the destination, no route, none within the fee limit, expired,
 * out of time or of routes "without a payment in progress".
 */
const TERMINAL: ReadonlySet<number> = new Set([203, 205, 206, 207, 210])

export const isTerminal = (answer: ClnAnswer): boolean => answer.is === 'error' && TERMINAL.has(answer.code)

/** The state of one of our attempts, by the node's attempts for its hash. */
export type ClnPays =
  | { readonly status: 'settled'; readonly feeMsat: Msat; readonly preimage: string }
  /** `failed`: the attempt itself. `not_found`: the node does not have this attempt; it may have others. */
  | { readonly status: 'pending' | 'failed' | 'not_found' }

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
  if (pays.some(({ status }) => status === 'pending')) return { status: 'pending' }
  return { status: pays.some((pay) => isOwn(pay, query)) ? 'failed' : 'not_found' }
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
 * An error of the pay command, and what the node lists right after it. Only a terminal one with nothing pending is a
 * failure; any other may have left a payment behind.
 */
export function toPayOutcome(error: Extract<ClnAnswer, { is: 'error' }>, pays: ClnPays): PayOutcome {
  if (pays.status === 'settled') return pays
  if (pays.status === 'pending' || !isTerminal(error)) return { status: 'pending' }
  return { status: 'failed', reason: `${error.message.slice(0, 300)} (${error.code})` }
}

/** `call`: whether a call of ours may still be trying. */
export function toOutgoingStatus(pays: ClnPays, attemptId: string, call: ReturnType<OwnCalls['at']>): OutgoingStatus {
  switch (pays.status) {
    case 'settled':
      return pays
    case 'pending':
      return { status: 'pending' }
    case 'failed':
      if (call !== 'over') return { status: 'pending' }
      return { status: 'failed', reason: 'The node could not get the payment through.', attemptId }
    case 'not_found':
      return { status: call === 'under-way' ? 'pending' : 'not_found' }
  }
}
