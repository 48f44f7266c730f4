import { expect, test } from 'vitest'
import { openNwcWorld } from '../../services/wallet/world/nostr/open-nwc-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/world/test-database.ts'
import { NWCPROVIDER } from './nwcprovider.ts'

const INFO = { permissions: ['info'] }

/** A service that works by itself, whose clock stands still: what happens here happens because of what was changed. */
const open = async (dialect: (typeof LOGIC_DIALECTS)[number] = 'sqlite') => {
  const opened = await openNwcWorld(NWCPROVIDER, dialect, { running: true })
  const { relays, owner, world, post, appOf } = opened
  // Of many changes at one moment only some are followed at once, and opening the world made some.
  world.advance(1)
  const infosOf = (service: string) =>
    relays.map(({ events }) =>
      events.filter(({ kind, pubkey }) => kind === 13194 && pubkey === service).map(({ content }) => content),
    )
  /** Until both relays have received these, in this order. */
  const announced = (service: string, ...infos: readonly string[]) =>
    expect.poll(() => infosOf(service), { timeout: 5000, interval: 10 }).toEqual([infos, infos])
  const change = async (id: string, body: object) =>
    expect(await world.call('PUT', `/nwcprovider/api/v1/${id}`, { key: owner.adminKey, body })).toMatchObject({
      status: 200,
    })
  const connect = async (body: object) => {
    const app = appOf((await post(body as never)).body)
    await announced(app.service, 'get_info')
    return app
  }
  return { ...opened, announced, change, connect }
}

test.each(LOGIC_DIALECTS)(
  'a new connection answers immediately, and a change of it is announced immediately, on %s',
  async (dialect) => {
    const { announced, change, connect } = await open(dialect)
    const first = await connect(INFO)
    expect(await first.ask('get_info')).toMatchObject({ error: null })
    const second = await connect(INFO)
    expect(await second.ask('get_info')).toMatchObject({ error: null })
    await change(first.id, { permissions: ['info', 'balance'] })
    await announced(first.service, 'get_info', 'get_balance get_info')
    expect(await first.ask('get_balance')).toMatchObject({ error: null })
    // What apps need not know of is not announced again.
    await change(first.id, { description: 'Another name' })
    await change(second.id, { permissions: ['balance'] })
    await announced(second.service, 'get_info', 'get_balance')
    await announced(first.service, 'get_info', 'get_balance get_info')
  },
)

test('what is deleted, or switched off by its owner, is not listened to any more, and switched on again it is', async () => {
  const { world, relays, owner, connect } = await open()
  const [gone, left] = [await connect(INFO), await connect(INFO)]
  const connections = () => relays.map((relay) => relay.connections())
  await world.call('DELETE', `/nwcprovider/api/v1/${gone.id}`, { key: owner.adminKey })
  await expect.poll(() => relays.map((relay) => relay.listensTo(gone.service))).toEqual([false, false])
  expect(relays.map((relay) => relay.listensTo(left.service))).toEqual([true, true])
  const use = (active: boolean) =>
    world.call('PUT', '/api/v1/extension/nwcprovider', { key: owner.adminKey, body: { active } })
  await use(false)
  await expect.poll(connections).toEqual([0, 0])
  // Of many changes at one moment only some are followed at once.
  world.advance(1)
  await use(true)
  await expect.poll(() => relays.map((relay) => relay.listensTo(left.service))).toEqual([true, true])
  expect(await left.ask('get_info')).toMatchObject({ error: null })
})

test('a hundred connections made together are all served, and relays do not get a subscription for each', async () => {
  const { world, relay, post } = await open()
  const made = await Promise.all(Array.from({ length: 100 }, () => post(INFO)))
  const heard = () => {
    world.advance(1)
    return made.filter(({ body }) => relay.listensTo(body.service_pubkey)).length
  }
  await expect.poll(heard, { timeout: 15_000, interval: 100 }).toBe(100)
  expect(relay.asked).toBeLessThan(30)
})
