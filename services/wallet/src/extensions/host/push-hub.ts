import type { Database } from '../../db/database.ts'

/** One message on a channel. */
export interface Push {
  /** Ascends. */
  readonly id: bigint
  /** JSON text. */
  readonly body: string
}

export interface PushHub {
  /** Hears of every message on the channel after `after`; undefined = from now on. Returns the way out. */
  listen(extId: string, channel: string, after: bigint | undefined, hear: (push: Push) => void): Promise<() => void>
  stop(): void
}

const BATCH = 500
/** Wake-ups of other processes may get lost. */
const POLL_MS = 1000
/** A reconnecting listener gets what it has missed of the last half minute (extensions.md B20). */
const REPLAYED_SECONDS = 30

interface Row {
  readonly id: bigint
  readonly ext_id: string
  readonly channel: string
  readonly body: string
}

/** Messages reach the listeners of every process after their commit; nothing is read while nobody listens. */
export function createPushHub(db: Database, clock: () => number): PushHub {
  const listeners = new Map<string, Set<(push: Push) => void>>()
  let cursor = 0n
  let running: Promise<void> | undefined
  let again = false
  let forget = (): void => undefined
  let timer: NodeJS.Timeout | undefined

  const deliver = async (): Promise<void> => {
    do {
      again = false
      const sql = 'SELECT id, ext_id, channel, body FROM extension_pushes WHERE id > $1 ORDER BY id LIMIT $2'
      const rows = await db.list(sql, [cursor, BATCH], (row: Row) => row)
      for (const { id, ext_id, channel, body } of rows) {
        cursor = id
        for (const hear of listeners.get(`${ext_id} ${channel}`) ?? []) hear({ id, body })
      }
      again ||= rows.length === BATCH
    } while (again)
  }
  const wake = (): void => {
    if (listeners.size === 0) return
    again = true
    running ??= deliver()
      .catch(() => undefined)
      .finally(() => {
        running = undefined
      })
  }
  const begin = async (): Promise<void> => {
    cursor = (await findLastId(db)) ?? 0n
    forget = db.onCommit(wake)
    timer = setInterval(wake, POLL_MS)
  }
  const end = (): void => {
    forget()
    clearInterval(timer)
  }
  return {
    async listen(extId, channel, after, hear) {
      const key = `${extId} ${channel}`
      if (listeners.size === 0) await begin()
      const all = listeners.get(key) ?? new Set()
      const since = Math.floor(clock() / 1000) - REPLAYED_SECONDS
      let told = after ?? (await findLastId(db)) ?? 0n
      const once = (push: Push): void => {
        if (push.id <= told) return
        told = push.id
        hear(push)
      }
      for (const missed of await listMissed(db, { extId, channel, after: told, since })) once(missed)
      all.add(once)
      listeners.set(key, all)
      wake()
      return () => {
        all.delete(once)
        if (all.size === 0 && listeners.get(key) === all) listeners.delete(key)
        if (listeners.size === 0) end()
      }
    },
    stop() {
      listeners.clear()
      end()
    },
  }
}

const findLastId = (db: Database): Promise<bigint | undefined> =>
  db.first('SELECT COALESCE(MAX(id), 0) AS id FROM extension_pushes', [], (row: { id: bigint }) => row.id)

const listMissed = (
  db: Database,
  { extId, channel, after, since }: { extId: string; channel: string; after: bigint; since: number },
): Promise<Push[]> =>
  db.list(
    `SELECT id, body FROM extension_pushes WHERE ext_id = $1 AND channel = $2 AND id > $3 AND at >= $4 ORDER BY id LIMIT 500`,
    [extId, channel, after, since],
    (row: Push) => ({ id: row.id, body: row.body }),
  )
