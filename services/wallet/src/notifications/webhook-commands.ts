import { notFound } from '@satchel/http/service-error'
import { type Command, defineCommand } from '../db/database.ts'
import { insertDelivery, type NewDelivery } from './delivery-store.ts'
import { forgetDeliveries } from './forget-deliveries.ts'

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
    await tx.together(deliveries.map((delivery) => insertDelivery(delivery, now)))
    // Never move the cursor back: another process may be ahead.
    await tx.run({
      sql: `INSERT INTO cursors (name, value) VALUES ('webhooks', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value
            WHERE CAST(cursors.value AS BIGINT) < CAST(excluded.value AS BIGINT)`,
      params: [String(cursor)],
    })
  },
})

export interface Redeliver {
  readonly walletId: string
  readonly id: string
  /** Unix milliseconds. */
  readonly now: number
}

/** Restarts the schedule, with the first attempt immediately. */
export const redeliverWebhook = defineCommand({
  name: 'redeliver-webhook',
  run: (tx, { walletId, id, now }: Redeliver) =>
    tx.run({
      sql: `UPDATE deliveries SET state = 'waiting', attempts = 0, due_at = $3, leased_by = NULL WHERE id = $1 AND wallet_id = $2`,
      params: [id, walletId, now],
      rows: 1,
      otherwise: () => notFound('Delivery not found.', { code: 'delivery_not_found' }),
    }),
})

/** For the table of all commands. */
export const WEBHOOK_COMMANDS: readonly Command<never, unknown>[] = [forgetDeliveries, oweDeliveries, redeliverWebhook]
