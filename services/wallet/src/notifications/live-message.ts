import { toJson } from '@satchel/money/units'
import type { EventKind } from '../events/event-log.ts'
import { toPaymentItem } from '../payments/answers/payment-json.ts'
import type { LiveEvent, LiveKind } from './payment-event-store.ts'

/** The words of the interface (rule S524). The status is that of the event, not the current one. */
const WORDS: Readonly<Record<LiveKind, { readonly event: string; readonly status: string }>> = {
  'payment-received': { event: 'payment_received', status: 'success' },
  'payment-sent': { event: 'payment_sent', status: 'success' },
  'payment-failed': { event: 'payment_failed', status: 'failed' },
  'invoice-cancelled': { event: 'payment_failed', status: 'failed' },
  'payment-held': { event: 'payment_held', status: 'pending' },
}

export const isLive = (kind: EventKind): kind is LiveKind => kind in WORDS

/**
 * For holders of a key of the wallet: satoshis with a sign, fee and balance in millisatoshis. Of a success also `payment`:
 * clients of LNbits take every payment that they are sent for a paid one.
 */
export function toWalletMessage(live: LiveEvent): string {
  const item = toPaymentItem(live.payment, 0)
  const { payment_hash, checking_id, wallet_id, amount, fee, memo, time } = item
  const { event, status } = wordsOf(live)
  return JSON.stringify({
    id: Number(live.id),
    type: 'payment',
    event,
    payment_hash,
    checking_id,
    wallet_id,
    amount,
    fee,
    status,
    memo,
    time,
    balance: toJson(live.balanceMsat),
    ...(status === 'success' && { payment: { ...withoutClock(item), status, pending: false } }),
  })
}

/** What depends on the time it is asked at says nothing in a message. */
const withoutClock = ({ expired: _expired, failure: _failure, ...rest }: ReturnType<typeof toPaymentItem>) => rest

/** For clients that know the payment hash: nothing of the wallet. */
export function toHashMessage(live: LiveEvent): string {
  const { payment_hash, amount, time } = toPaymentItem(live.payment, 0)
  const { event, status } = wordsOf(live)
  return JSON.stringify({ id: Number(live.id), type: 'payment', event, payment_hash, amount, status, time })
}

const wordsOf = ({ kind }: LiveEvent) => WORDS[kind]
