import type { SourceKind } from './read-funding.ts'

/**
 * Hosted services limit requests: Strike allows 1000 in ten minutes, relays and wallets cut off without notice. Still
 * often enough to credit receipts within ten seconds after a service is back, even if a hanging sweep takes five of
 * these (rule A47).
 */
const PATIENT_MS = 4000
const PATIENT: readonly SourceKind[] = ['nwc', 'opennode', 'strike']

/** How often receipts are swept and pending payments looked up, unless the operator wants it otherwise. */
export const usualReconcileMs = (kind: SourceKind): number => (PATIENT.includes(kind) ? PATIENT_MS : 2000)
