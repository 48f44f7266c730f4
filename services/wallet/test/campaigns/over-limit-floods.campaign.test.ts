import { readdirSync, readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { finalizeEvent } from 'nostr-tools/pure'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../world/test-database.ts'
import { beginFlood, type Post, post } from './noisy/flood.ts'
import { measure, p99, type ResponseTimes, toMs } from './noisy/response-times.ts'
import { startStandIn } from './noisy/stand-in.ts'
import { type ServiceProcess, startService } from './stages/service-process.ts'

const LIMIT = 300
const ATTACKER = '10.9.0.1'
/** Nested as deep as possible for its size, which is the most expensive body for a parser. */
const NESTED = `${'['.repeat(475_000)}${']'.repeat(475_000)}`
const FORM = `grant_type=refresh_token&refresh_token=${'x'.repeat(950_000)}`
const JSON_TYPE = 'application/json'
const json = (path: string): Post => ({ path, body: NESTED, contentType: JSON_TYPE })
const form = (path: string): Post => ({ path, body: FORM, contentType: 'application/x-www-form-urlencoded' })
/** Bodies of an attacker who wants to stop the service. */
const DEAREST: readonly Post[] = [
  ...['/api/v1/payments', '/api/v1/auth', '/lnurlp/api/v1/', '/no/such/place'].map(json),
  ...['/lnbits/api/v1/payments', '/lnbits/api/v1/auth'].map(json),
  ...['/oauth/token', '/pages/form/x'].map(form),
]
const REFUSED = new Set(['413', '429', 'cut'])
/** Paths are measured in groups of this size. Each path of an expensive group is then measured alone, with more requests. */
const [GROUP, REQUESTS, MANY_REQUESTS, AT_ONCE] = [4, 8, 96, 32]
const IDLE_MS = 2000
const MAX_CPU_MS = 3
const CONNECTIONS = 15
const ROUNDS = 3
const SAMPLES = 100
const WARM_UP = 50
const MAX_FACTOR = 3
const EVENTS = 200
const FLOOD_MS = 300_000

const ENV = {
  SERVICE_RATE_LIMIT_NO: String(LIMIT),
  SERVICE_RATE_LIMIT_UNIT: 'hour',
  SERVICE_TRUSTED_PROXIES: '127.0.0.1',
  SERVICE_NOSTR_OWN_RELAY: 'true',
  SERVICE_USER_DEFAULT_EXTENSIONS: 'nwcprovider,lnurlp',
}

/** With its own API at the root, or with the dialect of LNbits. */
async function open(env: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  const place = await createTestDatabase('sqlite')
  const service = await startService({ place, env: { ...ENV, ...env } })
  onTestFinished(async () => {
    await service.kill()
    await place.drop()
  })
  return service
}

/** The CPU time of all threads of the process in nanoseconds; `/proc/…/stat` counts hundredths of a second. */
function cpuMs({ pid }: ServiceProcess): number {
  const tasks = `/proc/${pid}/task`
  return readdirSync(tasks).reduce((sum, task) => {
    const [nanoseconds = 0] = readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ').map(Number)
    return sum + nanoseconds / 1e6
  }, 0)
}

/** The CPU time of the idle process per millisecond. */
async function idleShare(service: ServiceProcess): Promise<number> {
  const before = cpuMs(service)
  await delay(IDLE_MS)
  return (cpuMs(service) - before) / IDLE_MS
}

/** Everything that the document of the API lists, with bodies as JSON and as a form; and what it hides. */
async function listPosts({ call }: ServiceProcess): Promise<Post[]> {
  const paths = (await call('GET', '/openapi.json')).body.paths as Readonly<Record<string, object>>
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, 'x') })),
  )
  expect(operations.length).toBeGreaterThan(300)
  const changing = operations.filter(({ method }) => method !== 'GET')
  return [
    ...DEAREST,
    ...changing.flatMap(({ method, path }) =>
      [json(path), json(`/lnbits${path}`), form(path)].map((one) => ({ ...one, method })),
    ),
    ...operations
      .filter(({ method }) => method === 'GET')
      .flatMap(({ path }) => [path, `/lnbits${path}`])
      .map((path) => ({ method: 'GET', path, body: '', contentType: JSON_TYPE })),
  ]
}

/** LndHub reports errors in the body of a 200. */
const SAYS_200 = /^(?:\/lnbits)?\/lndhub\/ext\//
async function passTheLimit({ call }: ServiceProcess, address: string): Promise<void> {
  let status = 200
  for (let count = 0; status !== 429; count += 1) {
    if (count > LIMIT) throw new Error('there is no limit')
    ;({ status } = await call('GET', '/api/v1/currencies', { headers: { 'x-forwarded-for': address } }))
  }
}

/** The CPU time of a request of each group, in milliseconds: `times` requests of each path, several of them at once. */
async function costsOf(
  service: ServiceProcess,
  groups: readonly Post[][],
  times: number,
): Promise<Map<Post[], number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  onTestFinished(() => agent.destroy())
  const idle = await idleShare(service)
  const costs = new Map<Post[], number>()
  for (const group of groups) {
    const letIn = new Set<Post>()
    const send = async (each: Post): Promise<void> => {
      const answer = await post(service.url, each, ATTACKER, agent)
      if (!REFUSED.has(answer) && !SAYS_200.test(each.path)) letIn.add(each)
    }
    const requests = Array.from({ length: times }, () => group).flat()
    const [before, begun] = [cpuMs(service), performance.now()]
    for (let sent = 0; sent < requests.length; sent += AT_ONCE)
      await Promise.all(requests.slice(sent, sent + AT_ONCE).map(send))
    costs.set(group, (cpuMs(service) - before - idle * (performance.now() - begun)) / requests.length)
    expect([...letIn].map(({ method, path }) => [method, path])).toEqual([])
  }
  return costs
}

const dearerThan = (most: number, costs: ReadonlyMap<Post[], number>): Post[][] =>
  [...costs].filter(([, cost]) => cost > most).map(([group]) => group)

/** Pages, health and metrics are still answered: they have a far higher limit, or none. */
async function withoutVisits({ url }: ServiceProcess, posts: readonly Post[]): Promise<Post[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  onTestFinished(() => agent.destroy())
  const limited: Post[] = []
  for (const some of inGroups(posts, AT_ONCE)) {
    const answers = await Promise.all(some.map((one) => post(url, one, ATTACKER, agent)))
    limited.push(...some.filter(({ method }, at) => method !== 'GET' || REFUSED.has(answers[at] ?? '')))
  }
  return limited
}

const inGroups = (posts: readonly Post[], size: number): Post[][] =>
  Array.from({ length: Math.ceil(posts.length / size) }, (_, nth) => posts.slice(nth * size, (nth + 1) * size))

test.each(['satchel', 'lnbits'])(
  'a request over the limit costs at most 3 ms of CPU time, whatever its path and its body, with the dialect %s at the root',
  async (dialect) => {
    const service = await open({ SERVICE_DIALECT: dialect })
    const posts = await listPosts(service)
    await passTheLimit(service, ATTACKER)
    await costsOf(service, [[...DEAREST]], REQUESTS)
    const groups = inGroups(await withoutVisits(service, posts), GROUP)
    const costs = await costsOf(service, groups, REQUESTS)
    // A path above its limit raises the cost of its whole group above this, each time.
    let dear = dearerThan(MAX_CPU_MS / 2, costs).flat()
    for (let round = 0; round < ROUNDS && dear.length > 0; round += 1) {
      const alone = await costsOf(
        service,
        dear.map((one) => [one]),
        MANY_REQUESTS,
      )
      dear = dearerThan(MAX_CPU_MS, alone).flat()
    }
    const [dearest = 0] = [...costs.values()].toSorted((one, other) => other - one)
    process.stdout.write(
      `CPU time over the limit, of ${posts.length} requests in groups: ${dearest.toFixed(2)} ms at most\n`,
    )
    expect(dear.map(({ method, path }) => [method, path])).toEqual([])
  },
  FLOOD_MS,
)

/** Requests of one account with one wallet connection: valid ones, and repeats of them. */
async function signEvents({ call }: ServiceProcess): Promise<{ readonly key: string; readonly events: object[] }> {
  const registered = { username: 'app-owner', password: 'a password of these accounts' }
  const { body: session } = await call('POST', '/api/v1/auth/register', { body: registered })
  const { body: wallets } = await call('GET', '/api/v1/wallets', { token: session.access_token })
  const key = wallets[0].adminkey
  const made = await call('POST', '/nwcprovider/api/v1/', {
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
    const service = await open()
    const { key, events } = await signEvents(service)
    let turn = 0
    /** Many honest clients, each below the limit. */
    const from = () => ({ 'x-forwarded-for': `10.8.${(turn += 1) % 200}.1` })
    const deeds = {
      'the state is asked': async () => {
        expect((await service.call('GET', '/api/v1/health', { headers: from() })).status).toBe(200)
      },
      'a balance is read': async () => {
        expect((await service.call('GET', '/api/v1/wallet', { key, headers: from() })).status).toBe(200)
      },
    }
    await measure(deeds, WARM_UP)
    await passTheLimit(service, '10.9.0.3')
    const standIn = await startStandIn()
    onTestFinished(() => standIn.end())
    let strangers = 0
    const besideFlood = async (url: string): Promise<ResponseTimes> => {
      // Sockets are opened by requests: one within its limit opens them, another one in each round.
      const address = `10.9.1.${(strangers += 1)}`
      const floods = [
        await beginFlood({
          url,
          address: '10.9.0.3',
          posts: DEAREST,
          postConnections: CONNECTIONS,
          events: [],
          sockets: 0,
        }),
        await beginFlood({ url, address, posts: [], postConnections: 0, events, sockets: CONNECTIONS }),
      ]
      try {
        const answers = async () => Object.assign({}, ...(await Promise.all(floods.map((flood) => flood.answers()))))
        const both = { OK: expect.any(Number), 429: expect.any(Number) }
        await expect.poll(answers, { timeout: 20_000, interval: 200 }).toMatchObject(both)
        const [before, begun] = [cpuMs(service), performance.now()]
        const times = await measure(deeds, SAMPLES)
        const share = (cpuMs(service) - before) / (performance.now() - begun)
        process.stdout.write(
          `${url}: ${JSON.stringify(await answers())}; the service uses ${share.toFixed(2)} of a core\n`,
        )
        return times
      } finally {
        await Promise.all(floods.map((flood) => flood.end()))
      }
    }
    // The service, the attackers and the client share two cores: so in the baseline the attackers use another server.
    const rounds: { readonly calm: ResponseTimes; readonly attacked: ResponseTimes }[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ calm: await besideFlood(standIn.url), attacked: await besideFlood(service.url) })
    // One slow moment of the machine is in one round.
    const slowed = Object.keys(deeds).filter((deed) => {
      const middle = (which: 'calm' | 'attacked') =>
        rounds.map((round) => p99(round[which][deed] ?? [])).toSorted((one, other) => one - other)[(ROUNDS - 1) / 2] ??
        0
      const [before, now] = [middle('calm'), middle('attacked')]
      process.stdout.write(`${deed}: p99 ${toMs(before)} calm, ${toMs(now)} beside the strangers\n`)
      return now > MAX_FACTOR * before
    })
    expect(slowed).toEqual([])
  },
  FLOOD_MS,
)
