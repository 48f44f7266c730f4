import Sqlite from 'better-sqlite3'
import { beforeEach, expect, test } from 'vitest'
import type { Connection } from '../../src/db/postgres/postgres-connection.ts'
import { createChance } from './chance.ts'
import { type DatabaseLine, openDatabaseLine } from './database-line.ts'
import { makeDatabaseTemplate } from './database-template.ts'
import type { CommitFault } from './server-state.ts'
import { createSimulatedPostgres, type SimulatedPostgres } from './simulated-postgres.ts'
import { createTrace } from './trace.ts'
import { createTwinDatabase } from './twin-database.ts'
import { type Actor, createVirtualTime, type VirtualTime, WORLD } from './virtual-time.ts'

const template = await makeDatabaseTemplate()
const twin = createTwinDatabase(() => new Sqlite(template))
let time: VirtualTime
let server: SimulatedPostgres
let process: Actor
let line: DatabaseLine

beforeEach(() => {
  time = createVirtualTime()
  twin.reset()
  const nature = { time, chance: createChance(1) }
  server = createSimulatedPostgres({ ...nature, trace: createTrace(time), twin })
  process = { ...WORLD, name: 'P' }
  line = openDatabaseLine(nature, server, process)
})

/** Advances virtual time until the work has ended. */
async function during<T>(work: Promise<T>): Promise<T> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  ended.catch(() => undefined)
  while (!isOver) await time.runUntil(time.now() + 1)
  return ended
}

const connect = (): Promise<Connection> => during(line.connect())
const note = (name: string): string => `INSERT INTO settings (name, value) VALUES ('${name}', '')`
const SETTINGS = "SELECT name FROM settings WHERE name <> 'database-history' ORDER BY name"
const names = (): string[] => (twin.list(SETTINGS, [], false) as { name: string }[]).map(({ name }) => name)

/** Writes one row in a transaction under the writers' lock; answers its transaction id. */
async function write(connection: Connection, name: string): Promise<string> {
  connection.control('BEGIN').catch(() => undefined)
  connection.query('SELECT pg_advisory_xact_lock(1)').catch(() => undefined)
  const { rows } = await connection.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id')
  await connection.query(note(name))
  await connection.control('COMMIT')
  return rows[0]?.id ?? ''
}

const meet = (fault: CommitFault): void => {
  server.onCommit = () => {
    server.onCommit = () => 'none'
    return fault
  }
}

test('an unflushed transaction is lost in a crash, and its transaction id is assigned again', async () => {
  const stored = await during(write(await connect(), 'stored'))
  meet('crash-before')
  await expect(during(write(await connect(), 'lost'))).rejects.toThrow('Connection terminated')
  await time.runUntil(time.now() + 5000)
  const connection = await connect()
  const again = await during(write(connection, 'another'))
  expect([names(), Number(again)]).toEqual([['another', 'stored'], Number(stored) + 1])
  const asked = connection.query<{ status: string }>('SELECT pg_xact_status($1::xid8) AS status', [again])
  expect((await during(asked)).rows).toEqual([{ status: 'committed' }])
})

test('a transaction whose answer is lost is stored', async () => {
  meet('cut-after')
  await expect(during(write(await connect(), 'kept'))).rejects.toThrow('Connection terminated')
  expect(names()).toEqual(['kept'])
})

test('two sessions write one after another', async () => {
  const [first, second] = [await connect(), await connect()]
  const ids = await during(Promise.all([write(first, 'first'), write(second, 'second')]))
  expect([names(), Number(ids[1]) - Number(ids[0])]).toEqual([['first', 'second'], 1])
})

test('during a slow flush no other session sees the transaction, and those that need its lock wait ten seconds', async () => {
  const [first, second] = [await connect(), await connect()]
  meet('stall')
  const slow = write(first, 'slow')
  slow.catch(() => undefined)
  const next = write(second, 'next')
  await time.runUntil(time.now() + 500)
  expect(names()).toEqual([])
  await expect(during(next)).rejects.toThrow('current transaction is aborted')
  await time.runUntil(time.now() + 60_000)
  expect(names()).toEqual(['slow'])
})

test('a transaction in which nothing happens is rolled back by the server after three seconds', async () => {
  const connection = await connect()
  await during(Promise.all([connection.control('BEGIN'), connection.query(note('idle'))]))
  await time.runUntil(time.now() + 3100)
  expect([connection.alive(), names()]).toEqual([false, []])
  await during(write(await connect(), 'next'))
})

test('a silent line neither answers nor breaks; the client gives it up after fifteen seconds', async () => {
  const connection = await connect()
  line.goSilent(0)
  const asked = connection.query('SELECT 1 AS one')
  asked.catch(() => undefined)
  await time.runUntil(time.now() + 14_000)
  expect(connection.alive()).toBe(true)
  await expect(during(asked)).rejects.toThrow('Connection terminated')
})

test('an earlier state comes back, on another course of commits', async () => {
  const connection = await connect()
  for (const name of ['one', 'two', 'three']) await during(write(connection, name))
  const course = (): Promise<unknown> =>
    connect().then((opened) => during(opened.query('SELECT pg_walfile_name() AS timeline').then(({ rows }) => rows[0])))
  const before = await course()
  server.crash({ isSilent: false, downMs: 100, keep: 1, course: 'timeline' })
  await time.runUntil(time.now() + 200)
  expect(names()).toEqual(['one'])
  expect(await course()).not.toEqual(before)
})

test('a killed process runs nothing more, and the messages it has sent still arrive', async () => {
  const connection = await connect()
  await during(Promise.all([connection.control('BEGIN'), connection.query(note('sent'))]))
  let hasEnded = false
  const onEnd = (): void => {
    hasEnded = true
  }
  connection.control('COMMIT').then(onEnd, onEnd)
  process.alive = false
  line.hangUp()
  await time.runUntil(time.now() + 1000)
  expect([names(), hasEnded]).toEqual([['sent'], false])
})
