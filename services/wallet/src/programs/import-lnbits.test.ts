import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltLnbits, buildLnbits } from '../../test/world/lnbits/build-lnbits.ts'
import { smallItems } from '../../test/world/lnbits/small-items.ts'
import { hex, smallCore } from '../../test/world/lnbits/small-lnbits.ts'
import { runScript } from '../../test/world/run-script.ts'
import { createTestDatabase, type TestDatabase } from '../../test/world/test-database.ts'

let place: TestDatabase
let lnbits: BuiltLnbits
let env: Record<string, string>
beforeAll(async () => {
  const now = Math.floor(Date.now() / 1000)
  place = await createTestDatabase('sqlite', { empty: true })
  lnbits = await buildLnbits({ dialect: 'sqlite', rows: { ...smallItems(now), core: smallCore(now) ?? {} } })
  env = { SERVICE_DATA_FOLDER: place.folder, SERVICE_DATABASE_URL: place.url }
})
afterAll(async () => {
  await lnbits.drop()
  await place.drop()
})

test('a dry run reports and leaves no trace; without a confirmation nothing is imported', async () => {
  const dry = await runScript('import-lnbits', [lnbits.place, '--dry-run'], env)
  expect(dry.said).toContain('What comes:')
  expect(dry.said).toContain('Everything could be written and the books are right')
  expect(dry.code).toBe(0)
  expect(readdirSync(place.folder)).toEqual([])

  const asked = await runScript('import-lnbits', [lnbits.place], env)
  expect(asked).toMatchObject({ code: 1, said: expect.stringContaining('Nothing was changed.') })
})

test('imports before the first start, once, without a secret in the report', async () => {
  const done = await runScript('import-lnbits', [lnbits.place, '--yes'], env)
  expect(done.said).toContain('Imported; the books are right.')
  expect((await runScript('audit', [], env)).code).toBe(0)
  const report =
    readdirSync(place.folder)
      .filter((name) => name.startsWith('import-lnbits-'))
      .at(-1) ?? ''
  expect(readFileSync(join(place.folder, report), 'utf8')).not.toContain(hex('shop admin'))

  const again = await runScript('import-lnbits', [lnbits.place, '--yes'], env)
  expect(again).toMatchObject({ code: 0, said: expect.stringContaining('nothing changes') })
})

test('the backup can be restored, and the import repeated', async () => {
  const backup = readdirSync(place.folder).find((name) => name.startsWith('before-import-')) ?? ''
  expect(existsSync(join(place.folder, backup))).toBe(true)
  const back = await runScript('restore', [join(place.folder, backup), '--force'], env)
  expect(back.said).toContain('the books are right')
  const once = await runScript('import-lnbits', [lnbits.place, '--yes', '--no-backup'], env)
  expect(once.said).toContain('Imported; the books are right.')
})

test('prints its usage', async () => {
  expect(await runScript('import-lnbits', [], env)).toMatchObject({ code: 1, said: expect.stringContaining('usage:') })
  const both = await runScript('import-lnbits', [lnbits.place, '--yes', '--dry-run'], env)
  expect(both).toMatchObject({ code: 1, said: expect.stringContaining('usage:') })
})
