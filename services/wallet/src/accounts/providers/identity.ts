import type { LoginMethod } from '../../config/accounts.ts'
import type { ProviderId } from '../../config/login-providers.ts'

/** Who can vouch for a user: a provider, or the holder of a Nostr key for itself. */
export type Voucher = ProviderId | 'nostr'

/** What a checked proof says. */
export interface ProvenIdentity {
  readonly provider: Voucher
  /** Whom the provider means, for ever. */
  readonly subject: string
  /** What the owner recognises it by, or ''. */
  readonly label: string
  /** The address that the provider calls verified, or ''; any other address is worth nothing. */
  readonly verifiedEmail: string
}

export interface LinkedIdentity extends ProvenIdentity {
  readonly id: string
  readonly userId: string
  /** Unix seconds. */
  readonly createdAt: number
  readonly lastUsedAt: number
}

/** Which configuration entry opens the door for it (Spec, AUTH_ALLOWED_METHODS). */
export const METHOD_OF: Readonly<Record<Voucher, LoginMethod>> = {
  google: 'google-auth',
  github: 'github-auth',
  keycloak: 'keycloak-auth',
  nostr: 'nostr-auth-nip98',
}

/** What people call it. */
export const LABEL_OF: Readonly<Record<Voucher, string>> = {
  google: 'Google',
  github: 'GitHub',
  keycloak: 'Keycloak',
  nostr: 'Nostr',
}

const MOST_SUBJECT = 255
const MOST_EMAIL = 254
const MOST_LABEL = 128
/** No blanks, no control characters, no half characters: what `Email` in account-schemas.ts takes, and no more. */
const EMAIL = /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u
const UNSPEAKABLE = /[\p{Cc}\p{Cs}]/gu

/** What a provider told, in our form; undefined when it is nothing to recognise a user by again. */
export function toProvenIdentity(told: {
  readonly provider: Voucher
  readonly subject: string
  /** The first that is text is taken. */
  readonly labels: readonly unknown[]
  readonly verifiedEmail: unknown
}): ProvenIdentity | undefined {
  const { provider, subject, labels, verifiedEmail: email } = told
  if (subject === '' || subject.length > MOST_SUBJECT || subject.search(UNSPEAKABLE) >= 0) return undefined
  const [label = ''] = labels.filter((text) => typeof text === 'string' && text !== '') as string[]
  return {
    provider,
    subject,
    label: label.replaceAll(UNSPEAKABLE, '').slice(0, MOST_LABEL).toWellFormed(),
    verifiedEmail:
      typeof email === 'string' && email.length <= MOST_EMAIL && EMAIL.test(email) ? email.toLowerCase() : '',
  }
}
