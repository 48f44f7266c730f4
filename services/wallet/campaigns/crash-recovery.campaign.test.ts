import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../src/db/postgres/postgres-connection.ts'
import { listMigrations } from '../src/db/migrate.ts'
import { createTestDatabase, DIALECTS, type TestDatabase } from '../world/test-database.ts'
import { openBookReader } from './book-reader.ts'
import { type CrashStage, expectBooksAtRest, openCrashStage } from './stages/crash-stage.ts'
import { eventually } from './eventually.ts'
import { CRASHING_SERVICE, startService } from './stages/service-process.ts'
import type { StageWallet } from './stages/stage-client.ts'

const CRASHING = { entry: CRASHING_SERVICE }
/** A recovery with the work below makes fewer calls than this. */
const MAX_CALLS = 40
/** Each call is a start of the service, which takes three seconds beside another campaign. */
const MANY_STARTS_MS = 300_000

describe.each(DIALECTS)('kill -9 during recovery, on %s (K11)', (dialect) => {
  let stage: CrashStage
  let payer: StageWallet
  let payee: StageWallet
  beforeAll(async () => {
    // No reconciliation in between: everything left half-done waits for the recovery. With a limit, payments inside take two
    // steps (rule C3).
    const env = { SERVICE_RECONCILE_MS: '3600000', SERVICE_DAILY_LIMIT_WALLET_SATS: '100000000' }
    stage = await openCrashStage(dialect, { ...CRASHING, env })
    payer = await stage.openWallet(1_000_000)
    payee = await stage.openWallet()
  })
  afterAll(() => stage.close())

  const pay = async (step: object): Promise<string> => {
    const invoice = await stage.foreignInvoice(10_000_000)
    await stage.service.steer('POST /script', { match: { hash: invoice.hash }, pay: [step] })
    expect((await stage.send(payer, invoice.bolt11)).status).toBe(201)
    return invoice.hash
  }
  const decide = async (method: 'PUT' | 'DELETE', kind: string): Promise<string> => {
    const { payment_hash: held } = await stage.invoice(payee, 300, { hold: true })
    await stage.receive(held)
    await eventually('the payment is held', async () => (await stage.stateOf(held)) === 'held')
    await stage.service.steer('POST /script', { match: { hash: held }, [kind]: [{ do: 'barrier', name: held }, 'ok'] })
    void stage.service.call(method, `/api/v1/payments/${held}`, { key: payee.adminKey }).catch(() => undefined)
    await eventually('the decision stands', async () => ((await stage.stateOf(held)) ?? '').endsWith('ling'))
    return held
  }

  test(
    'a recovery that is killed again and again completes, and everything is booked once',
    async () => {
      const [paid, got] = [await stage.balanceMsat(payer), await stage.balanceMsat(payee)]
      const lost = { do: 'timeout_then_settle', ms: 1, fee_msat: 1000 }
      const sent = [await pay(lost), await pay(lost), await pay(lost)]
      const failed = [await pay({ do: 'throw', truth: 'failed' }), await pay({ do: 'hang_then_fail', ms: 1 })]
      const open = await pay({ do: 'hang' })
      const [settling, cancelling] = [await decide('PUT', 'settle'), await decide('DELETE', 'cancel')]
      const unheard = await stage.invoice(payee, 70)
      await stage.receive(unheard.payment_hash, { notify: 'none' })
      const inside = await stage.invoice(payee, 500)
      const reserved = await stage.foreignInvoice(10_000_000)
      await stage.dies('after begin-internal', () => stage.send(payer, inside.bolt11))
      let deaths = 0
      for (let nth = 1; nth < MAX_CALLS; nth += 1) {
        const env = { CRASH_AT: `${nth % 2 === 0 ? 'before' : 'after'} any ${nth}` }
        const service = await startService({ place: stage.place, ...CRASHING, env }).catch(() => undefined)
        await service?.kill()
        await expectBooksAtRest(stage.place)
        if (service !== undefined) break
        deaths += 1
      }
      expect(deaths).toBeGreaterThan(3)
      await stage.restart(CRASHING)
      await stage.dies('after open-send', () => stage.send(payer, reserved.bolt11))
      await stage.restart()
      for (const id of sent) await ends(payer, id, 'success')
      for (const id of [...failed, reserved.hash]) await ends(payer, id, 'failed')
      for (const id of [settling, unheard.payment_hash, inside.payment_hash]) await ends(payee, id, 'success')
      await ends(payee, cancelling, 'failed')
      expect(await stage.statusOf(payer, open)).toBe('pending')
      expect((await stage.balanceMsat(payee)) - got).toBe(870_000)
      expect(paid - (await stage.balanceMsat(payer))).toBe(3 * 10_001_000 + 10_100_000 + 500_000)
      await stage.service.steer('POST /fail', { hash: open })
      await ends(payer, open, 'failed')
      await stage.expectSound(true)
      process.stdout.write(`K11 on ${dialect}: died ${deaths} times during recovery\n`)
    },
    MANY_STARTS_MS,
  )
  const ends = (wallet: StageWallet, id: string, status: string) =>
    eventually(`${id} is ${status}`, async () => (await stage.statusOf(wallet, id)) === status, 40_000)
})

describe('kill -9 during a migration (K12)', () => {
  let place: TestDatabase
  test('on sqlite: a migration killed after any statement leaves the whole new schema or the old one', async () => {
    place = await createTestDatabase('sqlite', { empty: true })
    let deaths = 0
    for (let nth = 1; nth < 30; nth += 1) {
      const env = { CRASH_IN_MIGRATION: String(nth) }
      const service = await startService({ place, ...CRASHING, env }).catch(() => undefined)
      await service?.kill()
      if (service !== undefined) break
      deaths += 1
      expect([0, listMigrations('sqlite').length]).toContain(await countSteps(place))
    }
    expect(deaths).toBeGreaterThan(3)
    await startsAndWorks(place)
  })

  test('on postgres: a migration killed between two statements leaves the whole new schema or the old one', async () => {
    place = await createTestDatabase('postgres', { empty: true })
    const gate = await connect({ url: place.url, name: 'satchel campaign' })
    await gate.client.query(`
      CREATE FUNCTION stand_at_the_gate() RETURNS event_trigger LANGUAGE plpgsql
        AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${GATE}); END $$;
      CREATE EVENT TRIGGER gate ON ddl_command_end WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION stand_at_the_gate();
      SELECT pg_advisory_lock(${GATE})`)
    const started = startService({
      place,
      onSpawn: (child) => {
        void eventually('the migration stands', () => standsAtGate(gate)).then(() => child.kill('SIGKILL'))
      },
    })
    await expect(started).rejects.toThrow('SIGKILL')
    await gate.client.query(`DROP EVENT TRIGGER gate`).catch(() => undefined)
    await gate.client.query(`SELECT pg_advisory_unlock(${GATE})`)
    await gate.end()
    await startsAndWorks(place, false)
    expect(await countSteps(place)).toBe(listMigrations('postgres').length)
    await place.drop()
  })

  test.each(DIALECTS)('a database that is newer than the program is rejected, on %s', async (dialect) => {
    place = await createTestDatabase(dialect, { empty: true })
    await startsAndWorks(place, false)
    await addStepOfTomorrow(place)
    await expect(startService({ place })).rejects.toThrow('newer than this program')
    await place.drop()
  })
})

const GATE = 99

async function standsAtGate(gate: Awaited<ReturnType<typeof connect>>): Promise<boolean> {
  const { rows } = await gate.client.query(
    `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${GATE} AND NOT granted`,
  )
  return rows.length > 0
}

async function countSteps(place: TestDatabase): Promise<number> {
  const books = await openBookReader(place)
  try {
    const steps = 'SELECT name FROM schema_steps UNION ALL SELECT name FROM schema_additions'
    return (await books.rows(steps).catch(() => [])).length
  } finally {
    await books.close()
  }
}

async function addStepOfTomorrow(place: TestDatabase): Promise<void> {
  const sql = `INSERT INTO schema_steps (name, checksum) VALUES ('9999-tomorrow.sql', 'x')`
  if (place.url.startsWith('sqlite:')) {
    const db = new Sqlite(place.url.slice('sqlite://'.length))
    db.exec(sql)
    db.close()
    return
  }
  const connection = await connect({ url: place.url, name: 'satchel campaign' })
  await connection.client.query(sql)
  await connection.end()
}

async function startsAndWorks(place: TestDatabase, last = true): Promise<void> {
  const service = await startService({ place })
  expect((await service.state()).check).toBe('ok')
  await service.kill()
  if (last) await place.drop()
}
