import { type Msat, msat } from '@satchel/money/units'
import type { OutgoingStatus, PayOutcome } from '../funding-source.ts'
import type { ClnAnswer } from './cln-rest.ts'
import type { OwnCalls } from './own-calls.ts'
import { type Fields, hexOf, listOf, msatOf, textOf } from './read-fields.ts'

/**
 * The command has ended and tries no more: permanent at the destination, no route, none within the fee limit, expired,
 * out of time or of routes "without a payment in progress".
 */
const TERMINAL: ReadonlySet<number> = new Set([203, 205, 206, 207, 210])

export const isTerminal = (answer: ClnAnswer): boolean => answer.is === 'error' && TERMINAL.has(answer.code)

/** All that the node has under one hash: an entry for each of its attempts, each over all of its parts. */
export type ClnPays =
  | { readonly status: 'settled'; readonly feeMsat: Msat; readonly preimage: string }
  | { readonly status: 'pending' | 'failed' | 'none' }

/** One attempt that went through decides, then one that is on its way. Throws what it does not know. */
export function readPays(listpays: Fields): ClnPays {
  const pays = listOf(listpays, 'pays').map((fields) => ({ fields, status: textOf(fields, 'status') }))
  const unknown = pays.find(({ status }) => !['complete', 'pending', 'failed'].includes(status))
  if (unknown !== undefined) throw new Error(`the node has a payment that is ${unknown.status}`)
  const complete = pays.find(({ status }) => status === 'complete')
  if (complete !== undefined) return settled(complete.fields, 'preimage')
  if (pays.some(({ status }) => status === 'pending')) return { status: 'pending' }
  return { status: pays.length > 0 ? 'failed' : 'none' }
}

/** What `xpay` or `pay` returned. The older one may return while parts are on their way. */
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
 * An error of the pay command, and what the node lists right after it. Only a terminal one with nothing on its way is
 * a failure; any other may have left a payment behind.
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
    case 'none':
      return { status: call === 'under-way' ? 'pending' : 'not_found' }
  }
}
