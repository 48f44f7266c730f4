import { msat } from '@satchel/money/units'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Operator, openOperator, type StuckPayment } from '../../../test/world/accounts/open-operator.ts'
import { codeOf, openWithTotp } from '../../../test/world/accounts/with-totp.ts'
import { nodeDifference } from '../../../test/world/funding/node-difference.ts'
import type { World, WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import { findInvoice } from '../../payments/states/payment-store.ts'
import { resolveInvoice } from '../../payments/stuck/resolve-commands.ts'

describe.each(DIALECTS)('resolving a stuck payment, on %s', (dialect) => {
  let operator: Operator
  let world: World
  let wallet: WorldWallet
  beforeAll(async () => {
    operator = await openOperator(dialect)
    world = operator.world
    wallet = await world.openWallet(10_000)
  })
  afterEach(async () => {
    await world.node.sendControl('POST /up')
    expect(await world.violations()).toEqual([])
  })
  afterAll(() => world.close())

  const resolve = (id: string, body: object) =>
    operator.ask('POST', `/api/v1/admin/payments/${id}/resolve`, { reason: 'seen at the node', ...body })
  const kindsOf = (id: string) =>
    world.db.list(
      'SELECT kind, amount_msat FROM postings WHERE reference = $1 ORDER BY id',
      [id],
      (row: { kind: string; amount_msat: bigint }) => `${row.kind} ${row.amount_msat}`,
    )
  const stateOf = (id: string) =>
    world.db.first('SELECT state FROM payments WHERE checking_id = $1', [id], (row: { state: string }) => row.state)
  const eventsOf = (id: string) =>
    world.db.list(
      'SELECT kind FROM events WHERE checking_id = $1 ORDER BY id',
      [id],
      (row: { kind: string }) => row.kind,
    )

  describe('sent to another node', () => {
    let stuck: StuckPayment
    let before: number
    const open = async (): Promise<void> => {
      before = await world.balanceMsat(wallet)
      stuck = await operator.sendHanging(wallet, 100_000)
    }
    /** Ends it at the node as well, for the tests that follow. */
    const failAtNode = () => world.node.sendControl('POST /fail', { hash: stuck.hash })

    test('while the node reports pending, both outcomes are 409 with its answer, and nothing changes', async () => {
      await open()
      for (const body of [{ outcome: 'failed' }, { outcome: 'paid', fee_msat: 0, preimage: stuck.preimage }]) {
        const answer = await resolve(stuck.id, body)
        expect([answer.status, answer.body.code, answer.body.node_answer]).toEqual([409, 'not_confirmed', 'pending'])
      }
      expect(await stateOf(stuck.id)).toBe('dispatched')
      await failAtNode()
    })

    test('an outcome that the node confirms needs no force: failed refunds all, paid charges the fee of the node', async () => {
      await open()
      await failAtNode()
      const failed = await resolve(stuck.id, { outcome: 'failed' })
      expect([failed.status, failed.body.payment.state]).toEqual([200, 'failed'])
      expect(failed.body.payment.failure).toBe('Resolved by the operator: seen at the node')
      expect(await world.balanceMsat(wallet)).toBe(before)
      expect(await eventsOf(stuck.id)).toEqual(['payment-failed'])
      await open()
      await world.node.sendControl('POST /settle', { hash: stuck.hash, fee_msat: 5 })
      expect((await resolve(stuck.id, { outcome: 'failed' })).status).toBe(409)
      const paid = await resolve(stuck.id, { outcome: 'paid' })
      expect([paid.status, paid.body.payment]).toEqual([
        200,
        expect.objectContaining({ state: 'success', fee_msat: 5 }),
      ])
      expect(await world.balanceMsat(wallet)).toBe(before - 100_005)
      expect(await eventsOf(stuck.id)).toEqual(['payment-sent'])
      const shown = await world.call('GET', `/api/v1/payments/${stuck.id}`, { key: wallet.adminKey })
      expect(shown.body.preimage).toBe(stuck.preimage)
      expect(await nodeDifference(world)).toBe(0n)
    })

    test('forced as failed it is released with postings of its own kind, recorded, and only once', async () => {
      await open()
      const answers = await Promise.all([1, 2, 3].map(() => resolve(stuck.id, { outcome: 'failed', force: true })))
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
      expect(await world.balanceMsat(wallet)).toBe(before)
      expect(await kindsOf(stuck.id)).toEqual([
        expect.stringMatching(/^reserve /),
        expect.stringMatching(/^resolve-release /),
      ])
      const [line] = await operator.audited('payment-resolved')
      expect(line).toMatchObject({
        subject: stuck.id,
        detail: {
          outcome: 'failed',
          forced: true,
          reason: 'seen at the node',
          node_answer: 'pending',
          state: 'dispatched',
        },
      })
      expect((await resolve(stuck.id, { outcome: 'failed', force: true })).status).toBe(400)
      await failAtNode()
    })

    test('forced as failed while the node still reports it in flight: that halts nothing, and is not a difference', async () => {
      await world.tick()
      await open()
      expect((await resolve(stuck.id, { outcome: 'failed', force: true })).status).toBe(200)
      for (let round = 0; round < 3; round += 1) await world.tick()
      expect((await operator.ask('GET', '/api/v1/admin/halt')).body).toMatchObject({ halted: false, alarms: [] })
      expect((await operator.ask('PUT', '/api/v1/admin/halt', { halted: false })).status).toBe(200)
      await failAtNode()
    })

    test('forced as failed and then paid by the node: the operator bears it, and payments halt', async () => {
      await open()
      expect((await resolve(stuck.id, { outcome: 'failed', force: true })).status).toBe(200)
      await world.node.sendControl('POST /settle', { hash: stuck.hash, fee_msat: 3 })
      world.advance(60)
      await world.tick()
      expect(await stateOf(stuck.id)).toBe('failed')
      expect(await kindsOf(stuck.id)).toContain('loss 100003')
      expect((await operator.ask('GET', '/api/v1/admin/halt')).body.halted).toBe(true)
      expect(await nodeDifference(world)).toBe(0n)
      expect((await operator.ask('PUT', '/api/v1/admin/halt', { halted: false, force: true })).body.halted).toBe(false)
    })

    test('forced as paid it needs a fee and a matching preimage, or is recorded as unproven', async () => {
      await open()
      await world.node.sendControl('POST /down', { mode: 'refuse' })
      const silent = await resolve(stuck.id, { outcome: 'paid', fee_msat: 1 })
      expect([silent.status, silent.body.node_answer]).toEqual([409, expect.stringMatching(/^no answer: /)])
      expect((await resolve(stuck.id, { outcome: 'paid', force: true })).status).toBe(422)
      const wrong = { outcome: 'paid', force: true, fee_msat: 1, preimage: 'ab'.repeat(32) }
      expect((await resolve(stuck.id, wrong)).status).toBe(422)
      expect(await stateOf(stuck.id)).toBe('dispatched')
      expect((await resolve(stuck.id, { ...wrong, preimage: undefined })).status).toBe(200)
      expect(await kindsOf(stuck.id)).toContain('resolve-send 100001')
      expect(await world.balanceMsat(wallet)).toBe(before - 100_001)
      await world.node.sendControl('POST /up')
      await world.node.sendControl('POST /settle', { hash: stuck.hash, fee_msat: 1 })
      await open()
      const proven = { outcome: 'paid', force: true, fee_msat: 0, preimage: stuck.preimage }
      expect((await resolve(stuck.id, proven)).status).toBe(200)
      await world.node.sendControl('POST /settle', { hash: stuck.hash, fee_msat: 0 })
      expect(await nodeDifference(world)).toBe(0n)
    })

    test('the operator bears the part of a fee above the limit', async () => {
      await open()
      const limit = Number(
        (await operator.ask('GET', `/api/v1/admin/payments?payment_hash=${stuck.hash}`)).body.data[0].fee_limit_msat,
      )
      expect((await resolve(stuck.id, { outcome: 'paid', force: true, fee_msat: limit + 9 })).status).toBe(200)
      expect(await kindsOf(stuck.id)).toContain('resolve-loss 9')
      expect(await world.balanceMsat(wallet)).toBe(before - 100_000 - limit)
      await world.node.sendControl('POST /settle', { hash: stuck.hash, fee_msat: limit + 9 })
      expect(await nodeDifference(world)).toBe(0n)
    })
  })

  describe('a hold invoice', () => {
    const decide = (id: string, method: 'PUT' | 'DELETE') =>
      world.call(method, `/api/v1/payments/${id}`, { key: wallet.adminKey })

    test('a held payment that the node does not settle: while held 409, forced as paid at the loss of the operator', async () => {
      const stuck = await operator.openHeld(wallet, { settle: ['refuse'] })
      await decide(stuck.id, 'PUT')
      const before = await world.balanceMsat(wallet)
      const held = await resolve(stuck.id, { outcome: 'paid' })
      expect([held.status, held.body.node_answer]).toEqual([409, 'held, 77000 msat'])
      expect((await resolve(stuck.id, { outcome: 'failed' })).status).toBe(409)
      expect((await resolve(stuck.id, { outcome: 'paid', force: true })).status).toBe(200)
      expect(await kindsOf(stuck.id)).toEqual(['resolve-loss 77000'])
      expect(await world.balanceMsat(wallet)).toBe(before + 77_000)
      expect(await eventsOf(stuck.id)).toEqual(['payment-held', 'payment-received'])
      await world.node.sendControl('POST /expire_htlc', { hash: stuck.hash })
    })

    test('a held payment that was returned: failed without force, and without money', async () => {
      const stuck = await operator.openHeld(wallet, { settle: ['refuse'] })
      await decide(stuck.id, 'PUT')
      const before = await world.balanceMsat(wallet)
      await world.node.sendControl('POST /down', { mode: 'refuse' })
      await world.node.sendControl('POST /expire_htlc', { hash: stuck.hash })
      await world.node.sendControl('POST /up')
      const ended = await resolve(stuck.id, { outcome: 'failed' })
      expect([ended.status, ended.body.node_answer, ended.body.payment.state]).toEqual([200, 'closed', 'failed'])
      expect([await world.balanceMsat(wallet), await kindsOf(stuck.id)]).toEqual([before, []])
    })

    test('a held payment that the node has settled: paid credits the received amount once, however often it is repeated', async () => {
      const stuck = await operator.openHeld(wallet, { settle: ['refuse', 'ok'] })
      const before = await world.balanceMsat(wallet)
      await decide(stuck.id, 'PUT')
      const payment = await findInvoice(world.db, stuck.hash)
      if (payment?.preimage === undefined) throw new Error('the preimage of the hold is ours')
      // The event of the stream must not come before the operator: the command, then the node.
      const decision = {
        outcome: 'paid',
        forced: false,
        nodeAnswer: 'settled, 77000 msat',
        reason: 'x',
        actor: { id: 'root', address: '' },
        at: world.nowSeconds(),
      } as const
      expect(
        await world.db.transact(resolveInvoice, { payment, decision, receivedMsat: msat(77_000n), closeOwed: false }),
      ).toBe(true)
      expect(await world.node.settleHold(payment.preimage)).toBe('settled')
      for (let round = 0; round < 3; round += 1) await world.tick()
      expect(await kindsOf(stuck.id)).toEqual(['receive 77000'])
      expect(await world.balanceMsat(wallet)).toBe(before + 77_000)
      expect(await nodeDifference(world)).toBe(0n)
    })

    test('a held payment for a wallet that was full when the node settled it: paid only by force, besides the surplus', async () => {
      const full = await world.openWallet(9_007_199_254_740)
      const stuck = await operator.openHeld(full)
      await world.call('PUT', `/api/v1/payments/${stuck.id}`, { key: full.adminKey })
      expect(await stateOf(stuck.id)).toBe('settling')
      expect(await kindsOf(stuck.id)).toEqual(['surplus 77000'])
      const body = { id: full.id, amount: -1_000_000 }
      expect((await operator.ask('PUT', '/api/v1/admin/topup', body)).status).toBe(200)
      const known = await resolve(stuck.id, { outcome: 'paid' })
      expect([known.status, known.body.detail]).toEqual([409, expect.stringContaining('surplus')])
      expect((await resolve(stuck.id, { outcome: 'paid', force: true })).status).toBe(200)
      expect(await kindsOf(stuck.id)).toEqual(['surplus 77000', 'resolve-loss 77000'])
      expect(await nodeDifference(world)).toBe(0n)
    })

    test('a held payment whose cancellation the node does not execute: failed by force', async () => {
      const stuck = await operator.openHeld(wallet, { cancel: ['refuse'] })
      await decide(stuck.id, 'DELETE')
      expect(await stateOf(stuck.id)).toBe('cancelling')
      expect((await resolve(stuck.id, { outcome: 'failed' })).status).toBe(409)
      expect((await resolve(stuck.id, { outcome: 'failed', force: true })).status).toBe(200)
      expect(await eventsOf(stuck.id)).toEqual(['payment-held', 'invoice-cancelled'])
      await world.node.sendControl('POST /expire_htlc', { hash: stuck.hash })
    })
  })

  test('a final or open payment cannot be resolved; a reason is required', async () => {
    const invoice = await world.invoice(wallet, 5)
    expect((await resolve(invoice.checking_id, { outcome: 'failed', force: true })).status).toBe(400)
    const stuck = await operator.sendHanging(wallet, 1000)
    expect((await resolve(stuck.id, { outcome: 'failed', reason: undefined })).status).toBe(422)
    expect((await resolve(stuck.id, { outcome: 'lost' })).status).toBe(422)
    await world.node.sendControl('POST /fail', { hash: stuck.hash })
    world.advance(60)
    await world.tick()
  })

  test('an account with a second factor gives its code, or logged in just now', async () => {
    const { userId, token } = await openSecondSuperUser()
    const { secret } = await openWithTotp(world, { id: userId, token })
    const stuck = await operator.sendHanging(wallet, 1000)
    const ask = (body: object) =>
      world.call('POST', `/api/v1/admin/payments/${stuck.id}/resolve`, {
        token,
        body: { outcome: 'failed', force: true, reason: 'x', ...body },
      })
    world.advance(601)
    expect((await ask({})).status).toBe(403)
    expect((await ask({ totp: '000000' })).status).toBe(401)
    expect(await stateOf(stuck.id)).toBe('dispatched')
    expect((await ask({ totp: codeOf(world, secret) })).status).toBe(200)
    await world.node.sendControl('POST /fail', { hash: stuck.hash })
  })

  async function openSecondSuperUser() {
    const { userId } = await world.openWallet()
    await writeDirectly(world, `UPDATE users SET role = 'super-user' WHERE id = '${userId}'`)
    return { userId, token: await tokenOf(world, { userId }) }
  }
})
