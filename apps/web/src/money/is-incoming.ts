/** What tells the direction of a payment as the service answers it. */
export interface Signed {
  readonly amount_msat: number
  readonly any_amount?: boolean | undefined
}

/** An invoice without an amount has neither sign nor size until it is paid, and only invoices come in without one. */
export const isIncoming = ({ amount_msat: amount, any_amount: isAny }: Signed): boolean => amount > 0 || isAny === true

/** Its payer chooses the amount, and has not done so. */
export const isOfAnyAmount = ({ amount_msat: amount, any_amount: isAny }: Signed): boolean =>
  isAny === true && amount === 0
