import { NWCClient } from '@getalby/sdk/nwc'
import { SILENT_LOG } from '@satchel/http/log'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { type EventTemplate, finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { expect, onTestFinished, test } from 'vitest'
import { createOwnRelay } from '../../services/wallet/src/extensions/host/relays/own-relay.ts'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openTestSocket } from '../../services/wallet/test/world/open-test-socket.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { NWCPROVIDER } from './nwcprovider.ts'

const ALL = { permissions: ['pay', 'invoice', 'lookup', 'history', 'balance', 'info'], unlimited: true }
const PATH = '/nwcprovider/relay'

/** A service with its own relay and background work. */
async function open(dialect: (typeof LOGIC_DIALECTS)[number] = 'sqlite', more: Record<string, string> = {}) {
  const port = await reservePort()
  const env = { SERVICE_PUBLIC_URL: `http://127.0.0.1:${port}`, SERVICE_NOSTR_OWN_RELAY: 'true', ...more }
  const world = await openWorld({ dialect, builtIns: [NWCPROVIDER], env })
  onTestFinished(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })
  await world.app.listen({ host: '127.0.0.1', port })
  await world.service.start()
  const owner = await world.openWallet(100_000)
  await activateExtension(world, owner, 'nwcprovider')
  const connect = async (body: object = ALL) => {
    const all = { description: 'App', ...body }
    const answer = await world.call('POST', '/nwcprovider/api/v1/', { key: owner.adminKey, body: all })
    expect(answer).toMatchObject({ status: 201, body: { relays: [`ws://127.0.0.1:${port}${PATH}`] } })
    return answer.body
  }
  const visit = async () => {
    const socket = await openTestSocket(`ws://127.0.0.1:${port}${PATH}`, { origin: 'https://app.example' })
    const messages = socket.messages as unknown as unknown[][]
    return {
      ...socket,
      messages,
      /** Answers to an event, or messages about a subscription. */
      of: (name: string) => messages.filter(([, about]) => about === name).map(([type, , ...more]) => [type, ...more]),
    }
  }
  return { world, owner, connect, visit }
}

test.each(LOGIC_DIALECTS)('an independent app needs no relay but our own, on %s', async (dialect) => {
  const { world, owner, connect } = await open(dialect)
  const { connection_uri: nostrWalletConnectUrl } = await connect()
  const client = new NWCClient({ nostrWalletConnectUrl })
  onTestFinished(() => client.close())
  await expect
    .poll(async () => (await client.getWalletServiceInfo().catch(() => undefined))?.capabilities)
    .toBeDefined()
  expect(await client.getBalance()).toEqual({ balance: 100_000_000 })
  const heard: { notification_type: string }[] = []
  onTestFinished(await client.subscribeNotifications((one) => heard.push(one)))
  const { bolt11, preimage } = await world.foreignInvoice(1_000_000)
  expect(await client.payInvoice({ invoice: bolt11 })).toMatchObject({ preimage })
  const made = await client.makeInvoice({ amount: 21_000 })
  await world.send(await world.openWallet(1000), made.invoice)
  await expect
    .poll(() => heard.map(({ notification_type: type }) => type).toSorted((one, other) => one.localeCompare(other)), {
      timeout: 5000,
    })
    .toEqual(['payment_received', 'payment_sent'])
  const { body } = await world.call('GET', '/api/v1/payments', { key: owner.adminKey })
  expect(body.filter((one: { amount: number }) => one.amount < 0)).toHaveLength(1)
})

test('our own relay accepts only requests of connected apps, and gives the reason of a rejection', async () => {
  const { world, connect, visit } = await open()
  const made = await connect()
  const secret = Buffer.from(new URL(made.connection_uri).searchParams.get('secret') ?? '', 'hex')
  const { service_pubkey: service } = made
  const visitor = await visit()
  const tags = [
    ['p', service],
    ['encryption', 'rot13'],
  ]
  const request: EventTemplate = { kind: 23194, created_at: world.nowSeconds(), tags, content: 'uryyb' }
  const send = async (event: object & { readonly id: string }) => {
    visitor.say(['EVENT', event])
    await expect.poll(() => visitor.of(event.id), { interval: 2 }).toHaveLength(1)
    return visitor.of(event.id)[0]
  }
  visitor.say(['REQ', 'mine', { kinds: [23195], authors: [service] }])
  await expect.poll(() => visitor.of('mine')).toEqual([['EOSE']])
  const blocked = ['OK', false, expect.stringMatching(/^blocked: /)]
  expect(await send(finalizeEvent(request, generateSecretKey()))).toEqual(blocked)
  expect(await send(finalizeEvent({ ...request, kind: 1 }, secret))).toEqual(blocked)
  expect(await send(finalizeEvent({ ...request, tags: [['p', getPublicKey(secret)]] }, secret))).toEqual(blocked)
  const good = finalizeEvent(request, secret)
  const old = finalizeEvent({ ...request, created_at: world.nowSeconds() - 100 }, secret)
  expect(await send(old)).toEqual(['OK', false, expect.stringMatching(/^invalid: .*old/)])
  expect(await send(good)).toEqual(['OK', true, ''])
  await expect.poll(() => visitor.of('mine')).toHaveLength(2)
  expect(visitor.of('mine')[1]).toMatchObject(['EVENT', { kind: 23195, pubkey: service }])
})

/** An app with its key, and the messages it may send. */
async function openApp(env: Record<string, string> = {}) {
  const { world, connect, visit } = await open('sqlite', env)
  const made = await connect()
  const secret = Buffer.from(new URL(made.connection_uri).searchParams.get('secret') ?? '', 'hex')
  const tags = [['p', made.service_pubkey]]
  const sign = (content: string) =>
    finalizeEvent({ kind: 23194, created_at: world.nowSeconds(), tags, content }, secret)
  // The subscription of a new connection is created in the background.
  const visitor = await visit()
  const first = sign('first')
  const isTaken = () => {
    visitor.say(['EVENT', first])
    return visitor.of(first.id).at(-1)
  }
  await expect.poll(isTaken).toEqual(['OK', true, ''])
  return { visit, sign, visitor, first }
}

test('a forged event ends the connection, and later messages are not read', async () => {
  const { visit, sign, visitor } = await openApp()
  const [good, late] = [sign('good'), sign('late')]
  for (const forged of [
    { ...good, id: 'ab'.repeat(32) },
    { ...good, content: 'other' },
    { ...sign('other'), sig: good.sig },
  ]) {
    const forger = await visit()
    forger.say(['EVENT', forged])
    forger.say(['EVENT', late])
    await expect.poll(forger.closed).toBe(1008)
    expect(forger.messages).toEqual([['OK', forged.id, false, expect.stringMatching(/^invalid: .*signature/)]])
  }
  visitor.say(['EVENT', good])
  await expect.poll(() => visitor.of(good.id)).toEqual([['OK', true, '']])
})

test('the signature of a known event is not verified again', async () => {
  const { visit, first } = await openApp()
  const again = await visit()
  again.say(['EVENT', { ...first, sig: 'f'.repeat(128) }])
  await expect.poll(() => again.of(first.id)).toEqual([['OK', true, '']])
})

test('a key that has sent too much in a minute is rejected before its signatures are verified', async () => {
  const { visit, sign } = await openApp({ SERVICE_RATE_LIMIT_NO: '100000' })
  const connections = await Promise.all(Array.from({ length: 20 }, visit))
  for (let index = 0; index < 240; index += 1) connections[index % 20]?.say(['EVENT', sign(`event ${index}`)])
  const answers = () => connections.flatMap(({ messages }) => messages)
  await expect.poll(() => answers().length, { timeout: 40_000 }).toBe(240)
  // The first event of the app counts, too.
  expect(answers().filter(([, , taken]) => taken === true)).toHaveLength(239)
  const app = await visit()
  app.say(['EVENT', { ...sign('forged'), sig: 'f'.repeat(128) }])
  await expect.poll(() => app.messages.at(-1)?.slice(2)).toEqual([false, 'rate-limited: too many requests'])
  expect(app.closed()).toBeUndefined()
}, 60_000)

test('an app cannot watch other apps at our own relay, or make it store more than a little', async () => {
  const { connect, visit } = await open()
  const { service_pubkey: service } = await connect()
  const visitor = await visit()
  const ask = async (name: string, ...filters: readonly unknown[]) => {
    visitor.say(['REQ', name, ...filters])
    await expect.poll(() => visitor.of(name).length, { interval: 2 }).toBeGreaterThan(0)
    return visitor.of(name).at(-1)
  }
  const closed = (why: string) => ['CLOSED', expect.stringContaining(why)]
  for (const [name, filter] of Object.entries({
    open: { kinds: [23195] },
    none: { authors: [] },
    short: { authors: ['ab'] },
    text: { authors: service },
    odd: { authors: [service], kinds: ['1'] },
    list: [],
  })) {
    expect(await ask(name, filter), name).toEqual(closed('restricted'))
  }
  expect(await ask('many', ...Array.from({ length: 6 }, () => ({ authors: [service] })))).toEqual(closed('filters'))
  expect(await ask('long', { authors: Array.from({ length: 40 }, () => service) })).toEqual(closed('filters'))
  for (let n = 0; n < 50; n += 1) expect(await ask(`n${n}`, { authors: [service], kinds: [1] })).toEqual(['EOSE'])
  expect(await ask('late', { authors: [service] })).toEqual(closed('rate-limited'))
  visitor.say(['CLOSE', 'n0'])
  expect(await ask('now', { authors: [service] })).toEqual(['EOSE'])
  expect(visitor.of('now')[0]).toMatchObject(['EVENT', { kind: 13194, pubkey: service }])
  for (const nonsense of ['{', '[]', '["AUTH"]', '["REQ", 7]', `["REQ", "${'x'.repeat(65)}"]`]) visitor.say(nonsense)
  await expect.poll(() => visitor.messages.filter(([type]) => type === 'NOTICE')).toHaveLength(5)
  visitor.say('x'.repeat(200 * 1024))
  await expect.poll(visitor.closed).toBe(1009)
})

test('an address that sends too much is disconnected, and cannot take every place', async () => {
  const { visit } = await open()
  const [quiet, loud] = [await visit(), await visit()]
  for (let n = 0; n < 300; n += 1) quiet.say([])
  await expect.poll(() => quiet.messages.length).toBe(300)
  for (let n = 0; n <= 300; n += 1) loud.say([])
  await expect.poll(loud.closed).toBe(1008)
  expect(quiet.closed()).toBeUndefined()
  quiet.socket.close()
  const all = await Promise.all(Array.from({ length: 30 }, visit))
  await expect(visit()).rejects.toThrow('429')
  all[0]?.socket.close()
  await expect
    .poll(async () =>
      visit().then(
        () => 'in',
        () => 'out',
      ),
    )
    .toBe('in')
})

test('answers of another process reach the apps of this one', async () => {
  const { world, connect } = await open()
  const { service_pubkey: service } = await connect()
  const [here, there] = [0, 1].map(() =>
    createOwnRelay({ db: world.db, clock: () => world.nowSeconds() * 1000, log: SILENT_LOG }),
  )
  onTestFinished(() => [here, there].forEach((relay) => relay?.stop()))
  const heard: unknown[] = []
  const app = await here?.welcome((message) => void heard.push(message))
  await app?.receive(JSON.stringify(['REQ', 'mine', { authors: [service] }]))
  expect(heard).toEqual([['EOSE', 'mine']])
  const answer = { kind: 23195, pubkey: service, tags: [], content: '', created_at: 1, id: 'id', sig: '' }
  await there?.publish(answer)
  await expect.poll(() => heard.slice(1)).toEqual([['EVENT', 'mine', answer]])
  app?.leave()
})

test('a connection stores our own relay without its address, and waits while the relay is off', async () => {
  const { world, owner, connect } = await open()
  const { id, relay } = await connect()
  const [row] = await world.db.list(
    `SELECT data FROM extension_rows WHERE id = '${id as string}'`,
    [],
    (one: { data: string }) => one.data,
  )
  expect(row).toContain('"relays":["wss://own.invalid"]')
  expect(row).not.toContain('127.0.0.1')
  const shown = async () =>
    (await world.call('GET', `/nwcprovider/api/v1/${id as string}`, { key: owner.adminKey })).body
  await world.restart({ SERVICE_NOSTR_OWN_RELAY: 'false' })
  await world.tick()
  expect([(await world.call('GET', PATH)).status, (await shown()).relay]).toEqual([404, relay])
  await world.restart({ SERVICE_PUBLIC_URL: 'https://pay.example' })
  expect((await shown()).relay).toBe(`wss://pay.example${PATH}`)
})

test('the relay is off unless it is switched on, and is no page', async () => {
  const off = await openWorld({ dialect: 'sqlite', builtIns: [NWCPROVIDER] })
  onTestFinished(() => off.close())
  expect((await off.call('GET', PATH)).status).toBe(404)
  const { world } = await open()
  expect((await world.call('GET', PATH)).status).toBe(400)
})
