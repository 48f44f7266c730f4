import { SILENT_LOG } from '@satchel/http/log'
import { expect, onTestFinished, test } from 'vitest'
import { openLnurlService } from '../../test/world/lnurl-service.ts'
import { openWorld } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { queueWebhooks } from './queue-webhooks.ts'

const HOOK = 'https://shop.example/paid'

async function open(dialect: (typeof LOGIC_DIALECTS)[number]) {
  const world = await openWorld({ dialect })
  onTestFinished(() => world.close())
  const [service, wallet] = [await openLnurlService(world), await world.openWallet(1000)]
  const post = (path: string, body: object) => world.call('POST', path, { key: wallet.adminKey, body })
  const calls = async () => {
    const { db } = world
    const follower = await queueWebhooks({
      db,
      clock: () => world.nowSeconds() * 1000,
      log: SILENT_LOG,
      onQueued: () => undefined,
    })
    await follower.caughtUp()
    await follower.stop()
    return db.list('SELECT url, body FROM deliveries', [], (row: { url: string; body: string }) => ({
      url: row.url,
      ...(JSON.parse(row.body) as { status: string; amount: number }),
    }))
  }
  return { world, service, post, calls }
}

test.each(LOGIC_DIALECTS)(
  'the webhook of a payment to an address or an LNURL is called once with its outcome, on %s',
  async (on) => {
    const { world, service, post, calls } = await open(on)
    for (const [path, lnurl] of [
      ['/api/v1/payments/lnurl', `alice@${service.host}`],
      ['/api/v1/lnurlpay', service.url('/pay')],
    ] as const) {
      expect((await post(path, { lnurl, amount: 21_000, webhook: HOOK })).status).toBe(201)
    }
    await world.tick()
    await calls()
    expect(await calls()).toMatchObject([
      { url: HOOK, status: 'success' },
      { url: HOOK, status: 'success' },
    ])
  },
)

test.each(LOGIC_DIALECTS)('the webhook of a withdrawal is called once, when its invoice is paid, on %s', async (on) => {
  const { world, service, post, calls } = await open(on)
  const body = { lnurl: service.url('/withdraw'), amount: 21, webhook: HOOK }
  expect((await post('/api/v1/lnurlwithdraw', body)).status).toBe(201)
  expect(await calls()).toEqual([])
  const [bolt11 = ''] = service.handedOver
  expect((await world.send(await world.openWallet(100), bolt11)).status).toBe(201)
  await world.tick()
  await calls()
  expect(await calls()).toMatchObject([{ url: HOOK, status: 'success', amount: 21 }])
})

test.each(LOGIC_DIALECTS)(
  'a webhook URL that can never be called is 422 before the service is called, on %s',
  async (on) => {
    const { service, post, calls } = await open(on)
    const asked = service.asked().length
    for (const [path, amount] of [
      ['/api/v1/payments/lnurl', 21_000],
      ['/api/v1/lnurlpay', 21_000],
      ['/api/v1/lnurlwithdraw', 21],
    ] as const) {
      const answer = await post(path, { lnurl: `alice@${service.host}`, amount, webhook: 'ftp://x.example' })
      expect([answer.status, answer.body.errors?.[0]?.loc]).toEqual([422, ['body', 'webhook']])
    }
    expect(service.asked()).toHaveLength(asked)
    expect(await calls()).toEqual([])
  },
)
