import { SILENT_LOG } from '@satchel/http/log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../../test/world/open-world.ts'
import { DIALECTS } from '../../../../test/world/test-database.ts'
import { finishWork, listBacklogs, listDue, type Queued } from '../../../throttle/leased-queue.ts'
import { PAYOUTS } from '../stores/intent-store.ts'
import { JOBS, type Job, type JobLane, queueJobs } from '../stores/job-store.ts'
import { openJobLane } from './open-lanes.ts'

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
    (await listDue(world.db, JOBS[lane], { now, limit })).map(({ work }) => work.reference)

  test('accounts take turns, however long one has waited and however many jobs it has', async () => {
    await queue('mail', 'noisy', ['n1', 'n2', 'n3', 'n4'], NOW - 60_000)
    await queue('mail', 'quiet', ['q1'])
    await queue('mail', 'other', ['o1', 'o2'])
    expect(await listed('mail')).toEqual(['n1', 'q1', 'o1', 'n2', 'o2', 'n3', 'n4'])
    expect(await listed('mail', 2)).toEqual(['n1', 'q1'])
    expect(await listed('mail', 100, NOW - 1)).toEqual(['n1', 'n2', 'n3', 'n4'])
  })

  test('accounts that have all their slots can be left out', async () => {
    const jobs = await listDue(world.db, JOBS.mail, { now: NOW, limit: 2, without: ['noisy', 'other'] })
    expect(jobs.map(({ work }) => work.reference)).toEqual(['q1'])
  })

  test('the relays of one account take turns, and one relay of two accounts serves them in turn', async () => {
    const event = (name: string): string => name.padEnd(64, '0')
    const [dead, good] = ['wss://dead.example', 'wss://good.example']
    await queue('nostr', 'noisy', [`${event('a')} ${dead}`, `${event('b')} ${dead}`, `${event('c')} ${good}`])
    await queue('nostr', 'quiet', [`${event('d')} ${dead}`])
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(event)
    expect(await listed('publish')).toEqual([`${a} ${dead}`, `${d} ${dead}`, `${c} ${good}`, `${b} ${dead}`])
  })

  test('what is waiting is counted by lane, with the time since which the oldest waits', async () => {
    const backlogs = await listBacklogs(world.db, [...Object.values(JOBS), PAYOUTS], NOW)
    expect(backlogs).toContainEqual({ lane: 'mail', waiting: 7, oldestDueAt: NOW - 60_000 })
    expect(backlogs).toContainEqual({ lane: 'publish', waiting: 4, oldestDueAt: NOW })
    expect(backlogs.map(({ lane }) => lane)).not.toContain('payouts')
  })

  test('of one account and extension only two handlers run concurrently: they change the same rows', async () => {
    const jobs = ['herald', 'crier'].flatMap((extId) =>
      ['1', '2', '3', '4'].map((reference) => ({ extId, kind: 'resolved', reference, payload: '', account: 'busy' })),
    )
    await world.db.transact(queueJobs, { jobs: jobs as never, now: NOW })
    const running: string[] = []
    const mostAtOnce = new Map<string, number>()
    const hold = Promise.withResolvers<void>()
    const perform = async ({ work: { extId }, place }: Queued<Job>): Promise<void> => {
      running.push(extId)
      const now = running.filter((one) => one === extId).length
      mostAtOnce.set(extId, Math.max(now, mostAtOnce.get(extId) ?? 0))
      await hold.promise
      await world.db.transact(finishWork, { place })
      running.splice(running.indexOf(extId), 1)
    }
    const lane = openJobLane({ db: world.db, clock: () => NOW, log: SILENT_LOG, outsidePerAccount: 8 }, 'rest', {
      perform,
    })
    await lane.fill()
    expect(running.toSorted()).toEqual(['crier', 'crier', 'herald', 'herald'])
    hold.resolve()
    await lane.settled()
    expect(await listed('rest')).toEqual([])
    expect([...mostAtOnce.values()]).toEqual([2, 2])
  })
})
