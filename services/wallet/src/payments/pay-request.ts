import type { Msat } from '@satchel/money/units'
import type { IdempotencyClaim } from './idempotency.ts'
import type { SpendLimit } from './spend-limits.ts'

export interface PayRequest {
  readonly walletId: string
  readonly bolt11: string
  /** Only for invoices that name no amount. */
  readonly amountMsat?: Msat | undefined
  readonly extra: string
  readonly tag: string
  readonly claim?: IdempotencyClaim | undefined
  /** What the payment counts against, amount and fees. */
  readonly limits?: readonly SpendLimit[] | undefined
}
