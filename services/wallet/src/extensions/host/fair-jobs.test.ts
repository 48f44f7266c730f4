import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../world/open-world.ts'
import { DIALECTS } from '../../../world/test-database.ts'
import { type JobLane, listDueJobs, listLaneBacklogs, queueJobs } from './job-store.ts'

describe.each(DIALECTS)('due jobs on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const NOW = 1_700_000_000_000
  const queue = (kind: 'mail' | 'nostr', account: string, references: readonly string[], now = NOW) =>
    world.db.transact(queueJobs, {
      jobs: references.map((reference) => ({ extId: 'herald', kind, reference, payload: '', account })),
      now,
    })
  const listed = async (lane: JobLane, limit = 100, now = NOW) =>
    (await listDueJobs(world.db, now, { limit, lane })).map(({ reference }) => reference)

  test('accounts take turns, however long one has waited and however much it has to do', async () => {
    await queue('mail', 'noisy', ['n1', 'n2', 'n3', 'n4'], NOW - 60_000)
    await queue('mail', 'quiet', ['q1'])
    await queue('mail', 'other', ['o1', 'o2'])
    expect(await listed('mail')).toEqual(['n1', 'q1', 'o1', 'n2', 'o2', 'n3', 'n4'])
    expect(await listed('mail', 2)).toEqual(['n1', 'q1'])
    expect(await listed('mail', 100, NOW - 1)).toEqual(['n1', 'n2', 'n3', 'n4'])
  })

  test('the relays of one account take turns, and one relay of two accounts is theirs in turns', async () => {
    const event = (name: string): string => name.padEnd(64, '0')
    const [dead, good] = ['wss://dead.example', 'wss://good.example']
    await queue('nostr', 'noisy', [`${event('a')} ${dead}`, `${event('b')} ${dead}`, `${event('c')} ${good}`])
    await queue('nostr', 'quiet', [`${event('d')} ${dead}`])
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(event)
    expect(await listed('publish')).toEqual([`${a} ${dead}`, `${d} ${dead}`, `${c} ${good}`, `${b} ${dead}`])
  })

  test('what is waiting is counted by lane, with the time since which the oldest waits', async () => {
    const backlogs = await listLaneBacklogs(world.db, NOW)
    expect(backlogs).toContainEqual({ lane: 'mail', waiting: 7, oldestDueAt: NOW - 60_000 })
    expect(backlogs).toContainEqual({ lane: 'publish', waiting: 4, oldestDueAt: NOW })
    expect(backlogs.map(({ lane }) => lane)).not.toContain('payouts')
  })
})
