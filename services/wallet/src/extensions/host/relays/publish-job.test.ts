import { defineExtension } from '@satchel/extension-sdk/extension'
import { reject } from '@satchel/extension-sdk/rejection'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Shape } from '@satchel/extension-sdk/shape'
import { openTestRelay } from '@satchel/lightning/world/peers/nwc/test-relay'
import { verifyEvent } from 'nostr-tools/pure'
import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../../../test/world/extensions/activate-extension.ts'
import { openWorld, type World } from '../../../../test/world/open-world.ts'

const FIELDS = {
  title: { type: 'text', max: 20, doc: 'What it says.' },
  readers: { type: 'int', by: 'server', default: 0, doc: 'How often it was read.' },
} as const satisfies Shape

const { route } = routeBuilders<typeof FIELDS>()

/** Publishes the requested event, and counts its readers. */
const HERALD = defineExtension({
  manifest: {
    id: 'herald',
    name: 'Herald',
    version: '1.0.0',
    short_description: 'Says it aloud.',
    api_version: 1,
    permissions: [
      { id: 'nostr', reason: 'says it aloud' },
      { id: 'receive', reason: 'is paid for it' },
    ],
  },
  resource: FIELDS,
  beforeCreate: async (draft) => ({ ...draft, readers: 0 }),
  routes: {
    'POST /public/:id/say': route({
      access: 'public',
      summary: 'Say it',
      body: {
        at: { type: 'int', doc: 'When.' },
        fail: { type: 'bool', default: false, doc: 'Say it, and then not.' },
        relays: { type: 'list', of: { scalar: 'text', max: 400 }, maxItems: 20, doc: 'Where.' },
      },
      async handle({ params, body }, ctx) {
        const item = await ctx.items.get(params.id)
        const template = { kind: 1, createdAt: body.at, tags: [['t', 'news']], content: item?.title ?? '' }
        await ctx.nostr.publish(template, body.relays)
        ctx.increment(item?.id ?? '', 'readers')
        if (body.fail) throw reject('Rather not.')
        return { json: { pubkey: ctx.nostr.pubkey } }
      },
    }),
  },
})

async function openHerald(env: Record<string, string> = {}) {
  const world = await openWorld({ dialect: 'sqlite', builtIns: [HERALD], env })
  onTestFinished(() => world.close())
  const owner = await world.openWallet()
  await activateExtension(world, owner, 'herald')
  const { body } = await world.call('POST', '/herald/api/v1/', { key: owner.adminKey, body: { title: 'Hear ye' } })
  const readers = async () =>
    (await world.call('GET', `/herald/api/v1/${body.id}`, { key: owner.adminKey })).body.readers
  const say = (relays: readonly string[], more: object = {}) =>
    world.call('POST', `/herald/public/${body.id}/say`, { body: { at: 1_700_000_000, relays, ...more } })
  return { world, say, readers }
}

const jobsOf = (world: World) =>
  world.db.list(
    `SELECT reference, done_at, error FROM extension_jobs WHERE kind = 'nostr' ORDER BY seq`,
    [],
    (row: { reference: string; done_at: bigint | null; error: string | null }) => row,
  )

test('an event is signed by the key of the installation and sent to each of its relays, five at most', async () => {
  const { world, say } = await openHerald()
  const relays = await Promise.all(Array.from({ length: 6 }, openTestRelay))
  const urls = relays.map(({ url }) => url)
  const { body } = await say([urls[0] ?? '', ...urls])
  expect(relays.flatMap(({ events }) => events)).toEqual([])
  await world.tick()
  expect(relays.map(({ events }) => events.length)).toEqual([1, 1, 1, 1, 1, 0])
  const [event] = relays[0]?.events ?? []
  expect(event).toMatchObject({ kind: 1, created_at: 1_700_000_000, content: 'Hear ye', pubkey: body.pubkey })
  expect(event !== undefined && verifyEvent(event)).toBe(true)
  await expect.poll(() => relays.map((relay) => relay.connections())).toEqual([0, 0, 0, 0, 0, 0])
  await world.restart()
  expect((await say([])).body.pubkey).toBe(body.pubkey)
})

test('a repeated event is sent once, and the event of a failed run never', async () => {
  const { world, say } = await openHerald()
  const relay = await openTestRelay()
  expect((await say([relay.url], { fail: true })).status).toBe(400)
  await world.tick()
  expect(relay.received).toEqual([])
  await say([relay.url])
  await say([relay.url])
  await world.tick()
  expect(relay.received).toHaveLength(1)
})

test('a relay that rejects an event gets it again later, over a restart, until the last retry', async () => {
  const { world, say } = await openHerald()
  const [relay, stubborn] = [await openTestRelay(), await openTestRelay()]
  relay.refusal = 'restricted: not now'
  stubborn.refusal = 'blocked: never'
  await say([relay.url, stubborn.url])
  await world.tick()
  await world.tick()
  expect(relay.received).toHaveLength(1)
  relay.refusal = undefined
  await world.restart()
  world.advance(5)
  await world.tick()
  expect(relay.received.map(({ id }) => id)).toEqual([relay.events[0]?.id, relay.events[0]?.id])
  for (let day = 0; day < 20; day += 1) {
    world.advance(86_400)
    await world.tick()
  }
  expect(relay.received).toHaveLength(2)
  expect(stubborn.received).toHaveLength(7)
  expect((await jobsOf(world)).filter(({ done_at }) => done_at === null)).toEqual([])
})

test.each<[named: string, env: Record<string, string>]>([
  ['ws://127.0.0.1:PORT', { SERVICE_ALLOW_PRIVATE_CALLBACKS: 'false' }],
  ['wss://127.0.0.1:PORT', { SERVICE_ALLOW_PRIVATE_CALLBACKS: 'false' }],
  ['wss://localhost:PORT', { SERVICE_ALLOW_PRIVATE_CALLBACKS: 'false' }],
  ['ws://user:pw@127.0.0.1:PORT', {}],
  ['http://127.0.0.1:PORT', {}],
  ['ws://127.0.0.1:PORT/\0', {}],
  [`ws://127.0.0.1:PORT/${'x'.repeat(380)}`, {}],
  ['nonsense', {}],
])('an event for a relay named %.50j is not sent, and nothing fails', async (named, env) => {
  const { world, say } = await openHerald(env)
  const relay = await openTestRelay()
  const seen: unknown[] = []
  relay.onConnection = () => seen.push(1)
  expect((await say([named.replace('PORT', new URL(relay.url).port)])).status).toBeLessThan(500)
  await world.tick()
  expect(seen).toEqual([])
  expect(relay.received).toEqual([])
})

test('a silent relay blocks only itself', async () => {
  const { world, say, readers } = await openHerald()
  const [dumb, relay] = [await openTestRelay(), await openTestRelay()]
  dumb.silent = true
  await say([dumb.url])
  const stuck = world.tick()
  await expect.poll(() => dumb.connections()).toBe(1)
  world.advance(10)
  await say([relay.url], { at: 5 })
  const other = world.tick()
  await expect.poll(() => relay.events.length).toBe(1)
  await expect.poll(readers).toBe(2)
  dumb.hangUp()
  await Promise.all([stuck, other])
  expect((await jobsOf(world)).map(({ error }) => error)).toEqual(['The relay has hung up.', null])
})

test('counts are written together some seconds later, and not for a failed run', async () => {
  const { world, say, readers } = await openHerald()
  await say([], { fail: true })
  for (let at = 0; at < 5; at += 1) await say([], { at })
  expect(await readers()).toBe(0)
  await world.tick()
  expect(await readers()).toBe(5)
  await say([])
  await world.tick()
  expect(await readers()).toBe(5)
  world.advance(10)
  await world.tick()
  expect(await readers()).toBe(6)
})
