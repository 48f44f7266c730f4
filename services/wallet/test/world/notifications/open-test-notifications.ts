import { createHash, randomBytes } from 'node:crypto'
import { Detail } from '@satchel/http/detail'
import type { HttpApp } from '@satchel/http/http-app'
import { SILENT_LOG } from '@satchel/http/log'
import { unauthenticated } from '@satchel/http/service-error'
import { openTestApp } from '@satchel/http/world/open-test-app'
import { msat } from '@satchel/money/units'
import { createOutbound } from '@satchel/outbound/outbound'
import { onTestFinished } from 'vitest'
import { createAccessRules } from '../../../src/access/access-rules.ts'
import { newId } from '../../../src/base/ids.ts'
import type { Database, Dialect } from '../../../src/db/database.ts'
import { openDatabase } from '../../../src/db/open-database.ts'
import type { EventKind } from '../../../src/events/event-log.ts'
import { deliverWebhooks } from '../../../src/notifications/deliver-webhooks.ts'
import { queueWebhooks } from '../../../src/notifications/queue-webhooks.ts'
import { deriveWebhookKey, type WebhookKey } from '../../../src/notifications/sign-webhook.ts'
import { WEBHOOK_COMPONENTS } from '../../../src/notifications/webhook.routes.ts'
import type { NewPayment } from '../../../src/payments/states/payment-store.ts'
import type { LanePoller } from '../../../src/throttle/queue-lane.ts'
import type { Wallet } from '../../../src/wallets/wallet.ts'
import { createKeyVault, type KeyVault } from '../../../src/wallets/wallet-keys.ts'
import { prepareWallet } from '../../../src/wallets/wallet-secrets.ts'
import { findWallet, findWalletByKey } from '../../../src/wallets/wallet-store.ts'
import { createTestDatabase } from '../test-database.ts'
import { happen, openTestWallet } from './test-commands.ts'

const COMMANDS = new URL('./test-commands.ts', import.meta.url).href

export interface TestNotifications {
  readonly db: Database
  readonly url: string
  readonly vault: KeyVault
  readonly key: WebhookKey
  /** Unix milliseconds; tests move it. */
  now: number
  openWallet(): Promise<Wallet>
  /** A payment and the event that it has finished, or an event of `kind`. */
  pay(wallet: Wallet, about?: Partial<NewPayment> & { kind?: EventKind }): Promise<NewPayment>
  sender(options?: { allowPrivate?: boolean; timeoutMs?: number; db?: Database }): LanePoller
  /** Queues everything that is not queued yet, as after a start. */
  queue(): Promise<void>
  openApp(routes: (app: HttpApp) => void): Promise<HttpApp>
}

/** For tests: a real database with wallets, a fixed clock, and the follower of payments. Closed when the test ends. */
export async function openTestNotifications(dialect: Dialect): Promise<TestNotifications> {
  const place = await createTestDatabase(dialect)
  const db = await openDatabase(place.url, COMMANDS)
  const vault = createKeyVault(new Uint8Array(32).fill(7))
  const key = deriveWebhookKey(new Uint8Array(32).fill(9))
  onTestFinished(async () => {
    await db.close()
    await place.drop()
  })
  const world: TestNotifications = {
    db,
    url: place.url,
    vault,
    key,
    now: Date.UTC(2026, 10, 20, 12),
    async openWallet() {
      const prepared = prepareWallet(vault, newId(), 'Shop', 1)
      await db.transact(openTestWallet, prepared)
      return (await findWallet(db, vault, prepared.id)) as Wallet
    },
    async pay(wallet, { kind = 'payment-received', ...about } = {}) {
      const payment = newPayment(wallet, Math.floor(world.now / 1000), about)
      const { checkingId, walletId } = payment
      await db.transact(happen, { payment, events: [{ kind, walletId, checkingId }], at: payment.createdAt })
      return payment
    },
    sender: ({ allowPrivate = true, timeoutMs = 2000, db: own = db } = {}) =>
      deliverWebhooks({
        db: own,
        vault,
        key,
        outbound: createOutbound({ allowPrivate, allow: [], userAgent: 'satchel/test' }),
        clock: () => world.now,
        random: () => 0.5,
        log: SILENT_LOG,
        timeoutMs,
      }),
    async queue() {
      const follower = await queueWebhooks({ db, clock: () => world.now, log: SILENT_LOG, onQueued: () => undefined })
      await follower.caughtUp()
      await follower.stop()
    },
    openApp: (routes) => openKeyedApp(db, vault, routes),
  }
  return world
}

function newPayment(wallet: Wallet, at: number, about: Partial<NewPayment>): NewPayment {
  return {
    checkingId: newId(),
    walletId: wallet.id,
    direction: 'in',
    state: 'success',
    sourceId: 1,
    paymentHash: createHash('sha256').update(randomBytes(32)).digest('hex'),
    bolt11: 'lnbcrt1example',
    amountMsat: msat(21_500n),
    createdAt: at,
    expiresAt: at + 3600,
    ...about,
  } as NewPayment
}

/** Only wallet keys open anything here. */
async function openKeyedApp(db: Database, vault: KeyVault, routes: (app: HttpApp) => void): Promise<HttpApp> {
  const access = createAccessRules({
    async findByKey(key) {
      const found = await findWalletByKey(db, vault, key)
      return found && { via: 'key', right: found.kind, wallet: found.wallet, digest: found.digest }
    },
    async readToken() {
      throw unauthenticated('no tokens here')
    },
    readSession: async () => undefined,
    findUserWallet: async () => undefined,
    listViewedWallets: async () => [],
  })
  const app = await openTestApp(routes, {
    access: { ...access },
    validationDetail: 'text',
    components: [Detail, ...WEBHOOK_COMPONENTS],
  })
  onTestFinished(() => app.close())
  return app
}

/** Reopens the same database as another process would. */
export async function openAgain(world: TestNotifications): Promise<Database> {
  const db = await openDatabase(world.url, COMMANDS)
  onTestFinished(() => db.close())
  return db
}
