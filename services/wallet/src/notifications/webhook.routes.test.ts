import { describe, expect, test } from 'vitest'
import { openTestNotifications } from '../../test/world/notifications/open-test-notifications.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { findWebhookSecret } from '../wallets/wallet-store.ts'
import { webhookRoutes } from './webhook.routes.ts'
import { readWebhookSecrets } from './webhook-secrets.ts'

const BASE = '/api/v1/wallet/webhook'

describe.each(LOGIC_DIALECTS)('webhook routes on %s', (dialect) => {
  async function openRoutes() {
    const world = await openTestNotifications(dialect)
    let woken = 0
    const app = await world.openApp((routes) =>
      webhookRoutes(routes, {
        db: world.db,
        vault: world.vault,
        clock: () => world.now,
        publicKey: world.key.publicKey,
        onQueued: () => (woken += 1),
      }),
    )
    const wallet = await world.openWallet()
    const call = async (method: 'GET' | 'POST', path: string, key = wallet.adminKey) => {
      const answer = await app.inject({ method, url: `${BASE}${path}`, headers: { 'x-api-key': key } })
      return { status: answer.statusCode, body: answer.json() }
    }
    return { world, wallet, call, woken: () => woken }
  }

  test('the owner reads the secret, the public key and the newest calls', async () => {
    const { world, wallet, call } = await openRoutes()
    const paid = await world.pay(wallet, { webhook: 'http://127.0.0.1:1/hook' })
    for (let index = 0; index < 20; index += 1) await world.pay(wallet, { webhook: 'http://127.0.0.1:1/later' })
    await world.queue()
    const { status, body } = await call('GET', '')
    expect(status).toBe(200)
    expect(body).toEqual({
      secret: await findWebhookSecret(world.db, world.vault, wallet.id),
      public_key: world.key.publicKey,
      deliveries: expect.anything(),
    })
    expect(body.deliveries).toHaveLength(20)
    const { body: page } = await call('GET', '/deliveries?limit=5&offset=20')
    expect(page).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        event: 'payment_received',
        checking_id: paid.checkingId,
        url: 'http://127.0.0.1:1/hook',
        state: 'waiting',
        attempts: 0,
        last_status: null,
        last_error: null,
        last_error_code: null,
        created_at: world.now / 1000,
        delivered_at: null,
        next_attempt_at: world.now / 1000,
      },
    ])
  })

  test('a rotation shows a new secret and keeps the old one beside it', async () => {
    const { world, wallet, call } = await openRoutes()
    const { body: before } = await call('GET', '')
    const { status, body: after } = await call('POST', '/rotate')
    expect(status).toBe(200)
    expect(after.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(after.secret).not.toBe(before.secret)
    expect((await call('GET', '')).body.secret).toBe(after.secret)
    const stored = (await findWebhookSecret(world.db, world.vault, wallet.id)) ?? ''
    expect(readWebhookSecrets(stored, world.now / 1000)).toEqual({ current: after.secret, previous: before.secret })
  })

  test('a call is queued again from the start of its schedule, and the worker is woken', async () => {
    const { world, wallet, call, woken } = await openRoutes()
    await world.pay(wallet, { webhook: 'http://127.0.0.1:1/hook' })
    await world.queue()
    await world.sender().doDue()
    const failed = (await call('GET', '/deliveries')).body[0]
    expect(failed).toMatchObject({ last_error_code: 'blocked', attempts: 1, next_attempt_at: world.now / 1000 + 5 })
    expect(await call('POST', `/deliveries/${failed.id}/redeliver`)).toEqual({
      status: 200,
      body: { detail: 'Webhook queued again' },
    })
    expect(woken()).toBe(1)
    const again = (await call('GET', '/deliveries')).body[0]
    expect(again).toMatchObject({ id: failed.id, attempts: 0, next_attempt_at: world.now / 1000 })
  })

  test('a wallet cannot read or repeat the calls of another', async () => {
    const { world, wallet, call } = await openRoutes()
    const stranger = await world.openWallet()
    await world.pay(wallet, { webhook: 'http://127.0.0.1:1/hook' })
    await world.queue()
    const [own] = (await call('GET', '/deliveries')).body
    expect((await call('GET', '/deliveries', stranger.adminKey)).body).toEqual([])
    expect((await call('GET', '', stranger.adminKey)).body.deliveries).toEqual([])
    const foreign = await call('POST', `/deliveries/${own.id}/redeliver`, stranger.adminKey)
    const unknown = await call('POST', '/deliveries/none/redeliver', stranger.adminKey)
    expect(foreign).toEqual({ status: 404, body: { detail: 'Delivery not found.', code: 'delivery_not_found' } })
    expect(foreign).toEqual(unknown)
    expect((await call('POST', '/deliveries/a%00b/redeliver')).status).toBe(404)
  })

  test('every route needs the admin key, and pages have limits', async () => {
    const { wallet, call } = await openRoutes()
    const routes = [
      ['GET', ''],
      ['POST', '/rotate'],
      ['GET', '/deliveries'],
      ['POST', '/deliveries/x/redeliver'],
    ] as const
    for (const [method, path] of routes) {
      expect((await call(method, path, wallet.invoiceKey)).status).toBe(403)
      expect((await call(method, path, 'f'.repeat(32))).status).toBe(401)
      expect((await call(method, path, '')).status).toBe(401)
    }
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'offset=1e99']) {
      expect((await call('GET', `/deliveries?${query}`)).status).toBe(422)
    }
  })
})
