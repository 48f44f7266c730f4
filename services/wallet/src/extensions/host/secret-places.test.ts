import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Shape } from '@satchel/extension-sdk/shape'
import { describe, expect, onTestFinished, test } from 'vitest'
import { NO_WAY_IN, SECRET_PLACES } from '../../../test/world/access/secret-places.ts'
import { openWorld } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { BUILT_INS } from '../built-ins.ts'
import { isHashed, isSealed } from './stores/field-values.ts'

const SOURCES = fileURLToPath(new URL('../..', import.meta.url))

/** Names of columns that identify a user: digests, keys, codes, and sealed values. */
const SECRET = /digest|token|secret|seal|passw|hash|key|challenge|verif|code|nonce|subject|email|link|session|guest_id/

const NAMED = [...new Set([...Object.values(SECRET_PLACES).flat(), ...Object.keys(NO_WAY_IN)])]
const named = (kind: 'derived' | 'extension' | 'file' | 'column'): string[] =>
  NAMED.filter((place) => (kind === 'column' ? !place.includes(': ') : place.startsWith(`${kind}: `))).toSorted()

const tableOf = (column: string): string => column.split('.')[0] ?? ''

const COLUMNS = {
  sqlite: `SELECT m.name AS tab, p.name AS col FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table'`,
  postgres:
    'SELECT table_name AS tab, column_name AS col FROM information_schema.columns WHERE table_schema = current_schema()',
}

describe.each(LOGIC_DIALECTS)('decision 0089, on %s', (dialect) => {
  test('a row of the access table names each column that may identify a user, or a reason why it does not', async () => {
    const world = await openWorld({ dialect })
    onTestFinished(() => world.close())
    const toName = ({ tab, col }: { tab: string; col: string }): string => `${tab}.${col}`
    const columns = await world.db.list(COLUMNS[dialect], [], toName)
    const secret = columns.filter((column) => SECRET.test(column.split('.')[1] ?? ''))
    expect(secret.length).toBeGreaterThan(50)
    expect(secret.filter((column) => !NAMED.includes(column))).toEqual([])
    // A table of tokens may call their column anything.
    const tables = [...new Set(columns.map(tableOf))].filter((table) => SECRET.test(table))
    expect(tables.length).toBeGreaterThan(10)
    expect(tables.filter((table) => !named('column').some((column) => tableOf(column) === table))).toEqual([])
    expect(named('column').filter((column) => !columns.includes(column))).toEqual([])
  })
})

test('a row names each key that is derived from the secret of the service', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  const texts = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('db/'))
    .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
  const labels = texts.flatMap((text) =>
    [...text.matchAll(/'(satchel [\w -]+)'/g)].map(([, label]) => `derived: ${label}`),
  )
  expect([...new Set(labels)].toSorted()).toEqual(named('derived'))
  // A key is derived with a label of this kind, or the label comes from its caller.
  const deriving = texts.flatMap((text) => [...text.matchAll(/hkdfSync\('sha256', \w+, \S+ ([^,]+), \d+\)/g)])
  expect(deriving.length).toBeGreaterThan(8)
  expect(
    deriving.map(([, label]) => label).filter((label) => !/^('satchel |info$|options\.purpose$)/.test(label ?? '')),
  ).toEqual([])
})

test('a row names each file of a data folder that only its owner may read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-secret-places-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const world = await openWorld({ dialect: 'sqlite', env: { SERVICE_DATA_FOLDER: folder } })
  const files = readdirSync(folder).filter((name) => (statSync(join(folder, name)).mode & 0o077) === 0)
  await world.close()
  expect(files).toContain('first-install-token')
  expect(files.filter((name) => !NAMED.includes(`file: ${name}`))).toEqual([])
})

test('a row names each field of an extension that is stored hashed or sealed', () => {
  const fields = BUILT_INS.flatMap(({ manifest, resource, tables = {} }) =>
    Object.entries<Shape>({ items: resource, ...tables }).flatMap(([kind, shape]) =>
      Object.entries(shape)
        .filter(([, field]) => isHashed(field) || isSealed(field))
        .map(([name]) => `extension: ${manifest.id}.${kind}.${name}`),
    ),
  )
  expect(fields.toSorted()).toEqual(named('extension'))
})
