import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Operator, openOperator } from '../../test/world/accounts/open-operator.ts'
import type { World, WorldWallet } from '../../test/world/open-world.ts'
import { runScript } from '../../test/world/run-script.ts'
import { DIALECTS, type TestDatabase } from '../../test/world/test-database.ts'
import { writeDirectly } from '../../test/world/write-directly.ts'
import { mendBooks } from '../admin/money/mend-books.ts'

describe.each(DIALECTS)('mending the books, on %s', (dialect) => {
  let operator: Operator
  let world: World
  let wallet: WorldWallet
  beforeAll(async () => {
    operator = await openOperator(dialect)
    world = operator.world
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })
  afterAll(() => world.close())

  const mend = async (yes = true) => {
    const said: string[] = []
    const left = await mendBooks({
      db: world.db,
      now: world.nowSeconds,
      say: (line) => said.push(line),
      confirm: async () => yes,
    })
    return { left, said: said.join('\n') }
  }
  const openPaid = async (): Promise<string> => {
    wallet = await world.openWallet(1000)
    const payee = await world.openWallet()
    const invoice = await world.invoice(payee, 10)
    return (await world.send(wallet, invoice.payment_request)).body.checking_id
  }
  const edit = (sql: string) => writeDirectly(world, sql)
  const countPostings = () =>
    world.db.first('SELECT count(*) AS n FROM postings', [], (row: { n: bigint }) => Number(row.n))

  test.each([
    ['available_msat = 5', 'available 990000'],
    ['reserved_msat = 7', 'reserved'],
    ['available_msat = 1, reserved_msat = 2', 'both'],
  ])('an edited balance (%s) is restored from its postings', async (change) => {
    await openPaid()
    const before = await countPostings()
    await edit(`UPDATE balances SET ${change} WHERE wallet_id = '${wallet.id}'`)
    const { left, said } = await mend()
    expect(left).toEqual([])
    expect(said).toContain('its postings add up to 990000 available and 0 reserved')
    expect(said).toMatch(/The books are right\.$/)
    expect(await world.balanceMsat(wallet)).toBe(990_000)
    expect(await countPostings()).toBe(before)
    const [line] = await operator.audited('books-mended')
    expect(line).toMatchObject({ actor: 'environment', subject: wallet.id, detail: { what: expect.any(String) } })
  })

  test('a wallet without its balance gets it back', async () => {
    await openPaid()
    await edit(`DELETE FROM balances WHERE wallet_id = '${wallet.id}'`)
    expect((await mend()).left).toEqual([])
    expect(await world.balanceMsat(wallet)).toBe(990_000)
  })

  test('without a confirmation nothing changes', async () => {
    await openPaid()
    await edit(`UPDATE balances SET available_msat = 5 WHERE wallet_id = '${wallet.id}'`)
    const { left, said } = await mend(false)
    expect(left.map(({ rule }) => rule)).toEqual(['B2', 'B7'])
    expect(said).toMatch(/Nothing was booked\.$/)
    expect(await world.balanceMsat(wallet)).toBe(5)
    await mend()
  })

  test('a reserve that no payment needs is released by a posting', async () => {
    wallet = await world.openWallet(1000)
    const { id, hash } = await operator.sendHanging(wallet, 100_000)
    await edit(
      `UPDATE payments SET state = 'failed', status = 'failed', failure = 'by hand', due_at = NULL WHERE checking_id = '${id}'`,
    )
    await world.node.sendControl('POST /fail', { hash })
    const rules = new Set((await world.violations()).map(({ rule }) => rule))
    expect(rules).toEqual(new Set(['B6', 'B7', 'B15', 'B19']))
    expect((await mend()).left).toEqual([])
    expect(await world.balanceMsat(wallet)).toBe(1_000_000)
    const kinds = await world.db.list(
      'SELECT kind FROM postings WHERE reference = $1 ORDER BY id',
      [id],
      (row: { kind: string }) => row.kind,
    )
    expect(kinds).toEqual(['reserve', 'mend-release'])
  })

  test('a payer inside whose invoice has ended is refunded', async () => {
    wallet = await world.openWallet(1000)
    const payee = await world.openWallet()
    const { payer, invoice } = await operator.openHeldInside(wallet, payee)
    await edit(
      `UPDATE payments SET state = 'failed', status = 'failed', failure = 'x', due_at = NULL WHERE checking_id = '${invoice}'`,
    )
    const { left, said } = await mend()
    expect([left, said]).toEqual([[], expect.stringContaining(`payment ${payer} is held`)])
    expect(await world.balanceMsat(wallet)).toBe(1_000_000)
  })

  test('tallies and hourly sums are recomputed', async () => {
    await openPaid()
    await edit(`UPDATE payment_counts SET success = success + 1, created = 9 WHERE wallet_id = '${wallet.id}'`)
    await edit(`UPDATE payment_hours SET spending_sat = 0, payments = 7 WHERE wallet_id = '${wallet.id}'`)
    expect((await mend()).left).toEqual([])
    const history = await world.call('GET', '/api/v1/payments', { key: wallet.adminKey })
    expect([history.headers['x-total-count'], history.body]).toEqual(['1', [expect.objectContaining({ amount: -10 })]])
  })

  test('a problem without a safe correction is reported, and nothing is booked for it', async () => {
    const id = await openPaid()
    await edit(`UPDATE payments SET amount_msat = amount_msat + 1000 WHERE checking_id = '${id}'`)
    const { left, said } = await mend()
    expect(left.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['B7', 'B9']))
    expect(said).toMatch(/have no correction that is certainly right: see docs\/guide\/stuck-money\.md\.$/)
    await edit(`UPDATE payments SET amount_msat = amount_msat - 1000 WHERE checking_id = '${id}'`)
    await mend()
  })

  test('two concurrent runs repair once', async () => {
    await openPaid()
    await edit(`UPDATE balances SET available_msat = 5 WHERE wallet_id = '${wallet.id}'`)
    await Promise.all([mend(), mend(), mend()])
    expect(await world.balanceMsat(wallet)).toBe(990_000)
    expect((await operator.audited('books-mended')).filter(({ subject }) => subject === wallet.id)).toHaveLength(1)
  })

  test('as a command it asks for confirmation unless --yes, reports the repairs, and its exit code says whether the books are right', async () => {
    await openPaid()
    const environment = (place: TestDatabase) => ({
      SERVICE_DATA_FOLDER: place.folder,
      SERVICE_DATABASE_URL: place.url,
    })
    let place: TestDatabase | undefined
    await world.restart({}, async (here) => {
      place = here
      expect(await runScript('mend', [], environment(here))).toEqual({ code: 0, said: 'The books are right.\n' })
    })
    const env = environment(place as TestDatabase)
    await edit(`UPDATE balances SET available_msat = 5 WHERE wallet_id = '${wallet.id}'`)
    if (dialect === 'sqlite') {
      const beside = await runScript('mend', ['--yes'], env)
      expect([beside.code, beside.said]).toEqual([
        2,
        expect.stringMatching(/^mend: .*another process uses the database/),
      ])
    }
    const run = async (): Promise<void> => {
      const asked = await runScript('mend', [], env)
      expect([asked.code, asked.said]).toEqual([1, expect.stringContaining('Nothing was booked.')])
      const { code, said } = await runScript('mend', ['--yes'], env)
      expect([code, said]).toEqual([0, expect.stringMatching(/The books are right\.\n$/)])
      expect((await runScript('mend', ['--no'], env)).code).toBe(2)
    }
    if (dialect === 'sqlite') await world.restart({}, run)
    else await run()
    expect(await world.balanceMsat(wallet)).toBe(990_000)
  }, 60_000)
})
