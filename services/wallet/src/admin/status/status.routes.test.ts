import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import { watchFirstUser } from '../../accounts/login/first-install.ts'
import type { Database } from '../../db/database.ts'
import { listMigrations } from '../../db/migrate.ts'

describe.each(LOGIC_DIALECTS)('the public status, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  test('the status says whether the node answers, and when it last did', async () => {
    const status = async () => (await world.call('GET', '/api/v1/status')).body
    expect(await status()).toMatchObject({ network: 'bcrt', node_answers: false, node_answered_at: null })
    await world.tick()
    const at = world.nowSeconds()
    expect(await status()).toMatchObject({ node_answers: true, node_answered_at: at })
    world.advance(60)
    await world.node.sendControl('POST /down', { mode: 'refuse' })
    await world.tick()
    expect(await status()).toMatchObject({ node_answers: false, node_answered_at: at })
    await world.node.sendControl('POST /up')
    await world.tick()
    expect(await status()).toMatchObject({ node_answers: true, node_answered_at: at + 60 })
  })

  test('/ready needs no credential, and is 503 on a database that is not migrated', async () => {
    expect(await world.call('GET', '/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
    const newest = listMigrations(dialect).at(-1)?.name ?? ''
    const rename = async (from: string, to: string) => {
      for (const table of ['schema_steps', 'schema_additions'])
        await writeDirectly(world, `UPDATE ${table} SET name = '${to}' WHERE name = '${from}'`)
    }
    await rename(newest, 'another')
    const answer = await world.call('GET', '/ready')
    await rename('another', newest)
    expect([answer.status, answer.body]).toEqual([
      503,
      { detail: 'The database is not migrated.', code: 'unavailable' },
    ])
    expect((await world.call('GET', '/ready')).status).toBe(200)
  })

  test('the metrics say the same, and count every call by its result', async () => {
    const text = (await world.call('GET', '/metrics')).body
    expect(text).toContain('satchel_funding_up 1')
    expect(text).toMatch(/satchel_funding_calls_total{call="receipts_since",outcome="answered"} \d/)
    expect(text).toMatch(/satchel_funding_calls_total{call="receipts_since",outcome="error"} \d/)
  })

  test('the metrics show each lane of background work: waiting, running, the oldest age, skipped', async () => {
    const text = (await world.call('GET', '/metrics')).body
    for (const lane of ['webhooks', 'rest', 'answer', 'payouts', 'task', 'publish', 'mail', 'downloads']) {
      for (const name of ['waiting', 'running', 'oldest_seconds', 'passed_over_total']) {
        expect(text).toContain(`satchel_lane_${name}{lane="${lane}"} 0`)
      }
    }
  })

  test('the status says that the first user must be created, until there is one', async () => {
    const status = async () => (await world.call('GET', '/api/v1/status')).body
    expect(await status()).toMatchObject({ needs_first_user: true, registration_open: true, https: false })
    const env = { SUPER_USER_USERNAME: 'root', SUPER_USER_PASSWORD: 'root password' }
    await world.restart({ ...env, SERVICE_ALLOW_NEW_ACCOUNTS: 'false', SERVICE_PUBLIC_URL: 'https://pay.example' })
    expect(await status()).toMatchObject({ needs_first_user: false, registration_open: false, https: true })
    await world.restart()
  })

  test('the status follows within a second when another process creates the first user, and then stops querying', async () => {
    const reads: string[] = []
    const db: Pick<Database, 'first'> = {
      first: (sql, params, toRow) => {
        reads.push(sql)
        return world.db.first(sql, params, toRow)
      },
    }
    let at = 0
    const needsFirstUser = watchFirstUser(db as Database, () => at)
    const isThere = (role: string) => writeDirectly(world, `UPDATE users SET role = '${role}' WHERE username = 'root'`)
    await isThere('user')
    expect(await Promise.all([needsFirstUser(), needsFirstUser(), needsFirstUser()])).toEqual([true, true, true])
    await isThere('super-user')
    expect([await needsFirstUser(), reads.length]).toEqual([true, 1])
    at += 1000
    expect([await needsFirstUser(), await needsFirstUser(), reads.length]).toEqual([false, false, 2])
    at += 10_000
    expect([await needsFirstUser(), reads.length]).toEqual([false, 2])
  })
})
