import type { ChallengePurpose, Challenges } from '../../accounts/second-factor/challenges.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'

/** A download link: its user and its target. */
export interface DownloadLink {
  readonly userId: string
  /** The user's at that time: what ends the access tokens ends the link. */
  readonly tokenVersion: number
  /** Path and query of this service. */
  readonly path: string
  /** Unix seconds. */
  readonly expiresAt: number
  /** Made by a browser: valid only in a browser with that user's session. */
  readonly needsSession: boolean
}

export interface ReadLink extends DownloadLink {
  /** Unique: each link can be used once. */
  readonly challenge: string
}

export interface LinkSecrets {
  readonly challenges: Challenges
  readonly vault: Pick<KeyVault, 'seal' | 'open'>
}

/**
 * The link contains its data, encrypted and signed by us: making one stores nothing, and an address in a log or a
 * history does not show the id of a user.
 */
export function writeDownloadLink({ challenges, vault }: LinkSecrets, link: DownloadLink): string {
  const facts = Buffer.from(vault.seal(JSON.stringify(link)), 'base64').toString('base64url')
  return `${facts}.${challenges.issue(purposeOf(facts))}`
}

/** Undefined: not ours, modified, or expired. */
export function readDownloadLink({ challenges, vault }: LinkSecrets, text: string, now: number): ReadLink | undefined {
  const [facts = '', challenge = '', ...more] = text.split('.')
  if (more.length > 0 || challenges.expiryOf(challenge, purposeOf(facts)) === undefined) return undefined
  const link = JSON.parse(vault.open(Buffer.from(facts, 'base64url').toString('base64'))) as DownloadLink
  return link.expiresAt > now ? { ...link, challenge } : undefined
}

const purposeOf = (facts: string): ChallengePurpose => `download ${facts}`
