import type { ChallengePurpose, Challenges } from '../../accounts/second-factor/challenges.ts'

/** For whom a link is, and what it downloads. */
export interface DownloadLink {
  readonly userId: string
  /** Path and query of this service. */
  readonly path: string
  /** Unix seconds. */
  readonly expiresAt: number
  /** A browser made it: it counts in that user's browser only. */
  readonly needsSession: boolean
}

export interface ReadLink extends DownloadLink {
  /** Unlike any other: a link counts once. */
  readonly challenge: string
}

/** The link itself carries what it is for, under our signature: making one stores nothing. */
export const writeDownloadLink = (challenges: Challenges, link: DownloadLink): string => {
  const facts = Buffer.from(JSON.stringify(link)).toString('base64url')
  return `${facts}.${challenges.issue(purposeOf(facts))}`
}

/** Undefined: not ours, changed, or ended. */
export function readDownloadLink(challenges: Challenges, text: string, now: number): ReadLink | undefined {
  const [facts = '', challenge = '', ...more] = text.split('.')
  if (more.length > 0 || challenges.expiryOf(challenge, purposeOf(facts)) === undefined) return undefined
  const link = JSON.parse(Buffer.from(facts, 'base64url').toString()) as DownloadLink
  return link.expiresAt > now ? { ...link, challenge } : undefined
}

const purposeOf = (facts: string): ChallengePurpose => `download ${facts}`
