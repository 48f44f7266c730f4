/**
 * The condition of rows whose lease belongs to a session that has ended. `$1` is now, in the unit of `due_at`; the
 * sessions that may still be working follow (`Database.listSessions`).
 */
export const isLeaseLost = (sessions: readonly string[]): string =>
  `due_at > $1 AND leased_by IS NOT NULL AND leased_by NOT IN (${sessions.map((_session, index) => `$${index + 2}`).join(', ')})`
