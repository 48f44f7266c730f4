import { createWorker, type WorkerOptions } from '@satchel/worker/worker'
import type { Database } from '../../../db/database.ts'

/** One message on a channel. */
export interface Push {
  /** Ascends. */
  readonly id: bigint
  /** JSON text. */
  readonly body: string
}

export interface PushHub {
  /** Passes on every message of the channel after `after`; undefined = from now on. Returns a function that ends it. */
  listen(extId: string, channel: string, after: bigint | undefined, listener: Listener): Promise<() => void>
  stop(): Promise<void>
}

type Listener = (push: Push) => void

const BATCH = 500
/** Polls, too: a notification from another process may get lost. */
const POLL_MS = 1000
/** A reconnecting listener gets the messages that it missed in the last half minute (rule X40). */
const REPLAYED_SECONDS = 30

interface Row {
  readonly id: bigint
  readonly ext_id: string
  readonly channel: string
  readonly body: string
}

/** Messages reach the listeners of every process after their commit. Without listeners nothing is read. */
export function createPushHub(db: Database, clock: () => number, log: WorkerOptions['log']): PushHub {
  const listeners = new Map<string, Set<Listener>>()
  let cursor: bigint | undefined

  const deliver = async (): Promise<void> => {
    for (let isMore = true; isMore && cursor !== undefined; ) {
      const rows = await db.list(
        'SELECT id, ext_id, channel, body FROM extension_pushes WHERE id > $1 ORDER BY id LIMIT $2',
        [cursor, BATCH],
        (row: Row) => row,
      )
      for (const { id, ext_id, channel, body } of rows) {
        cursor = id
        for (const listener of listeners.get(keyOf(ext_id, channel)) ?? []) listener({ id, body })
      }
      if (listeners.size === 0) cursor = undefined
      isMore = rows.length === BATCH
    }
  }
  const worker = createWorker({ work: deliver, everyMs: POLL_MS, what: 'reading the messages of extensions', log })
  const stopListening = db.onCommit(worker.wake)
  return {
    async listen(extId, channel, after, listener) {
      const key = keyOf(extId, channel)
      const ordered = createOrderedListener(listener)
      const all = listeners.get(key) ?? new Set()
      listeners.set(key, all.add(ordered.live))
      const end = (): void => {
        all.delete(ordered.live)
        if (all.size === 0 && listeners.get(key) === all) listeners.delete(key)
      }
      try {
        const last = (await findLastId(db)) ?? 0n
        cursor ??= last
        const since = Math.floor(clock() / 1000) - REPLAYED_SECONDS
        const missed = await listMissed(db, { extId, channel, after: after ?? last, since })
        ordered.begin(after ?? last, missed)
        worker.wake()
        return end
      } catch (error) {
        end()
        throw error
      }
    },
    async stop() {
      listeners.clear()
      stopListening()
      await worker.stop()
    },
  }
}

const keyOf = (extId: string, channel: string): string => `${extId} ${channel}`

/** Delivers each message once and in order: new messages wait while missed ones are read. */
function createOrderedListener(listener: Listener): {
  readonly live: Listener
  begin(after: bigint, missed: readonly Push[]): void
} {
  let last: bigint | undefined
  const waiting: Push[] = []
  const pass = (push: Push): void => {
    if (last === undefined || push.id <= last) return
    last = push.id
    listener(push)
  }
  return {
    live: (push) => {
      if (last === undefined) waiting.push(push)
      else pass(push)
    },
    begin(after, missed) {
      last = after
      for (const push of [...missed, ...waiting.splice(0)]) pass(push)
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
