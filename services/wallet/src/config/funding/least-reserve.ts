import { BLINK_LEAST_RESERVE_MSAT } from './blink.ts'
import type { SourceKind } from './funding.ts'
import { PHOENIXD_LEAST_RESERVE_MSAT } from './phoenixd.ts'

/** What some take whatever the limit says; for the others, what a small payment may cost. */
const LEAST: Partial<Record<SourceKind, number>> = {
  phoenixd: PHOENIXD_LEAST_RESERVE_MSAT,
  blink: BLINK_LEAST_RESERVE_MSAT,
}

/** The least fee reserve of a payment unless the operator wants another. */
export const leastReserveMsat = (kind: SourceKind): number => LEAST[kind] ?? 2000
