/** The fields of a payment that give its direction. */
export interface Signed {
  readonly amount_msat: number
  readonly any_amount?: boolean | undefined
}

/** An invoice without an amount has neither sign nor size until it is paid; only incoming payments are like that. */
export const isIncoming = ({ amount_msat: amount, any_amount: isAny }: Signed): boolean => amount > 0 || isAny === true

/** The payer has not chosen the amount yet. */
export const isOfAnyAmount = ({ amount_msat: amount, any_amount: isAny }: Signed): boolean =>
  isAny === true && amount === 0
