import { ServiceError } from '@satchel/http/service-error'
import { type Command, defineCommand } from '../db/database.ts'
import { forgetDeliveries } from './forget-deliveries.ts'
import {
  type DueMove,
  type FailedDelivery,
  freeLeases,
  insertDeliveries,
  moveDue,
  type NewDelivery,
  queueAgain,
  setDelivered,
  setFailed,
} from './delivery-store.ts'

const ROWS_PER_STATEMENT = 25

export interface OweDeliveries {
  readonly deliveries: readonly NewDelivery[]
  /** The event up to which everything is now queued. */
  readonly cursor: bigint
  /** Unix milliseconds. */
  readonly now: number
}

/** Stores deliveries and event cursor in one transaction, so that a crash cannot separate them. */
export const oweDeliveries = defineCommand({
  name: 'owe-deliveries',
  canInterleave: ({ deliveries }: OweDeliveries) => deliveries.length === 0,
  run: async (tx, input: OweDeliveries) => {
    const { deliveries, cursor, now } = input
    for (const some of slices(deliveries)) await tx.run(insertDeliveries(some, Math.floor(now / 1000), now))
    // Never move the cursor back: another process may be ahead.
    await tx.run({
      sql: `INSERT INTO cursors (name, value) VALUES ('webhooks', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value
            WHERE CAST(cursors.value AS BIGINT) < CAST(excluded.value AS BIGINT)`,
      params: [String(cursor)],
    })
  },
})

/** Returns the ids of the rows that were changed. */
export const moveDeliveries = defineCommand({
  name: 'move-deliveries',
  run: async (tx, { moves }: { moves: readonly DueMove[] }): Promise<string[]> => {
    const moved: string[] = []
    for (const some of slices(moves)) {
      const counts = await tx.together(some.map(moveDue))
      moved.push(...some.filter((_move, index) => counts[index] === 1).map(({ id }) => id))
    }
    return moved
  },
})

/** `sessions`: those that may still be working on what they leased. */
export const freeDeliveries = defineCommand({
  name: 'free-deliveries',
  run: (tx, { sessions, now }: { sessions: readonly string[]; now: number }) => tx.run(freeLeases(sessions, now)),
})

export type StoreAttempt =
  | { readonly kind: 'delivered'; readonly id: string; readonly status: number; readonly at: number }
  | ({ readonly kind: 'failed' } & FailedDelivery)

export const storeAttempt = defineCommand({
  name: 'store-delivery-attempt',
  run: (tx, attempt: StoreAttempt) =>
    tx.run(attempt.kind === 'delivered' ? setDelivered(attempt.id, attempt.status, attempt.at) : setFailed(attempt)),
})

export interface Redeliver {
  readonly walletId: string
  readonly id: string
  /** Unix milliseconds. */
  readonly now: number
}

export const redeliverWebhook = defineCommand({
  name: 'redeliver-webhook',
  run: (tx, { walletId, id, now }: Redeliver) =>
    tx.run({
      ...queueAgain(walletId, id, now),
      rows: 1,
      otherwise: () => new ServiceError('not_found', 'Delivery not found.', [], { word: 'delivery_not_found' }),
    }),
})

/** For the table of all commands. */
export const WEBHOOK_COMMANDS: readonly Command<never, unknown>[] = [
  forgetDeliveries,
  oweDeliveries,
  moveDeliveries,
  freeDeliveries,
  storeAttempt,
  redeliverWebhook,
]

/** Splits into slices of few different lengths, because each length is a separate prepared statement. */
function slices<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS_PER_STATEMENT) }, (_slice, index) =>
    all.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  )
}
