import { hash, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nodeDifference } from '../../../test/world/funding/node-difference.ts'
import { type Answer, openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

const LIMITS = {
  SERVICE_MAX_HELD: '24',
  SERVICE_MAX_HELD_PER_ACCOUNT: '4',
  SERVICE_MAX_HOLD_INVOICES_PER_ACCOUNT: '10',
}

interface Made {
  readonly checking_id: string
  readonly payment_hash: string
}

/** Key of the account's limit: an attacker with an invoice key requests hold invoices. */
const askForHold = (world: World, wallet: WorldWallet, more: object = { hold: true }): Promise<Answer> =>
  world.call('POST', '/api/v1/payments', { key: wallet.invoiceKey, body: { out: false, amount: 1, ...more } })

/** As many hold invoices as the service makes, at most `count`. */
async function makeHolds(world: World, wallet: WorldWallet, count: number): Promise<Made[]> {
  const made: Made[] = []
  for (let asked = 0; asked < count; asked += 1) {
    const { status, body } = await askForHold(world, wallet)
    if (status === 201) made.push(body as Made)
  }
  return made
}

async function payFromOutside(world: World, invoices: readonly Made[]): Promise<void> {
  for (const { payment_hash } of invoices) await world.node.sendControl('POST /receive', { hash: payment_hash })
  await world.tick()
  await world.tick()
}

async function heldAtNode(world: World): Promise<string[]> {
  const { held } = (await world.node.sendControl('GET /truth')).body as { held: { hash: string }[] }
  return held.map((row) => row.hash)
}

const cancel = (world: World, wallet: WorldWallet, { checking_id }: Made): Promise<Answer> =>
  world.call('DELETE', `/api/v1/payments/${checking_id}`, { key: wallet.adminKey })

describe.each(DIALECTS)('limits of held payments, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect, env: LIMITS })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    // Payments that are still held return automatically.
    world.advance(2 * 86_400)
    await world.tick()
    await world.tick()
    expect(await heldAtNode(world)).toEqual([])
    expect(await world.violations()).toEqual([])
    expect(await nodeDifference(world)).toBe(0n)
  })

  test('an account can only have its share held; a payment above it is returned within a round', async () => {
    const wallet = await world.openWallet()
    const invoices = await makeHolds(world, wallet, 8)
    expect(invoices).toHaveLength(8)
    await payFromOutside(world, invoices)
    const hashes = invoices.map(({ payment_hash }) => payment_hash)
    expect(await heldAtNode(world)).toEqual(hashes.slice(0, 4))
    const last = await world.call('GET', `/api/v1/payments/${invoices[7]?.checking_id}`, { key: wallet.invoiceKey })
    expect(last.body).toMatchObject({ status: 'failed', paid: false, details: { held: false } })
  })

  test('an account at its limit gets 429 for further hold invoices, and ordinary invoices as before', async () => {
    const wallet = await world.openWallet()
    await payFromOutside(world, await makeHolds(world, wallet, 4))
    for (const more of [{ hold: true }, { payment_hash: hash('sha256', randomBytes(32), 'hex') }]) {
      const refused = await askForHold(world, wallet, more)
      expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining('held for this account')])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await askForHold(world, wallet, {})).status).toBe(201)
  })

  test('an account with several wallets has one share for all of them', async () => {
    const wallet = await world.openWallet()
    await payFromOutside(world, await makeHolds(world, wallet, 4))
    const token = await tokenOf(world, wallet)
    const second = await world.call('POST', '/api/v1/wallet', { token, body: { name: 'second' } })
    expect(second.status).toBe(201)
    const other = { ...wallet, invoiceKey: second.body.inkey as string }
    expect((await askForHold(world, other)).status).toBe(429)
  })

  test('settling and cancelling free the limit again', async () => {
    const wallet = await world.openWallet()
    const [first, second] = await makeHolds(world, wallet, 4).then(async (made) => {
      await payFromOutside(world, made)
      return made as [Made, Made]
    })
    expect((await cancel(world, wallet, first)).status).toBe(200)
    const [third] = await makeHolds(world, wallet, 1)
    await payFromOutside(world, [third as Made])
    expect(await heldAtNode(world)).toContain(third?.payment_hash)
    expect((await askForHold(world, wallet)).status).toBe(429)
    const url = `/api/v1/payments/${second.checking_id}`
    expect((await world.call('PUT', url, { key: wallet.adminKey })).status).toBe(200)
    await world.tick()
    expect((await askForHold(world, wallet)).status).toBe(201)
  })

  test('five accounts that hold all they can leave an honest account room to hold and settle', async () => {
    for (let account = 0; account < 5; account += 1) {
      const attacker = await world.openWallet()
      await payFromOutside(world, await makeHolds(world, attacker, 10))
    }
    const held = await heldAtNode(world)
    expect(held.length).toBeLessThan(18)
    const honest = await world.openWallet()
    const [invoice] = (await makeHolds(world, honest, 1)) as [Made]
    await payFromOutside(world, [invoice])
    expect(await heldAtNode(world)).toContain(invoice.payment_hash)
    const url = `/api/v1/payments/${invoice.checking_id}`
    expect((await world.call('PUT', url, { key: honest.adminKey })).status).toBe(200)
    expect(await world.balanceMsat(honest)).toBe(1000)
  })

  test('unpaid hold invoices of an account are limited, also with concurrent requests', async () => {
    const wallet = await world.openWallet()
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        askForHold(
          world,
          wallet,
          index % 2 === 0 ? undefined : { payment_hash: hash('sha256', randomBytes(32), 'hex') },
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(15)
    expect(refused[0]?.body.detail).toContain('hold invoices of this account')
    const other = await world.openWallet()
    expect((await askForHold(world, other)).status).toBe(201)
    world.advance(3700)
    await world.tick()
    expect((await askForHold(world, wallet)).status).toBe(201)
  })

  test('payments held inside the service use no slot of a channel and count against no share', async () => {
    const [payee, payer] = [await world.openWallet(), await world.openWallet(100)]
    const invoices = await makeHolds(world, payee, 6)
    for (const invoice of invoices) {
      expect((await world.send(payer, (invoice as Made & { bolt11: string }).bolt11)).status).toBe(201)
    }
    const [outside] = (await makeHolds(world, payee, 1)) as [Made]
    await payFromOutside(world, [outside])
    expect(await heldAtNode(world)).toEqual([outside.payment_hash])
    for (const invoice of invoices) await cancel(world, payee, invoice)
  })
})

test('600 hold invoices of one satoshi, all paid from outside, leave most slots of a channel free', async () => {
  const world = await openWorld({ dialect: 'sqlite' })
  const [attacker, honest] = [await world.openWallet(), await world.openWallet()]
  await payFromOutside(world, await makeHolds(world, attacker, 600))
  expect((await heldAtNode(world)).length).toBeLessThanOrEqual(50)
  const [invoice] = (await makeHolds(world, honest, 1)) as [Made]
  await payFromOutside(world, [invoice])
  expect(await heldAtNode(world)).toContain(invoice.payment_hash)
  await world.close()
})
