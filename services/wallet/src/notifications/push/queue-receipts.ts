import type { Log } from '@satchel/http/log'
import type { Clock } from '../../base/clock.ts'
import type { Database, Reader } from '../../db/database.ts'
import { type EventFollower, followEvents } from '../../events/follow-events.ts'
import { type NewMessage, queueMessages } from './message-store.ts'

/** Available ways to send messages besides browsers. */
export interface MessageWays {
  readonly mail: boolean
  readonly nostr: boolean
}

export interface QueueReceiptsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly ways: MessageWays
  readonly onQueued: () => void
}

const CURSOR_EVERY_EVENTS = 1000
/** Older events are skipped after a long stop. */
const FRESH_SECONDS = 86_400

/** Queues a message for every payment that a user wants messages about, continuing where the last process stopped. */
export async function queueReceipts({ db, clock, log, ways, onQueued }: QueueReceiptsDeps): Promise<EventFollower> {
  const after = await findCursor(db)
  let unremembered = 0
  return followEvents({
    db,
    log,
    what: 'queuing messages',
    after,
    async handle(events) {
      const [first, last] = [events[0], events.at(-1)]
      if (first === undefined || last === undefined) return
      const since = Math.floor(clock() / 1000) - FRESH_SECONDS
      const received = events.some(({ kind, at }) => kind === 'payment-received' && at > since)
      const messages = received ? await listReceipts(db, { after: first.id - 1n, last: last.id, since, ways }) : []
      unremembered += events.length
      if (messages.length === 0 && unremembered < CURSOR_EVERY_EVENTS) return
      await db.transact(queueMessages, { messages, cursor: last.id, now: clock() })
      unremembered = 0
      if (messages.length > 0) onQueued()
    },
  })
}

export const hasCursor = async (db: Database): Promise<boolean> => (await findCursor(db)) !== undefined

const findCursor = (db: Database): Promise<bigint | undefined> =>
  db.first(`SELECT value FROM cursors WHERE name = 'messages'`, [], (row: { value: string }) => BigInt(row.value))

interface Range {
  readonly after: bigint
  readonly last: bigint
  readonly since: number
  readonly ways: MessageWays
}

/** The channels that a user has chosen. */
export const chosenWays = (
  ways: MessageWays,
  chosen: { readonly notify_mail: bigint; readonly notify_nostr: bigint },
): string[] => [
  ...(ways.mail && chosen.notify_mail === 1n ? ['mail'] : []),
  ...(ways.nostr && chosen.notify_nostr === 1n ? ['nostr'] : []),
]

/** One message for each browser of the owner that had subscribed, and one for each other way that the owner has chosen. */
async function listReceipts(reader: Reader, { after, last, since, ways }: Range): Promise<NewMessage[]> {
  const rows = await reader.list(
    `SELECT e.id, w.user_id, w.name, p.amount_msat, u.notify_mail, u.notify_nostr,
       (SELECT string_agg(s.id, ' ') FROM push_subscriptions s WHERE s.user_id = w.user_id AND s.created_at <= e.at) AS browsers
     FROM events e JOIN payments p ON p.checking_id = e.checking_id JOIN wallets w ON w.id = e.wallet_id
       JOIN user_preferences u ON u.user_id = w.user_id
     WHERE e.id > $1 AND e.id <= $2 AND e.kind = 'payment-received' AND e.at > $3
       AND u.notify = 1 AND p.amount_msat >= u.notify_min_sats * 1000 ORDER BY e.id`,
    [after, last, since],
    (row: ReceiptRow) => row,
  )
  return rows.flatMap((row) => {
    const targets = [...(row.browsers?.split(' ') ?? []), ...chosenWays(ways, row)]
    const content = { kind: 'received', msat: String(row.amount_msat), wallet: row.name } as const
    return targets.map((target) => ({ userId: row.user_id, about: `event ${row.id}`, target, content }))
  })
}

interface ReceiptRow {
  readonly id: bigint
  readonly user_id: string
  readonly name: string
  readonly amount_msat: bigint
  readonly notify_mail: bigint
  readonly notify_nostr: bigint
  readonly browsers: string | null
}
