import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Operator, openOperator } from '../../../test/world/accounts/open-operator.ts'
import type { World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

describe.each(LOGIC_DIALECTS)('resuming outgoing payments, on %s', (dialect) => {
  let operator: Operator
  let world: World
  beforeEach(async () => {
    operator = await openOperator(dialect, {}, { exactBalance: true })
    world = operator.world
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const halt = (body: object) => operator.ask('PUT', '/api/v1/admin/halt', body)

  test('with books that were edited it is 409 with the violations, and nothing is sent', async () => {
    const wallet = await world.openWallet(1000)
    await halt({ halted: true, reason: 'maintenance' })
    const edit = (msat: number) =>
      writeDirectly(world, `UPDATE balances SET available_msat = ${msat} WHERE wallet_id = '${wallet.id}'`)
    await edit(900_000_000)
    const refused = await halt({ halted: false })
    expect([refused.status, refused.body.node_differences]).toEqual([409, []])
    expect(refused.body.violations).toContainEqual({ rule: 'B2', about: wallet.id, problem: expect.any(String) })
    expect((await world.send(wallet, (await world.foreignInvoice(1000)).bolt11)).status).toBe(500)
    await edit(1_000_000)
    expect((await halt({ halted: false })).body).toMatchObject({ halted: false, reason: null })
    expect((await world.send(wallet, (await world.foreignInvoice(1000)).bolt11)).status).toBe(201)
  })

  test('by force payments resume, and the audit log has the violations', async () => {
    const wallet = await world.openWallet(1000)
    await writeDirectly(world, `UPDATE balances SET available_msat = 1000001 WHERE wallet_id = '${wallet.id}'`)
    await halt({ halted: true })
    expect((await halt({ halted: false, force: true })).body.halted).toBe(false)
    const [line] = await operator.audited('payments-resumed')
    expect(line.detail).toEqual({
      accept_difference: false,
      forced: true,
      in_spite_of: expect.arrayContaining([`B2 ${wallet.id}: available 1000001 but postings say 1000000`]),
    })
    await writeDirectly(world, `UPDATE balances SET available_msat = 1000000 WHERE wallet_id = '${wallet.id}'`)
  })

  test('while the node does not answer it is 409; an accepted difference does not count', async () => {
    await halt({ halted: true })
    await world.node.sendControl('POST /down', { mode: 'refuse' })
    const silent = await halt({ halted: false })
    expect([silent.status, silent.body]).toEqual([
      409,
      expect.objectContaining({ node_compared: false, violations: [], node_differences: [] }),
    ])
    await world.node.sendControl('POST /up')
    // Past the service, as an operator at the node would.
    const { bolt11, hash } = await world.foreignInvoice(50_000)
    await world.tick()
    await world.tick()
    await world.node.pay({
      bolt11,
      paymentHash: hash,
      feeLimitMsat: 1000n as never,
      attemptId: '019b7e94-45cb-7d76-adbe-8fba8a81c81e/1',
    })
    const differences = (await halt({ halted: false })).body.node_differences
    expect(differences).toMatchObject([{ kind: 'not-in-books', payment_hash: hash }, { kind: 'balance' }])
    // A payment is accepted separately: with the balance alone its difference would be forgotten, not booked.
    const onlyBalance = await halt({ halted: false, accept_difference: true })
    expect([onlyBalance.status, onlyBalance.body.errors ?? onlyBalance.body.detail]).toEqual([
      422,
      [expect.objectContaining({ loc: ['body', 'accept_difference'], msg: expect.stringContaining(hash) })],
    ])
    const accepted = await operator.ask('POST', `/api/v1/admin/node-payments/${hash}/accept`, {
      amount_msat: 50_000,
      reason: 'Paid by hand',
    })
    expect([accepted.status, accepted.body.payment_hash]).toEqual([200, hash])
    expect((await halt({ halted: false })).status).toBe(200)
  })

  test('a resume that waits for a comparison says so, and succeeds once the comparison is done', async () => {
    await writeDirectly(world, `INSERT INTO settings (name, value) VALUES ('unverified', 'The database was restored')`)
    expect((await operator.ask('GET', '/api/v1/admin/halt')).body.comparison_due).toBe('The database was restored')
    expect((await halt({ halted: false })).body).toMatchObject({ halted: false, comparison_due: null })
  })
})
