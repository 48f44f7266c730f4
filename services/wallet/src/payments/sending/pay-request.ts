import type { Msat } from '@satchel/money/units'
import type { Change } from '../../db/database.ts'
import type { SpendLimit } from '../limits/spend-limits.ts'
import type { IdempotencyClaim } from '../states/idempotency.ts'

export interface PayRequest {
  readonly walletId: string
  readonly bolt11: string
  /** Only for invoices without an amount. */
  readonly amountMsat?: Msat | undefined
  /** The purpose of the payment, if the invoice does not have it; unset = the description of the invoice. */
  readonly memo?: string | undefined
  /** The id the payment is to have; a second payment of that id is rejected. Default: a new one. */
  readonly checkingId?: string | undefined
  /** The maximum fee at the node; default the service's own reserve. */
  readonly feeLimitMsat?: Msat | undefined
  readonly extra: string
  readonly tag: string
  /** Called once with the final state. */
  readonly webhook?: string | undefined
  readonly claim?: IdempotencyClaim | undefined
  /** The limits that amount and fees count against. */
  readonly limits?: readonly SpendLimit[] | undefined
  /** Changes of the caller that are made with the new payment, or not at all. If their `rows` do not fit, nothing is paid. */
  readonly alongside?: readonly Change[] | undefined
}
