import { hash, randomBytes } from 'node:crypto'
import { forbidden } from '@satchel/http/service-error'
import {
  APP_HEADER,
  type BrowserRequest,
  createSessionCookies,
  type HeaderReply,
  isFromOwnPage,
} from '../../access/session-cookie.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { Database } from '../../db/database.ts'
import type { AuditEntry } from '../../events/audit-log.ts'
import { noteSessionUse, startSession } from './session-commands.ts'
import { findSession, listGoodSessions, type SessionLimits, type SessionWithUser } from './session-store.ts'
import type { User } from './user.ts'

const IDLE_SECONDS = 30 * 86_400
const MAX_SECONDS = 90 * 86_400
/** Precision of the stored last use: within this time further requests write nothing. */
const USE_SECONDS = 300
/** How long a step-up proof is valid. */
const PROOF_SECONDS = 300
const MAX_AGENT_CHARACTERS = 200

/** A browser that wants a cookie in place of a token. */
export interface AskedSession {
  readonly address: string
  readonly agent: string
  setCookie(value: string, maxAgeSeconds: number): void
}

export interface Sessions {
  /** Undefined: the client wants a token. Throws for a page of another site. */
  asked(request: BrowserRequest, reply: HeaderReply): AskedSession | undefined
  /** For a browser that returns from a provider: the visit proves that it began the log-in here. */
  forVisitor(request: BrowserRequest, reply: HeaderReply): AskedSession
  /**
   * Starts one for a user who has logged in, and sets its cookie. `isProof`: the log-in has proven the user's identity.
   */
  start(user: User, asked: AskedSession, note: AuditEntry, isProof?: boolean): Promise<void>
  /** The session of a request by one of our pages; undefined for other requests and ended sessions. */
  find(request: BrowserRequest): Promise<SessionWithUser | undefined>
  /** The session of a WebSocket, whose handshake has no header of ours; its origin has been checked. */
  findOfSocket(request: BrowserRequest): Promise<SessionWithUser | undefined>
  /** The session of a download link, which names its user; browsers send no header of ours with it. */
  findOfLink(request: BrowserRequest): Promise<SessionWithUser | undefined>
  /** Returns which of the ids are still valid. */
  listGood(ids: readonly string[]): Promise<ReadonlySet<string>>
  isProofFresh(session: SessionWithUser['session']): boolean
  limits(): SessionLimits
  /** Throws for a page of another site, whose answers a browser obeys like ours. */
  removeCookie(request: BrowserRequest, reply: HeaderReply): void
}

export interface SessionsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly publicUrl: string
}

/** The limits that a session must be within to be valid now. */
export function sessionLimits(clock: Clock): SessionLimits {
  const now = unixSeconds(clock)
  return { usedAfter: now - IDLE_SECONDS, createdAfter: now - MAX_SECONDS }
}

/** The web app's log-ins: a cookie that scripts cannot read, and a row that its owner can see and end (decision 0037). */
export function createSessions({ db, clock, publicUrl }: SessionsDeps): Sessions {
  const cookies = createSessionCookies(publicUrl)
  const limits = (): SessionLimits => sessionLimits(clock)
  const forVisitor: Sessions['forVisitor'] = (request, reply) => ({
    address: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, MAX_AGENT_CHARACTERS).toWellFormed(),
    setCookie: (value, maxAge) => cookies.set(request, reply, value, maxAge),
  })
  const requireOwnPage = (request: BrowserRequest, detail: string): void => {
    if (!isFromOwnPage(request, publicUrl)) throw forbidden(detail, { code: 'foreign_origin' })
  }
  const findByCookie = async (request: BrowserRequest): Promise<SessionWithUser | undefined> => {
    const value = cookies.read(request)
    if (value === undefined) return undefined
    const found = await findSession(db, digestOf(value), limits())
    if (found === undefined) return undefined
    const at = unixSeconds(clock)
    if (found.session.lastUsedAt + USE_SECONDS <= at) await db.transact(noteSessionUse, { id: found.session.id, at })
    return found
  }
  return {
    asked(request, reply) {
      if (request.headers['x-session'] !== 'cookie') return undefined
      requireOwnPage(request, 'Pages of other sites may not log in with a cookie.')
      return forVisitor(request, reply)
    },
    forVisitor,
    async start(user, { address, agent, setCookie }, note, isProof = true) {
      const value = randomBytes(32).toString('base64url')
      const { at } = note
      const times = { createdAt: at, lastUsedAt: at, provenAt: isProof ? at : 0 }
      const { id: userId, tokenVersion } = user
      const session = { id: newId(), digest: digestOf(value), userId, tokenVersion, ...times, address, agent }
      await db.transact(startSession, { session, note, limits: limits() })
      setCookie(value, MAX_SECONDS)
    },
    find: async (request) =>
      request.headers[APP_HEADER] === 'app' && isFromOwnPage(request, publicUrl) ? findByCookie(request) : undefined,
    findOfSocket: findByCookie,
    findOfLink: findByCookie,
    listGood: (ids) => listGoodSessions(db, ids, limits()),
    isProofFresh: ({ provenAt }) => provenAt + PROOF_SECONDS > unixSeconds(clock),
    limits,
    removeCookie(request, reply) {
      requireOwnPage(request, 'Pages of other sites may not log out.')
      cookies.set(request, reply, '', 0)
    },
  }
}

const digestOf = (value: string): string => hash('sha256', value, 'hex')
