import { describe, expect, test } from 'vitest'
import { openPackageWorld, permission, route } from '../../../test/world/extensions/open-package-world.ts'
import { createStorageQuota } from './storage-quota.ts'

const MOST = { rows: 10, bytes: 1000 }

function openQuota(there = { rows: 0, bytes: 0 }) {
  let [now, reads] = [0, 0]
  const quota = createStorageQuota({
    most: MOST,
    clock: () => now,
    async readUse() {
      reads += 1
      return there
    },
  })
  return {
    take: (rows: number, bytes: number) =>
      quota.take(rows, bytes).then(
        () => 'kept',
        (error: { status: number }) => error.status,
      ),
    pass: (ms: number) => (now += ms),
    reads: () => reads,
  }
}

describe('the storage of a package', () => {
  test('accepts rows and bytes up to its limits, and not one more, with one count of them', async () => {
    const { take, reads } = openQuota({ rows: 7, bytes: 900 })
    expect([await take(1, 50), await take(1, 60), await take(1, 50), await take(1, 0), await take(1, 0)]).toEqual([
      'kept',
      503,
      'kept',
      'kept',
      503,
    ])
    expect(reads()).toBe(1)
  })

  test('a package that is full is recounted once a minute, and each hour', async () => {
    const there = { rows: 10, bytes: 0 }
    const { take, pass, reads } = openQuota(there)
    expect([await take(1, 1), await take(1, 1), reads()]).toEqual([503, 503, 1])
    there.rows = 0
    pass(60_000)
    expect([await take(1, 1), reads()]).toEqual(['kept', 2])
    pass(3_600_000)
    expect([await take(1, 1), reads()]).toEqual(['kept', 3])
  })

  test('is exceeded by four concurrent processes by at most their writes of a minute', async () => {
    const there = { rows: 0, bytes: 0 }
    let now = 0
    const most = { rows: 10_000, bytes: 1_000_000 }
    const quotas = Array.from({ length: 4 }, () =>
      createStorageQuota({ most, clock: () => now, readUse: async () => ({ ...there }) }),
    )
    const perMinute = 600
    for (let minute = 0; minute < 50; minute += 1) {
      now += 60_000
      for (const quota of quotas)
        for (let row = 0; row < perMinute; row += 1) {
          const isKept = await quota.take(1, 1).then(
            () => true,
            () => false,
          )
          if (isKept) there.rows += 1
        }
    }
    expect(there.rows).toBeGreaterThanOrEqual(most.rows)
    expect(there.rows).toBeLessThanOrEqual(most.rows + quotas.length * perMinute)
  })

  test('accepts nothing if it cannot be counted, and is counted with the next row', async () => {
    let fails = true
    const quota = createStorageQuota({
      most: MOST,
      clock: () => 0,
      async readUse() {
        if (fails) throw new Error('away')
        return { rows: 0, bytes: 0 }
      },
    })
    await expect(quota.take(1, 1)).rejects.toThrow('away')
    fails = false
    await expect(quota.take(1, 1)).resolves.toBeUndefined()
  })
})

describe.each(['sqlite', 'postgres'] as const)('what a package writes, on %s', (dialect) => {
  const source = `tables: { notes: {} }, routes: { 'GET /public/:id/do': { async handle(request, ctx) {
    const item = await ctx.items.get(request.params.id)
    await ctx.table('notes').insert({ item: item.id, text: request.query.text }, item.wallet)
    return { json: 'kept' } } } }`
  const notes = {
    item: { type: 'text', max: 40, doc: 'Of which item.', index: true },
    text: { type: 'text', max: 10_000, doc: 'What it says.' },
  }
  const query = { text: { type: 'text', max: 10_000, doc: 'What it says.' } }
  const code = { tables: { notes }, routes: { 'GET /public/:id/do': route('public', { query }) } }
  const openShop = (env: Record<string, string>) =>
    openPackageWorld(source, code, { dialect, env, permissions: [permission('page')] })

  test('is limited in rows, and deletions make room', async () => {
    const { world, make, key } = await openShop({ SERVICE_EXTENSION_MAX_ROWS: '4' })
    const [id, other] = [await make(), await make('Second')]
    const write = async () => (await world.call('GET', `/shop/public/${id}/do?text=x`)).status
    expect([await write(), await write(), await write()]).toEqual([200, 200, 503])
    expect((await world.call('DELETE', `/shop/api/v1/${other}`, { key })).status).toBe(200)
    world.advance(60)
    expect([await write(), await write()]).toEqual([200, 503])
  })

  test('is limited in bytes', async () => {
    const { world, make } = await openShop({ SERVICE_EXTENSION_MAX_MB: '1' })
    const id = await make()
    const text = 'x'.repeat(10_000)
    const write = async () => (await world.call('GET', `/shop/public/${id}/do?text=${text}`)).status
    const row = { text, item: id }
    const fitting = Math.floor((1024 * 1024) / JSON.stringify(row).length)
    for (let n = 0; n < fitting - 2; n += 1) {
      if (n % 20 === 0) world.advance(60)
      expect(await write()).toBe(200)
    }
    world.advance(60)
    expect(await Promise.all(Array.from({ length: 5 }, write))).toContain(503)
  })
})
