import type { Log } from '@satchel/http/log'
import type { Clock } from '../../base/clock.ts'
import type { PaymentPolicy } from '../../config/payment-policy.ts'
import type { Database } from '../../db/database.ts'
import type { FundingSources } from '../../funding/funding-sources.ts'
import type { Leaving } from './leaving.ts'

/** The dependencies of the use cases in this folder. */
export interface PaymentDeps {
  readonly db: Database
  readonly funding: FundingSources
  readonly clock: Clock
  readonly log: Log
  readonly policy: PaymentPolicy
  readonly leaving: Leaving
}
