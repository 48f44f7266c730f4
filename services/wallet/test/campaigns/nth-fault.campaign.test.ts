import { expect, test } from 'vitest'
import { type Answer, openWorld, type World, type WorldWallet } from '../world/open-world.ts'
import { DIALECTS } from '../world/test-database.ts'
import { compareWithTruth, type Truth } from './compare-with-truth.ts'
import { eventually } from './eventually.ts'
import { type Fault, putFailingCallsInto } from './failing-calls.ts'

const MAX_CALLS = 400
const FAULTS: readonly Fault[] = ['refused', 'lost']

test.each(DIALECTS.flatMap((dialect) => FAULTS.map((fault) => ({ dialect, fault }))))(
  'whichever call fails, $fault, no rule of the books is broken and nothing is left over, on $dialect',
  async ({ dialect, fault }) => {
    const world = await openWorld({ dialect, env: { SERVICE_PAY_WAIT_MS: '40' } })
    const calls = putFailingCallsInto(world.service)
    let nth = 1
    for (; nth < MAX_CALLS; nth += 1) {
      const [payer, payee] = [await world.openWallet(100_000), await world.openWallet()]
      calls.arm(nth, fault)
      const promised = await playScenario(world, payer, payee)
      const failed = calls.disarm()
      await runAllDuties(world)
      await expectNothingBroken(world, `call ${nth}: ${failed}`)
      for (const { id, wallet } of promised) {
        const answer = await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })
        expect(answer.status, `promised before call ${nth}, ${failed}`).toBe(200)
      }
      if (failed === undefined) break
    }
    process.stdout.write(`n-th fault on ${dialect}: ${nth - 1} calls, each ${fault} once\n`)
    expect(nth).toBeGreaterThan(40)
    expect(nth).toBeLessThan(MAX_CALLS)
    await world.close()
  },
  300_000,
)

interface Promised {
  readonly id: string
  readonly wallet: WorldWallet
}

/** Makes every kind of movement once, and skips steps whose start failed. Returns what was acknowledged to callers. */
async function playScenario(world: World, payer: WorldWallet, payee: WorldWallet): Promise<Promised[]> {
  const promised: Promised[] = []
  const keep = (wallet: WorldWallet, answer: Answer): Answer => {
    if (answer.status === 201) promised.push({ id: answer.body.checking_id, wallet })
    return answer
  }
  const invoice = async (more: object = {}): Promise<{ bolt11: string; payment_hash: string } | undefined> => {
    const body = { out: false, amount: 100, ...more }
    const answer = keep(payee, await world.call('POST', '/api/v1/payments', { key: payee.invoiceKey, body }))
    return answer.status === 201 ? answer.body : undefined
  }
  const inside = await invoice()
  if (inside !== undefined) keep(payer, await world.send(payer, inside.bolt11))
  for (const pay of [{ do: 'settle', fee_msat: 1500 }, 'fail', { do: 'timeout_then_settle', ms: 1 }]) {
    const foreign = await world.foreignInvoice(1_000_000)
    await world.node.sendControl('POST /script', { match: { hash: foreign.hash }, pay: [pay] })
    keep(payer, await world.send(payer, foreign.bolt11))
  }
  for (const method of ['PUT', 'DELETE'] as const) {
    const hold = await invoice({ hold: true })
    if (hold === undefined) continue
    await world.node.sendControl('POST /receive', { hash: hold.payment_hash, notify: 'none' })
    await world.tick().catch(() => undefined)
    await world.call(method, `/api/v1/payments/${hold.payment_hash}`, { key: payee.adminKey })
  }
  const received = await invoice()
  if (received !== undefined)
    await world.node.sendControl('POST /receive', { hash: received.payment_hash, notify: 'none' })
  world.advance(60)
  await world.tick().catch(() => undefined)
  return promised
}

/** Runs the duties for so long that payments which the node never received (A17) and held payments (A49) are returned. */
async function runAllDuties(world: World): Promise<void> {
  for (const seconds of [60, 5000, 700, 90_000, 60]) {
    world.advance(seconds)
    await world.tick()
  }
  const pending = (): Promise<number | undefined> =>
    world.db.first(
      `SELECT count(*) AS n FROM payments WHERE state NOT IN ('success', 'failed', 'expired')`,
      [],
      (row: { n: bigint }) => Number(row.n),
    )
  await eventually('nothing is pending', async () => {
    if ((await pending()) === 0) return true
    world.advance(60)
    await world.tick()
    return false
  })
}

async function expectNothingBroken(world: World, when: string): Promise<void> {
  const { body } = await world.node.sendControl('GET /truth')
  const books = {
    rows: <Row extends object>(sql: string) => world.db.list(sql, [], (row: Row) => row),
    listAside: world.db.listAside,
    close: async () => undefined,
  }
  expect(await compareWithTruth(books, body as Truth, { settled: true }), when).toEqual([])
}
