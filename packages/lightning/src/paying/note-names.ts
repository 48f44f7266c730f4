/** The note of the last attempt to pay this hash. */
export const paymentNoteName = (paymentHash: string): string => `pay:${paymentHash}`

/** The note of the order at a service whose invoice has this hash. */
export const chargeNoteName = (paymentHash: string): string => `charge:${paymentHash}`
