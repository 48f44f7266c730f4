import type { ProvenIdentity } from './identity.ts'

/** What makes one visit to a provider unlike any other. */
export interface VisitMarks {
  readonly state: string
  readonly nonce: string
  /** S256 of the verifier (PKCE). */
  readonly codeChallenge: string
}

/** What came back from a visit. */
export interface Visit {
  readonly code: string
  /** Who says it answered; undefined = the client did not say. */
  readonly issuer: string | undefined
  readonly nonce: string
  readonly codeVerifier: string
}

/**
 * A provider that authenticates users. The user's browser is sent there and returns with a code, which is worthless
 * without our client secret and the verifier.
 */
export interface IdentityProvider {
  /** Where to send the browser; rejects when the provider cannot be asked for its addresses. */
  authorizationUrl(marks: VisitMarks): Promise<URL>
  /** Exchanges the code, once, for who the user is; rejects for anything but a complete and honest answer. */
  identify(visit: Visit): Promise<ProvenIdentity>
}
