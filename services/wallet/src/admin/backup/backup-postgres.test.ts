import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld } from '../../../test/world/open-world.ts'
import { runScript } from '../../../test/world/run-script.ts'
import { createTestDatabase } from '../../../test/world/test-database.ts'
import { openDatabase } from '../../db/open-database.ts'
import { findComparisonDue, findHalt } from '../../ledger/halt.ts'
import { adoptHistory } from '../../payments/reconciling/adopt-history.ts'

const ROOT = { username: 'root', password: 'correct horse' }
const SUPER_USER = { SUPER_USER_USERNAME: ROOT.username, SUPER_USER_PASSWORD: ROOT.password }
const URL_OF_BACKUP = '/admin/api/v1/backup'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('backups of PostgreSQL', () => {
  const fakeTool = (name: string, script: string): string => {
    const bin = join(folder, 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
    return bin
  }

  test('without its tools it names the missing one, and leaves nothing behind', async () => {
    const place = await createTestDatabase('postgres')
    const archive = join(folder, 'backup.tar.gz')
    const env = { SERVICE_DATA_FOLDER: place.folder, SERVICE_DATABASE_URL: place.url, PATH: folder }
    const made = await runScript('backup', [archive], env)
    expect([made.code, made.said]).toEqual([1, expect.stringMatching(/pg_dump is not on PATH/)])
    expect([existsSync(archive), readdirSync(place.folder)]).toEqual([false, []])
    await place.drop()
  }, 60_000)

  test('the error of a tool is quoted; the password is passed by the environment, where no other user reads it', async () => {
    const place = await createTestDatabase('postgres')
    const bin = fakeTool('pg_dump', 'echo "args: $*" >&2; echo "password: $PGPASSWORD" >&2; exit 3')
    const env = { SERVICE_DATA_FOLDER: place.folder, SERVICE_DATABASE_URL: place.url, PATH: `${bin}:/bin:/usr/bin` }
    const made = await runScript('backup', [join(folder, 'backup.tar.gz')], env)
    expect(made.code).toBe(1)
    const [, args, password] = /args: (.*)\npassword: (.*)/.exec(made.said) ?? []
    expect([args, password]).toEqual([expect.stringMatching(/--format=custom/), 'postgres'])
    expect(args).not.toContain(':postgres@')
    await place.drop()
  }, 60_000)

  test('it is not restored beside a service, nor into a database that is not empty', async () => {
    const world = await openWorld({ dialect: 'postgres', env: SUPER_USER })
    const name = await world.db.first('SELECT current_database() AS name', [], (row: { name: string }) => row.name)
    const source = await createTestDatabase('postgres')
    const url = source.url.replace(/\/\w+$/, `/${name}`)
    const bin = fakeTool('pg_dump', 'for a; do case $a in --file=*) echo dump > "${a#--file=}";; esac; done')
    const env = { SERVICE_DATA_FOLDER: folder, SERVICE_DATABASE_URL: url, PATH: `${bin}:/bin:/usr/bin` }
    const archive = join(folder, 'backup.tar.gz')
    expect((await runScript('backup', [archive], env)).code).toBe(0)
    expect((await runScript('restore', [archive, '--force'], env)).said).toMatch(/a service uses the database/)
    await world.app.close()
    await world.service.stop()
    expect((await runScript('restore', [archive], env)).said).toMatch(/not empty/)
    const sqlite = await runScript('restore', [archive], { SERVICE_DATA_FOLDER: join(folder, 'x') })
    expect(sqlite.said).toMatch(/is of a postgres database/)
    await source.drop()
  }, 60_000)

  test('a restore of unproven origin runs nothing; after a proven one payments are halted until they are compared with the node and an operator resumes', async () => {
    const source = await createTestDatabase('postgres')
    const place = await createTestDatabase('postgres', { empty: true })
    fakeTool('pg_dump', 'for a; do case $a in --file=*) echo dump > "${a#--file=}";; esac; done')
    const bin = fakeTool('pg_restore', `touch ${folder}/restored`)
    const env = { SERVICE_DATA_FOLDER: folder, PATH: `${bin}:/bin:/usr/bin` }
    const archive = join(folder, 'backup.tar.gz')
    expect((await runScript('backup', [archive], { ...env, SERVICE_DATABASE_URL: source.url })).code).toBe(0)
    const into = { ...env, SERVICE_DATABASE_URL: place.url }
    // pg_restore executes a dump: consent comes first.
    const stranger = { ...into, AUTH_SECRET_KEY: 'the secret of another installation, long' }
    expect(await runScript('restore', [archive], stranger)).toMatchObject({ code: 3 })
    expect(existsSync(join(folder, 'restored'))).toBe(false)
    expect((await runScript('restore', [archive], into)).said).toContain('Outgoing payments are halted')
    expect(existsSync(join(folder, 'restored'))).toBe(true)
    const db = await openDatabase(place.url, new URL('../../wiring/commands.ts', import.meta.url).href, {
      adoptHistory,
    })
    expect([await findHalt(db), await findComparisonDue(db)]).toEqual([
      expect.stringMatching(/^A backup of \d{4}-.* was restored/),
      expect.stringMatching(/restored/),
    ])
    await db.close()
    await Promise.all([place.drop(), source.drop()])
  }, 60_000)

  test('over HTTP it is 501 and names the command', async () => {
    const world = await openWorld({ dialect: 'postgres', env: SUPER_USER })
    const { access_token: token } = (await world.call('POST', '/api/v1/auth', { body: ROOT })).body
    const { status, body } = await world.call('GET', URL_OF_BACKUP, { token })
    expect([status, body.detail]).toEqual([501, expect.stringContaining('npm run backup -- FILE')])
    await world.close()
  })
})
