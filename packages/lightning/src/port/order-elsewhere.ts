import type { Msat } from '@satchel/money/units'

/** A payment that another program ordered at the same account, as far as that program knew. */
export interface OrderElsewhere {
  readonly paymentHash: string
  readonly amountMsat: Msat
  /** What the service asks about it by from now on. */
  readonly attemptId: string
  /** The account's own id of it; undefined = its answer was lost. */
  readonly orderId: string | undefined
}

/** Made for `OrderNotes`: its name, and what is noted. */
export interface OrderNote {
  readonly name: string
  readonly value: string
}
