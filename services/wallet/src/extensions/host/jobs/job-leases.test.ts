import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../../world/open-world.ts'
import { DIALECTS } from '../../../../world/test-database.ts'
import { writeDirectly } from '../../../../world/write-directly.ts'
import { moveJob } from '../stores/job-store.ts'

describe.each(DIALECTS)('jobs of extensions on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  /** Without a mail server there is nothing to send: the job ends when it is done. */
  const leaseJob = async (by: string) => {
    const now = world.nowSeconds() * 1000
    await writeDirectly(
      world,
      `INSERT INTO extension_jobs (ext_id, kind, reference, payload, due_at) VALUES ('none', 'mail', '${by}', '{}', ${now})`,
    )
    const sql = 'SELECT seq FROM extension_jobs WHERE reference = $1'
    const seq = Number(await world.db.first(sql, [by], (row: { seq: bigint }) => row.seq))
    expect(await world.db.transact(moveJob, { seq, from: now, to: now + 60_000, by })).toBe(true)
  }
  const isDone = (by: string) =>
    world.db.first(
      'SELECT done_at FROM extension_jobs WHERE reference = $1',
      [by],
      (row: { done_at: bigint | null }) => row.done_at !== null,
    )

  test('what an ended process was doing is done at the next start, not after its lease', async () => {
    await leaseJob('4711')
    await world.tick()
    expect(await isDone('4711')).toBe(false)
    await world.restart()
    await world.tick()
    expect(await isDone('4711')).toBe(true)
  })
})
