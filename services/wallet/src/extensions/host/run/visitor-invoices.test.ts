import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../../../test/world/extensions/activate-extension.ts'
import { JAR } from '../../../../test/world/extensions/jar-extension.ts'
import { openWorld } from '../../../../test/world/open-world.ts'

/** Jars behind a proxy that names the visitors, and its limits. */
async function open(limits: Readonly<Record<string, string>> = {}) {
  const env = { SERVICE_RATE_LIMIT_NO: '100000', SERVICE_TRUSTED_PROXIES: '127.0.0.1', ...limits }
  const world = await openWorld({ dialect: 'sqlite', builtIns: [JAR], env })
  onTestFinished(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })
  const owner = await world.openWallet(10_000)
  await activateExtension(world, owner, 'jar')
  const make = async (): Promise<string> =>
    (await world.call('POST', '/jar/api/v1/', { key: owner.adminKey, body: { name: 'Till' } })).body.id
  const fill = (id: string, from: string) =>
    world.call('POST', `/jar/public/${id}/fill`, { body: {}, headers: { 'x-forwarded-for': from } })
  /** How many of the requests succeed. */
  const grant = async (id: string, from: string, times: number): Promise<number> => {
    let granted = 0
    for (let one = 0; one < times; one += 1) {
      const { status, headers } = await fill(id, from)
      expect([201, 429]).toContain(status)
      if (status === 429) expect(headers['retry-after']).toBe('60')
      if (status === 201) granted += 1
    }
    return granted
  }
  return { world, owner, make, fill, grant }
}

test('one address has 10 invoices a minute made by an item, all together 30, and each address at least 3', async () => {
  const { world, make, grant } = await open()
  const till = await make()
  for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) expect(await grant(till, from, 100)).toBe(10)
  expect(await grant(till, '192.0.2.4', 5)).toBe(3)
  expect(await grant(till, '192.0.2.5', 5)).toBe(3)
  world.advance(60)
  expect(await grant(till, '192.0.2.1', 12)).toBe(10)
})

test('the limits on invoices are settings', async () => {
  const { make, grant } = await open({
    SERVICE_VISITOR_INVOICES: '4',
    SERVICE_VISITOR_INVOICES_PER_ITEM: '6',
    SERVICE_VISITOR_INVOICES_PER_ADDRESS: '5',
  })
  const [till, other] = [await make(), await make()]
  expect(await grant(till, '192.0.2.1', 4)).toBe(4)
  expect(await grant(other, '192.0.2.1', 3)).toBe(1)
  expect(await grant(till, '192.0.2.2', 5)).toBe(3)
  const another = await make()
  expect(await grant(another, '192.0.2.3', 5)).toBe(4)
})

test('how many invoices of an item may be unpaid is a setting', async () => {
  const { make, grant, fill } = await open({ SERVICE_VISITOR_UNPAID: '2', SERVICE_VISITOR_UNPAID_PER_ITEM: '3' })
  const till = await make()
  for (const from of ['192.0.2.1', '192.0.2.2']) {
    for (const status of [201, 201, 429]) expect((await fill(till, from)).status).toBe(status)
  }
  expect(await grant(await make(), '192.0.2.1', 2)).toBe(2)
})

test('several tills of one shop do not limit one another, up to 60 invoices a minute', async () => {
  const { make, grant } = await open()
  for (let n = 0; n < 6; n += 1) expect(await grant(await make(), '192.0.2.1', 10)).toBe(10)
  expect(await grant(await make(), '192.0.2.1', 2)).toBe(0)
  expect(await grant(await make(), '192.0.2.2', 2)).toBe(2)
})

test('one visitor cannot block a till: one address has at most 40 unpaid invoices of it', async () => {
  const { world, owner, make, fill, grant } = await open()
  const till = await make()
  for (let minute = 0; minute < 4; minute += 1) {
    expect(await grant(till, '192.0.2.1', 10)).toBe(10)
    world.advance(60)
  }
  const { status, body } = await fill(till, '192.0.2.1')
  expect([status, body.detail]).toEqual([429, 'Too many unpaid invoices are open here; try again later.'])
  const sale = await fill(till, '192.0.2.2')
  expect(sale.status).toBe(201)
  await world.send(owner, sale.body.payment_request)
  expect(await grant(till, '192.0.2.1', 1)).toBe(0)
  world.advance(3600)
  expect(await grant(till, '192.0.2.1', 1)).toBe(1)
})

test('a paid invoice frees its slot', async () => {
  const { world, owner, make, fill, grant } = await open()
  const till = await make()
  const first = await fill(till, '192.0.2.1')
  world.advance(60)
  for (let minute = 0; minute < 4; minute += 1) {
    expect(await grant(till, '192.0.2.1', minute === 3 ? 9 : 10)).toBe(minute === 3 ? 9 : 10)
    world.advance(60)
  }
  expect(await grant(till, '192.0.2.1', 1)).toBe(0)
  await world.send(owner, first.body.payment_request)
  expect(await grant(till, '192.0.2.1', 1)).toBe(1)
})

test('three addresses that never pay do not block a till: a fourth one still gets 5 unpaid invoices', async () => {
  const { world, owner, make, fill, grant } = await open()
  const till = await make()
  for (let minute = 0; minute < 3; minute += 1) {
    for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) expect(await grant(till, from, 10)).toBe(10)
    world.advance(60)
  }
  for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await grant(till, from, 10)
  expect(await grant(till, '192.0.2.1', 1)).toBe(0)
  world.advance(60)
  const { status, body } = await fill(till, '192.0.2.4')
  expect(status).toBe(201)
  await world.send(owner, body.payment_request)
  expect(await grant(till, '192.0.2.4', 2)).toBe(2)
  world.advance(60)
  expect(await grant(till, '192.0.2.4', 5)).toBe(3)
  world.advance(60)
  expect(await grant(till, '192.0.2.4', 5)).toBe(0)
})
