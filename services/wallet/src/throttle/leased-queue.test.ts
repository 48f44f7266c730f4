import { SILENT_LOG } from '@satchel/http/log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world/open-world.ts'
import { DIALECTS } from '../../test/world/test-database.ts'
import { writeDirectly } from '../../test/world/write-directly.ts'
import { finishWork, type LeasedQueue, listDue, type Place, putBack, takeLeases } from './leased-queue.ts'
import { openQueueLane } from './queue-lane.ts'

const NOW = 1_700_000_000_000

const queueOf = (table: LeasedQueue<unknown>['table'], account: string): LeasedQueue<unknown> => ({
  name: table,
  table,
  account,
  leaseMs: 30_000,
  toWork: () => undefined,
})

/** A queue of each table, and how a row of an account is queued. */
const QUEUES: readonly [LeasedQueue<unknown>, insert: (account: string) => string][] = [
  [
    queueOf('deliveries', 'wallet_id'),
    (account) => `INSERT INTO deliveries (id, wallet_id, checking_id, url, body, state, created_at, due_at)
      VALUES ('${account}', '${account}', '', 'https://a.example/', '{}', 'waiting', 1, ${NOW})`,
  ],
  [
    queueOf('messages', 'user_id'),
    (account) => `INSERT INTO messages (user_id, about, target, content, created_at, due_at)
      VALUES ('${account}', 'x', 'mail', '{}', 1, ${NOW})`,
  ],
  [
    queueOf('extension_jobs', 'account_id'),
    (account) => `INSERT INTO extension_jobs (ext_id, kind, reference, due_at, account_id)
      VALUES ('none', 'mail', '${account}', ${NOW}, '${account}')`,
  ],
  [
    queueOf('extension_intents', 'user_id'),
    (
      account,
    ) => `INSERT INTO extension_intents (id, ext_id, key, item_id, wallet_id, user_id, purpose, state, amount_msat,
      destination, data, created_at, due_at)
      VALUES ('${account}', 'none', '${account}', '', '', '${account}', '', 'reserved', 1, '{}', 'null', 1, ${NOW})`,
  ],
]

function on(table: LeasedQueue<unknown>['table']) {
  const found = QUEUES.find(([queue]) => queue.table === table)
  if (found === undefined) throw new Error(`no queue on ${table}`)
  return found
}

describe.each(DIALECTS)('leased queues on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  describe.each(QUEUES.map(([queue, insert]) => [queue.name, queue, insert] as const))('%s', (name, queue, insert) => {
    const counts = name !== 'extension_intents'
    const dueAt = (now: number) => listDue(world.db, queue, { now, limit: 10 })
    const take = async (place: Place, by: string, now: number): Promise<Place | undefined> => {
      const until = now + queue.leaseMs
      const [isOurs] = await world.db.transact(takeLeases, { places: [place], now, until, by })
      return isOurs === true ? { ...place, dueAt: until } : undefined
    }
    /** One due row, and nothing else. */
    const open = async (account: string): Promise<Place> => {
      await writeDirectly(world, `DELETE FROM ${queue.table}; ${insert(account)}`)
      const [queued] = await dueAt(NOW)
      expect(queued).toMatchObject({ account, tries: 0 })
      return queued?.place as Place
    }

    test('of two processes that have read the same work one leases it, and the other one when the lease has ended', async () => {
      const place = await open('ada')
      expect(await take(place, 'one', NOW)).toBeDefined()
      expect(await take(place, 'other', NOW)).toBeUndefined()
      expect(await dueAt(NOW + queue.leaseMs - 1)).toEqual([])
      const [again] = await dueAt(NOW + queue.leaseMs)
      expect(again?.tries).toBe(counts ? 1 : 0)
      expect(await take(again?.place as Place, 'other', NOW + queue.leaseMs)).toBeDefined()
    })

    test('work that is not due yet is leased on demand, but not from another process', async () => {
      const place = await open('bob')
      const held = (await take(place, 'one', NOW - 1000)) as Place
      expect(await take(held, 'other', NOW)).toBeUndefined()
      expect(await world.db.transact(putBack, { place: held, by: 'one', to: NOW + 5000 })).toBe(1)
      expect(await take({ ...held, dueAt: NOW + 5000 }, 'other', NOW)).toBeDefined()
    })

    test('who has lost the lease cannot store a failure, but success', async () => {
      const place = await open('cleo')
      const lost = (await take(place, 'one', NOW)) as Place
      const held = (await take(lost, 'other', lost.dueAt)) as Place
      const failed = { place: lost, by: 'one', to: NOW }
      expect(await world.db.transact(putBack, failed)).toBe(0)
      // Its due time alone does not make a lease one's own.
      expect(await world.db.transact(putBack, { ...failed, place: held })).toBe(0)
      expect(await world.db.transact(finishWork, { place: lost })).toBe(1)
      expect(await world.db.transact(putBack, { place: held, by: 'other', to: NOW })).toBe(0)
      expect(await dueAt(Number.MAX_SAFE_INTEGER)).toEqual([])
    })

    test('a failed attempt counts, and one that the stop of the service has cut short does not', async () => {
      const stopped = (await take(await open('dan'), 'one', NOW)) as Place
      await world.db.transact(putBack, { place: stopped, by: 'one', to: NOW + 1, wasStopped: true })
      expect(await dueAt(NOW)).toEqual([])
      const [first] = await dueAt(NOW + 1)
      expect(first?.tries).toBe(0)
      const failed = (await take(first?.place as Place, 'one', NOW + 1)) as Place
      await world.db.transact(putBack, { place: failed, by: 'one', to: NOW + 2 })
      expect((await dueAt(NOW + 2))[0]?.tries).toBe(counts ? 1 : 0)
    })

    test('what is given up is never due again', async () => {
      const held = (await take(await open('eve'), 'one', NOW)) as Place
      await world.db.transact(putBack, { place: held, by: 'one', to: undefined })
      expect(await dueAt(Number.MAX_SAFE_INTEGER)).toEqual([])
    })
  })

  test('at the start of a process what ended ones had leased is due, and nothing else', async () => {
    const beside = dialect === 'postgres' ? await world.openBeside() : undefined
    const now = world.nowSeconds() * 1000
    const dead = QUEUES.map(
      ([{ table }, insert]) => `DELETE FROM ${table}; ${insert('dead')};
      UPDATE ${table} SET due_at = ${now} + 60000, leased_by = '4711'`,
    )
    await writeDirectly(world, dead.join(';'))
    const alive = QUEUES.map(([, insert]) => insert('later'))
    await writeDirectly(world, alive.join(';'))
    const held = QUEUES.map(
      ([{ table, account }]) => `UPDATE ${table} SET due_at = ${now} + 60000
      ${beside === undefined ? '' : `, leased_by = '${beside.db.session}'`} WHERE ${account} = 'later'`,
    )
    await writeDirectly(world, held.join(';'))
    // A start may be within the same second.
    const listAll = () =>
      Promise.all(
        QUEUES.map(async ([queue]) =>
          (await listDue(world.db, queue, { now: now + 1000, limit: 10 })).map(({ account }) => account),
        ),
      )
    expect(await listAll()).toEqual([[], [], [], []])
    await world.restart()
    expect(await listAll()).toEqual([['dead'], ['dead'], ['dead'], ['dead']])
  })

  test('a crash within a call takes nothing from the tries of a webhook', async () => {
    const [webhooks, insert] = on('deliveries')
    const leased = `leased_by = '4711', due_at = ${NOW} + 9000000000000`
    await writeDirectly(
      world,
      `DELETE FROM deliveries; ${insert('one')}; UPDATE deliveries SET attempts = 3, ${leased}`,
    )
    await world.restart()
    const [found] = await listDue(world.db, webhooks, { now: world.nowSeconds() * 1000 + 1000, limit: 10 })
    expect(found?.tries).toBe(2)
  })

  test('webhooks that were queued at once are called in the order of their events', async () => {
    const [webhooks] = on('deliveries')
    // Ids are random.
    const ids = ['f0', 'a1', 'c2', '03', '94']
    const rows = ids.map((id) => `('${id}', 'w', '', 'https://a.example/', '{}', 'waiting', 1, ${NOW})`)
    await writeDirectly(
      world,
      `DELETE FROM deliveries;
       INSERT INTO deliveries (id, wallet_id, checking_id, url, body, state, created_at, due_at) VALUES ${rows.join(', ')}`,
    )
    const sql = 'SELECT seq FROM deliveries ORDER BY seq'
    const inOrder = await world.db.list(sql, [], ({ seq }: { seq: bigint }) => Number(seq))
    const due = await listDue(world.db, webhooks, { now: NOW, limit: 10 })
    expect(due.map(({ place }) => place.key)).toEqual(inOrder)
  })

  test('work that a lane has leased begins, even if the lane is stopped meanwhile', async () => {
    const [queue, insert] = on('extension_jobs')
    await writeDirectly(world, `DELETE FROM ${queue.table}; ${insert('fay')}`)
    const [leasing, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const transact: typeof world.db.transact = async (command, input) => {
      const leased = await world.db.transact(command, input)
      leasing.resolve()
      await mayGoOn.promise
      return leased
    }
    let begun = 0
    const lane = openQueueLane(queue, {
      db: { ...world.db, transact },
      clock: () => NOW,
      maxAtOnce: 8,
      maxPerAccount: 2,
      deadlineMs: 1000,
      perform: async () => void (begun += 1),
      log: SILENT_LOG,
    })
    void lane.fill()
    await leasing.promise
    const stopping = lane.stop()
    mayGoOn.resolve()
    await stopping
    expect(begun).toBe(1)
  })
})
