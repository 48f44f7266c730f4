import { amountText, type FixedText, fixed } from '../text.ts'

/**
 * Why this sum cannot be paid in one payment; undefined: it can. For quotes, before a visitor fills in a form in vain.
 */
export const paymentLimit = ({ maxSat }: { readonly maxSat: number }, sat: number): FixedText | undefined =>
  sat > maxSat ? fixed('At most {amount} in one payment.', { amount: amountText(maxSat) }) : undefined
