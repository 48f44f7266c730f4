import { request } from 'node:http'
import { promisify } from 'node:util'
import { isOwnOrigin } from '@satchel/http/sockets/socket-welcome'
import { expect, test } from 'vitest'
import { openTestLive } from '../../test/world/notifications/open-test-live.ts'
import { happen } from '../../test/world/notifications/test-commands.ts'

test('pages of other sites are rejected, programs and own pages are accepted', async () => {
  const world = await openTestLive('sqlite')
  const { adminKey } = await world.openWallet()
  for (const origin of ['https://evil.example', 'null', 'https://pay.example.evil.example']) {
    await expect(world.connect(`/${adminKey}`, { origin })).rejects.toThrow('403')
  }
  await world.connect(`/${adminKey}`, { origin: 'https://pay.example' })
  expect(isOwnOrigin('http://localhost:5000', 'http://127.0.0.1:5000')).toBe(true)
  expect(isOwnOrigin('http://localhost:5001', 'http://127.0.0.1:5000')).toBe(false)
})

test('a rejected client does not keep the connection', async () => {
  const world = await openTestLive('sqlite')
  const paths = ['/api/v1/ws/no/such', '/api/v1/ws?last_id=x']
  const headers = { 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' }
  expect(await Promise.all(paths.map((path) => askUpgrade(world.host, path, 'websocket', headers)))).toEqual([404, 422])
  const connections = promisify(world.app.server.getConnections.bind(world.app.server))
  await expect.poll(() => connections(), { timeout: 5000 }).toBe(0)
})

test('an address has a maximum of open sockets, and may open another after closing one', async () => {
  const world = await openTestLive('sqlite', { socketsPerAddress: 2 })
  const [first] = [await world.connect(''), await world.connect('')]
  await expect(world.connect('')).rejects.toThrow('429')
  first.socket.close()
  await expect.poll(() => world.connect('').then(() => 'in', String)).toBe('in')
})

test('a client that sends too much, too often or nonsense is disconnected', async () => {
  const world = await openTestLive('sqlite')
  const [long, wrong, often, many] = await Promise.all([1, 2, 3, 4].map(() => world.connect('')))
  long?.say(JSON.stringify({ subscribe: 'x'.repeat(4096) }))
  for (let index = 0; index < 20; index += 1) wrong?.say({ subscribe: 'x' })
  for (let index = 0; index < 201; index += 1) often?.say({ subscribe: 'x' })
  await expect.poll(() => [long?.closed(), wrong?.closed(), often?.closed()]).toEqual([1009, 1008, 1008])
  const wallets = await Promise.all(Array.from({ length: 51 }, () => world.openWallet()))
  for (const { adminKey } of wallets) many?.say({ subscribe: adminKey })
  await expect.poll(() => many?.messages).toEqual([{ error: 'At most 50 subscriptions.' }])
})

test('a client that does not answer pings is disconnected, one that does stays', async () => {
  const world = await openTestLive('sqlite', { beatMs: 25 })
  const mute = await world.connect('', {}, { autoPong: false })
  const awake = await world.connect('')
  let pings = 0
  awake.socket.on('ping', () => (pings += 1))
  await expect.poll(mute.closed).toBe(1006)
  await expect.poll(() => pings).toBeGreaterThan(4)
  expect(awake.closed()).toBeUndefined()
})

test('a client that reads too slowly is disconnected, and the others receive everything', async () => {
  const world = await openTestLive('sqlite')
  const wallet = await world.openWallet()
  const [slow, fast] = [await world.connect(`/${wallet.adminKey}`), await world.connect(`/${wallet.adminKey}`)]
  slow.socket.pause()
  const { checkingId } = await world.pay(wallet, { memo: 'm'.repeat(639) })
  const event = { kind: 'payment-received', walletId: wallet.id, checkingId } as const
  let sent = 1
  const serverSide = () => promisify(world.app.server.getConnections.bind(world.app.server))()
  for (; (await serverSide()) === 2 && sent < 60_000; sent += 2000) {
    await world.db.transact(happen, { events: Array.from({ length: 2000 }, () => event), at: 1 })
    await world.live.caughtUp()
  }
  await expect.poll(serverSide).toBe(1)
  await expect.poll(() => fast.messages.length, { timeout: 5000 }).toBe(sent)
})

test('stopping closes every socket with 1001', async () => {
  const world = await openTestLive('sqlite')
  const sockets = [await world.connect(''), await world.connect(`/${(await world.openWallet()).adminKey}`)]
  await world.app.close()
  await expect.poll(() => sockets.map(({ closed }) => closed())).toEqual([1001, 1001])
})

test('a plain request gets an error that asks for WebSocket; an offer of another protocol gets its normal answer', async () => {
  const world = await openTestLive('sqlite')
  const plain = await fetch(`http://${world.host}/api/v1/ws/x`)
  expect([plain.status, await plain.json()]).toEqual([
    400,
    { detail: expect.stringContaining('WebSocket'), code: 'web_socket_only' },
  ])
  expect(await askUpgrade(world.host, '/api/v1/ws', 'h2c')).toBe(400)
  expect(await askUpgrade(world.host, '/docs', 'h2c')).toBe(200)
  expect(await askUpgrade(world.host, '/docs', 'websocket')).toBe(200)
  // As Node before 24.9, which takes every upgrade.
  Object.assign(world.app.server, { shouldUpgradeCallback: () => true })
  expect(await askUpgrade(world.host, '/docs', 'h2c')).toBe(200)
  expect(await askUpgrade(world.host, '/nowhere', 'websocket')).toBe(404)
})

/** The status of a request that asks for another protocol; the client would keep the connection. */
function askUpgrade(host: string, path: string, upgrade: string, more: Record<string, string> = {}) {
  return new Promise<number | undefined>((resolve, reject) => {
    const headers = { connection: 'upgrade', upgrade, ...more }
    const asked = request(`http://${host}${path}`, { headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', reject).end()
  })
}
