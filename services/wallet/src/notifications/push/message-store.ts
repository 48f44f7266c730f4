import { type Change, defineCommand, type Reader } from '../../db/database.ts'
import { isLeaseLost } from '../../db/is-lease-lost.ts'
import { inFairOrder } from '../../throttle/fair-order.ts'

/** The data of a message; never a key, a hash or an address. */
export type MessageContent =
  | { readonly kind: 'received'; readonly msat: string; readonly wallet: string }
  | { readonly kind: 'invited'; readonly wallet: string }
  | { readonly kind: 'budget'; readonly program: string }
  | { readonly kind: 'expiring'; readonly program: string; readonly expiresAt: number }
  | { readonly kind: 'trouble'; readonly what: 'disk-full' }
  | { readonly kind: 'nostr-code'; readonly pubkey: string }
  | { readonly kind: 'alarm'; readonly alarm: string; readonly detail: string }

export interface NewMessage {
  readonly userId: string
  readonly about: string
  /** `mail`, `nostr`, or a subscription's id. */
  readonly target: string
  readonly content: MessageContent
}

export interface Message extends NewMessage {
  readonly seq: number
  readonly tries: number
  /** Unix milliseconds. */
  readonly dueAt: number
  /** Unix seconds. */
  readonly createdAt: number
}

/** Stores messages and cursor in one transaction, so that a restart neither repeats nor loses a message. */
export const queueMessages = defineCommand({
  name: 'queue-messages',
  canInterleave: ({ messages }: QueueMessages) => messages.length === 0,
  run: async (tx, { messages, cursor, now }: QueueMessages) => {
    for (const message of messages) await tx.run(insertMessage(message, now))
    if (cursor === undefined) return
    await tx.run({
      sql: `INSERT INTO cursors (name, value) VALUES ('messages', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value
            WHERE CAST(cursors.value AS BIGINT) < CAST(excluded.value AS BIGINT)`,
      params: [String(cursor)],
    })
  },
})

interface QueueMessages {
  readonly messages: readonly NewMessage[]
  readonly cursor?: bigint | undefined
  /** Unix milliseconds. */
  readonly now: number
}

export const insertMessage = ({ userId, about, target, content }: NewMessage, now: number): Change => ({
  sql: `INSERT INTO messages (user_id, about, target, content, created_at, due_at) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (about, user_id, target) DO NOTHING`,
  params: [userId, about, target, JSON.stringify(content), Math.floor(now / 1000), now],
})

interface MessageRow {
  readonly seq: bigint
  readonly user_id: string
  readonly about: string
  readonly target: string
  readonly content: string
  readonly created_at: bigint
  readonly due_at: bigint
  readonly tries: bigint
}

/** In fair order. */
export const listDueMessages = (
  reader: Reader,
  nowMs: number,
  limit: number,
  without: readonly string[],
): Promise<Message[]> =>
  reader.list(
    `SELECT m.* FROM (${inFairOrder(
      'SELECT user_id AS account, target AS destination, due_at, seq FROM messages WHERE due_at IS NOT NULL AND due_at <= $1',
      '$2',
      without,
    )}) AS fair JOIN messages m ON m.seq = fair.seq ORDER BY fair.place, fair.due_at, fair.seq`,
    [nowMs, limit, ...without],
    (row: MessageRow) => ({
      seq: Number(row.seq),
      userId: row.user_id,
      about: row.about,
      target: row.target,
      content: JSON.parse(row.content) as MessageContent,
      createdAt: Number(row.created_at),
      dueAt: Number(row.due_at),
      tries: Number(row.tries),
    }),
  )

export interface MessageMove {
  readonly seq: number
  readonly from: number
  /** The new due time; undefined: the message is sent or given up. */
  readonly to: number | undefined
  /** The session that leases it until then. */
  readonly by?: string
}

/** Returns the ids of the messages that no other process had moved. */
export const moveMessages = defineCommand({
  name: 'move-messages',
  run: async (tx, { moves }: { moves: readonly MessageMove[] }): Promise<number[]> => {
    const moved: number[] = []
    for (const { seq, from, to, by } of moves) {
      const changed = await tx.run({
        sql: `UPDATE messages SET due_at = $3, leased_by = $4,
              tries = tries + ${by === undefined ? 0 : 1} WHERE seq = $1 AND due_at = $2`,
        params: [seq, from, to ?? null, by ?? null],
      })
      if (changed === 1) moved.push(seq)
    }
    return moved
  },
})

/** Makes messages leased by ended sessions due now. */
export const freeMessages = defineCommand({
  name: 'free-messages',
  run: (tx, { sessions, now }: { sessions: readonly string[]; now: number }) =>
    tx.run({
      sql: `UPDATE messages SET due_at = $1, leased_by = NULL WHERE ${isLeaseLost(sessions)}`,
      params: [now, ...sessions],
    }),
})

/** Longer than any event is read again. */
export const MESSAGES_KEPT_SECONDS = 30 * 86_400

export const forgetMessages = defineCommand({
  name: 'forget-messages',
  run: (tx, { before }: { before: number }) =>
    tx.run({ sql: 'DELETE FROM messages WHERE created_at < $1', params: [before] }),
})

export const MESSAGE_COMMANDS = [forgetMessages, freeMessages, moveMessages, queueMessages]
