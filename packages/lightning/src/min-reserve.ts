import { BLINK_LEAST_RESERVE_MSAT } from './backends/blink/read-blink.ts'
import type { SourceKind } from './read-funding.ts'
import { PHOENIXD_LEAST_RESERVE_MSAT } from './backends/phoenixd/read-phoenixd.ts'

/** The fee that some nodes take regardless of the limit; for the others, the allowed cost of a small payment. */
const MIN_MSAT: Partial<Record<SourceKind, number>> = {
  phoenixd: PHOENIXD_LEAST_RESERVE_MSAT,
  blink: BLINK_LEAST_RESERVE_MSAT,
}

/** The least fee reserve of a payment unless the operator wants another. */
export const minReserveMsat = (kind: SourceKind): number => MIN_MSAT[kind] ?? 2000
