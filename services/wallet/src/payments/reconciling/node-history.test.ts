import { openClnPeer } from '@satchel/lightning/world/peers/cln/cln-peer'
import { openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { msat } from '@satchel/money/units'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { findHalt } from '../../ledger/halt.ts'
import { failOutgoing } from '../sending/send-commands.ts'
import { findOutgoing } from '../states/payment-store.ts'

const BACKENDS = [
  ['LND', 'postgres', 'POST /v2/router/send', openLndPeer],
  ['Core Lightning', 'sqlite', 'POST /v1/xpay', () => openClnPeer()],
] as const

const ROOT = { SUPER_USER_USERNAME: 'root', SUPER_USER_PASSWORD: 'a good password' }
const superTokenOf = async (world: World): Promise<string> => {
  const login = await world.call('POST', '/api/v1/auth', { body: { username: 'root', password: 'a good password' } })
  return login.body.access_token as string
}

describe.each(BACKENDS)('a restored %s, on %s', (_name, dialect, payCall, openPeer) => {
  /** The service on a peer that can go back. */
  async function open() {
    const peer = await openPeer()
    const world = await openWorld({ dialect, env: { SERVICE_PAY_WAIT_MS: '250', ...ROOT, ...peer.env } })
    onTestFinished(async () => {
      expect(await world.violations()).toEqual([])
      await world.close()
      await peer.close()
    })
    const wallet = await world.openWallet(100_000)
    await world.tick()
    return { peer, world, wallet }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  const receive = async ({ peer, world, wallet }: Opened, sat: number) => {
    const invoice = await world.invoice(wallet, sat)
    await peer.node.outside.payOurInvoice(invoice.bolt11)
    return invoice
  }
  /** The stream is not what these tests are about: a listener that the restart of a node cuts off. */
  const restored = async (opened: Opened, goBack: () => void, receipts = 0): Promise<void> => {
    if ('muteStream' in opened.peer) opened.peer.muteStream()
    goBack()
    for (let count = 0; count < receipts; count += 1) await receive(opened, 7)
    opened.peer.server.cut()
    await twice(opened.world)
  }
  const twice = async (world: World): Promise<void> => {
    await world.tick()
    await world.tick()
  }
  const hang = async ({ peer, world, wallet }: Opened, sat: number): Promise<string> => {
    const { bolt11, paymentHash } = await peer.node.outside.makeInvoice(msat(BigInt(sat) * 1000n))
    peer.node.plan(paymentHash, { ends: 'on-command' })
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    world.advance(2)
    await world.tick()
    return paymentHash
  }
  const alarms = async (world: World): Promise<string[]> =>
    (
      (await world.call('GET', '/api/v1/admin/halt', { token: await superTokenOf(world) })).body.alarms as {
        kind: string
      }[]
    ).map(({ kind }) => kind)
  const look = async (world: World, wallet: WorldWallet, id: string) =>
    (await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body

  test.each([
    ['made from scratch', 0],
    ['restored from an older copy', 1],
  ])(
    'a node that was %s: new receipts are credited, payments halt, and the operator is notified',
    async (_how, kept) => {
      const opened = await open()
      const { world, wallet, peer } = opened
      for (let count = 0; count < kept; count += 1) await receive(opened, 10)
      await world.tick()
      const goBack = peer.node.copy?.() ?? (() => undefined)
      for (let count = 0; count < 3; count += 1) await receive(opened, 10)
      await world.tick()
      const before = await world.balanceMsat(wallet)
      await restored(opened, goBack)
      await receive(opened, 7)
      await twice(world)
      expect(await world.balanceMsat(wallet)).toBe(before + 7000)
      expect(await findHalt(world.db)).toMatch(/restored from an older copy, or made from scratch/)
      expect(await alarms(world)).toContain('node-history')
      expect((await world.call('GET', '/ready')).body).toMatchObject({ payments: 'halted' })
    },
  )

  test('a restored node that has received more than before by the next poll is still detected', async () => {
    const opened = await open()
    const { world, wallet, peer } = opened
    await receive(opened, 10)
    await world.tick()
    const goBack = peer.node.copy?.() ?? (() => undefined)
    for (let count = 0; count < 2; count += 1) await receive(opened, 10)
    await world.tick()
    const before = await world.balanceMsat(wallet)
    await restored(opened, goBack, 3)
    await twice(world)
    expect(await world.balanceMsat(wallet)).toBe(before + 21_000)
    expect(await findHalt(world.db)).toMatch(/restored from an older copy, or made from scratch/)
  })

  test('a payment in flight is neither refunded nor forgotten: an operator resolves it', async () => {
    const opened = await open()
    const { world, wallet, peer } = opened
    const goBack = peer.node.copy?.() ?? (() => undefined)
    const hash = await hang(opened, 50)
    const reserved = await world.balanceMsat(wallet)
    await restored(opened, goBack)
    for (let days = 0; days < 40; days += 10) {
      world.advance(10 * 86_400)
      await twice(world)
    }
    expect(await look(world, wallet, hash)).toMatchObject({ status: 'pending' })
    expect(await world.balanceMsat(wallet)).toBe(reserved)
    const token = await superTokenOf(world)
    const resume = () => world.call('PUT', '/api/v1/admin/halt', { token, body: { halted: false } })
    const refused = await resume()
    expect([refused.status, refused.body.node_differences]).toEqual([
      409,
      [expect.objectContaining({ kind: 'lost-payment', payment_hash: hash })],
    ])
    const { details } = await look(world, wallet, hash)
    const body = { outcome: 'failed', reason: 'the payee does not have it', force: true }
    const id = (details as { checking_id: string }).checking_id
    expect((await world.call('POST', `/api/v1/admin/payments/${id}/resolve`, { token, body })).status).toBe(200)
    expect((await resume()).status).toBe(200)
    expect(await world.balanceMsat(wallet)).toBe(100_000_000)
  })

  test('a payment held by the node before its restore is named in the alarm, and credits nothing', async () => {
    const opened = await open()
    const { world, wallet, peer } = opened
    const goBack = peer.node.copy?.() ?? (() => undefined)
    await receive(opened, 10)
    const { payment_hash, bolt11 } = await world.invoice(wallet, 40, { hold: true })
    await peer.node.outside.payOurInvoice(bolt11)
    await twice(world)
    const { details } = await look(world, wallet, payment_hash as string)
    const before = await world.balanceMsat(wallet)
    await restored(opened, goBack)
    const { alarms } = (await world.call('GET', '/api/v1/admin/halt', { token: await superTokenOf(world) })).body
    expect(alarms).toContainEqual(
      expect.objectContaining({
        kind: 'node-history',
        detail: expect.stringContaining((details as { checking_id: string }).checking_id),
      }),
    )
    expect(await world.balanceMsat(wallet)).toBe(before)
  })

  test('a payment held without a sign of the restore is held once its invoice has expired', async () => {
    const opened = await open()
    const { world, wallet, peer } = opened
    const goBack = peer.node.copy?.() ?? (() => undefined)
    for (let count = 0; count < 3; count += 1) await world.invoice(wallet, 10)
    await twice(world)
    await restored(opened, goBack)
    const invoice = await world.invoice(wallet, 40, { hold: true, expiry: 600 })
    await peer.node.outside.payOurInvoice(invoice.bolt11)
    world.advance(610)
    await twice(world)
    expect(await look(world, wallet, invoice.payment_hash as string)).toMatchObject({ details: { held: true } })
    expect(await findHalt(world.db)).toBeUndefined()
  })

  test('a poll by an operator does not fail a payment that a node with another history reports as failed', async () => {
    const opened = await open()
    const { world, wallet, peer } = opened
    const goBack = peer.node.copy?.() ?? (() => undefined)
    await receive(opened, 10)
    await twice(world)
    const hash = await hang(opened, 50)
    const id = ((await look(world, wallet, hash)).details as { checking_id: string }).checking_id
    goBack()
    peer.node.plan(hash, { ends: 'failed' })
    const token = await superTokenOf(world)
    await world.call('POST', `/api/v1/admin/payments/${id}/poll`, { token })
    expect(await look(world, wallet, hash)).toMatchObject({ status: 'pending' })
    const body = { outcome: 'failed', reason: 'the node says so' }
    expect((await world.call('POST', `/api/v1/admin/payments/${id}/resolve`, { token, body })).status).toBe(409)
  })

  test('a loss of history is reported once: a restart reports no second one before the first new receipt', async () => {
    const opened = await open()
    const { world, peer } = opened
    const goBack = peer.node.copy?.() ?? (() => undefined)
    await receive(opened, 10)
    await twice(world)
    await restored(opened, goBack)
    expect(await findHalt(world.db)).toMatch(/made from scratch/)
    const token = await superTokenOf(world)
    const resumed = await world.call('PUT', '/api/v1/admin/halt', { token, body: { halted: false, force: true } })
    expect(resumed.status).toBe(200)
    await world.restart()
    await twice(world)
    expect(await findHalt(world.db)).toBeUndefined()
  })

  test('a payment that is polled while the loss is detected is not refunded by that answer', async () => {
    const opened = await open()
    const { world, wallet, peer } = opened
    const goBack = peer.node.copy?.() ?? (() => undefined)
    await receive(opened, 10)
    await twice(world)
    const hash = await hang(opened, 50)
    const payment = await findOutgoing(world.db, hash)
    if (payment === undefined) throw new Error('no such payment')
    await restored(opened, goBack)
    const failure = { payment, reason: 'It never arrived.', at: world.nowSeconds(), checkAgainAt: 1 }
    expect(await world.db.transact(failOutgoing, { ...failure, from: 'dispatched' })).toBe(false)
    expect(await look(world, wallet, hash)).toMatchObject({ status: 'pending' })
  })

  test('an order unknown to the node is not sent again after its restore: the node may have forgotten it', async () => {
    const opened = await open()
    const { world, wallet, peer } = opened
    const goBack = peer.node.copy?.() ?? (() => undefined)
    await receive(opened, 10)
    await twice(world)
    const { bolt11, paymentHash } = await peer.node.outside.makeInvoice(msat(50_000n))
    peer.server.plan(payCall, { do: 'lose-request' })
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    world.advance(11)
    await world.tick()
    goBack()
    for (let round = 0; round < 3; round += 1) {
      world.advance(20)
      await world.tick()
    }
    expect(peer.node.attempts).toEqual([])
    expect(await look(world, wallet, paymentHash)).toMatchObject({ status: 'pending' })
    expect(await findHalt(world.db)).toMatch(/restored from an older copy, or made from scratch/)
  })

  test('payments made at the node after its restore are compared again', async () => {
    const opened = await open()
    const { world, wallet, peer } = opened
    const goBack = peer.node.copy?.() ?? (() => undefined)
    for (let count = 0; count < 3; count += 1) {
      const { bolt11 } = await peer.node.outside.makeInvoice(msat(1000n))
      expect((await world.send(wallet, bolt11)).status).toBe(201)
    }
    await twice(world)
    await restored(opened, goBack)
    const { bolt11, paymentHash } = await peer.node.outside.makeInvoice(msat(43_000n))
    peer.node.pay({ bolt11, label: '019b7e94-45cb-7d76-adbe-8fba8a81c81e/1' })
    await twice(world)
    await twice(world)
    const { alarms: said } = (await world.call('GET', '/api/v1/admin/halt', { token: await superTokenOf(world) }))
      .body as {
      alarms: { kind: string; reference: string }[]
    }
    expect(said).toContainEqual(expect.objectContaining({ kind: 'node-not-in-books', reference: paymentHash }))
  })
})
