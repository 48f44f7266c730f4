import { readdirSync, readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { finalizeEvent } from 'nostr-tools/pure'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../world/test-database.ts'
import { beginFlood, type Post, post } from './noisy/flood.ts'
import { findSlowed, measure, p99, toMs } from './noisy/response-times.ts'
import { type ServiceProcess, startService } from './stages/service-process.ts'

const LIMIT = 300
const ATTACKER = '10.9.0.1'
/** Nested as deep as a body of this size can be: what costs a parser most. */
const NESTED = `${'['.repeat(475_000)}${']'.repeat(475_000)}`
const FORM = `grant_type=refresh_token&refresh_token=${'x'.repeat(950_000)}`
const JSON_TYPE = 'application/json'
const ROUTES: readonly Post[] = [
  { path: '/api/v1/payments', body: NESTED, contentType: JSON_TYPE },
  { path: '/api/v1/auth', body: NESTED, contentType: JSON_TYPE },
  { path: '/lnbits/api/v1/payments', body: NESTED, contentType: JSON_TYPE },
  { path: '/lnbits/api/v1/auth', body: NESTED, contentType: JSON_TYPE },
  { path: '/oauth/token', body: FORM, contentType: 'application/x-www-form-urlencoded' },
  { path: '/lnurlp/api/v1/', body: NESTED, contentType: JSON_TYPE },
  { path: '/no/such/place', body: NESTED, contentType: JSON_TYPE },
]
const REFUSED = new Set(['413', '429', 'cut'])
const REQUESTS = 200
const IDLE_MS = 2000
const MAX_CPU_MS = 3
const CONNECTIONS = 15
const SAMPLES = 200
const WARM_UP = 50
const MAX_FACTOR = 3
/** A calm p99 below this counts as this: two cores share the service, its strangers and who measures. */
const FLOOR_MS = 25
const EVENTS = 200
const FLOOD_MS = 120_000

let place: TestDatabase
let service: ServiceProcess
beforeAll(async () => {
  place = await createTestDatabase('sqlite')
  service = await startService({
    place,
    env: {
      SERVICE_RATE_LIMIT_NO: String(LIMIT),
      SERVICE_TRUSTED_PROXIES: '127.0.0.1',
      SERVICE_NOSTR_OWN_RELAY: 'true',
      SERVICE_USER_DEFAULT_EXTENSIONS: 'nwcprovider,lnurlp',
    },
  })
})
afterAll(async () => {
  await service?.kill()
  await place?.drop()
})

/** What all threads of the process have used so far, to the nanosecond; `/proc/…/stat` counts hundredths of a second. */
function cpuMs(): number {
  const tasks = `/proc/${service.pid}/task`
  return readdirSync(tasks).reduce((sum, task) => {
    const [nanoseconds = 0] = readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ').map(Number)
    return sum + nanoseconds / 1e6
  }, 0)
}

/** What the process uses by itself, in a millisecond. */
async function idleShare(): Promise<number> {
  const before = cpuMs()
  await delay(IDLE_MS)
  return (cpuMs() - before) / IDLE_MS
}

async function passTheLimit(address: string): Promise<void> {
  let status = 200
  for (let count = 0; status !== 429; count += 1) {
    if (count > LIMIT) throw new Error('there is no limit')
    ;({ status } = await service.call('GET', '/api/v1/currencies', { headers: { 'x-forwarded-for': address } }))
  }
}

test(
  'a request over the limit costs at most 3 ms of CPU time, whatever its path and its body',
  async () => {
    await passTheLimit(ATTACKER)
    const agent = new Agent({ keepAlive: true, maxSockets: 4 })
    onTestFinished(() => agent.destroy())
    const costs: Record<string, number> = {}
    const idle = await idleShare()
    for (const each of ROUTES) {
      const send = async () => post(service.url, each, ATTACKER, agent)
      await send()
      const [before, begun] = [cpuMs(), performance.now()]
      const answers = new Set<string>()
      for (let count = 0; count < REQUESTS; count += 4) {
        for (const answer of await Promise.all([send(), send(), send(), send()])) answers.add(answer)
      }
      costs[each.path] = (cpuMs() - before - idle * (performance.now() - begun)) / REQUESTS
      // Too large for anybody, or over the limit, or both.
      expect([each.path, [...answers].filter((answer) => !REFUSED.has(answer))]).toEqual([each.path, []])
    }
    process.stdout.write(`CPU time of a request over the limit: ${JSON.stringify(costs)} ms\n`)
    expect(Object.entries(costs).filter(([, cost]) => cost > MAX_CPU_MS)).toEqual([])
  },
  FLOOD_MS,
)

/** What one account with one wallet connection may sign: valid requests, and the same ones again. */
async function signEvents(): Promise<{ readonly key: string; readonly events: object[] }> {
  const registered = { username: 'app-owner', password: 'a password of these accounts' }
  const { body: session } = await service.call('POST', '/api/v1/auth/register', { body: registered })
  const { body: wallets } = await service.call('GET', '/api/v1/wallets', { token: session.access_token })
  const key = wallets[0].adminkey
  const made = await service.call('POST', '/nwcprovider/api/v1/', {
    key,
    body: { description: 'App', permissions: ['balance'], unlimited: true },
  })
  expect(made.status).toBe(201)
  const secret = Buffer.from(new URL(made.body.connection_uri).searchParams.get('secret') ?? '', 'hex')
  const tags = [['p', made.body.service_pubkey]]
  const now = Math.floor(Date.now() / 1000)
  const events = Array.from({ length: EVENTS }, (_, nth) =>
    finalizeEvent({ kind: 23194, created_at: now, tags, content: `request ${nth}` }, secret),
  )
  return { key, events }
}

test(
  'beside 30 connections of a stranger who is over his limits, others wait at most three times as long',
  async () => {
    const { key, events } = await signEvents()
    const headers = { 'x-forwarded-for': '10.9.0.2' }
    let turn = 0
    /** Honest people are many: each keeps within the limit. */
    const from = () => ({ ...headers, 'x-forwarded-for': `10.8.${(turn += 1) % 200}.1` })
    const deeds = {
      'the state is asked': async () => {
        expect((await service.call('GET', '/api/v1/health', { headers: from() })).status).toBe(200)
      },
      'a balance is read': async () => {
        expect((await service.call('GET', '/api/v1/wallet', { key, headers: from() })).status).toBe(200)
      },
    }
    await measure(deeds, WARM_UP)
    const calm = await measure(deeds, SAMPLES)
    await passTheLimit('10.9.0.3')
    const plan = { url: service.url, address: '10.9.0.3', posts: ROUTES, postConnections: CONNECTIONS }
    // Sockets are opened by requests: one within its limit opens them.
    const floods = [
      await beginFlood({ ...plan, events: [], sockets: 0 }),
      await beginFlood({ ...plan, address: '10.9.0.4', posts: [], postConnections: 0, events, sockets: CONNECTIONS }),
    ]
    onTestFinished(async () => void (await Promise.all(floods.map((flood) => flood.end()))))
    const answers = async () => Object.assign({}, ...(await Promise.all(floods.map((flood) => flood.answers()))))
    await expect
      .poll(answers, { timeout: 20_000, interval: 200 })
      .toMatchObject({ OK: expect.any(Number), 429: expect.any(Number) })
    const attacked = await measure(deeds, SAMPLES)
    const counts = await answers()
    for (const deed of Object.keys(deeds)) {
      const [before, now] = [p99(calm[deed] ?? []), p99(attacked[deed] ?? [])]
      process.stdout.write(`${deed}: p99 ${toMs(before)} calm, ${toMs(now)} beside ${JSON.stringify(counts)}\n`)
    }
    expect(findSlowed(calm, attacked, (before) => MAX_FACTOR * Math.max(FLOOR_MS, before))).toEqual([])
  },
  FLOOD_MS,
)
