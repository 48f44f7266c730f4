import { expect, test } from 'vitest'
import { openNwcWorld } from '../../services/wallet/test/world/nostr/open-nwc-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { NWCPROVIDER } from './nwcprovider.ts'

const INFO = { permissions: ['info'] }

/** A service with background work, whose clock stands still: it reacts to changes only. */
const open = async (dialect: (typeof LOGIC_DIALECTS)[number] = 'sqlite') => {
  const opened = await openNwcWorld(NWCPROVIDER, dialect, { running: true })
  const { relays, owner, world, post, appOf } = opened
  // Only some of many concurrent changes are followed immediately, and opening the world made some.
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
    // Changes that apps do not need are not announced again.
    await change(first.id, { description: 'Another name' })
    await change(second.id, { permissions: ['balance'] })
    await announced(second.service, 'get_info', 'get_balance')
    await announced(first.service, 'get_info', 'get_balance get_info')
  },
)

test('deleted and deactivated connections are not served, and served again after activation', async () => {
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
  // Only some of many concurrent changes are followed immediately.
  world.advance(1)
  await use(true)
  await expect.poll(() => relays.map((relay) => relay.listensTo(left.service))).toEqual([true, true])
  expect(await left.ask('get_info')).toMatchObject({ error: null })
})

test('a hundred connections created together are all served, without a subscription for each per relay', async () => {
  const { world, relay, post } = await open()
  const made = await Promise.all(Array.from({ length: 100 }, () => post(INFO)))
  const heard = () => {
    world.advance(1)
    return made.filter(({ body }) => relay.listensTo(body.service_pubkey)).length
  }
  await expect.poll(heard, { timeout: 15_000, interval: 100 }).toBe(100)
  expect(relay.asked).toBeLessThan(30)
})
