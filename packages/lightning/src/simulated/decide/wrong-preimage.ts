import { hash } from 'node:crypto'

/** Looks like a preimage and matches no invoice; the same for the same input. */
export const wrongPreimage = (cause: string): string => hash('sha256', `not a preimage: ${cause}`)
