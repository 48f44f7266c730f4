import { join } from 'node:path'
import type { SimulatedNode } from '@satchel/lightning/simulated/open-simulated-node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

const ROOT = { username: 'root', password: 'correct horse' }

describe.each(DIALECTS)('a change of nodes, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  let journals: { readonly SERVICE_SIM_JOURNAL: string; readonly FORMER_SERVICE_SIM_JOURNAL: string }
  beforeEach(async () => {
    world = await openWorld({
      dialect,
      exactBalance: true,
      env: { SUPER_USER_USERNAME: ROOT.username, SUPER_USER_PASSWORD: ROOT.password },
    })
    wallet = await world.openWallet(1000)
    await world.restart({}, (place) => {
      journals = {
        SERVICE_SIM_JOURNAL: join(place.folder, 'new-node.journal'),
        FORMER_SERVICE_SIM_JOURNAL: join(place.folder, 'simulated-node.journal'),
      }
    })
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const changeNodes = (former = 'simulated') => world.restart({ ...journals, SERVICE_FORMER_FUNDING_SOURCE: former })
  const former = (): SimulatedNode => world.service.funding.all[1] as unknown as SimulatedNode
  const statusOf = async (id: string) =>
    (await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body.status
  const status = async () => {
    const token = (await world.call('POST', '/api/v1/auth', { body: ROOT })).body.access_token
    return (await world.call('GET', '/api/v1/admin/status', { token })).body
  }
  const nodes = async () => (await status()).nodes
  const hang = async (amountMsat: number) => {
    const foreign = await world.foreignInvoice(amountMsat)
    await world.node.sendControl('POST /script', { match: { hash: foreign.hash }, pay: ['hang'] })
    expect((await world.send(wallet, foreign.bolt11)).status).toBe(201)
    return foreign.hash
  }

  test('payments in flight at the old node are followed there to their end, new ones use the new one', async () => {
    const [settles, fails] = [await hang(100_000), await hang(200_000)]
    const old = await world.invoice(wallet, 50)
    const held = await world.invoice(wallet, 60, { hold: true })
    await changeNodes()
    expect(await nodes()).toMatchObject([
      { id: 1, in_use: false, configured: true, answers: true, pending_outgoing: 2, open_invoices: 2 },
      { id: 2, in_use: true, configured: true, answers: true, pending_outgoing: 0, open_invoices: 0 },
    ])
    await former().sendControl('POST /settle', { hash: settles, fee_msat: 1000 })
    await former().sendControl('POST /fail', { hash: fails })
    await former().sendControl('POST /receive', { hash: old.payment_hash })
    await former().sendControl('POST /receive', { hash: held.payment_hash })
    await expect.poll(() => statusOf(old.checking_id)).toBe('success')
    const settled = await world.call('PUT', `/api/v1/payments/${held.checking_id}`, { key: wallet.adminKey, body: {} })
    expect(settled.status).toBe(200)
    world.advance(60)
    await world.tick()
    expect([await statusOf(settles), await statusOf(fails), await statusOf(held.checking_id)]).toEqual([
      'success',
      'failed',
      'success',
    ])
    expect(await world.balanceMsat(wallet)).toBe(1_000_000 - 101_000 + 50_000 + 60_000)
    const invoice = await world.invoice(wallet, 70)
    await world.node.sendControl('POST /receive', { hash: invoice.payment_hash })
    await expect.poll(() => statusOf(invoice.checking_id)).toBe('success')
    const foreign = await world.foreignInvoice(10_000)
    expect((await world.send(wallet, foreign.bolt11)).status).toBe(201)
    await expect.poll(() => statusOf(foreign.hash)).toBe('success')
    expect(await nodes()).toMatchObject([
      { pending_outgoing: 0, open_invoices: 0 },
      { pending_outgoing: 0, open_invoices: 0 },
    ])
  })

  test('an invoice of the old node that is paid inside is closed there, so that it cannot be paid from outside as well', async () => {
    const old = await world.invoice(wallet, 50)
    const payer = await world.openWallet(100)
    await changeNodes()
    expect((await world.send(payer, old.payment_request)).status).toBe(201)
    expect((await former().sendControl('POST /receive', { hash: old.payment_hash })).body).toMatchObject({
      detail: expect.stringContaining('The invoice is closed'),
    })
  })

  test('receipts with the same number from two nodes are both credited', async () => {
    const [old, older] = [await world.invoice(wallet, 50), await world.invoice(wallet, 51)]
    await changeNodes()
    const invoice = await world.invoice(wallet, 70)
    for (const { payment_hash: hash } of [old, older])
      await former().sendControl('POST /receive', { hash, notify: 'none' })
    await world.node.sendControl('POST /receive', { hash: invoice.payment_hash, notify: 'none' })
    await world.tick()
    expect(await world.balanceMsat(wallet)).toBe(1_000_000 + 50_000 + 51_000 + 70_000)
  })

  test('without the old node the service does not start while payments are in flight there; declared gone, they stay pending', async () => {
    const hash = await hang(100_000)
    await changeNodes()
    await expect(world.restart({ SERVICE_SIM_JOURNAL: journals.SERVICE_SIM_JOURNAL })).rejects.toThrow(
      /SERVICE_FORMER_FUNDING_SOURCE: 1 payments and 0 invoices are still with the simulated node/,
    )
    await changeNodes('none')
    for (const seconds of [60, 86_400, 30 * 86_400]) {
      world.advance(seconds)
      await world.tick()
    }
    expect(await statusOf(hash)).toBe('pending')
    expect(await nodes()).toMatchObject([{ configured: false, answers: false, pending_outgoing: 1 }, { in_use: true }])
    await changeNodes()
    await former().sendControl('POST /settle', { hash, fee_msat: 0 })
    world.advance(60)
    await world.tick()
    expect(await statusOf(hash)).toBe('success')
  })

  test('another node than the expected former one stops the start, before it is queried', async () => {
    await hang(100_000)
    await expect(world.restart({ SERVICE_SIM_JOURNAL: journals.SERVICE_SIM_JOURNAL })).rejects.toThrow(
      /^SERVICE_FUNDING_SOURCE: the payments of this database are with another simulated node/,
    )
    await world.restart({})
  })

  test('the books are compared with both nodes together, and from a new baseline when one is gone', async () => {
    await changeNodes()
    const invoice = await world.invoice(wallet, 70)
    await world.node.sendControl('POST /receive', { hash: invoice.payment_hash })
    for (const _ of [1, 2, 3]) await world.tick()
    expect(await status()).toMatchObject({ payments_halted: false, books: { node_difference_msat: 0 } })
    await world.restart({ SERVICE_SIM_JOURNAL: journals.SERVICE_SIM_JOURNAL })
    for (const _ of [1, 2, 3]) await world.tick()
    expect(await status()).toMatchObject({ payments_halted: false, books: { node_difference_msat: 0 } })
  })
})
