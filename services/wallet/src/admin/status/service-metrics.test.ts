import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

describe.each(LOGIC_DIALECTS)('the metrics of money and database, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const read = async (): Promise<ReadonlyMap<string, number>> => {
    const text = String((await world.call('GET', '/metrics')).body)
    const lines = text.split('\n').filter((line) => line.startsWith('satchel_'))
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
    )
  }
  const measure = async (): Promise<ReadonlyMap<string, number>> => {
    await world.service.measure()
    return read()
  }

  test('before the first measurement, metrics are absent and not 0', async () => {
    const found = await read()
    expect([...found.keys()].filter((name) => /liabilities|halted|measured/.test(name))).toEqual([])
  })

  test('metrics have the total of the wallets, payments in flight with their age, and the balance of the node', async () => {
    const wallet = await world.openWallet(1000)
    const before = await measure()
    expect(before.get('satchel_liabilities_msat{part="available"}')).toBe(1_000_000)
    expect(before.get('satchel_node_balance_msat')).toBeGreaterThan(0)
    const { bolt11, hash } = await world.foreignInvoice(100_000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    world.advance(120)
    const found = await measure()
    const labels = '{direction="out",state="dispatched"}'
    expect(found.get(`satchel_payments_pending${labels}`)).toBe(1)
    expect(found.get(`satchel_payments_oldest_seconds${labels}`)).toBeGreaterThanOrEqual(120)
    expect(found.get('satchel_liabilities_msat{part="reserved"}')).toBeGreaterThanOrEqual(100_000)
    expect(found.get('satchel_measured_age_seconds')).toBe(0)
    await world.node.sendControl('POST /settle', { hash, fee_msat: 1 })
    await world.tick()
    expect((await measure()).has(`satchel_payments_pending${labels}`)).toBe(false)
    expect(await world.violations()).toEqual([])
  })

  test('metrics have the age of the last sweep and of the last answer of the node', async () => {
    await world.tick()
    world.advance(90)
    const found = await measure()
    expect(found.get('satchel_receipts_swept_age_seconds')).toBeGreaterThanOrEqual(90)
    expect(found.has('satchel_node_answered_age_seconds')).toBe(true)
  })

  test('books that do not add up are a violation, a halt and an alarm of their kind', async () => {
    const wallet = await world.openWallet(10)
    await world.service.checkBooks()
    expect((await measure()).get('satchel_books_violations')).toBe(0)
    expect((await read()).get('satchel_payments_halted{cause="halt"}')).toBe(0)
    const change = (msat: string): Promise<void> =>
      writeDirectly(
        world,
        `UPDATE balances SET available_msat = available_msat ${msat} WHERE wallet_id = '${wallet.id}'`,
      )
    await change('+ 1')
    await world.service.checkBooks()
    await change('- 1')
    const found = await measure()
    expect(found.get('satchel_books_violations')).toBeGreaterThan(0)
    expect(found.get('satchel_payments_halted{cause="halt"}')).toBe(1)
    expect(found.get('satchel_alarms_open{kind="halt"}')).toBe(1)
  })

  test('metrics have the database: its round trip, its log, its batches, and the free space', async () => {
    const found = await measure()
    expect(found.get('satchel_database_up')).toBe(1)
    expect(found.get('satchel_database_round_trip_seconds')).toBeLessThan(5)
    const wal = dialect === 'sqlite' ? 'satchel_database_wal_bytes' : 'satchel_database_wal_written_bytes_total'
    expect(found.get(wal)).toBeGreaterThan(0)
    const commits = found.get('satchel_database_commits_total') ?? 0
    expect(commits).toBeGreaterThan(0)
    expect(found.get('satchel_database_commands_total')).toBeGreaterThanOrEqual(commits)
    const free = found.get('satchel_disk_free_bytes{place="data"}') ?? 0
    expect(free).toBeGreaterThan(0)
    expect(found.get('satchel_disk_size_bytes{place="data"}')).toBeGreaterThan(free)
  })

  test('the number of series does not grow with users', async () => {
    const before = (await measure()).size
    for (let count = 0; count < 5; count += 1) await world.openWallet(5)
    expect((await measure()).size).toBe(before)
  })
})

test('with a token, only its bearer reads the metrics', async () => {
  const token = 'scraper-token-0123456789'
  const world = await openWorld({ dialect: 'sqlite', env: { SERVICE_METRICS_TOKEN: token } })
  const as = async (authorization?: string) =>
    (await world.call('GET', '/metrics', authorization === undefined ? {} : { headers: { authorization } })).status
  expect(await as()).toBe(401)
  expect(await as(`Bearer ${token}x`)).toBe(401)
  expect(await as(token)).toBe(401)
  expect(await as(`Bearer ${token}`)).toBe(200)
  await world.close()
})

test('with a port of their own, the metrics are not served at the port of the service', async () => {
  const world = await openWorld({ dialect: 'sqlite', env: { SERVICE_METRICS_PORT: '9464' } })
  expect((await world.call('GET', '/metrics')).status).toBe(404)
  await world.close()
})
