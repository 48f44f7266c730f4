import type { Change } from '../db/database.ts'

/** The actor of an entry in the audit log. */
export interface Actor {
  /** A user's id, or `environment` for actions of the start. */
  readonly id: string
  /** The client's address as the rate limit sees it; '' without a client. */
  readonly address: string
}

export interface AuditEntry {
  readonly actor: Actor
  /** Past tense, kebab-case: `password-changed`. */
  readonly action: string
  /** The id of the changed object: a user, a token, a setting. */
  readonly subject: string
  /** Public facts only: never a key, a token, a password or a secret. */
  readonly detail?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  /** Unix seconds. */
  readonly at: number
}

/** Appends a line to the audit log; use it in the transaction of the action. */
export const noteInAuditLog = ({ actor, action, subject, detail = {}, at }: AuditEntry): Change => ({
  sql: 'INSERT INTO audit_log (actor, action, subject, detail, address, at) VALUES ($1, $2, $3, $4, $5, $6)',
  params: [actor.id, action, subject, JSON.stringify(detail), actor.address, at],
  rows: 1,
})
