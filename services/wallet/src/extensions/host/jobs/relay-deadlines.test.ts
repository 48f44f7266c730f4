import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import type { NostrEvent } from '@satchel/extension-sdk/nostr'
import { SILENT_LOG } from '@satchel/http/log'
import { openFreezingForwarder } from '@satchel/lightning/world/peer-parts/freezing-forwarder'
import { openTestRelay } from '@satchel/lightning/world/peers/nwc/test-relay'
import { createOutbound } from '@satchel/outbound/outbound'
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { openWorld } from '../../../../test/world/open-world.ts'
import { openRelay, RELAY_DEADLINES } from '../nostr/relay-client.ts'
import { publishEvent } from '../relays/publish-event.ts'
import { createPublishJob } from '../relays/publish-job.ts'
import { createRelayLine } from '../relays/relay-line.ts'
import { queueJobs } from '../stores/job-store.ts'
import { openJobLane } from './open-lanes.ts'

const EVENT: NostrEvent = finalizeEvent(
  { kind: 1, created_at: 1_700_000_000, tags: [], content: 'news' },
  generateSecretKey(),
)

function relayDeps(times: { timeoutMs?: number; pingMs?: number } = {}) {
  const rules = { allowPrivate: true, allow: [] }
  const outbound = createOutbound({ ...rules, userAgent: 'satchel/test' })
  onTestFinished(() => outbound.close())
  return { outbound, rules, timeoutMs: 150, ...times }
}

/** Sends a line of an answer every few milliseconds, for ever. */
async function openDripping(): Promise<number> {
  const server = createTcpServer((socket) => {
    const drip = setInterval(() => socket.write('x-a: b\r\n'), 10)
    socket.on('error', () => undefined).on('close', () => clearInterval(drip))
    socket.write('HTTP/1.1 101 Switching Protocols\r\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const PARTS = { onMessage: () => undefined, onClose: () => undefined }

test('a relay that accepts the connection and never ends the handshake is given up by the deadline', async () => {
  const line = await openFreezingForwarder()
  const begun = performance.now()
  expect(await openRelay(relayDeps(), `ws://127.0.0.1:${line.port}`, PARTS)).toHaveProperty('problem')
  expect(performance.now() - begun).toBeLessThan(2000)
  await expect.poll(() => line.connections()).toBe(0)
})

test('a relay whose handshake arrives byte by byte has the same deadline', async () => {
  expect(await openRelay(relayDeps(), `ws://127.0.0.1:${await openDripping()}`, PARTS)).toHaveProperty('problem')
})

test.each([
  ['never shakes hands', false],
  ['is silent after the handshake', true],
])('publishing to a relay that %s ends by the deadline with a problem', async (_how, shakesHands) => {
  const relay = await openTestRelay()
  relay.silent = true
  const line = await openFreezingForwarder(shakesHands ? Number(new URL(relay.url).port) : undefined)
  expect(await publishEvent(relayDeps(), EVENT, `ws://127.0.0.1:${line.port}`)).toMatch(/^The relay/)
  await expect.poll(() => line.connections()).toBe(0)
})

test('relays that never end the handshake free their slots', async () => {
  const world = await openWorld({ dialect: 'sqlite' })
  onTestFinished(() => world.close())
  const [silent, good] = [await openFreezingForwarder(), await openTestRelay()]
  const clock = (): number => world.nowSeconds() * 1000
  const urls = [...Array.from({ length: 8 }, (_, at) => `ws://127.0.0.1:${silent.port}/${at}`), good.url]
  const jobs = urls.map((relay) => ({
    extId: 'herald',
    itemId: '',
    walletId: null,
    kind: 'nostr' as const,
    account: 'one',
    reference: `${EVENT.id} ${relay}`,
    payload: JSON.stringify({ event: EVENT, relay }),
  }))
  await world.db.transact(queueJobs, { jobs: jobs as never, now: clock() })
  const deps = { db: world.db, clock, log: SILENT_LOG, relays: relayDeps(), outsidePerAccount: 8 }
  const lane = openJobLane(deps, 'publish', { perform: createPublishJob(deps, { publish: () => undefined }) })
  await lane.fill()
  await expect.poll(() => good.received.length, { timeout: 5000 }).toBe(1)
  await lane.settled()
  expect(silent.connections()).toBe(0)
})

test('a frozen connection is detected and reopened, and subscribes again', async () => {
  const relay = await openTestRelay()
  const line = await openFreezingForwarder(Number(new URL(relay.url).port))
  let nowMs = 1_700_000_000_000
  const nostrConfig = { relays: [], lookBackSeconds: 0, hasOwnRelay: false }
  const deps = { relays: relayDeps({ pingMs: 40 }), clock: () => nowMs, log: SILENT_LOG, nostrConfig }
  const followed = createRelayLine(deps, `ws://127.0.0.1:${line.port}`, async () => true)
  onTestFinished(() => followed.close())
  const wanted = [{ relays: [], filter: { kinds: [1], authors: [], '#p': [] }, announce: [] }]
  followed.follow(wanted)
  await expect.poll(() => relay.asked).toBe(1)
  line.freeze()
  line.thaw()
  await expect.poll(() => line.connections()).toBe(0)
  nowMs += 2000
  followed.follow(wanted)
  await expect.poll(() => relay.asked).toBe(2)
})

test('a relay that sends a forged event is disconnected, and one that sends unrelated events is not', async () => {
  const relay = await openTestRelay()
  const nostrConfig = { relays: [], lookBackSeconds: 0, hasOwnRelay: false }
  const deps = { relays: relayDeps(), clock: () => 1_700_000_000_000, log: SILENT_LOG, nostrConfig }
  const heard: unknown[] = []
  const line = createRelayLine(deps, relay.url, async (event) => {
    heard.push(event)
    return event !== 'forged'
  })
  onTestFinished(() => line.close())
  line.follow([{ relays: [], filter: { kinds: [1], authors: [], '#p': [] }, announce: [] }])
  await expect.poll(() => relay.asked).toBe(1)
  relay.say(['EVENT', 'satchel', 'good'])
  await expect.poll(() => heard).toEqual(['good'])
  expect(relay.connections()).toBe(1)
  relay.say(['EVENT', 'satchel', 'forged'])
  await expect.poll(() => relay.connections()).toBe(0)
})

/** A line to a port where first nothing listens, after a night of vain attempts. */
async function openAfterManyFailures() {
  const place = createServer().listen(0, '127.0.0.1')
  await once(place, 'listening')
  const { port } = place.address() as AddressInfo
  await new Promise((resolve) => place.close(resolve))
  const time = { nowMs: 1_700_000_000_000 }
  let failures = 0
  const log = { ...SILENT_LOG, info: () => void (failures += 1) } as typeof SILENT_LOG
  const nostrConfig = { relays: [], lookBackSeconds: 0, hasOwnRelay: false }
  const deps = { relays: relayDeps(), clock: () => time.nowMs, log, nostrConfig }
  const line = createRelayLine(deps, `ws://127.0.0.1:${port}`, async () => true)
  onTestFinished(() => line.close())
  for (let count = 1; count <= 12; count += 1) {
    time.nowMs += 3_600_000
    line.follow([])
    await expect.poll(() => failures).toBe(count)
  }
  return { line, time, port }
}

async function listenOn(port: number): Promise<() => number> {
  const server = new WebSocketServer({ port, host: '127.0.0.1' })
  await once(server, 'listening')
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  return () => server.clients.size
}

test('however long a relay was down, it is reconnected within 30 seconds after it is up', async () => {
  const { line, time, port } = await openAfterManyFailures()
  const connected = await listenOn(port)
  time.nowMs += 30_000 - RELAY_DEADLINES.timeoutMs - 1000
  line.follow([])
  await expect.poll(connected).toBe(1)
})

test('a clock that steps back does not delay the reconnection', async () => {
  const { line, time, port } = await openAfterManyFailures()
  const connected = await listenOn(port)
  time.nowMs -= 86_400_000
  line.follow([])
  await expect.poll(connected).toBe(1)
})
