import type { LoginMethod } from '../../config/accounts.ts'
import type { ProviderId } from '../../config/login-providers.ts'

/** The issuer of an identity: a provider, or `nostr` for a Nostr key. */
export type Voucher = ProviderId | 'nostr'

/** The result of a checked proof. */
export interface ProvenIdentity {
  readonly provider: Voucher
  /** The provider's permanent id of the user. */
  readonly subject: string
  /** The name by which the owner recognises it, or ''. */
  readonly label: string
  /** The address that the provider calls verified, or ''; an unverified address is never used. */
  readonly verifiedEmail: string
}

export interface LinkedIdentity extends ProvenIdentity {
  readonly id: string
  readonly userId: string
  /** Unix seconds. */
  readonly createdAt: number
  readonly lastUsedAt: number
}

/** Which configuration entry enables it (rule W27). */
export const METHOD_OF: Readonly<Record<Voucher, LoginMethod>> = {
  google: 'google-auth',
  github: 'github-auth',
  keycloak: 'keycloak-auth',
  nostr: 'nostr-auth-nip98',
}

/** Display names. */
export const LABEL_OF: Readonly<Record<Voucher, string>> = {
  google: 'Google',
  github: 'GitHub',
  keycloak: 'Keycloak',
  nostr: 'Nostr',
}

const MAX_SUBJECT = 255
const MAX_EMAIL = 254
const MAX_LABEL = 128
/** No blanks, control characters or lone surrogates: the same addresses as `Email` in account-schemas.ts. */
const EMAIL = /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u
const UNSPEAKABLE = /[\p{Cc}\p{Cs}]/gu

/** The provider's claims in our form; undefined when they do not identify a user permanently. */
export function toProvenIdentity(claims: {
  readonly provider: Voucher
  readonly subject: string
  /** Candidates in order: the first that is text counts. */
  readonly labels: readonly unknown[]
  readonly verifiedEmail: unknown
}): ProvenIdentity | undefined {
  const { provider, subject, labels, verifiedEmail: email } = claims
  if (subject === '' || subject.length > MAX_SUBJECT || subject.search(UNSPEAKABLE) >= 0) return undefined
  const [label = ''] = labels.filter((text) => typeof text === 'string' && text !== '') as string[]
  return {
    provider,
    subject,
    label: label.replaceAll(UNSPEAKABLE, '').slice(0, MAX_LABEL).toWellFormed(),
    verifiedEmail:
      typeof email === 'string' && email.length <= MAX_EMAIL && EMAIL.test(email) ? email.toLowerCase() : '',
  }
}
