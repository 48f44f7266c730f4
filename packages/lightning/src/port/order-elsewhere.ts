import type { Msat } from '@satchel/money/units'

/** A payment that another program ordered at the same account, as far as that program knew. */
export interface OrderElsewhere {
  readonly paymentHash: string
  readonly amountMsat: Msat
  /** The key by which the service polls it from now on. */
  readonly attemptId: string
  /** The account's own id of it; undefined = its answer was lost. */
  readonly orderId: string | undefined
}

/** For `OrderNotes`: its name and its note. */
export interface OrderNote {
  readonly name: string
  readonly value: string
}
