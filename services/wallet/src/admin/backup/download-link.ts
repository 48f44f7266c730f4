import type { ChallengePurpose, Challenges } from '../../accounts/second-factor/challenges.ts'

/** A download link: its user and its target. */
export interface DownloadLink {
  readonly userId: string
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

/** The link contains its data, signed by us: making one stores nothing. */
export const writeDownloadLink = (challenges: Challenges, link: DownloadLink): string => {
  const facts = Buffer.from(JSON.stringify(link)).toString('base64url')
  return `${facts}.${challenges.issue(purposeOf(facts))}`
}

/** Undefined: not ours, modified, or expired. */
export function readDownloadLink(challenges: Challenges, text: string, now: number): ReadLink | undefined {
  const [facts = '', challenge = '', ...more] = text.split('.')
  if (more.length > 0 || challenges.expiryOf(challenge, purposeOf(facts)) === undefined) return undefined
  const link = JSON.parse(Buffer.from(facts, 'base64url').toString()) as DownloadLink
  return link.expiresAt > now ? { ...link, challenge } : undefined
}

const purposeOf = (facts: string): ChallengePurpose => `download ${facts}`
