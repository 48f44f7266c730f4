import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openHttpServer } from '@satchel/outbound/world/loopback-server'
import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { PAYWALL } from './paywall.ts'

const FILE = 'the file'
/** More than the buffers of both ends hold. */
const LARGE_BYTES = 64 * 1024 * 1024

const SMALL: RequestListener = (_request, response) => void response.end(FILE)
const LARGE: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-length': LARGE_BYTES })
  const chunk = Buffer.alloc(64 * 1024)
  let left = LARGE_BYTES
  const write = (): void => {
    while (left > 0) {
      left -= chunk.length
      if (!response.write(chunk)) return void response.once('drain', write)
    }
    response.end()
  }
  write()
}
/** Sends a byte now and then, and never ends. */
const DRIPPING: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-length': LARGE_BYTES })
  const timer = setInterval(() => response.write('x'), 50)
  response.once('close', () => clearInterval(timer))
}
const SILENT: RequestListener = (_request, response) => response.writeHead(200, { 'content-length': 10 }).flushHeaders()

/** A listening service behind a proxy that reports the visitors; readers may stall for a second at most. */
async function open(env: Readonly<Record<string, string>> = {}) {
  const world = await openWorld({
    dialect: 'sqlite',
    builtIns: [PAYWALL],
    env: {
      SERVICE_TRUSTED_PROXIES: '127.0.0.1',
      SERVICE_OUTBOUND_ALLOW_PRIVATE: 'true',
      SERVICE_DOWNLOAD_IDLE_SECONDS: '1',
      ...env,
    },
  })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as AddressInfo
  const requests = new Set<ClientRequest>()
  onTestFinished(async () => {
    for (const request of requests) request.destroy()
    await world.close()
  })
  const begin = (path: string, from: string): ClientRequest => {
    const request = get({ host: '127.0.0.1', port, path, agent: false, headers: { 'x-forwarded-for': from } })
    request.on('error', () => undefined)
    requests.add(request)
    return request
  }
  /** An answer whose body has not been read yet. */
  const download = async (path: string, from: string): Promise<IncomingMessage> => {
    const [answer] = (await once(begin(path, from), 'response')) as [IncomingMessage]
    answer.on('error', () => undefined)
    return answer
  }
  return { world, begin, download, buyer: await world.openWallet(100_000) }
}

/** No stalled reader loses its slot while the test runs. */
const STANDING = { SERVICE_DOWNLOAD_IDLE_SECONDS: '600' }

/** A file for sale by an account, bought, with a link per download. */
async function sell(world: World, buyer: WorldWallet, host: RequestListener) {
  const seller = await world.openWallet()
  await activateExtension(world, seller, 'paywall')
  const asked = Promise.withResolvers<void>()
  const server = await openHttpServer((request, response) => {
    host(request, response)
    asked.resolve()
  })
  const body = { memo: 'Essay', amount: 1, kind: 'file', url: `http://127.0.0.1:${server.port}/x`, max_downloads: 1000 }
  const item = (await world.call('POST', '/paywall/api/v1/', { key: seller.adminKey, body })).body
  const order = (await world.call('POST', `/paywall/public/${item.id}/invoices`, { body: {} })).body
  await world.send(buyer, order.payment_request)
  await world.tick()
  const access = `/paywall/public/${item.id}/access?claim=${order.claim}`
  return {
    server,
    asked: asked.promise,
    link: async () => new URL((await world.call('GET', access)).body.url).pathname,
  }
}

const textOf = async (answer: IncomingMessage): Promise<string> => Buffer.concat(await answer.toArray()).toString()

test('64 stalled downloads of one address do not block the downloads of another address from another account', async () => {
  const { world, download, buyer } = await open(STANDING)
  const [attacker, honest] = [await sell(world, buyer, LARGE), await sell(world, buyer, SMALL)]
  const statuses: number[] = []
  for (let n = 0; n < 64; n += 1) {
    const answer = await download(await attacker.link(), '203.0.113.1')
    statuses.push(answer.statusCode ?? 0)
    if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(8)
  expect(statuses.filter((status) => status === 429)).toHaveLength(56)
  const answer = await download(await honest.link(), '198.51.100.7')
  expect([answer.statusCode, await textOf(answer)]).toEqual([200, FILE])
})

test('downloads of what one account sells, from many addresses, leave room for those of another account', async () => {
  const { world, download, buyer } = await open(STANDING)
  const [attacker, honest] = [await sell(world, buyer, LARGE), await sell(world, buyer, SMALL)]
  const statuses: (number | undefined)[] = []
  for (let n = 0; n < 64; n += 1) {
    statuses.push((await download(await attacker.link(), `203.0.113.${n}`)).statusCode)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(16)
  expect((await download(await honest.link(), '198.51.100.7')).statusCode).toBe(200)
})

test.each<[string, RequestListener]>([
  ['reader that stands still', LARGE],
  ['source that drips', DRIPPING],
  ['source that falls silent', SILENT],
])('a %s loses its slot, and the next download gets it', async (_what, host) => {
  const { world, begin, download, buyer } = await open({ SERVICE_DOWNLOADS: '1' })
  const [attacker, honest] = [await sell(world, buyer, host), await sell(world, buyer, SMALL)]
  begin(await attacker.link(), '203.0.113.1')
  await attacker.asked
  const next = await download(await honest.link(), '198.51.100.7')
  expect([next.statusCode, next.headers['retry-after']]).toEqual([503, '15'])
  // The service closes the source, whatever the reader does; the slot is free shortly after.
  await attacker.server.quiet()
  let after = next
  const isServed = async () => (after = await download(await honest.link(), '198.51.100.7')).statusCode
  await expect.poll(isServed).toBe(200)
  expect(await textOf(after)).toBe(FILE)
})

test('a reader that disconnects frees its slot immediately, also while the source is silent', async () => {
  const { world, begin, download, buyer } = await open({ SERVICE_DOWNLOADS: '1', SERVICE_DOWNLOAD_IDLE_SECONDS: '600' })
  const [attacker, honest] = [await sell(world, buyer, SILENT), await sell(world, buyer, SMALL)]
  const first = begin(await attacker.link(), '203.0.113.1')
  await attacker.asked
  first.destroy()
  await attacker.server.quiet()
  const isServed = async () => (await download(await honest.link(), '198.51.100.7')).statusCode
  await expect.poll(isServed).toBe(200)
})

test('a download that gets no slot does not count', async () => {
  const { world, download, buyer } = await open({ SERVICE_DOWNLOADS: '1' })
  const attacker = await sell(world, buyer, LARGE)
  await download(await attacker.link(), '203.0.113.1')
  const link = await attacker.link()
  for (let n = 0; n < 3; n += 1) expect((await download(link, '198.51.100.7')).statusCode).toBe(503)
  const [count] = await world.db.list(
    `SELECT data FROM extension_rows WHERE ext_id = 'paywall' AND kind = 'purchases'`,
    [],
    (row: { data: string }) => JSON.parse(row.data).downloads,
  )
  expect(count).toBe(1)
})
