import { describe, expect, test } from 'vitest'
import { openPackageWorld, permission, route } from '../../../test/world/extensions/open-package-world.ts'

const ROUTES = { routes: { 'GET /public/:id/do': route('public', { perMinute: 6000 }) } }
const one = (handle: string) => `routes: { 'GET /public/:id/do': { async handle(request, ctx) {
  const tried = async (work) => { try { return await work() } catch (error) { return error.status ?? 'refused' } }
  ${handle} } } }`

/** The answer of the route, for a package with these permissions. */
async function ask(handle: string, permissions: readonly object[] = [], more: object = {}) {
  const { world, make } = await openPackageWorld(one(handle), { ...ROUTES, ...more }, { permissions: [...permissions] })
  const { status, body } = await world.call('GET', `/shop/public/${await make()}/do`)
  return { status, body, world }
}

describe('the context of a package', () => {
  test('finds rows by indexed fields or in order, up to a maximum offset', async () => {
    const tables = {
      sales: { item: { type: 'text', max: 64, doc: 'Which.', index: true }, sat: { type: 'sat', doc: 'How much.' } },
    }
    const handle = `const sales = ctx.table('sales')
      const count = async (query) => (await sales.find(query)).length
      return { json: [await tried(() => count({ where: { item: 'x' } })), await tried(() => count({})),
        await tried(() => count({ where: { sat: 1 } })), await tried(() => sales.count({ where: { sat: 1 } })),
        await tried(() => count({ offset: 10_000 })), await tried(() => count({ offset: 10_001 })), await tried(() => count({ offset: 'x' }))] }`
    const { body } = await ask(handle, [], { tables })
    expect(body).toEqual([0, 0, 'refused', 'refused', 0, 'refused', 'refused'])
  })

  test('creates invoices of its items, with an expiry of a minute to a week', async () => {
    const handle = `const item = await ctx.items.get(request.params.id)
      const make = (more) => tried(async () => typeof (await ctx.wallets.createInvoice(item.wallet, { sat: 1, itemId: item.id, ...more })).paymentHash)
      return { json: [await make({}), await make({ itemId: 'other' }), await make({ expirySec: 59 }),
        await make({ expirySec: 604_801 }), await make({ expirySec: 'x' }), await make({ expirySec: 60 })] }`
    const { body } = await ask(handle, [permission('receive')])
    expect(body).toEqual(['string', 404, 'refused', 'refused', 'refused', 'string'])
  })

  test('signs events with its own key, not with that of the service', async () => {
    const handle = `await ctx.nostr.publish({ kind: 1, createdAt: 1, tags: [], content: 'x' }, ['wss://relay.example'])
      return { json: [ctx.nostr.pubkey, ctx.nostr.keyOf('').pubkey] }`
    const { body, world } = await ask(handle, [permission('nostr')])
    expect(body[0]).toBe(body[1])
    const sql = `SELECT payload FROM extension_jobs WHERE kind = 'nostr'`
    const [job = ''] = await world.db.list(sql, [], (row: { payload: string }) => row.payload)
    expect(JSON.parse(job)).toMatchObject({ event: { pubkey: body[0] } })
  })

  test('sends no mail to arbitrary addresses', async () => {
    const handle = `return { json: await tried(() => ctx.notify.mail('a@b.example', 'x', 'x', { reason: 'code' })) }`
    expect((await ask(handle, [permission('mail')])).body).toBe('refused')
  })

  test('writes 600 rows in a minute', async () => {
    const handle = `const seen = []
      for (let n = 0; n < 150; n += 1) seen.push(await tried(async () => (await ctx.items.update(request.params.id, { seen: 'x' })) && 'done'))
      return { json: seen.filter((one) => one === 'done').length }`
    const { world, make } = await openPackageWorld(one(handle), ROUTES)
    const id = await make()
    const counts: number[] = []
    for (let n = 0; n < 5; n += 1) counts.push((await world.call('GET', `/shop/public/${id}/do`)).body)
    expect(counts).toEqual([150, 150, 150, 150, 0])
    world.advance(61)
    expect((await world.call('GET', `/shop/public/${id}/do`)).body).toBe(150)
  })
})
