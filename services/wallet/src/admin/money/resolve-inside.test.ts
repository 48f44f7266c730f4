import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Operator, openOperator } from '../../../test/world/accounts/open-operator.ts'
import type { World, WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

describe.each(DIALECTS)('resolving a stuck payment between two wallets, on %s', (dialect) => {
  let operator: Operator
  let world: World
  let wallet: WorldWallet
  beforeAll(async () => {
    operator = await openOperator(dialect)
    world = operator.world
    wallet = await world.openWallet(10_000)
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })
  afterAll(() => world.close())

  const resolve = (id: string, body: object) =>
    operator.ask('POST', `/api/v1/admin/payments/${id}/resolve`, { reason: 'seen at the node', ...body })
  const stateOf = (id: string) =>
    world.db.first('SELECT state FROM payments WHERE checking_id = $1', [id], (row: { state: string }) => row.state)

  let payee: WorldWallet
  const STUCK = [
    ['held', 'held'],
    ['settling', 'held'],
    ['cancelling', 'held'],
    ['closing', 'reserved'],
  ] as const
  const open = async (invoiceState: string, payerState: string) => {
    payee = await world.openWallet()
    const pair = await operator.openHeldInside(wallet, payee)
    await writeDirectly(world, `UPDATE payments SET state = '${invoiceState}' WHERE checking_id = '${pair.invoice}'`)
    await writeDirectly(world, `UPDATE payments SET state = '${payerState}' WHERE checking_id = '${pair.payer}'`)
    return pair
  }

  test.each(STUCK)(
    'an invoice that is %s: paid and failed end both rows, whichever is named',
    async (invoice, payer) => {
      for (const named of ['invoice', 'payer'] as const) {
        for (const outcome of ['paid', 'failed'] as const) {
          const before = await world.balanceMsat(wallet)
          const pair = await open(invoice, payer)
          expect((await resolve(pair[named], { outcome })).status).toBe(200)
          const end = outcome === 'paid' ? 'success' : 'failed'
          expect([await stateOf(pair.invoice), await stateOf(pair.payer)]).toEqual([end, end])
          const moved = outcome === 'paid' ? 77_000 : 0
          expect([await world.balanceMsat(wallet), await world.balanceMsat(payee)]).toEqual([before - moved, moved])
          expect(await world.violations()).toEqual([])
        }
      }
      expect((await operator.audited('payment-resolved')).slice(0, 2)).toMatchObject([{}, {}])
    },
  )

  test('an invoice without an amount ends as paid with what its payer reserved, and as failed with nothing', async () => {
    for (const outcome of ['paid', 'failed'] as const) {
      const [before, pair] = [await world.balanceMsat(wallet), await open('closing', 'reserved')]
      await writeDirectly(
        world,
        `UPDATE payments SET any_amount = 1, amount_msat = 0 WHERE checking_id = '${pair.invoice}'`,
      )
      expect((await resolve(pair.invoice, { outcome })).status).toBe(200)
      const moved = outcome === 'paid' ? 77_000 : 0
      expect([await world.balanceMsat(wallet), await world.balanceMsat(payee)]).toEqual([before - moved, moved])
      const { body } = await world.call('GET', '/api/v1/payments', { key: payee.invoiceKey })
      expect(body).toMatchObject([{ amount_msat: moved, any_amount: true }])
      expect(await world.violations()).toEqual([])
    }
  })

  test('a payer whose invoice has ended gets everything back; the books are right again', async () => {
    const before = await world.balanceMsat(wallet)
    const pair = await open('held', 'held')
    await writeDirectly(
      world,
      `UPDATE payments SET state = 'failed', status = 'failed', failure = 'cancelled', due_at = NULL WHERE checking_id = '${pair.invoice}';
       UPDATE payment_counts SET failed = failed + 1 WHERE wallet_id = '${payee.id}'`,
    )
    expect((await world.violations()).map(({ rule, about }) => `${rule} ${about}`)).toEqual([`B9 ${pair.payer}`])
    expect((await resolve(pair.payer, { outcome: 'paid', force: true })).status).toBe(400)
    expect((await resolve(pair.payer, { outcome: 'failed' })).status).toBe(200)
    expect(await world.balanceMsat(wallet)).toBe(before)
    expect(await world.violations()).toEqual([])
  })

  test('an invoice whose payer has ended is resolved alone', async () => {
    const pair = await open('closing', 'reserved')
    await writeDirectly(world, `UPDATE payments SET peer_id = 'gone' WHERE checking_id = '${pair.invoice}'`)
    expect((await resolve(pair.payer, { outcome: 'failed' })).status).toBe(200)
    expect((await resolve(pair.invoice, { outcome: 'failed', force: true })).status).toBe(200)
    expect([await stateOf(pair.invoice), await stateOf(pair.payer)]).toEqual(['failed', 'failed'])
  })
})
