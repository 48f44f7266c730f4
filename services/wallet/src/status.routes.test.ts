import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../world/open-world.ts'
import { DIALECTS } from '../world/test-database.ts'
import { writeDirectly } from '../world/write-directly.ts'
import { listMigrations } from './db/migrate.ts'

describe.each(DIALECTS)('the public status, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  test('it says whether the node answers, and when it last did', async () => {
    const status = async () => (await world.call('GET', '/api/v1/status')).body
    expect(await status()).toMatchObject({ network: 'bcrt', node_answers: false, node_answered_at: null })
    await world.tick()
    const at = world.nowSeconds()
    expect(await status()).toMatchObject({ node_answers: true, node_answered_at: at })
    world.advance(60)
    await world.node.steer('POST /down', { mode: 'refuse' })
    await world.tick()
    expect(await status()).toMatchObject({ node_answers: false, node_answered_at: at })
    await world.node.steer('POST /up')
    await world.tick()
    expect(await status()).toMatchObject({ node_answers: true, node_answered_at: at + 60 })
  })

  test('/ready needs no credential, and is 503 on a database that is not migrated', async () => {
    expect(await world.call('GET', '/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
    const newest = listMigrations(dialect).at(-1)?.name ?? ''
    const rename = (from: string, to: string) =>
      writeDirectly(world, `UPDATE schema_steps SET name = '${to}' WHERE name = '${from}'`)
    await rename(newest, 'another')
    const answer = await world.call('GET', '/ready')
    await rename('another', newest)
    expect([answer.status, answer.body]).toEqual([
      503,
      { detail: 'The database is not migrated.', code: 'unavailable' },
    ])
    expect((await world.call('GET', '/ready')).status).toBe(200)
  })

  test('the metrics say the same, and count every call by how it ended', async () => {
    const text = (await world.call('GET', '/metrics')).body
    expect(text).toContain('satchel_funding_up 1')
    expect(text).toMatch(/satchel_funding_calls_total{call="receipts_since",outcome="answered"} \d/)
    expect(text).toMatch(/satchel_funding_calls_total{call="receipts_since",outcome="error"} \d/)
  })

  test('the metrics show each lane of background work: waiting, running, the oldest age, what was passed over', async () => {
    const text = (await world.call('GET', '/metrics')).body
    for (const lane of ['webhooks', 'rest', 'answer', 'payouts', 'task', 'publish', 'mail', 'downloads']) {
      for (const name of ['waiting', 'running', 'oldest_seconds', 'passed_over_total']) {
        expect(text).toContain(`satchel_lane_${name}{lane="${lane}"} 0`)
      }
    }
  })
})
