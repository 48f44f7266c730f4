import { createPublicKey, verify } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { SILENT_LOG } from '@satchel/http/log'
import { openHttpServer } from '@satchel/outbound/world/loopback-server'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import {
  openAgain,
  openTestNotifications,
  type TestNotifications,
} from '../../test/world/notifications/open-test-notifications.ts'
import { owe } from '../../test/world/notifications/test-commands.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { rotateWebhookSecret } from '../wallets/wallet-commands.ts'
import { findWebhookSecret } from '../wallets/wallet-store.ts'
import { type Delivery, listWalletDeliveries } from './delivery-store.ts'
import { queueWebhooks } from './queue-webhooks.ts'
import { redeliverWebhook } from './webhook-commands.ts'
import { rotateWebhookSecrets } from './webhook-secrets.ts'

interface Call {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Answer = (response: ServerResponse, call: number) => void
const ok: Answer = (response) => response.writeHead(204).end()
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end()

/** A real receiver that remembers its calls. */
async function openReceiver(answer: Answer = ok) {
  const calls: Call[] = []
  const server = await openHttpServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      calls.push({ headers: request.headers, body })
      answer(response, calls.length)
    })
  })
  return { url: `http://127.0.0.1:${server.port}/hook`, calls }
}

const header = (call: Call | undefined, name: string): string => String(call?.headers[name])

describe.each(LOGIC_DIALECTS)('webhook delivery on %s', (dialect) => {
  async function openWorld() {
    const world = await openTestNotifications(dialect)
    const wallet = await world.openWallet()
    return { world, wallet }
  }
  const log = (world: TestNotifications, wallet: Wallet): Promise<Delivery[]> =>
    listWalletDeliveries(world.db, wallet.id, { limit: 500, offset: 0 })
  const payAndSend = async (world: TestNotifications, wallet: Wallet, webhook: string) => {
    const paid = await world.pay(wallet, { webhook })
    await world.queue()
    await world.sender().doDue()
    return paid
  }

  test('a call has the body, and signatures that the reference library and the published key verify', async () => {
    const { world, wallet } = await openWorld()
    world.now = Date.now()
    const receiver = await openReceiver()
    const paid = await payAndSend(world, wallet, receiver.url)
    const [delivery] = await log(world, wallet)
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, lastStatus: 204, dueAt: undefined })
    expect(delivery?.deliveredAt).toBe(Math.floor(world.now / 1000))

    const [call] = receiver.calls
    expect(header(call, 'content-type')).toBe('application/json')
    expect(header(call, 'webhook-id')).toBe(delivery?.id)
    const secret = (await findWebhookSecret(world.db, world.vault, wallet.id)) ?? ''
    const proven = new Webhook(secret).verify(call?.body ?? '', call?.headers as Record<string, string>)
    expect(proven).toMatchObject({ checking_id: paid.checkingId, status: 'success' })
    const x = Buffer.from(world.key.publicKey.slice(5), 'base64').toString('base64url')
    const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
    const v1a = /v1a,(\S+)/.exec(header(call, 'webhook-signature'))?.[1] ?? ''
    const text = `${header(call, 'webhook-id')}.${header(call, 'webhook-timestamp')}.${call?.body}`
    expect(verify(null, Buffer.from(text), publicKey, Buffer.from(v1a, 'base64'))).toBe(true)
  })

  test('a receiver that fails is called again on schedule, with the same id and a new time, until it accepts (A26, E3)', async () => {
    const { world, wallet } = await openWorld()
    const start = world.now
    const receiver = await openReceiver((response, call) => status(call < 3 ? 500 : 200)(response, call))
    await payAndSend(world, wallet, receiver.url)
    expect((await log(world, wallet))[0]).toMatchObject({
      state: 'waiting',
      attempts: 1,
      lastStatus: 500,
      lastError: 'The receiver answered 500.',
      dueAt: start + 5000,
    })
    const sender = world.sender()
    world.now = start + 4999
    await sender.doDue()
    expect(receiver.calls).toHaveLength(1)
    world.now = start + 5000
    await sender.doDue()
    world.now += 300_000
    await sender.doDue()
    expect((await log(world, wallet))[0]).toMatchObject({ state: 'delivered', attempts: 3, lastError: undefined })
    expect(new Set(receiver.calls.map((call) => header(call, 'webhook-id'))).size).toBe(1)
    const times = receiver.calls.map((call) => Number(header(call, 'webhook-timestamp')) - start / 1000)
    expect(times).toEqual([0, 5, 305])
    expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1)
  })

  test('after ten failed attempts it is given up', async () => {
    const { world, wallet } = await openWorld()
    const receiver = await openReceiver(status(500))
    await payAndSend(world, wallet, receiver.url)
    const sender = world.sender()
    for (let attempt = 2; attempt <= 12; attempt += 1) {
      world.now += 25 * 3_600_000
      await sender.doDue()
    }
    expect(receiver.calls).toHaveLength(10)
    expect((await log(world, wallet))[0]).toMatchObject({ state: 'given-up', attempts: 10, dueAt: undefined })
  })

  test('410 ends the retries, a redirect is not followed, Retry-After is respected', async () => {
    const { world, wallet } = await openWorld()
    const target = await openReceiver()
    const gone = await openReceiver(status(410))
    const moved = await openReceiver(status(307, { location: target.url }))
    const busy = await openReceiver(status(429, { 'retry-after': '90' }))
    for (const { url } of [gone, moved, busy]) await world.pay(wallet, { webhook: url })
    await world.queue()
    await world.sender().doDue()
    const byUrl = new Map((await log(world, wallet)).map((delivery) => [delivery.url, delivery]))
    expect(byUrl.get(gone.url)).toMatchObject({ state: 'refused', lastStatus: 410, dueAt: undefined })
    expect(byUrl.get(moved.url)).toMatchObject({ state: 'waiting', lastStatus: 307, dueAt: world.now + 5000 })
    expect(byUrl.get(busy.url)).toMatchObject({ state: 'waiting', lastStatus: 429, dueAt: world.now + 90_000 })
    expect(target.calls).toHaveLength(0)
  })

  test('a receiver at a private address is not called, and the log says that it was blocked (D9)', async () => {
    const { world, wallet } = await openWorld()
    const receiver = await openReceiver()
    await world.pay(wallet, { webhook: receiver.url })
    await world.queue()
    await world.sender({ allowPrivate: false }).doDue()
    expect(receiver.calls).toHaveLength(0)
    expect((await log(world, wallet))[0]).toMatchObject({
      state: 'waiting',
      attempts: 1,
      lastStatus: undefined,
      lastError: 'Blocked: The URL leads to an address that is not public.',
    })
  })

  test('after a rotation both secrets sign for a day', async () => {
    const { world, wallet } = await openWorld()
    world.now = Date.now()
    const receiver = await openReceiver()
    const old = (await findWebhookSecret(world.db, world.vault, wallet.id)) ?? ''
    const fresh = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
    const sealed = world.vault.seal(rotateWebhookSecrets(old, fresh, Math.floor(world.now / 1000)))
    const shown = { of: 'wallet', walletId: wallet.id, keyDigest: world.vault.digest(wallet.adminKey) } as const
    await world.db.transact(rotateWebhookSecret, { walletId: wallet.id, sealed, shown })
    await payAndSend(world, wallet, receiver.url)
    const [call] = receiver.calls
    for (const secret of [old, fresh])
      new Webhook(secret).verify(call?.body ?? '', call?.headers as Record<string, string>)
    world.now += 86_400_000
    await payAndSend(world, wallet, receiver.url)
    expect(header(receiver.calls[1], 'webhook-signature').match(/v1,/g)).toHaveLength(1)
  })

  test('receivers that never answer, and a long queue for one of them, do not delay the others (G10)', async () => {
    const { world, wallet } = await openWorld()
    let dies = true
    const held: ServerResponse[] = []
    const dead = await openReceiver((response, call) => (dies ? void held.push(response) : ok(response, call)))
    await world.db.transact(owe, { walletId: wallet.id, url: dead.url, count: 450, now: world.now - 1 })
    const others = await Promise.all(Array.from({ length: 19 }, () => openReceiver()))
    for (const { url } of others) await world.pay(wallet, { webhook: url })
    await world.queue()
    const sender = world.sender({ timeoutMs: 15_000 })
    const done = sender.doDue()
    await expect.poll(() => others.filter(({ calls }) => calls.length === 1).length, { timeout: 5000 }).toBe(19)
    expect(dead.calls).toHaveLength(2)
    await expect
      .poll(async () => (await log(world, wallet)).filter(({ state }) => state === 'delivered').length)
      .toBe(19)
    dies = false
    for (const response of held) response.writeHead(200).end()
    await done
    expect(dead.calls).toHaveLength(450)
    expect((await log(world, wallet)).every(({ state }) => state === 'delivered')).toBe(true)
  })

  test('one receiver gets two calls at a time, and in the end all of them', async () => {
    const { world, wallet } = await openWorld()
    let [open, most] = [0, 0]
    const receiver = await openReceiver((response) => {
      open += 1
      most = Math.max(most, open)
      setImmediate(() => {
        open -= 1
        response.writeHead(200).end()
      })
    })
    await world.db.transact(owe, { walletId: wallet.id, url: receiver.url, count: 30, now: world.now })
    await world.sender().doDue()
    expect(receiver.calls).toHaveLength(30)
    expect(most).toBeLessThanOrEqual(2)
  })

  test('a lease that was never released, as after a kill, expires, and the call is repeated with the same id', async () => {
    const { world, wallet } = await openWorld()
    const held: ServerResponse[] = []
    const receiver = await openReceiver((response, call) =>
      call === 1 ? void held.push(response) : ok(response, call),
    )
    await world.pay(wallet, { webhook: receiver.url })
    await world.queue()
    const dies = world.sender({ timeoutMs: 15_000 })
    void dies.doDue()
    await expect.poll(() => receiver.calls.length).toBe(1)
    const other = world.sender()
    await other.doDue()
    expect(receiver.calls).toHaveLength(1)
    world.now += 24_999
    await other.doDue()
    expect(receiver.calls).toHaveLength(1)
    world.now += 1
    await other.doDue()
    expect(receiver.calls).toHaveLength(2)
    expect(header(receiver.calls[1], 'webhook-id')).toBe(header(receiver.calls[0], 'webhook-id'))
    expect((await log(world, wallet))[0]).toMatchObject({ state: 'delivered', attempts: 2 })
    // What the late one has to say no longer counts.
    held[0]?.writeHead(500).end()
    await dies.stop()
    expect((await log(world, wallet))[0]).toMatchObject({ state: 'delivered', attempts: 2 })
  })

  test('stopping aborts a hanging call, which is due again immediately and does not count as an attempt', async () => {
    const { world, wallet } = await openWorld()
    const receiver = await openReceiver(() => undefined)
    await world.pay(wallet, { webhook: receiver.url })
    await world.queue()
    const sender = world.sender({ timeoutMs: 600_000 })
    sender.start()
    await expect.poll(() => receiver.calls.length).toBe(1)
    await sender.stop()
    expect((await log(world, wallet))[0]).toMatchObject({ state: 'waiting', attempts: 0, dueAt: world.now })
  })

  test('a webhook is called immediately after the commit of the payment, without polling', async () => {
    const { world, wallet } = await openWorld()
    const receiver = await openReceiver()
    const sender = world.sender()
    sender.start()
    const follower = await queueWebhooks({
      db: world.db,
      clock: () => world.now,
      log: SILENT_LOG,
      onQueued: sender.wake,
    })
    await world.pay(wallet, { webhook: receiver.url })
    await expect.poll(() => receiver.calls.length).toBe(1)
    await expect.poll(async () => (await log(world, wallet))[0]?.state).toBe('delivered')
    await follower.stop()
    await sender.stop()
  })

  test('a call is made again on demand, in any state', async () => {
    const { world, wallet } = await openWorld()
    const receiver = await openReceiver()
    await payAndSend(world, wallet, receiver.url)
    const [delivery] = await log(world, wallet)
    const id = delivery?.id ?? ''
    const again = (walletId: string) => world.db.transact(redeliverWebhook, { walletId, id, now: world.now })
    await expect(again('another wallet')).rejects.toMatchObject({ status: 404 })
    await again(wallet.id)
    await world.sender().doDue()
    expect(receiver.calls.map((call) => header(call, 'webhook-id'))).toEqual([id, id])
  })
})

test('two processes on one PostgreSQL make each call once', async () => {
  const world = await openTestNotifications('postgres')
  const wallet = await world.openWallet()
  const second = await openAgain(world)
  const receivers = await Promise.all(Array.from({ length: 5 }, () => openReceiver()))
  for (const { url } of receivers) {
    await world.db.transact(owe, { walletId: wallet.id, url, count: 8, now: world.now })
  }
  await Promise.all([world.sender().doDue(), world.sender({ db: second }).doDue()])
  const ids = receivers.flatMap(({ calls }) => calls.map((call) => header(call, 'webhook-id')))
  expect(ids).toHaveLength(40)
  expect(new Set(ids).size).toBe(40)
})
