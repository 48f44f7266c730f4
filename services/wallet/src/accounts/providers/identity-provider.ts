import type { ProvenIdentity } from './identity.ts'

/** The random values of one visit to a provider. */
export interface VisitMarks {
  readonly state: string
  readonly nonce: string
  /** S256 of the verifier (PKCE). */
  readonly codeChallenge: string
}

/** The parameters with which the browser returns from a visit. */
export interface Visit {
  readonly code: string
  /** The issuer named in the answer; undefined = the client did not pass one. */
  readonly issuer: string | undefined
  readonly nonce: string
  readonly codeVerifier: string
}

/**
 * A provider that authenticates users. The user's browser is sent there and returns with a code, which is worthless
 * without our client secret and the verifier.
 */
export interface IdentityProvider {
  /** The address for the browser; rejects when the provider's endpoints cannot be discovered. */
  authorizationUrl(marks: VisitMarks): Promise<URL>
  /** Exchanges the code, once, for the user's identity; rejects unless the answer is complete and valid. */
  identify(visit: Visit): Promise<ProvenIdentity>
}
