import { bech32 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { type Answer, openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { BITCOINSWITCH } from './bitcoinswitch.ts'

type Device = Answer['body']

const COFFEE = { pin: 3, amount: 100, duration: 2000, label: 'Coffee' }
const refused = (reason: string) => ({ status: 'ERROR', reason: expect.stringContaining(reason) })

describe('what a switch costs and who may pay', () => {
  let world: World
  let owner: WorldWallet
  let payer: WorldWallet
  beforeAll(async () => {
    world = await openWorld({
      dialect: 'sqlite',
      builtIns: [BITCOINSWITCH],
      env: { SERVICE_FIXED_RATES: '{"USD":50000}' },
    })
    owner = await world.openWallet()
    payer = await world.openWallet(10_000_000)
    await activateExtension(world, owner, 'bitcoinswitch')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const post = (body: object) => {
    const all = { title: 'Machine', switches: [COFFEE], require_device: false, ...body }
    return world.call('POST', '/bitcoinswitch/api/v1/', { key: owner.adminKey, body: all })
  }
  const make = async (body: object = {}): Promise<Device> => {
    const answer = await post(body)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const url = ({ id }: Device, more = '') => `/bitcoinswitch/api/v1/${id}${more}`
  const triggers = async (device: Device) =>
    (await world.call('GET', url(device, '/triggers'), { key: owner.invoiceKey })).body
  const offer = async ({ id }: Device, pin = '3') =>
    (await world.call('GET', `/bitcoinswitch/lnurl/${id}?pin=${pin}`)).body
  const ask = async ({ id }: Device, msat: number, comment?: string): Promise<Answer['body']> => {
    const more = comment === undefined ? '' : `&comment=${encodeURIComponent(comment)}`
    return (await world.call('GET', `/bitcoinswitch/lnurl/${id}/cb?pin=3&amount=${msat}${more}`)).body
  }
  const pay = async (device: Device, msat: number, comment?: string) => {
    const { pr } = await ask(device, msat, comment)
    expect(await world.send(payer, pr)).toMatchObject({ status: 201 })
    await world.tick()
  }

  test('each switch has its LNURL, which names its pin, and its callback names it, too', async () => {
    const device = await make({ switches: [COFFEE, { ...COFFEE, pin: 0, label: undefined }] })
    const links = device.switches.map(({ lnurl }: { lnurl: string }) =>
      Buffer.from(bech32.fromWords(bech32.decode(lnurl.toLowerCase() as `${string}1${string}`, 2000).words)).toString(),
    )
    expect(links.map((link: string) => new URL(link).pathname + new URL(link).search)).toEqual([
      `/bitcoinswitch/lnurl/${device.id}?pin=3`,
      `/bitcoinswitch/lnurl/${device.id}?pin=0`,
    ])
    const { callback, metadata } = await offer(device)
    expect(new URL(callback).pathname + new URL(callback).search).toMatch(
      new RegExp(`^/bitcoinswitch/lnurl/${device.id}/cb/[\\w-]+\\?pin=3$`),
    )
    expect(JSON.parse(metadata)).toEqual([['text/plain', 'Machine: Coffee']])
    expect(await offer(device, '0')).toMatchObject({ tag: 'payRequest' })
  })

  test('the price is exact in satoshis', async () => {
    const device = await make({ disposable: true })
    for (const msat of [99_999, 100_001]) expect((await ask(device, msat)).status).toBe('ERROR')
    expect(await ask(device, 100_000)).toMatchObject({
      pr: expect.any(String),
      disposable: true,
      verify: expect.stringContaining('/bitcoinswitch/verify/'),
    })
  })

  test('a price in fiat is converted at the current rate: a lower payment is rejected, a slightly higher one accepted', async () => {
    const device = await make({ currency: 'USD', switches: [{ ...COFFEE, amount: 0.5 }] })
    expect(await offer(device)).toMatchObject({ minSendable: 1_000_000, maxSendable: 1_000_000 })
    for (const msat of [995_000, 999_999, 1_010_001]) expect((await ask(device, msat)).status).toBe('ERROR')
    for (const msat of [1_000_000, 1_010_000]) expect(await ask(device, msat)).toHaveProperty('pr')
  })

  test.each([
    [250_000, 5000],
    [100_000, 2000],
    [10_000_000, 200_000],
    [150_500, 3010],
  ])('paying %d msat for 100 sat of 2 s switches for %d ms', async (msat, duration) => {
    const device = await make({ switches: [{ ...COFFEE, variable: true }] })
    expect(await offer(device)).toMatchObject({ minSendable: 100_000, maxSendable: 10_000_000 })
    await pay(device, msat)
    expect(await triggers(device)).toMatchObject([{ duration }])
  })

  test('paying the offered amount for a variable switch gets its time, also if the switch became fixed since', async () => {
    const device = await make({ switches: [{ ...COFFEE, variable: true }] })
    const { callback } = await offer(device)
    const change = { title: 'Machine', switches: [{ ...COFFEE, variable: false }] }
    expect(await world.call('PUT', url(device), { key: owner.adminKey, body: change })).toMatchObject({ status: 200 })
    const { pathname } = new URL(callback)
    const { body } = await world.call('GET', `${pathname}?pin=3&amount=250000`)
    expect(await world.send(payer, body.pr)).toMatchObject({ status: 201 })
    await world.tick()
    expect(await triggers(device)).toMatchObject([{ duration: 5000 }])
  })

  test('nothing is switched for longer than an hour', async () => {
    const device = await make({ switches: [{ ...COFFEE, variable: true, duration: 3_000_000 }] })
    await pay(device, 1_000_000)
    expect(await triggers(device)).toMatchObject([{ duration: 3_600_000 }])
  })

  test('with a password, a comment without it gets no invoice, and the device never receives it', async () => {
    const device = await make({ password: 'sesame', switches: [{ ...COFFEE, comment: true }] })
    expect((await offer(device)).commentAllowed).toBeGreaterThan(200)
    expect(await ask(device, 100_000)).toEqual(refused('password'))
    expect(await ask(device, 100_000, 'Sesam')).toEqual(refused('password'))
    await pay(device, 100_000, 'sesame two sugars')
    expect(await triggers(device)).toMatchObject([{ comment: 'two sugars' }])
    const seen = (await world.call('GET', url(device), { key: owner.invoiceKey })).body
    expect(seen).not.toHaveProperty('password')
    const rows = await world.db.list('SELECT data FROM extension_rows', [], (row: { data: string }) => row.data)
    const extras = await world.db.list('SELECT extra FROM payments', [], (row: { extra: string }) => row.extra)
    expect([...rows, ...extras].join('')).not.toContain('sesame')
    expect(extras.join('')).toContain('two sugars')
  })

  test('a comment for a switch that takes none does not stop the payment, and the device does not get it', async () => {
    const device = await make()
    await pay(device, 100_000, 'hello')
    const made = await triggers(device)
    expect(made).toMatchObject([{ amount: 100, pin: 3 }])
    expect(made[0].comment ?? '').toBe('')
  })

  test('a device that is switched off, an unknown pin and an unknown device are refused', async () => {
    const device = await make()
    expect(await offer(device, '9')).toEqual(refused('no such switch'))
    expect(await offer(device, 'x')).toEqual(refused('no such switch'))
    expect((await world.call('GET', `/bitcoinswitch/lnurl/${device.id}`)).body).toEqual(refused('no such switch'))
    expect(await offer({ id: 'unknown' })).toMatchObject({ status: 'ERROR' })
    await world.call('PUT', url(device), { key: owner.adminKey, body: { disabled: true } })
    expect(await ask(device, 100_000)).toEqual(refused('switched off'))
  })

  test('the order that was paid is switched, also when the device is changed before the payment', async () => {
    const device = await make()
    const { pr } = await ask(device, 100_000)
    const body = { switches: [{ ...COFFEE, duration: 9 }] }
    await world.call('PUT', url(device), { key: owner.adminKey, body })
    await world.send(payer, pr)
    await world.tick()
    expect(await triggers(device)).toMatchObject([{ duration: 2000 }])
  })

  test('the public part has the switches, and no secret', async () => {
    const device = await make({ password: 'sesame' })
    expect((await world.call('GET', `/bitcoinswitch/public/${device.id}`)).body).toEqual({
      id: device.id,
      title: 'Machine',
      currency: 'sat',
      online: false,
      switches: [{ pin: 3, label: 'Coffee', amount: 100, variable: false, lnurl: expect.stringMatching(/^LNURL1/) }],
    })
    expect((await world.call('GET', '/bitcoinswitch/public/unknown')).status).toBe(404)
  })

  test.each([
    [{ switches: [] }],
    [{ switches: [COFFEE, COFFEE] }],
    [{ switches: [{ ...COFFEE, amount: 0 }] }],
    [{ switches: [{ ...COFFEE, pin: 256 }] }],
    [{ switches: [{ ...COFFEE, duration: 3_600_001 }] }],
    [{ switches: Array.from({ length: 17 }, (_one, pin) => ({ ...COFFEE, pin })) }],
  ])('%j is refused with 422 that names the field', async (body) => {
    const answer = await post(body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain('switches')
  })

  test('only the admin key switches by hand, and only a connected device: 400, 401, 403, 404 and 422', async () => {
    const device = await make()
    const stranger = await world.openWallet()
    await activateExtension(world, stranger, 'bitcoinswitch')
    const trigger = (key: string | undefined, body: object = { pin: 3 }) =>
      world.call('POST', url(device, '/trigger'), { key, body })
    expect((await trigger(undefined)).status).toBe(401)
    expect((await trigger(owner.invoiceKey)).status).toBe(403)
    expect((await trigger(stranger.adminKey)).status).toBe(404)
    expect((await trigger(owner.adminKey, { pin: 4 })).status).toBe(404)
    expect((await trigger(owner.adminKey, {})).status).toBe(422)
    expect(await trigger(owner.adminKey)).toMatchObject({ status: 400, body: { detail: 'No device is connected.' } })
    expect((await world.call('GET', url(device, '/triggers'))).status).toBe(401)
    expect((await world.call('GET', url(device, '/triggers'), { key: stranger.invoiceKey })).status).toBe(404)
  })
})
