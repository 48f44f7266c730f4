import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { applyStepsBefore, runPastTheService } from '../../test/world/past-the-service.ts'
import { writeTemplateTools } from '../../test/world/postgres/template-tools.ts'
import { runScript } from '../../test/world/run-script.ts'
import { createTestDatabase, LOGIC_DIALECTS, type TestDatabase } from '../../test/world/test-database.ts'

describe.each(LOGIC_DIALECTS)('npm run upgrade-check, on %s', (dialect) => {
  let place: TestDatabase
  let folder: string
  beforeEach(async () => {
    place = await createTestDatabase(dialect, { empty: true })
    folder = mkdtempSync(join(tmpdir(), 'satchel-upgrade-test-'))
    mkdirSync(join(folder, 'temporary'))
  })
  afterEach(async () => {
    await place.drop()
    for (const name of await databases(`${nameOf(place)}_copy_`)) await ask(`DROP DATABASE ${name}`)
    rmSync(folder, { recursive: true, force: true })
  })

  const nameOf = ({ url }: TestDatabase): string => url.replace(/^.*\//, '')
  const ask = (sql: string) => runPastTheService({ ...place, url: inject('postgresUrl') }, sql)
  const databases = async (start: string): Promise<string[]> =>
    dialect === 'sqlite'
      ? []
      : ((await ask('SELECT datname AS name FROM pg_database')) as { name: string }[])
          .map(({ name }) => name)
          .filter((name) => name.startsWith(start))
  const run = (sql: string) => runPastTheService(place, sql)
  const check = async () => {
    const ran = await runScript('upgrade-check', [], {
      SERVICE_DATABASE_URL: place.url,
      SERVICE_DATA_FOLDER: place.folder,
      TMPDIR: join(folder, 'temporary'),
      PATH: `${writeTemplateTools(folder).bin}:/bin:/usr/bin`,
    })
    expect(readdirSync(join(folder, 'temporary'))).toEqual([])
    return ran
  }

  test('pending migrations are tested on a copy, whose books are audited, and the database is unchanged', async () => {
    await applyStepsBefore(place, '0038')
    const steps = await run('SELECT name FROM schema_steps ORDER BY name')
    const { code, said } = await check()
    expect(said).toMatch(/^Version .*\. The configuration is valid\.\nPending migrations: \d+\n/)
    expect(said).toContain(
      '\n  0038-contacts-notes-labels.sql: Contacts of users, and what they write about payments: notes, labels, and with which contact a payment was.\n',
    )
    expect(said).toMatch(/\nTried on a copy: \d+\.\d s with 0 payments\. .*\nThe books of the copy add up\.\nReady\. /)
    expect(code).toBe(0)
    expect(await run('SELECT name FROM schema_steps ORDER BY name')).toEqual(steps)

    await run(`INSERT INTO balances (wallet_id, available_msat, reserved_msat) VALUES ('w', 7000, 0)`)
    const wrong = await check()
    expect([wrong.code, wrong.said]).toEqual([1, expect.stringContaining('\nB2 w: available 7000 but postings say')])
    expect(wrong.said).toMatch(/violations: mend the books before you upgrade \(npm run mend\)\.\nNot ready\.\n$/)
  })

  test('a database of this version needs none; one of a newer version is rejected', async () => {
    await applyStepsBefore(place, '9')
    expect(await check()).toEqual({
      code: 0,
      said: expect.stringMatching(/\nThe database has the schema of this version: nothing will be migrated\.\n$/),
    })
    await run(`INSERT INTO schema_steps (name, checksum) VALUES ('9999-from-the-future.sql', 'x')`)
    expect(await check()).toEqual({ code: 1, said: expect.stringContaining('the database is newer than this program') })
  })
})
