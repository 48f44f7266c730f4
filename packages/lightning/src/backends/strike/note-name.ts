/** The note of the last attempt to pay this hash. */
export const noteName = (paymentHash: string): string => `pay:${paymentHash}`
