import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Operator, openOperator } from '../../../test/world/accounts/open-operator.ts'
import type { World } from '../../../test/world/open-world.ts'
import { createTestDatabase, DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import { listUnfinished, matching } from '../../payments/stuck/operator-payment-store.ts'

const PAYMENTS = '/api/v1/admin/payments'

describe.each(DIALECTS)('unfinished payments for the operator, on %s', (dialect) => {
  let operator: Operator
  let world: World
  beforeAll(async () => {
    operator = await openOperator(dialect)
    world = operator.world
  })
  afterEach(async () => {
    await world.node.sendControl('POST /up')
    expect(await world.violations()).toEqual([])
  })
  afterAll(() => world.close())

  const list = async (query = '') => (await operator.ask('GET', `${PAYMENTS}${query}`)).body
  const idsOf = (page: { data: { checking_id: string }[] }) => page.data.map(({ checking_id: id }) => id)

  test('unfinished payments of all wallets are listed with state and age; finished and open ones are not', async () => {
    const [payer, payee] = [await world.openWallet(10_000), await world.openWallet()]
    await world.send(payer, (await world.foreignInvoice(1000)).bolt11)
    await world.invoice(payee, 5)
    const hanging = await operator.sendHanging(payer, 100_000)
    world.advance(100)
    const held = await operator.openHeld(payee)
    const inside = await operator.openHeldInside(payer, payee)
    const owed = await world.invoice(payee, 9)
    await world.node.sendControl('POST /script', { match: { hash: owed.payment_hash }, close: ['refuse'] })
    await world.send(payer, owed.payment_request)

    const page = await list()
    const all: string[] = [hanging.id, held.id, inside.invoice, inside.payer, owed.checking_id]
    expect(idsOf(page).toSorted()).toEqual(all.toSorted())
    expect(page.total).toBe(5)
    expect(page.data[0]).toEqual({
      checking_id: hanging.id,
      wallet_id: payer.id,
      user_id: payer.userId,
      direction: 'out',
      state: 'dispatched',
      status: 'pending',
      amount_msat: 100_000,
      fee_msat: 0,
      fee_limit_msat: expect.any(Number),
      payment_hash: hanging.hash,
      peer_id: null,
      hold: false,
      attempt: 1,
      polls: expect.any(Number),
      age_seconds: 100,
      created_at: world.nowSeconds() - 100,
      due_at: expect.any(Number),
      expires_at: expect.any(Number),
      node: 1,
      node_answer: 'pending',
      failure: null,
    })
    const rest = page.data.slice(1).map(({ state }: { state: string }) => state)
    expect(rest.toSorted()).toEqual(['held', 'held', 'held', 'success'])
  })

  test('it is filtered by state, direction, wallet, hash and age, and paged in both orders', async () => {
    const payer = await world.openWallet(10_000)
    const one = await operator.sendHanging(payer, 10_000)
    world.advance(50)
    const two = await operator.sendHanging(payer, 10_000)
    const ofWallet = `wallet_id=${payer.id}`
    expect(idsOf(await list(`?${ofWallet}`))).toEqual([one.id, two.id])
    expect(idsOf(await list(`?${ofWallet}&order=newest`))).toEqual([two.id, one.id])
    const second = await operator.ask('GET', `${PAYMENTS}?${ofWallet}&limit=1&offset=1`)
    expect([idsOf(second.body), second.body.total, second.headers['x-total-count']]).toEqual([[two.id], 2, '2'])
    expect(idsOf(await list(`?${ofWallet}&older_than_seconds=40`))).toEqual([one.id])
    expect(idsOf(await list(`?payment_hash=${two.hash}`))).toEqual([two.id])
    expect(idsOf(await list(`?${ofWallet}&direction=in`))).toEqual([])
    expect(idsOf(await list(`?${ofWallet}&state=dispatched`))).toEqual([one.id, two.id])
    expect(idsOf(await list(`?${ofWallet}&state=reserved`))).toEqual([])
    await world.node.sendControl('POST /fail', { hash: one.hash })
    world.advance(60)
    await world.tick()
    expect(idsOf(await list(`?${ofWallet}&state=failed`))).toEqual([one.id])
    expect(idsOf(await list(`?${ofWallet}&state=any`))).toEqual([one.id, two.id])
    expect((await operator.ask('GET', `${PAYMENTS}?state=success`)).status).toBe(422)
    expect((await operator.ask('GET', `${PAYMENTS}?state=strange`)).status).toBe(422)
  })

  test('a poll queries the node now, applies its answer, and shows it', async () => {
    const payer = await world.openWallet(10_000)
    const { id, hash } = await operator.sendHanging(payer, 10_000)
    const poll = () => operator.ask('POST', `${PAYMENTS}/${id}/poll`)
    expect((await poll()).body).toMatchObject({
      node_answer: 'pending',
      changed: false,
      payment: { state: 'dispatched' },
    })
    await world.node.sendControl('POST /down', { mode: 'refuse' })
    const silent = (await poll()).body
    expect(silent).toMatchObject({ changed: false, payment: { state: 'dispatched', node_answer: silent.node_answer } })
    expect(silent.node_answer).toMatch(/^no answer: /)
    await world.node.sendControl('POST /up')
    await world.node.sendControl('POST /settle', { hash, fee_msat: 7 })
    const settled = (await poll()).body
    expect(settled).toMatchObject({
      node_answer: 'settled, fee 7 msat, with its preimage',
      changed: true,
      payment: { state: 'success', fee_msat: 7 },
    })
    expect(await world.balanceMsat(payer)).toBe(10_000_000 - 10_007)
  })

  test('a poll of a hold invoice retries the decision about it', async () => {
    const wallet = await world.openWallet()
    const held = await operator.openHeld(wallet, { settle: ['refuse', 'refuse', 'ok'] })
    await world.call('PUT', `/api/v1/payments/${held.id}`, { key: wallet.adminKey })
    const poll = () => operator.ask('POST', `${PAYMENTS}/${held.id}/poll`)
    expect((await poll()).body).toMatchObject({
      node_answer: expect.stringMatching(/^held, 77000 msat; settling was rejected: ./),
      changed: false,
    })
    expect((await poll()).body).toMatchObject({ changed: true, payment: { state: 'success' } })
    expect(await world.balanceMsat(wallet)).toBe(77_000)
  })

  test('only the super user; 404 for an unknown payment', async () => {
    const wallet = await world.openWallet()
    const user = await tokenOf(world, wallet)
    const calls = [
      ['GET', PAYMENTS, undefined],
      ['POST', `${PAYMENTS}/x/poll`, undefined],
      ['POST', `${PAYMENTS}/x/resolve`, { outcome: 'failed', reason: 'x' }],
    ] as const
    for (const [method, url, body] of calls) {
      const asked = [{}, { key: wallet.adminKey }, { token: user }].map(
        async (credential) => (await world.call(method, url, { ...credential, body })).status,
      )
      expect(await Promise.all(asked)).toEqual([401, 403, 403])
      if (method === 'POST') expect((await operator.ask(method, url, body)).status).toBe(404)
    }
  })

  test('the list for the age alarms has the same payments', async () => {
    const rows = await listUnfinished(world.db, world.nowSeconds() + 1, 1000)
    const page = await list('?limit=100')
    expect(rows.map(({ payment }) => payment.checkingId).toSorted()).toEqual(idsOf(page).toSorted())
  })
})

/** Finished payments, and a few that are not. */
const seed = (count: number): string => `
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
  INSERT INTO payments (checking_id, wallet_id, direction, state, status, payment_hash, bolt11, amount_msat, created_at,
    expires_at, due_at, close_owed)
  SELECT 'p' || i, 'w' || (i % 50), CASE WHEN i % 2 = 0 THEN 'out' ELSE 'in' END,
    CASE WHEN i % 1000 = 0 THEN 'dispatched' ELSE 'success' END, CASE WHEN i % 1000 = 0 THEN 'pending' ELSE 'success' END,
    'hash' || i, '', 1000, i, 2000000, CASE WHEN i % 500 = 1 THEN 1 END, CASE WHEN i % 500 = 1 THEN 1 ELSE 0 END FROM n`

describe('unfinished payments are found by their indexes, not among the finished ones', () => {
  const { sql, params } = matching({ state: 'unfinished', before: 1_000_000 })

  test('on SQLite', async () => {
    const operator = await openOperator('sqlite')
    await writeDirectly(operator.world, seed(20_000))
    const plan = await operator.world.db.list(
      `EXPLAIN QUERY PLAN ${sql}`,
      params,
      (row: { detail: string }) => row.detail,
    )
    expect(plan.join('\n')).toContain('SEARCH payments USING INDEX payments_of_wallet_pending')
    expect(plan.join('\n')).toContain('SEARCH payments USING INDEX payments_due')
    expect(plan.join('\n')).not.toContain('SCAN')
    expect(await operator.world.db.list(sql, params, (row) => row)).toHaveLength(20 + 40)
    await operator.world.close()
  })

  test('on PostgreSQL', async () => {
    const place = await createTestDatabase('postgres')
    const client = new pg.Client({ connectionString: place.url })
    await client.connect()
    try {
      await client.query(`${seed(20_000)}; ANALYZE payments; SET plan_cache_mode = 'force_generic_plan'`)
      await client.query(`PREPARE unfinished AS ${sql}`)
      const { rows } = await client.query<{ 'QUERY PLAN': string }>('EXPLAIN EXECUTE unfinished (1000000)')
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('payments_of_wallet_pending')
      expect(plan).toContain('payments_due')
      expect(plan).not.toContain('Seq Scan')
    } finally {
      await client.end()
      await place.drop()
    }
  })
})
