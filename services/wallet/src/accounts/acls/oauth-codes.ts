import { hash, randomBytes } from 'node:crypto'

/** RFC 6749 §4.1.2 allows at most ten minutes; a browser needs a second. */
export const CODE_SECONDS = 60

/** 256 random bits. */
export const newCode = (): string => randomBytes(32).toString('base64url')

/** The digest that the database stores. */
export const digestOfCode = (code: string): string => hash('sha256', code, 'hex')

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** The S256 challenge of a verifier (RFC 7636 §4.2); undefined: not a valid verifier. */
export const challengeOf = (verifier: string): string | undefined =>
  VERIFIER.test(verifier) ? hash('sha256', verifier, 'base64url') : undefined
