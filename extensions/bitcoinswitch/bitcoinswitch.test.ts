import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { openTestSocket, openTextSocket, type TestSocket } from '../../services/wallet/test/world/open-test-socket.ts'
import { type Answer, openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { BITCOINSWITCH } from './bitcoinswitch.ts'

type Device = Answer['body']

const COFFEE = { pin: 3, amount: 100, duration: 2000, label: 'Coffee' }
const RATE = { SERVICE_FIXED_RATES: '{"USD":50000}' }

const askInvoice = async (world: World, { id }: Device, query: string): Promise<Answer['body']> =>
  (await world.call('GET', `/bitcoinswitch/lnurl/${id}/cb?${query}`)).body

extensionContract(BITCOINSWITCH, {
  create: (n) => ({ title: `Device ${n}`, switches: [COFFEE], require_device: false }),
  missing: 'switches',
  patch: { title: 'Other device', disabled: true },
  async settle(world, _owner, item) {
    const { pr } = await askInvoice(world, item, 'pin=3&amount=100000')
    await world.send(await world.openWallet(200), pr)
  },
})

const refused = (reason: string) => ({ status: 'ERROR', reason: expect.stringContaining(reason) })

describe.each(LOGIC_DIALECTS)('bitcoin switches, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  let payer: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [BITCOINSWITCH], env: RATE })
    owner = await world.openWallet()
    payer = await world.openWallet(1_000_000)
    await activateExtension(world, owner, 'bitcoinswitch')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const post = (body: object) => {
    const all = { title: 'Machine', switches: [COFFEE], ...body }
    return world.call('POST', '/bitcoinswitch/api/v1/', { key: owner.adminKey, body: all })
  }
  const make = async (body: object = {}): Promise<Device> => {
    const answer = await post(body)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const url = ({ id }: Device, more = '') => `/bitcoinswitch/api/v1/${id}${more}`
  const see = async (device: Device, more = '') =>
    (await world.call('GET', url(device, more), { key: owner.adminKey })).body
  const offer = async ({ id }: Device, pin = 3) =>
    (await world.call('GET', `/bitcoinswitch/lnurl/${id}?pin=${pin}`)).body
  const pay = async (device: Device, query = 'pin=3&amount=100000') => {
    const { pr } = await askInvoice(world, device, query)
    expect(await world.send(payer, pr)).toMatchObject({ status: 201 })
    await world.tick()
  }
  const addressOf = async (path: string): Promise<string> => {
    if (!world.app.server.listening) await world.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.app.server.address() as AddressInfo
    return `ws://127.0.0.1:${port}${path}`
  }
  const connectTo = async (path: string): Promise<TestSocket> => openTestSocket(await addressOf(path))
  const isOnline = async ({ id }: Device): Promise<boolean> =>
    (await world.call('GET', `/bitcoinswitch/public/${id}`)).body.online
  /** The device is connected, and the service knows. */
  const connect = async ({ id, device_token: token }: Device): Promise<TestSocket> => {
    const device = await connectTo(`/bitcoinswitch/ws/${id}?token=${token}&format=json`)
    await expect.poll(() => isOnline({ id })).toBe(true)
    return device
  }
  const connectAsText = async ({ id, device_token: token }: Device): Promise<TestSocket<string>> => {
    const device = await openTextSocket(await addressOf(`/bitcoinswitch/ws/${id}?token=${token}&format=text`))
    await expect.poll(() => isOnline({ id })).toBe(true)
    return device
  }
  const leave = async (device: Device, { socket }: Pick<TestSocket, 'socket'>): Promise<void> => {
    socket.close()
    await expect.poll(() => isOnline(device)).toBe(false)
  }

  describe('a device', () => {
    test('is closed when its item is deleted, when its account switches the extension off, and only then', async () => {
      const [deleted, kept] = [await make(), await make()]
      const [first, second] = [await connect(deleted), await connect(kept)]
      expect((await world.call('DELETE', url(deleted), { key: owner.adminKey })).status).toBe(200)
      await expect.poll(first.closed).toBe(1008)
      expect(second.closed()).toBeUndefined()
      const other = await world.openWallet()
      await activateExtension(world, other, 'bitcoinswitch')
      const all = { title: 'Machine', switches: [COFFEE] }
      const theirs = await world.call('POST', '/bitcoinswitch/api/v1/', { key: other.adminKey, body: all })
      const third = await connect(theirs.body)
      const off = { key: other.adminKey, body: { active: false } }
      expect((await world.call('PUT', '/api/v1/extension/bitcoinswitch', off)).status).toBe(200)
      await expect.poll(third.closed).toBe(1008)
      await pay(kept)
      await expect.poll(() => second.messages).toHaveLength(1)
      await leave(kept, second)
    })

    test('gets an event once after a payment, acknowledges it, and its owner sees that', async () => {
      const device = await make()
      const socket = await connect(device)
      await pay(device)
      await expect.poll(() => socket.messages).toHaveLength(1)
      const [{ event } = {}] = socket.messages
      expect(socket.messages[0]).toMatchObject({ event: expect.any(String), pin: 3, duration: 2000 })
      expect(await see(device, '/triggers')).toMatchObject([{ event, state: 'sent', amount: 100, pin: 3 }])
      socket.say({ ack: event })
      await expect.poll(async () => (await see(device, '/triggers'))[0].state).toBe('acknowledged')
      await world.tick()
      expect(socket.messages).toHaveLength(1)
      expect(await see(device)).toMatchObject({ online: true, last_triggered_at: expect.any(String) })
    })

    test('a device that reads plain text gets pin-duration, with the comment of the payer if it wants comments', async () => {
      const device = await make({ switches: [COFFEE, { ...COFFEE, pin: 4, comment: true }] })
      const { messages } = await connectAsText(device)
      await pay(device)
      expect((await offer(device)).commentAllowed ?? 0).toBe(0)
      await pay(device, 'pin=4&amount=100000&comment=hello%20there')
      await expect.poll(() => messages).toEqual(['3-2000', '4-2000-hello there'])
      expect(await see(device, '/triggers')).toMatchObject([
        { state: 'sent', comment: 'hello there' },
        { state: 'sent' },
      ])
    })

    test('connects by its token alone, and gets no event of other devices', async () => {
      const [device, other] = [await make(), await make()]
      const path = (token: string) => `/bitcoinswitch/ws/${device.id}?token=${token}`
      await expect(connectTo(`/bitcoinswitch/ws/${device.id}`)).rejects.toThrow('403')
      for (const token of [other.device_token, owner.adminKey, 'x'])
        await expect(connectTo(path(token))).rejects.toThrow('403')
      await expect(connectTo(`/bitcoinswitch/ws/unknown?token=${device.device_token}`)).rejects.toThrow('403')
      const [mine, theirs] = [await connect(device), await connect(other)]
      await pay(device)
      await expect.poll(() => mine.messages).toHaveLength(1)
      theirs.say({ ack: mine.messages[0]?.['event'] })
      theirs.say('nonsense')
      await theirs.heard()
      expect(theirs.messages).toEqual([])
      expect(await see(device, '/triggers')).toMatchObject([{ state: 'sent' }])
      expect(await see(device)).not.toHaveProperty('device_token')
      const rows = await world.db.list('SELECT data FROM extension_rows', [], (row: { data: string }) => row.data)
      expect(rows.join('')).not.toContain(device.device_token)
    })

    test('switches by hand, which is no payment', async () => {
      const device = await make()
      const socket = await connect(device)
      const answer = await world.call('POST', url(device, '/trigger'), { key: owner.adminKey, body: { pin: 3 } })
      expect(answer).toMatchObject({ status: 200, body: { pin: 3, duration: 2000 } })
      await expect.poll(() => socket.messages).toMatchObject([{ event: answer.body.event, pin: 3 }])
      expect((await see(device, '/triggers'))[0]).not.toHaveProperty('payment_hash')
    })

    test('a device that is not connected accepts no payment, unless its owner allows that', async () => {
      const device = await make()
      expect(await offer(device)).toEqual(refused('not connected'))
      const socket = await connect(device)
      expect(await offer(device)).toMatchObject({ tag: 'payRequest', minSendable: 100_000, maxSendable: 100_000 })
      await leave(device, socket)
      expect(await askInvoice(world, device, 'pin=3&amount=100000')).toEqual(refused('not connected'))
      expect(await offer(await make({ require_device: false }))).toMatchObject({ tag: 'payRequest' })
    })

    test('a device whose process has died counts as disconnected after a minute and a half', async () => {
      const device = await make()
      await connect(device)
      world.advance(89)
      expect(await isOnline(device)).toBe(true)
      world.advance(1)
      expect(await isOnline(device)).toBe(false)
    })
  })

  describe('a device that was away', () => {
    test('gets the event on its return within a minute, and again until it acknowledges', async () => {
      const device = await make()
      const first = await connect(device)
      const { pr } = await askInvoice(world, device, 'pin=3&amount=100000')
      await leave(device, first)
      await world.send(payer, pr)
      await world.tick()
      expect(await see(device, '/triggers')).toMatchObject([{ state: 'pending' }])
      world.advance(30)
      const second = await connect(device)
      await expect.poll(() => second.messages).toHaveLength(1)
      await leave(device, second)
      const third = await connect(device)
      await expect.poll(() => third.messages).toHaveLength(1)
      expect(third.messages[0]?.['event']).toBe(second.messages[0]?.['event'])
      third.say({ ack: third.messages[0]?.['event'] })
      await expect.poll(async () => (await see(device, '/triggers'))[0].state).toBe('acknowledged')
      await leave(device, third)
      const fourth = await connect(device)
      await pay(device)
      const [{ event }] = await see(device, '/triggers')
      await expect.poll(() => fourth.messages.map((each) => each['event'])).toEqual([event])
    })

    test('a trigger older than a minute does not switch any more: its owner sees that it failed', async () => {
      const device = await make()
      const first = await connect(device)
      const { pr } = await askInvoice(world, device, 'pin=3&amount=100000')
      await leave(device, first)
      await world.send(payer, pr)
      await world.tick()
      world.advance(60)
      expect(await see(device, '/triggers')).toMatchObject([{ state: 'failed', amount: 100 }])
      const second = await connect(device)
      await pay(device)
      const [newest, old] = await see(device, '/triggers')
      await expect.poll(() => second.messages.map(({ event }) => event)).toEqual([newest.event])
      expect([newest.state, old.state]).toEqual(['sent', 'failed'])
    })

    test('gets nothing when the service itself learns of the payment too late', async () => {
      const device = await make({ require_device: false })
      const { pr } = await askInvoice(world, device, 'pin=3&amount=100000')
      const socket = await connect(device)
      await world.send(payer, pr)
      world.advance(60)
      await world.tick()
      expect(await see(device, '/triggers')).toMatchObject([{ state: 'failed' }])
      await socket.heard()
      expect(socket.messages).toEqual([])
    })

    test('and reads plain text gets the event only once', async () => {
      const device = await make({ switches: [COFFEE, { ...COFFEE, pin: 4 }] })
      const first = await connectAsText(device)
      await pay(device)
      await leave(device, first)
      const { messages } = await connectAsText(device)
      await pay(device, 'pin=4&amount=100000')
      await expect.poll(() => messages).toEqual(['4-2000'])
    })
  })
})
