import type { Msat } from '@satchel/money/units'
import type { IdempotencyClaim } from '../states/idempotency.ts'
import type { SpendLimit } from '../limits/spend-limits.ts'

export interface PayRequest {
  readonly walletId: string
  readonly bolt11: string
  /** Only for invoices that name no amount. */
  readonly amountMsat?: Msat | undefined
  /** What the payment is for, where the invoice itself does not say; unset = what the invoice says. */
  readonly memo?: string | undefined
  /** The id the payment is to have; a second payment of that id is rejected. Default: a new one. */
  readonly checkingId?: string | undefined
  /** The most the node may spend on fees; default the service's own reserve. */
  readonly feeLimitMsat?: Msat | undefined
  readonly extra: string
  readonly tag: string
  /** Called once with the final state. */
  readonly webhook?: string | undefined
  readonly claim?: IdempotencyClaim | undefined
  /** What the payment counts against, amount and fees. */
  readonly limits?: readonly SpendLimit[] | undefined
}
