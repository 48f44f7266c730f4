import type { SourceKind } from './read-funding.ts'

/**
 * Below what one channel can hold by the usual settings of the node: 483 HTLCs at LND, 50 with LDK, 30 at Core Lightning.
 * The other slots stay free for payments that are not held.
 */
const LIMITS: Partial<Record<SourceKind, number>> = { simulated: 300, lnd: 300, 'ldk-server': 30 }
const SMALLEST_LIMIT = 20

/** How many payments may be held at a node of this kind, unless the operator wants another limit. */
export const maxHeldAtNode = (kind: SourceKind): number => LIMITS[kind] ?? SMALLEST_LIMIT
