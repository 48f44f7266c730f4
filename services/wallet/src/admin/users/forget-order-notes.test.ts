import { openStrikePeer } from '@satchel/lightning/world/peers/strike/strike-peer'
import { msat } from '@satchel/money/units'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { useFaultBench } from '../../../test/world/funding/use-fault-bench.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import { openOrderNotes } from '../../funding/order-notes.ts'
import { forgetOldOrderNotes } from './forget-order-notes.ts'

const DAY = 86_400
const NOW = 1000 * DAY
const LONG_AGO = NOW - 31 * DAY

const hashOf = (index: number): string => index.toString(16).padStart(64, '0')

interface Row {
  readonly direction?: 'in' | 'out'
  readonly status?: 'pending' | 'success' | 'failed'
  readonly due?: number
  readonly closeOwed?: number
  readonly expiresAt?: number
  readonly finishedAt?: number | null
}

const insertOf = (hash: string, id: string, row: Row): string => {
  const { direction = 'out', status = 'success', due, closeOwed = 0, expiresAt = LONG_AGO, finishedAt } = row
  const failure = direction === 'out' && status === 'failed' ? `'no route'` : 'NULL'
  return `INSERT INTO payments (checking_id, wallet_id, direction, state, status, payment_hash, bolt11, amount_msat,
      failure, due_at, close_owed, created_at, expires_at, finished_at)
    VALUES ('${id}', 'no-wallet', '${direction}', '${status}', '${status}', '${hash}', 'lnbcrt', 1000, ${failure},
      ${due ?? 'NULL'}, ${closeOwed}, 1, ${expiresAt}, ${finishedAt === undefined ? LONG_AGO : (finishedAt ?? 'NULL')})`
}

describe.each(LOGIC_DIALECTS)('old notes of orders, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterEach(async () => {
    await writeDirectly(world, 'DELETE FROM payments')
    await writeDirectly(world, `DELETE FROM cursors WHERE name LIKE 'order:%'`)
  })
  afterAll(() => world.close())

  const leftOf = (): Promise<string[]> =>
    world.db.list(
      `SELECT name FROM cursors WHERE name LIKE 'order:%' ORDER BY name`,
      [],
      ({ name }: { name: string }) => name,
    )
  const note = (name: string): Promise<void> => openOrderNotes(world.db, 'strike').write(name, '{}')

  test.each<[string, boolean, readonly Row[]]>([
    ['paid long ago, its invoice expired', false, [{}]],
    ['failed long ago, its invoice expired', false, [{ status: 'failed' }]],
    ['of an unpaid invoice', false, [{ direction: 'in', status: 'failed', finishedAt: null }]],
    ['paid inside, both sides', false, [{}, { direction: 'in' }]],
    ['still pending, however long', true, [{ status: 'pending', finishedAt: null }]],
    ['pending after an attempt that failed', true, [{ status: 'failed' }, { status: 'pending', finishedAt: null }]],
    ['failed, and to be looked up once more', true, [{ status: 'failed', due: 1 }]],
    ['paid inside, and not closed at the service', true, [{}, { direction: 'in', closeOwed: 1 }]],
    ['failed, its invoice can be paid again', true, [{ status: 'failed', expiresAt: NOW + DAY }]],
    ['failed, its invoice expired 30 days ago', true, [{ status: 'failed', expiresAt: NOW - 30 * DAY }]],
    ['ended 30 days ago', true, [{ finishedAt: NOW - 30 * DAY }]],
    ['of something that is in no books', true, []],
  ])('an order note that is %s: kept is %s', async (_what, kept, rows) => {
    const hash = hashOf(7)
    for (const [index, row] of rows.entries()) await writeDirectly(world, insertOf(hash, `id-${index}`, row))
    await note(`pay:${hash}`)
    await forgetOldOrderNotes(world.db, NOW)
    expect(await leftOf()).toEqual(kept ? [`order:strike:pay:${hash}`] : [])
  })

  test('all notes are read, however many, and other notes stay', async () => {
    const many = 1203
    const numbers = `WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${many})`
    const hash = `'${'0'.repeat(59)}' || (10000 + i)`
    await writeDirectly(
      world,
      `${numbers} INSERT INTO cursors (name, value) SELECT 'order:opennode:charge:' || ${hash}, 'id' FROM numbers`,
    )
    await writeDirectly(
      world,
      `${numbers} INSERT INTO payments (checking_id, wallet_id, direction, state, status, payment_hash, bolt11,
         amount_msat, created_at, expires_at)
       SELECT 'i' || i, 'no-wallet', 'in', 'x', CASE WHEN i % 400 = 0 THEN 'pending' ELSE 'failed' END, ${hash}, 'lnbcrt',
         1000, 1, 2 FROM numbers`,
    )
    const others = async () =>
      world.db.list(`SELECT name FROM cursors WHERE name NOT LIKE 'order:%' ORDER BY name`, [], (row: object) => row)
    const before = await others()
    await forgetOldOrderNotes(world.db, NOW)
    expect(await leftOf()).toEqual(
      [400, 800, 1200].map((index) => `order:opennode:charge:${'0'.repeat(59)}${10_000 + index}`),
    )
    expect(await others()).toEqual(before)
  })
})

describe('on Strike', () => {
  const bench = useFaultBench(openStrikePeer)

  test('after two months notes of paid orders are deleted, and a pending order is found by its note when it has ended', async () => {
    const { world, faulty } = bench
    const wallet = await world.openWallet(1000)
    const [paid, hanging] = [
      await faulty.node.outside.makeInvoice(msat(100_000)),
      await faulty.node.outside.makeInvoice(msat(100_000)),
    ]
    expect((await world.send(wallet, paid.bolt11)).status).toBe(201)
    faulty.node.plan(hanging.paymentHash, { ends: 'on-command' })
    expect((await world.send(wallet, hanging.bolt11)).status).toBe(201)
    const notes = openOrderNotes(world.db, 'strike')
    const noted = async () => [
      await notes.find(`pay:${paid.paymentHash}`),
      await notes.find(`pay:${hanging.paymentHash}`),
    ]
    expect(await noted()).toEqual([expect.any(String), expect.any(String)])
    world.advance(61 * DAY)
    await forgetOldOrderNotes(world.db, Math.floor(Date.now() / 1000) + 61 * DAY)
    expect(await noted()).toEqual([undefined, expect.any(String)])
    expect((await world.send(wallet, paid.bolt11)).status).toBe(400)
    faulty.node.finish(hanging.paymentHash, 'settled')
    await world.tick()
    const { body } = await world.call('GET', `/api/v1/payments/${hanging.paymentHash}`, { key: wallet.invoiceKey })
    expect([body.status, await world.balanceMsat(wallet)]).toEqual(['success', 800_000])
    expect([faulty.node.sends(paid.paymentHash), faulty.node.sends(hanging.paymentHash)]).toEqual([1, 1])
  })
})
