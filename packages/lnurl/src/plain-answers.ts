/** Said with HTTP 200: wallets read the body and not the status (LUD-01). */
export const writeError = (reason: string) => ({ status: 'ERROR' as const, reason })

/** It is done, and there is no more to say. */
export const OK = { status: 'OK' } as const

/** Whether an invoice was paid (LUD-21); `preimage` only when it was. */
export const writeVerifyAnswer = ({ bolt11, preimage }: { bolt11: string; preimage: string | undefined }) => ({
  status: 'OK' as const,
  settled: preimage !== undefined,
  preimage: preimage ?? null,
  pr: bolt11,
})
