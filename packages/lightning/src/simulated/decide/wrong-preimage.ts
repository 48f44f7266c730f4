import { hash } from 'node:crypto'

/** Looks like a preimage and fits no invoice; the same for the same cause. */
export const wrongPreimage = (cause: string): string => hash('sha256', `not a preimage: ${cause}`)
