import type { Change } from '../db/database.ts'

/** Who does something that an operator may ask about later. */
export interface Actor {
  /** A user's id, or `environment` for what the start does. */
  readonly id: string
  /** The client's address as the rate limit sees it; '' where there is none. */
  readonly address: string
}

export interface AuditEntry {
  readonly actor: Actor
  /** Past tense, kebab-case: `password-changed`. */
  readonly action: string
  /** The id of what it was done to: a user, a token, a setting. */
  readonly subject: string
  /** Public facts only: never a key, a token, a password or a secret. */
  readonly detail?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  /** Unix seconds. */
  readonly at: number
}

/** One line of the audit log; belongs into the step that makes it true. */
export const noteInAuditLog = ({ actor, action, subject, detail = {}, at }: AuditEntry): Change => ({
  sql: 'INSERT INTO audit_log (actor, action, subject, detail, address, at) VALUES ($1, $2, $3, $4, $5, $6)',
  params: [actor.id, action, subject, JSON.stringify(detail), actor.address, at],
  rows: 1,
})
