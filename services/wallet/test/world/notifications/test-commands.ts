import { randomBytes } from 'node:crypto'
import { commandTable, defineCommand, type Tx } from '../../../src/db/database.ts'
import { appendEvent, type NewEvent } from '../../../src/events/event-log.ts'
import { WEBHOOK_COMMANDS } from '../../../src/notifications/webhook-commands.ts'
import { moveSend } from '../../../src/payments/states/move-payment.ts'
import { insertPayment, type NewPayment } from '../../../src/payments/states/payment-store.ts'
import { QUEUE_COMMANDS } from '../../../src/throttle/leased-queue.ts'
import { addWallet, resetKeys, rotateWebhookSecret } from '../../../src/wallets/wallet-commands.ts'

// For tests: payments that happen without a node, in a module that the SQLite writer can load in its thread.

export const happen = defineCommand({
  name: 'test-happen',
  run: async (tx, input: { payment?: NewPayment; events: readonly NewEvent[]; at: number }) => {
    if (input.payment !== undefined) await insert(tx, input.payment)
    await tx.together(input.events.map((event) => appendEvent(input.at, event)))
  },
})

/** A failed send is dispatched first, then failed with a reason. */
async function insert(tx: Tx, payment: NewPayment): Promise<void> {
  if (payment.direction === 'in' || payment.state !== 'failed') return void (await tx.run(insertPayment(payment)))
  await tx.run(insertPayment({ ...payment, state: 'reserved' }))
  const { checkingId } = payment
  await tx.run(moveSend('not sent', { checkingId, set: { failure: 'no route' } }))
}

/** Here a wallet needs no user. */
export const openTestWallet = defineCommand({ name: 'test-open-wallet', run: addWallet })

/** Many due webhooks of one wallet, none of them tried yet. */
export const owe = defineCommand({
  name: 'test-owe',
  run: async (tx, input: { walletId: string; url: string; count: number; now: number }) => {
    for (let index = 0; index < input.count; index += 1) {
      await tx.run({
        sql: `INSERT INTO deliveries (id, event_id, wallet_id, checking_id, url, body, state, due_at, created_at)
              VALUES ($1, $2, $3, $1, $4, '{}', 'waiting', $5, 1)`,
        params: [randomBytes(8).toString('hex'), randomBytes(6).readUIntBE(0, 6), input.walletId, input.url, input.now],
      })
    }
  },
})

export const commands = commandTable([
  ...QUEUE_COMMANDS,
  ...WEBHOOK_COMMANDS,
  happen,
  openTestWallet,
  owe,
  resetKeys,
  rotateWebhookSecret,
] as never)
