import type { Clock } from '../../base/clock.ts'
import type { Database, Reader } from '../../db/database.ts'
import { type MessageContent, type NewMessage, queueMessages } from './message-store.ts'
import { chosenWays, type MessageWays } from './queue-receipts.ts'

export interface QueueNewsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ways: MessageWays
  /** Current problems of the installation, besides its alarms. */
  readonly listTroubles: () => Promise<readonly Trouble[]>
}

export type Trouble = Extract<MessageContent, { kind: 'trouble' }>['what']

const DAY = 86_400

/**
 * Queues messages without a payment event: invitations, nearly spent budgets and expiring tokens for users who want
 * messages; open alarms and problems for super users who want them. One message for each that is not older than a day;
 * one a day for a lasting problem. Returns whether there was one.
 */
export async function queueNews({ db, clock, ways, listTroubles }: QueueNewsDeps): Promise<boolean> {
  const now = clock()
  const at = Math.floor(now / 1000)
  const troubles = await listTroubles()
  const news = [
    ...(await listInvitations(db, at - DAY)),
    ...(await listBudgets(db, at)),
    ...(await listExpiring(db, at)),
    ...(await listAlarmNews(db, at - DAY)),
    ...(troubles.length === 0 ? [] : await listTroubleNews(db, troubles, Math.floor(at / DAY))),
  ]
  const messages = news.flatMap(({ browsers, chosen, ...one }): NewMessage[] =>
    [...browsers, ...chosenWays(ways, chosen)].map((target) => ({ ...one, target })),
  )
  if (messages.length > 0) await db.transact(queueMessages, { messages, now })
  return messages.length > 0
}

interface News extends Omit<NewMessage, 'target'> {
  readonly browsers: readonly string[]
  readonly chosen: Pick<ReaderRow, 'notify_mail' | 'notify_nostr'>
}

interface ReaderRow {
  readonly user_id: string
  readonly notify_mail: bigint
  readonly notify_nostr: bigint
  readonly browsers: string | null
}

/** Columns of `u`, the preferences of the reader. */
const READER = `u.user_id, u.notify_mail, u.notify_nostr,
  (SELECT string_agg(s.id, ' ') FROM push_subscriptions s WHERE s.user_id = u.user_id) AS browsers`
const isNew = (about: string): string =>
  `NOT EXISTS (SELECT 1 FROM messages m WHERE m.user_id = u.user_id AND m.about = ${about})`
const OPERATORS = `user_preferences u JOIN users o ON o.id = u.user_id
  AND u.notify_operator = 1 AND o.role = 'super-user' AND o.disabled_at IS NULL`
const MAX_AT_ONCE = 100

const readerOf = (row: ReaderRow) => ({
  userId: row.user_id,
  chosen: row,
  browsers: row.browsers?.split(' ') ?? [],
})

const listInvitations = (reader: Reader, since: number): Promise<News[]> =>
  reader.list(
    `SELECT i.id, w.name, ${READER} FROM wallet_shares i JOIN wallets w ON w.id = i.wallet_id
       JOIN user_preferences u ON u.user_id = i.guest_id AND u.notify = 1
     WHERE i.status = 'pending' AND i.created_at > $1 AND ${isNew(`'invitation ' || i.id`)} LIMIT ${MAX_AT_ONCE}`,
    [since],
    (row: ReaderRow & { id: string; name: string }) => ({
      ...readerOf(row),
      about: `invitation ${row.id}`,
      content: { kind: 'invited', wallet: row.name },
    }),
  )

/** Tokens that have spent nine tenths of their budget in a period that may still last; the longest is a month. */
const listBudgets = (reader: Reader, at: number): Promise<News[]> =>
  reader.list(
    `SELECT t.id, p.since, a.name, ${READER} FROM spending p JOIN acl_tokens t ON p.scope = 'token:' || t.id
       JOIN acls a ON a.id = t.acl_id JOIN user_preferences u ON u.user_id = a.user_id AND u.notify = 1
     WHERE p.since > $1 AND p.since > $2 - CASE t.budget_period WHEN 'day' THEN ${DAY} WHEN 'week' THEN ${7 * DAY} ELSE ${31 * DAY} END
       AND p.spent_msat >= t.budget_sats * 900
       AND ${isNew(`'budget ' || t.id || ' ' || CAST(p.since AS TEXT)`)} LIMIT ${MAX_AT_ONCE}`,
    [at - 31 * DAY, at],
    (row: ReaderRow & { id: string; since: bigint; name: string }) => ({
      ...readerOf(row),
      about: `budget ${row.id} ${row.since}`,
      content: { kind: 'budget', program: row.name },
    }),
  )

/** Tokens that expire within a week, except those made for little longer. */
const listExpiring = (reader: Reader, at: number): Promise<News[]> =>
  reader.list(
    `SELECT t.id, t.expires_at, a.name, ${READER} FROM acl_tokens t JOIN acls a ON a.id = t.acl_id
       JOIN user_preferences u ON u.user_id = a.user_id AND u.notify = 1
     WHERE t.expires_at > $1 AND t.expires_at <= $2 AND t.expires_at - t.created_at > ${8 * DAY}
       AND ${isNew(`'expiring ' || t.id || ' ' || CAST(t.expires_at AS TEXT)`)} LIMIT ${MAX_AT_ONCE}`,
    [at, at + 7 * DAY],
    (row: ReaderRow & { id: string; expires_at: bigint; name: string }) => ({
      ...readerOf(row),
      about: `expiring ${row.id} ${row.expires_at}`,
      content: { kind: 'expiring', program: row.name, expiresAt: Number(row.expires_at) },
    }),
  )

const listAlarmNews = (reader: Reader, since: number): Promise<News[]> =>
  reader.list(
    `SELECT a.id, a.at, a.kind, a.detail, ${READER} FROM ${OPERATORS} CROSS JOIN alarms a
     WHERE a.acknowledged_at IS NULL AND a.at > $1 AND ${isNew(`'alarm ' || CAST(a.id AS TEXT) || ' ' || CAST(a.at AS TEXT)`)}
     ORDER BY a.id LIMIT ${MAX_AT_ONCE}`,
    [since],
    (row: ReaderRow & { id: bigint; at: bigint; kind: string; detail: string }) => ({
      ...readerOf(row),
      about: `alarm ${row.id} ${row.at}`,
      content: { kind: 'alarm', alarm: row.kind, detail: row.detail },
    }),
  )

async function listTroubleNews(reader: Reader, troubles: readonly Trouble[], day: number): Promise<News[]> {
  const lists = troubles.map((what) =>
    reader.list(
      `SELECT ${READER} FROM ${OPERATORS} WHERE ${isNew('$1')} LIMIT ${MAX_AT_ONCE}`,
      [`${what} ${day}`],
      (row: ReaderRow): News => ({ ...readerOf(row), about: `${what} ${day}`, content: { kind: 'trouble', what } }),
    ),
  )
  return (await Promise.all(lists)).flat()
}
