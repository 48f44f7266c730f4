import { decryptAsPayer, type SuccessAction } from '@satchel/lnurl/success-action'
import type { Payment } from '../states/payment.ts'
import { statusOf } from '../states/payment-states.ts'

export interface LnurlFacts {
  /** The domain of the LNURL service. */
  readonly domain: string
  readonly address?: string | undefined
  readonly comment?: string
  readonly successAction?: SuccessAction | undefined
}

/** Writes the facts of an LNURL into the payment's `extra`, and a tag for statistics. */
export function writeLnurlExtra(
  { domain, address, comment = '', successAction }: LnurlFacts,
  /** The caller's own `extra`, which is kept. */
  own: Readonly<Record<string, unknown>> = {},
): Pick<Payment, 'extra' | 'tag'> {
  const extra = {
    tag: 'lnurl',
    lnurl_domain: domain,
    ...(address !== undefined && { lnurl_address: address }),
    ...(comment !== '' && { lnurl_comment: comment }),
    ...(successAction !== undefined && { lnurl_success_action: successAction }),
    ...own,
  }
  return { extra: JSON.stringify(extra), tag: typeof extra.tag === 'string' ? extra.tag : '' }
}

/** The success action to show to the payer; an `aes` secret is decrypted once the preimage is known. */
export function findSuccessAction({ extra, state, preimage }: Payment) {
  const action = (JSON.parse(extra) as { lnurl_success_action?: SuccessAction }).lnurl_success_action
  if (action?.tag !== 'aes' || statusOf(state) !== 'success' || preimage === undefined) return action ?? null
  return { ...action, plaintext: decryptAsPayer(action, preimage) ?? null }
}
