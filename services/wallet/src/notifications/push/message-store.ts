import { type Change, defineCommand } from '../../db/database.ts'
import type { LeasedQueue } from '../../throttle/leased-queue.ts'

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
  readonly user_id: string
  readonly about: string
  readonly target: string
  readonly content: string
  readonly created_at: bigint
}

export const MESSAGES: LeasedQueue<Message> = {
  name: 'messages',
  table: 'messages',
  account: 'user_id',
  destination: 'target',
  leaseMs: 30_000,
  toWork: (row: MessageRow) => ({
    userId: row.user_id,
    about: row.about,
    target: row.target,
    content: JSON.parse(row.content) as MessageContent,
    createdAt: Number(row.created_at),
  }),
}

/** Longer than any event is read again. */
export const MESSAGES_KEPT_SECONDS = 30 * 86_400

export const forgetMessages = defineCommand({
  name: 'forget-messages',
  run: (tx, { before }: { before: number }) =>
    tx.run({ sql: 'DELETE FROM messages WHERE created_at < $1', params: [before] }),
})

export const MESSAGE_COMMANDS = [forgetMessages, queueMessages]
