import type { SourceKind } from './read-funding.ts'

/**
 * Services of others limit how often they are asked: Strike answers 1000 requests in ten minutes, relays and wallets
 * say nothing and cut one off. Still often enough that what arrived while one was away is credited within ten seconds
 * of its return, also when a sweep that hangs for five has to end first (rule A47).
 */
const PATIENT_MS = 4000
const PATIENT: readonly SourceKind[] = ['nwc', 'opennode', 'strike']

/** How often receipts are swept and pending payments looked up, unless the operator wants it otherwise. */
export const usualReconcileMs = (kind: SourceKind): number => (PATIENT.includes(kind) ? PATIENT_MS : 2000)
