import { decryptAsPayer, type SuccessAction } from '@satchel/lnurl/success-action'
import type { Payment } from '../states/payment.ts'
import { statusOf } from '../states/payment-states.ts'

export interface LnurlFacts {
  /** Whom the user dealt with. */
  readonly domain: string
  readonly address?: string | undefined
  readonly comment?: string
  readonly successAction?: SuccessAction | undefined
}

/** What is kept of an LNURL with its payment: programs find it in `extra`, statistics under the tag. */
export function writeLnurlExtra(
  { domain, address, comment = '', successAction }: LnurlFacts,
  /** The caller's own, which stays. */
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

/** What the payer is shown, with the secret of an `aes` action once the payment has shown its preimage. */
export function findSuccessAction({ extra, state, preimage }: Payment) {
  const action = (JSON.parse(extra) as { lnurl_success_action?: SuccessAction }).lnurl_success_action
  if (action?.tag !== 'aes' || statusOf(state) !== 'success' || preimage === undefined) return action ?? null
  return { ...action, plaintext: decryptAsPayer(action, preimage) ?? null }
}
