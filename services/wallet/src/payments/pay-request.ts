import type { Msat } from '@satchel/money/units'
import type { IdempotencyClaim } from './idempotency.ts'

export interface PayRequest {
  readonly walletId: string
  readonly bolt11: string
  /** Only for invoices that name no amount. */
  readonly amountMsat?: Msat | undefined
  readonly extra: string
  readonly tag: string
  readonly claim?: IdempotencyClaim | undefined
}
