import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Operator, openOperator } from '../../../test/world/accounts/open-operator.ts'
import { nodeDifference } from '../../../test/world/funding/node-difference.ts'
import type { World, WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { findAccepted } from '../../payments/states/accepted-payment-store.ts'

describe.each(DIALECTS)('a payment that the operator made at the node himself, on %s', (dialect) => {
  let operator: Operator
  let world: World
  let wallet: WorldWallet
  beforeEach(async () => {
    operator = await openOperator(dialect)
    world = operator.world
    wallet = await world.openWallet(1000)
    await world.tick()
    await world.tick()
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const accept = (hash: string, body: object = {}) =>
    operator.ask('POST', `/api/v1/admin/node-payments/${hash}/accept`, { reason: 'paid by hand', ...body })
  const payByHand = async (more: object = {}) => {
    const invoice = await world.foreignInvoice(50_000)
    await world.node.sendControl('POST /script', {
      match: { hash: invoice.hash },
      pay: [{ do: 'settle', fee_msat: 3 }],
      ...more,
    })
    await world.node.pay({
      bolt11: invoice.bolt11,
      paymentHash: invoice.hash,
      feeLimitMsat: 1000n as never,
      attemptId: 'by-hand/1',
    })
    return invoice
  }

  test('the payment is booked once as a loss of the operator, node and books agree again, and payments resume without force', async () => {
    const { hash } = await payByHand()
    await world.tick()
    await world.tick()
    expect(await nodeDifference(world)).not.toBe(0n)
    const resume = () => operator.ask('PUT', '/api/v1/admin/halt', { halted: false })
    expect((await resume()).status).toBe(409)
    expect((await accept(hash)).status).toBe(422)
    const answers = await Promise.all([1, 2, 3].map(() => accept(hash, { amount_msat: 50_000 })))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({
      payment_hash: hash,
      amount_msat: 50_000,
      fee_msat: 3,
      accepted_at: world.nowSeconds(),
    })
    expect(await nodeDifference(world)).toBe(0n)
    expect(await findAccepted(world.db, ['00', hash])).toEqual(new Set([hash]))
    const [line] = await operator.audited('node-payment-accepted')
    expect(line).toMatchObject({
      subject: hash,
      detail: { reason: 'paid by hand', amount_msat: '50000', fee_msat: '3' },
    })
    expect((await resume()).body.halted).toBe(false)
  })

  test('the payment is accepted with its own amount although a hold invoice with its hash was paid or cancelled inside', async () => {
    const { hash } = await payByHand()
    const maker = await world.openWallet()
    const hold = await world.invoice(maker, 7, { payment_hash: hash })
    expect((await world.send(wallet, hold.payment_request)).status).toBe(201)
    expect((await accept(hash)).status).toBe(422)
    expect((await accept(hash, { amount_msat: 50_000 })).status).toBe(200)
    const another = await payByHand()
    const cancelled = await world.invoice(maker, 7, { payment_hash: another.hash })
    await world.tick()
    await world.tick()
    await operator.ask('PUT', '/api/v1/admin/halt', { halted: false, force: true })
    expect((await world.send(wallet, cancelled.payment_request)).status).toBe(201)
    for (const { checking_id } of [hold, cancelled]) {
      const path = `/api/v1/payments/${checking_id}`
      expect((await world.call('DELETE', path, { key: maker.adminKey })).status).toBe(200)
    }
    expect((await accept(another.hash)).status).toBe(422)
    expect((await accept(another.hash, { amount_msat: 50_000 })).status).toBe(200)
    expect(await nodeDifference(world)).toBe(0n)
  })

  test('for an invoice that failed here before, the amount is known, and the row is not booked as paid a second time', async () => {
    const { bolt11, hash } = await world.foreignInvoice(50_000)
    const steps = { pay: ['fail', { do: 'settle', fee_msat: 3 }] }
    await world.node.sendControl('POST /script', { match: { hash }, ...steps })
    expect((await world.send(wallet, bolt11)).status).toBe(400)
    await world.node.pay({ bolt11, paymentHash: hash, feeLimitMsat: 1000n as never, attemptId: 'by-hand/1' })
    const { body, status } = await accept(hash)
    expect([status, body.amount_msat, body.fee_msat]).toEqual([200, 50_000, 3])
    const [row] = (await operator.ask('GET', `/api/v1/admin/payments?state=failed&payment_hash=${hash}`)).body.data
    await operator.ask('POST', `/api/v1/admin/payments/${row.checking_id}/poll`)
    for (let round = 0; round < 3; round += 1) {
      world.advance(60)
      await world.tick()
    }
    expect(await nodeDifference(world)).toBe(0n)
    expect((await operator.ask('GET', '/api/v1/admin/halt')).body.halted).toBe(false)
  })

  test('a payment that the node does not confirm needs force; one in the books is never booked again', async () => {
    const { hash } = await world.foreignInvoice(1000)
    const unknown = await accept(hash, { amount_msat: 1000, fee_msat: 0 })
    expect([unknown.status, unknown.body.node_answer]).toEqual([409, 'not_found'])
    const ours = await world.foreignInvoice(7000)
    expect((await world.send(wallet, ours.bolt11)).status).toBe(201)
    const booked = await accept(ours.hash, { amount_msat: 7000, force: true })
    expect([booked.status, booked.body.detail]).toEqual([
      409,
      expect.stringContaining('already have a payment with this hash'),
    ])
    expect(await nodeDifference(world)).toBe(0n)
  })

  test('only the super user; 422 for an invalid hash and without a reason', async () => {
    const hash = 'ab'.repeat(32)
    const url = `/api/v1/admin/node-payments/${hash}/accept`
    const body = { reason: 'x' }
    const asked = [{}, { key: wallet.adminKey }, { token: await tokenOf(world, wallet) }].map(
      async (credential) => (await world.call('POST', url, { ...credential, body })).status,
    )
    expect(await Promise.all(asked)).toEqual([401, 403, 403])
    expect((await accept('xy')).status).toBe(422)
    expect((await accept(hash, { reason: '' })).status).toBe(422)
  })
})
