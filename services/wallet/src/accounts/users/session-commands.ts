import { notFound, type ServiceError, unauthenticated } from '@satchel/http/service-error'
import { defineCommand } from '../../db/database.ts'
import { type Actor, type AuditEntry, noteInAuditLog } from '../../events/audit-log.ts'
import {
  deleteOldSessionsOf,
  deleteSession,
  deleteUnusedSessions,
  insertSession,
  type NewSession,
  type SessionLimits,
  setSessionProof,
  setSessionUse,
} from './session-store.ts'
import { setLastLogin } from './user-store.ts'

/** With more sessions than this a user's least recently used one ends. */
const MAX_SESSIONS_A_USER = 100

export interface SessionStart {
  readonly session: NewSession
  readonly note: AuditEntry
  readonly limits: SessionLimits
}

export const startSession = defineCommand({
  name: 'start-session',
  run: async (tx, { session, note, limits }: SessionStart): Promise<void> => {
    await tx.run(deleteUnusedSessions(limits))
    await tx.run(noteInAuditLog(note))
    await tx.run(setLastLogin(session.userId, note.at))
    await tx.run(insertSession(session))
    await tx.run(deleteOldSessionsOf(session.userId, MAX_SESSIONS_A_USER))
  },
})

export const noteSessionUse = defineCommand({
  name: 'note-session-use',
  run: (tx, { id, at }: { id: string; at: number }) => tx.run(setSessionUse(id, at)),
})

/** Stores that the session's user has authenticated again. */
export const noteSessionProof = defineCommand({
  name: 'note-session-proof',
  run: async (tx, { id, actor, way, at }: { id: string; actor: Actor; way: string; at: number }): Promise<void> => {
    await tx.run({ ...setSessionProof(id, at), rows: 1, otherwise: isGone })
    await tx.run(noteInAuditLog({ actor, action: 'stepped-up', subject: actor.id, detail: { way }, at }))
  },
})

/** The same for an access token, which no row represents: its answer is a newer token. */
export const noteTokenProof = defineCommand({
  name: 'note-token-proof',
  run: (tx, { actor, way, at }: { actor: Actor; way: string; at: number }) =>
    tx.run(noteInAuditLog({ actor, action: 'stepped-up', subject: actor.id, detail: { way }, at })),
})

export const endSession = defineCommand({
  name: 'end-session',
  run: async (tx, { id, actor, at }: { id: string; actor: Actor; at: number }): Promise<void> => {
    await tx.run({ ...deleteSession(id, actor.id), rows: 1, otherwise: noSession })
    await tx.run(noteInAuditLog({ actor, action: 'logged-out', subject: actor.id, detail: { session: id }, at }))
  },
})

const isGone = (): ServiceError => unauthenticated('The session has ended; log in again.', { code: 'session_ended' })
const noSession = (): ServiceError => notFound('Session not found.', { code: 'session_not_found' })
