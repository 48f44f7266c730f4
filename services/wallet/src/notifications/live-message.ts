import { toJson } from '@satchel/money/units'
import type { EventKind } from '../events/event-log.ts'
import { toPaymentItem } from '../payments/answers/payment-json.ts'
import type { LiveEvent, LiveKind } from './payment-event-store.ts'

/** The event names and states of the API (rule S524). The status is that of the event, not the current one. */
const WORDS: Readonly<Record<LiveKind, { readonly event: string; readonly status: string }>> = {
  'payment-received': { event: 'payment_received', status: 'success' },
  'payment-sent': { event: 'payment_sent', status: 'success' },
  'payment-failed': { event: 'payment_failed', status: 'failed' },
  'invoice-cancelled': { event: 'payment_failed', status: 'failed' },
  'payment-held': { event: 'payment_held', status: 'pending' },
}

export const isLive = (kind: EventKind): kind is LiveKind => kind in WORDS

/**
 * For holders of a key of the wallet: satoshis with a sign, fee and balance in millisatoshis. `payment` only for a
 * success: clients of LNbits take every payment in a message for a paid one.
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

/** Drops fields that depend on the time of reading. */
const withoutClock = ({
  expired: _expired,
  failure: _failure,
  failure_code: _code,
  ...rest
}: ReturnType<typeof toPaymentItem>) => rest

/** For clients that know only the payment hash: no data of the wallet. */
export function toHashMessage(live: LiveEvent): string {
  const { payment_hash, amount, time } = toPaymentItem(live.payment, 0)
  const { event, status } = wordsOf(live)
  return JSON.stringify({ id: Number(live.id), type: 'payment', event, payment_hash, amount, status, time })
}

const wordsOf = ({ kind }: LiveEvent) => WORDS[kind]
