/** Sent with HTTP 200: wallets read the body and not the status (LUD-01). */
export const writeError = (reason: string) => ({ status: 'ERROR' as const, reason })

/** A success without further data. */
export const OK = { status: 'OK' } as const

/** Whether an invoice was paid (LUD-21); `preimage` only when it was, and only when it is public. */
export const writeVerifyAnswer = ({ bolt11, settled, preimage }: VerifiedInvoice) => ({
  status: 'OK' as const,
  settled,
  preimage: preimage ?? null,
  pr: bolt11,
})

interface VerifiedInvoice {
  readonly bolt11: string
  readonly settled: boolean
  readonly preimage: string | undefined
}
