import fc from 'fast-check'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../world/test-database.ts'
import { connect, type Connection } from './postgres-connection.ts'
import { createReadingRound } from './reading-round.ts'

const VALUE = 'SELECT value FROM settings WHERE name = $1'
const NAMES = Array.from({ length: 12 }, (_, index) => `n${index}`)

let place: TestDatabase
let connection: Connection
let strangers: [pg.Client, pg.Client]
/** Every name that went over, as often as it did. */
let asked: string[] = []

beforeEach(async () => {
  place = await createTestDatabase('postgres')
  const opened = await connect({ url: place.url, name: 'reader' })
  connection = {
    ...opened,
    query(sql, params = []) {
      if (sql.includes('FROM settings')) asked.push(...(params.flat() as string[]))
      return opened.query(sql, params)
    },
  }
  strangers = [new pg.Client({ connectionString: place.url }), new pg.Client({ connectionString: place.url })]
  for (const stranger of strangers) await stranger.connect()
})
afterEach(async () => {
  await connection.end()
  for (const stranger of strangers) await stranger.end()
  await place.drop()
})

/** All in one turn. */
async function readAll(names: readonly string[] = NAMES): Promise<unknown[]> {
  asked = []
  const round = createReadingRound()
  const answers = names.map((name) => round.ask(VALUE, [name]))
  round.send(async () => connection)
  return (await Promise.all(answers)).map((rows) => (rows as { value: string }[])[0]?.value)
}

/** Other tests commit on this server too, which a snapshot cannot tell from what happens here: a quiet moment will come. */
const inAQuietMoment = (attempt: () => Promise<void>) => vi.waitFor(attempt, { timeout: 15_000, interval: 2 })

const untilRemembered = () =>
  inAQuietMoment(async () => {
    for (let turn = 0; turn < 3; turn += 1) await readAll()
    expect(asked).toEqual([])
  })

const write = (by: pg.Client, name: string, value: string) =>
  by.query(
    'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [name, value],
  )

test('what was read goes over again only when somebody has committed', async () => {
  await write(strangers[0], 'n1', 'first')
  for (let turn = 0; turn < 2; turn += 1) {
    await readAll()
    expect(asked).toEqual(NAMES)
  }
  await untilRemembered()
  expect((await readAll())[1]).toBe('first')
  let others = 0
  await inAQuietMoment(async () => {
    others += 1
    for (let turn = 0; turn < 3; turn += 1) await readAll()
    await readAll([...NAMES, `another ${others}`])
    expect(asked).toEqual([`another ${others}`])
  })
  await write(strangers[0], 'n1', 'second')
  expect((await readAll())[1]).toBe('second')
  expect(asked).toEqual(NAMES)
})

test('a transaction counts from its commit, whenever it began, and one that is undone never', async () => {
  await strangers[0].query('BEGIN')
  await write(strangers[0], 'n1', 'late')
  await write(strangers[1], 'n2', 'early')
  await untilRemembered()
  expect((await readAll()).slice(1, 3)).toEqual([undefined, 'early'])
  await strangers[0].query('COMMIT')
  expect((await readAll()).slice(1, 3)).toEqual(['late', 'early'])
  await strangers[1].query('BEGIN')
  await write(strangers[1], 'n2', 'never')
  await strangers[1].query('ROLLBACK')
  expect((await readAll()).slice(1, 3)).toEqual(['late', 'early'])
})

test('few questions go over without a look whether their answers stand', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    await readAll(NAMES.slice(0, 7))
    expect(asked).toEqual(NAMES.slice(0, 7))
  }
})

test('a question that cannot be answered is asked again, and never remembered', async () => {
  const divide = 'SELECT 100 / CAST($1 AS bigint) AS n, (SELECT count(*) FROM settings) AS settings'
  for (let turn = 0; turn < 4; turn += 1) {
    const round = createReadingRound()
    const ends = Promise.allSettled(NAMES.map((_name, index) => round.ask(divide, [index])))
    round.send(async () => connection)
    expect((await ends).map(({ status }) => status)).toEqual(
      NAMES.map((_name, index) => (index === 0 ? 'rejected' : 'fulfilled')),
    )
  }
})

test('whoever writes in whatever order, a reading has what was committed before it', async () => {
  type Step = { readonly by: 0 | 1; readonly does: 'write' | 'end'; readonly name: string; readonly keeps: boolean }
  const step: fc.Arbitrary<Step> = fc.record({
    by: fc.constantFrom(0, 1),
    does: fc.constantFrom('write', 'end'),
    name: fc.constantFrom(...NAMES.slice(0, 6)),
    keeps: fc.boolean(),
  })
  let written = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await strangers[0].query('DELETE FROM settings')
      const committed = new Map<string, string>()
      const open: [Map<string, string> | undefined, Map<string, string> | undefined] = [undefined, undefined]
      const end = async (by: 0 | 1, keeps: boolean): Promise<void> => {
        await strangers[by].query(keeps ? 'COMMIT' : 'ROLLBACK')
        if (keeps) for (const [name, value] of open[by] ?? []) committed.set(name, value)
        open[by] = undefined
      }
      for (const { by, does, name, keeps } of steps) {
        if (does === 'end') await end(by, keeps)
        // A row that the other one has written is locked until he ends.
        else if (open[by === 0 ? 1 : 0]?.has(name) !== true) {
          if (open[by] === undefined) await strangers[by].query('BEGIN')
          const writes = (open[by] ??= new Map())
          written += 1
          await write(strangers[by], name, `v${written}`)
          writes.set(name, `v${written}`)
        }
        for (let turn = 0; turn < 3; turn += 1) {
          expect(await readAll()).toEqual(NAMES.map((of) => committed.get(of)))
        }
      }
      for (const by of [0, 1] as const) await end(by, false)
    }),
    { numRuns: 30 },
  )
}, 60_000)
