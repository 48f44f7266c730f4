import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateHybridIdentity, generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { writeTemplateTools } from '../../../test/world/postgres/template-tools.ts'
import { type Ran, runScript } from '../../../test/world/run-script.ts'
import { openS3Server } from '../../../test/world/servers/s3-server.ts'
import { LOGIC_DIALECTS, type TestDatabase } from '../../../test/world/test-database.ts'
import { writeBackup } from '../../../test/world/write-backup.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import { findHalt } from '../../ledger/halt.ts'
import { readBackupNotes } from './backup-notes.ts'

describe.each(LOGIC_DIALECTS)('npm run restore-drill, on %s', (dialect) => {
  let folder: string
  let target: string
  let env: Record<string, string>
  let world: World
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'satchel-drill-test-'))
    target = join(folder, 'target')
    mkdirSync(target)
    mkdirSync(join(folder, 'temporary'))
    world = await openWorld({ dialect })
    await world.restart({}, ({ url, folder: home }: TestDatabase) => {
      env = { SERVICE_DATABASE_URL: url, SERVICE_DATA_FOLDER: home }
    })
    Object.assign(env, { SERVICE_BACKUP_TARGET: target, TMPDIR: join(folder, 'temporary') })
    env['PATH'] = `${writeTemplateTools(folder).bin}:/bin:/usr/bin`
  })
  afterEach(async () => {
    await world.close()
    for (const name of await databases('_copy_')) await ask(`DROP DATABASE ${name}`)
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = async (sql: string): Promise<readonly { readonly name: string }[]> => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') })
    await client.connect()
    try {
      return (await client.query<{ name: string }>(sql)).rows
    } finally {
      await client.end()
    }
  }
  /** The databases of this test: others run at the same time. */
  const databases = async (part: string): Promise<readonly string[]> => {
    const own = (env['SERVICE_DATABASE_URL'] ?? '').replace(/^.*\//, '')
    if (dialect === 'sqlite') return []
    const rows = await ask('SELECT datname AS name FROM pg_database')
    return rows.map(({ name }) => name).filter((name) => name.startsWith(own + part))
  }
  const drills = async (): Promise<number> =>
    dialect === 'sqlite'
      ? 0
      : (await ask(`SELECT datname AS name FROM pg_database WHERE datname LIKE 'satchel_drill_%'`)).length
  /** While no service runs: the stand-in for `pg_dump` needs that. */
  const backUp = (name: string, ...recipients: string[]) =>
    world.restart({}, () => writeBackup(join(target, name), env, recipients))
  const drill = async (...args: string[]): Promise<Ran> => {
    const home = env['SERVICE_DATA_FOLDER'] ?? ''
    const files = (): string[] =>
      readdirSync(home)
        .filter((name) => name !== 'last-backups.json')
        .sort()
    const before = files()
    const ran = await runScript('restore-drill', args, env)
    expect([readdirSync(join(folder, 'temporary')), await drills(), await findHalt(world.db)]).toEqual([
      [],
      0,
      undefined,
    ])
    expect(files()).toEqual(before)
    // Only a drill with valid options says anything about the backup.
    if (!ran.said.includes('usage: ')) expect(readBackupNotes(home).drill?.problem === undefined).toBe(ran.code === 0)
    return ran
  }

  test('the newest backup is restored aside and audited while the service runs, and everything is deleted after it', async () => {
    const [payer, payee] = [await world.openWallet(1000), await world.openWallet(50)]
    await backUp('satchel-2026-11-25T03-00-00Z.tar.gz')
    const { payment_request: bolt11 } = await world.invoice(payee, 7)
    expect((await world.send(payer, bolt11)).status).toBe(201)
    await backUp('satchel-2026-11-26T03-00-00Z.tar.gz')
    writeFileSync(join(target, 'satchel-2026-11-27T03-00-00Z.tar.gz.partial'), 'x')
    const { code, said } = await drill()
    expect([code, said]).toEqual([0, expect.stringContaining('The books add up: ')])
    expect(said).toMatch(/^satchel-2026-11-26T03-00-00Z\.tar\.gz: \d+ bytes, made \S+ \(0\.0 hours ago\) by \d/m)
    expect(said).toContain('2 wallets, 1050 sat in all balances')
    expect(said).toMatch(/^2 payments, /m)
    expect(await world.violations()).toEqual([])
  }, 60_000)

  test('an encrypted one needs the identity, as does its restore', async () => {
    const identity = await generateX25519Identity()
    const keys = join(folder, 'keys')
    writeFileSync(keys, `# created: today\n${identity}\n`)
    const name = 'satchel-2026-11-26T03-00-00Z.tar.gz.age'
    await backUp(name, await identityToRecipient(identity))
    expect(await drill()).toEqual({ code: 1, said: expect.stringContaining('--identity FILE') })
    expect(await drill('--identity', keys)).toMatchObject({ code: 0 })
    if (dialect === 'postgres') return
    const elsewhere = { SERVICE_DATA_FOLDER: join(folder, 'elsewhere') }
    const restored = await runScript('restore', [join(target, name), '--identity', keys], elsewhere)
    expect(restored).toEqual({ code: 0, said: expect.stringContaining('the books are right') })
  }, 60_000)

  test('a damaged backup fails the drill', async () => {
    const name = 'satchel-2026-11-26T03-00-00Z.tar.gz'
    await backUp(name)
    const whole = readFileSync(join(target, name))
    writeFileSync(join(target, name), whole.subarray(0, whole.length - 600))
    expect(await drill()).toEqual({ code: 1, said: expect.stringMatching(/^restore-drill: .*is no whole backup/) })
  }, 60_000)

  test('a backup whose books were changed fails the drill, which names the wallet', async () => {
    const wallet = await world.openWallet(5)
    await writeDirectly(world, `UPDATE balances SET available_msat = 6000 WHERE wallet_id = '${wallet.id}'`)
    await backUp('satchel-2026-11-26T03-00-00Z.tar.gz')
    await writeDirectly(world, `UPDATE balances SET available_msat = 5000 WHERE wallet_id = '${wallet.id}'`)
    const ran = await runScript('restore-drill', [], env)
    expect(ran).toEqual({ code: 1, said: expect.stringContaining(wallet.id) })
    expect(ran.said).toContain('this backup would not be restored')
    expect([readdirSync(join(folder, 'temporary')), await drills()]).toEqual([[], 0])
    expect(readBackupNotes(env['SERVICE_DATA_FOLDER'] ?? '').drill).toMatchObject({
      backup: 'satchel-2026-11-26T03-00-00Z.tar.gz',
      problem: expect.stringMatching(/^\d+ violations of the books$/),
    })
  }, 60_000)

  test('an empty target fails the drill, and a wrong option prints the usage', async () => {
    expect(await drill()).toEqual({ code: 1, said: 'restore-drill: the target has no backup\n' })
    expect(await drill('--what')).toEqual({ code: 1, said: expect.stringContaining('usage: npm run restore-drill') })
  }, 60_000)
})

test('the drill reads the newest backup of a bucket, encrypted to a post-quantum key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-drill-test-'))
  const server = await openS3Server()
  const identity = await generateHybridIdentity()
  const recipient = await identityToRecipient(identity)
  writeFileSync(join(folder, 'keys'), identity)
  const env = {
    SERVICE_BACKUP_TARGET: `s3://${server.bucket}/wallets`,
    SERVICE_BACKUP_S3_ENDPOINT: server.url,
    SERVICE_BACKUP_S3_REGION: 'eu-test-1',
    SERVICE_BACKUP_S3_ACCESS_KEY_ID: server.accessKeyId,
    SERVICE_BACKUP_S3_SECRET_ACCESS_KEY: server.secretAccessKey,
    SERVICE_BACKUP_RECIPIENT: recipient,
  }
  const world = await openWorld({ dialect: 'sqlite', env: { ...env, SERVICE_BACKUP_SCHEDULE: '0 3 * * *' } })
  const wallet = await world.openWallet(21)
  await world.service.makeDueBackup()
  const [name = ''] = server.objects.keys()
  expect(name).toMatch(/^wallets\/satchel-.*\.tar\.gz\.age$/)
  let home = ''
  await world.restart({}, (place) => {
    home = place.folder
  })
  expect(existsSync(join(home, 'backups'))).toBe(false)
  expect(readdirSync(join(home, 'backup-outgoing'))).toEqual([])
  const drilled = await runScript('restore-drill', ['--identity', join(folder, 'keys')], {
    ...env,
    SERVICE_DATA_FOLDER: home,
  })
  expect(drilled).toEqual({ code: 0, said: expect.stringContaining('1 wallets, 21 sat in all balances') })
  expect(drilled.said).toMatch(/^Origin: proven by the key origin1/m)
  expect(await world.balanceMsat(wallet)).toBe(21_000)
  await world.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)
