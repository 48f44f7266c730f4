import { hash } from 'node:crypto'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../world/open-world.ts'
import { installLnbits, type RunningLnbits, startLnbits } from './install-lnbits.ts'

const lnbits = await installLnbits()
if (lnbits.missing !== undefined) process.stdout.write(`skipped, ${lnbits.missing}\n`)
afterAll(() => lnbits.remove())

const PATIENCE = { timeout: 60_000, interval: 200 }
const PASSWORD = 'password of the operator'

describe.skipIf(lnbits.python === undefined).each([
  { at: 'the root', path: '' },
  { at: '/lnbits', path: '/lnbits' },
])('LNbits itself with this service as its funding source, at $at', ({ path }) => {
  let world: World
  let source: WorldWallet
  let server: RunningLnbits
  let keys: { adminkey: string; inkey: string }

  beforeAll(async () => {
    world = await openWorld({ dialect: 'sqlite' })
    await world.service.start()
    source = await world.openWallet(100_000)
    const base = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}${path}`
    server = await startLnbits(lnbits.python ?? '', base, source.adminKey)
    const first = { username: 'operator', password: PASSWORD, password_repeat: PASSWORD }
    const { body } = await server.call('PUT', '/api/v1/auth/first_install', { body: first })
    const token = body.access_token
    keys = (await server.call('GET', '/api/v1/wallets', { token })).body[0]
  }, 320_000)
  afterAll(async () => {
    await server?.stop()
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const balanceSat = async (): Promise<number> =>
    (await server.call('GET', '/api/v1/wallet', { key: keys.inkey })).body.balance / 1000
  const make = async (body: object) =>
    (await server.call('POST', '/api/v1/payments', { key: keys.inkey, body: { out: false, ...body } })).body
  const pay = (bolt11: string) =>
    server.call('POST', '/api/v1/payments', { key: keys.adminkey, body: { out: true, bolt11 } })
  const see = async (paymentHash: string) =>
    (await server.call('GET', `/api/v1/payments/${paymentHash}`, { key: keys.inkey })).body

  test('the service creates the invoices, also with a description hash, and LNbits credits them when they are paid', async () => {
    const metadata = '[["text/plain","srv"]]'
    const hashed = await make({ amount: 7, unhashed_description: Buffer.from(metadata).toString('hex') })
    expect(readInvoice(hashed.bolt11).descriptionHash).toBe(hash('sha256', metadata, 'hex'))
    const made = await make({ amount: 2000, memo: 'Tea' })
    expect(await see(made.payment_hash)).toMatchObject({ paid: false })
    await world.node.sendControl('POST /receive', { bolt11: made.bolt11 })
    await expect.poll(async () => (await see(made.payment_hash)).paid, PATIENCE).toBe(true)
    expect(await balanceSat()).toBe(2000)
  })

  test('LNbits shows preimage and fee of a payment; a payment that failed in the service fails in LNbits and is refunded', async () => {
    const before = await balanceSat()
    const good = await world.foreignInvoice(500_000)
    await world.node.sendControl('POST /script', {
      match: { hash: good.hash },
      pay: [{ do: 'settle', fee_msat: 1000 }],
    })
    expect((await pay(good.bolt11)).status).toBe(201)
    await expect.poll(() => see(good.hash), PATIENCE).toMatchObject({ paid: true, preimage: good.preimage })
    expect((await see(good.hash)).details).toMatchObject({ amount: -500_000, fee: -1000 })
    const bad = await world.foreignInvoice(400_000)
    await world.node.sendControl('POST /script', { match: { hash: bad.hash }, pay: [{ do: 'fail', code: 'no_route' }] })
    expect(await pay(bad.bolt11)).toMatchObject({ status: 520, body: { status: 'failed' } })
    expect(await balanceSat()).toBe(before - 501)
  })

  test('a payment that is pending in the service is pending in LNbits, and ends with the same result', async () => {
    const before = await balanceSat()
    const slow = await world.foreignInvoice(300_000)
    await world.node.sendControl('POST /script', { match: { hash: slow.hash }, pay: ['hang'] })
    expect((await pay(slow.bolt11)).body.status).toBe('pending')
    expect(await see(slow.hash)).toMatchObject({ paid: false })
    await world.node.sendControl('POST /settle', { hash: slow.hash })
    // The clock of the service is fixed: the node is polled only after it has advanced.
    const askAgain = async () => {
      world.advance(60)
      await world.tick()
      return (await see(slow.hash)).paid
    }
    await expect.poll(askAgain, PATIENCE).toBe(true)
    expect(await balanceSat()).toBe(before - 300)
  })
})
