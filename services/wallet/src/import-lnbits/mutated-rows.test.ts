import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareItems, joinRows } from '../../test/world/lnbits/bare-items.ts'
import { type BuiltLnbits, buildLnbits } from '../../test/world/lnbits/build-lnbits.ts'
import { importBuilt } from '../../test/world/lnbits/import-built.ts'
import { LNBITS_TABLES, type LnbitsRow, type LnbitsRows } from '../../test/world/lnbits/lnbits-tables.ts'
import { smallItems } from '../../test/world/lnbits/small-items.ts'
import { hex, smallCore, TOKEN_SECRET } from '../../test/world/lnbits/small-lnbits.ts'
import { openWorld, type World } from '../../test/world/open-world.ts'
import { createTestDatabase, LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import type { Dialect } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import type { Imported } from './import-from.ts'
import { LnbitsError } from './reading/lnbits-error.ts'
import type { ReportJson } from './report.ts'

/** The new value of a cell of one row, or of a part of its JSON. */
type Mutation =
  | { readonly kind: 'value'; readonly value: LnbitsRow[string] }
  /** The value that another row has there. */
  | { readonly kind: 'copy'; readonly from: number }
  /** The row itself, once more. */
  | { readonly kind: 'twice' }
  /** A mutation of a JSON value: a part is repeated, or replaced. */
  | { readonly kind: 'repeat'; readonly part: number }
  | { readonly kind: 'replace'; readonly part: number; readonly value: unknown }

/** No text for PostgreSQL, but JSON can have it, and SQLite. */
const NO_TEXT = ['a\0b', 'a\ud800b']
const ODD_VALUES = [null, '', ' ', 'x', 'x'.repeat(5000), '[]', '{}', 'null', '[null, 7, {}]', 'é\u{1f600}', ...NO_TEXT]
const ODD_NUMBERS = [0, -1, 1, 7, 2_147_483_648, 9_007_199_254_740_991]
const odd = fc.constantFrom<string | number | null>(...ODD_VALUES, ...ODD_NUMBERS)

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant('value' as const), value: odd }),
  fc.record({ kind: fc.constant('copy' as const), from: fc.nat(50) }),
  fc.constant({ kind: 'twice' as const }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat' as const), part: fc.nat(6) }) },
  fc.record({ kind: fc.constant('replace' as const), part: fc.nat(6), value: odd }),
)

const TABLES = Object.entries(LNBITS_TABLES).flatMap(([schema, tables]) =>
  Object.entries(tables as Readonly<Record<string, string>>).map(([table, columns]) => ({
    schema,
    table,
    columns: columns.split(' ').map((column) => ({ name: column.split(':')[0] ?? '', type: column.split(':')[1] })),
  })),
)

/** A mutation of one row of a table, or of all. */
const change = fc.record({ row: fc.option(fc.nat(50)), column: fc.nat(1000), mutation })

const NOW = 1_790_000_000
/** Tables that are empty in other tests. */
const REST: LnbitsRows = {
  core: {
    dbversions: ['core', 'lnurlp', 'withdraw'].map((db) => ({ db, version: 50 })),
    installed_extensions: [
      { id: 'lnurlp', version: '1', active: true, meta: '{"pay_to_enable": {"required": true, "amount": 7}}' },
      { id: 'withdraw', version: '1', active: false, meta: null },
    ],
  },
  withdraw: { hash_check: [{ id: 'used', lnurl_id: 'bare' }] },
  satspay: { settings: [{ network: 'Testnet', webhook_method: 'GET' }] },
  jukebox: { jukebox: [{ id: 'box', user: hex('carol') }] },
}
const ROWS = joinRows({ core: smallCore(NOW) }, smallItems(NOW), bareItems('bare', hex('purse'), hex('carol')), REST)
/** Fails again with the same one: `IMPORT_SEED=…`. */
const SEED = Number(process.env['IMPORT_SEED'] ?? Date.now() % 2 ** 31)
const COMMANDS = new URL('../wiring/commands.ts', import.meta.url).href

describe.each(LOGIC_DIALECTS)('an LNbits with odd rows, on %s', (dialect) => {
  let world: World
  beforeAll(async () => void (world = await openWorld({ dialect })))
  afterAll(() => world.close())

  /** The outcome of a dry run and of the import after it, into a database without rows; undefined: refused. */
  async function tryImport(built: BuiltLnbits): Promise<readonly Imported[] | undefined> {
    const target = await createTestDatabase(dialect)
    const db = await openDatabase(target.url, COMMANDS)
    const reports: ReportJson[] = []
    const more = { db, now: NOW, tokenSecret: TOKEN_SECRET, show: (one: ReportJson) => void reports.push(one) }
    try {
      const rehearsed = await importBuilt(world, built, { ...more, dryRun: true })
      const outcomes = [rehearsed, await importBuilt(world, built, more)]
      const [before, after] = reports.map(withoutExamples)
      expect(after).toEqual(before)
      return outcomes
    } catch (error) {
      // A rejection before the report, with the instructions for LNbits.
      expect(error).toBeInstanceOf(LnbitsError)
      expect(reports.length).toBe(0)
      return undefined
    } finally {
      await db.close()
      await target.drop()
    }
  }

  test('is imported whenever the dry run allows it, whatever the rows of any table contain', async () => {
    expect(TABLES.filter(({ schema, table }) => (ROWS[schema]?.[table] ?? []).length === 0)).toEqual([])
    const changes = fc.array(fc.option(change), { minLength: TABLES.length, maxLength: TABLES.length })
    const unchanged = new Set(TABLES.map(({ schema, table }) => `${schema}.${table}`))
    let imported = 0
    await fc.assert(
      fc.asyncProperty(changes, async (all) => {
        const changed = structuredClone(ROWS) as Record<string, Record<string, LnbitsRow[]>>
        const touched = TABLES.flatMap(({ schema, table, columns }, at) => {
          const [one, list] = [all[at], changed[schema]?.[table] ?? []]
          if (one !== null && one !== undefined) mutateTable(dialect, list, columns, one)
          return isDeepStrictEqual(list, ROWS[schema]?.[table]) ? [] : [`${schema}.${table}`]
        })
        const built = await buildLnbits({ dialect, rows: changed })
        try {
          const outcomes = await tryImport(built)
          if (outcomes === undefined) return
          expect(outcomes).toEqual(['rehearsed', 'imported'])
          imported += 1
          for (const table of touched) unchanged.delete(table)
        } finally {
          await built.drop()
        }
      }),
      { numRuns: dialect === 'sqlite' ? 24 : 5, seed: SEED },
    )
    expect(imported, `seed ${SEED}`).toBeGreaterThan(dialect === 'sqlite' ? 10 : 1)
    // The version of the core stops most imports.
    unchanged.delete('core.dbversions')
    if (dialect === 'sqlite') expect([...unchanged], `seed ${SEED}`).toEqual([])
  }, 240_000)
})

/** Some name rows by an id that is made up here. */
const withoutExamples = (report: ReportJson): object =>
  JSON.parse(JSON.stringify(report), (name, value: unknown) => (name === 'examples' ? undefined : value)) as object

interface Column {
  readonly name: string
  readonly type: string | undefined
}

type Change = typeof change extends fc.Arbitrary<infer One> ? One : never

function mutateTable(
  dialect: Dialect,
  list: LnbitsRow[],
  columns: readonly Column[],
  { row, column, mutation: what }: Change,
): void {
  // Lists and objects are in texts: two of three changes are of those, where a table has some.
  const isJson = ({ name }: Column): boolean => list.some((one) => /^[[{]/.test(String(one[name] ?? '')))
  const json = columns.filter(isJson)
  const among = json.length > 0 && column % 3 > 0 ? json : columns
  const chosen = among[Math.floor(column / 3) % among.length]
  if (chosen === undefined) return
  const rows = row === null ? [...list.keys()] : [row % list.length]
  for (const index of rows) mutate(dialect, list, index, chosen, what)
}

function mutate(dialect: Dialect, list: LnbitsRow[], index: number, { name, type }: Column, what: Mutation): void {
  const row = list[index] ?? {}
  if (what.kind === 'twice') return void list.push({ ...row })
  const value = mutated(row[name] ?? null, what, list[what.kind === 'copy' ? what.from % list.length : 0]?.[name])
  const isText = type === 't' && typeof value !== 'boolean'
  const fits = value === null || isText || typeof value === typeof row[name]
  if (!fits || (dialect === 'postgres' && !canStore(value, type))) return
  list[index] = { ...row, [name]: isText && typeof value === 'number' ? String(value) : value }
}

/** In PostgreSQL, columns of LNbits have types. */
const canStore = (value: LnbitsRow[string], type: string | undefined): boolean =>
  typeof value === 'string' ? value.isWellFormed() && !value.includes('\0') : type !== 's' || Number(value) < 1e11

function mutated(value: LnbitsRow[string], what: Mutation, other: LnbitsRow[string] | undefined): LnbitsRow[string] {
  if (what.kind === 'value') return what.value
  if (what.kind === 'copy') return other ?? null
  const json = typeof value === 'string' && /^[[{]/.test(value) ? parse(value) : undefined
  if (json === undefined || what.kind === 'twice') return value
  let parts = 0
  const isChosen = (): boolean => (parts += 1) % (what.part + 1) === 0
  const text = JSON.stringify(json, (_name, one: unknown) => {
    if (what.kind === 'replace') return isChosen() ? what.value : one
    return Array.isArray(one) && isChosen() ? [...one, ...(one as unknown[])] : one
  })
  return text ?? null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
