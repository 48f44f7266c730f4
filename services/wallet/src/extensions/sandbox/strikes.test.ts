import { describe, expect, test } from 'vitest'
import { activateExtension } from '../../../test/world/extensions/activate-extension.ts'
import { openPackageWorld as open, permission, route } from '../../../test/world/extensions/open-package-world.ts'

const one = (handle: string) => `routes: { 'GET /public/:id/do': { async handle(request, ctx) { ${handle} } } }`
const PUBLIC = { routes: { 'GET /public/:id/do': route('public') } }

describe('a package', () => {
  test('that exceeds limits for a visitor stops the runs, then the requests of this visitor; owners and other visitors continue', async () => {
    const source = one(`if (request.query.x === '1') for (;;); return { json: 1 }`)
    const { world, make, key, adminRow } = await open(
      source,
      {
        routes: {
          'GET /public/:id/do': route('public', {
            query: { x: { type: 'text', max: 9, doc: 'What.', optional: true } },
          }),
        },
      },
      { env: { SERVICE_RATE_LIMIT_NO: '100000', SERVICE_TRUSTED_PROXIES: '127.0.0.1' } },
    )
    const id = await make()
    const visit = (from: string, query = '') =>
      world.call('GET', `/shop/public/${id}/do${query}`, { headers: { 'x-forwarded-for': from } })
    for (let n = 0; n < 3; n += 1) expect((await visit('203.0.113.1', '?x=1')).status).toBe(503)
    const limited = await visit('203.0.113.1')
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '600'])
    for (let n = 0; n < 3; n += 1) expect((await visit('203.0.113.2', '?x=1')).status).toBe(503)
    expect((await visit('203.0.113.3')).body).toBe(1)
    expect((await world.call('GET', `/shop/api/v1/${id}`, { key })).status).toBe(200)
    expect(await adminRow('shop')).toMatchObject({ available: true })
    world.advance(600)
    expect((await visit('203.0.113.1')).body).toBe(1)
  }, 60_000)

  test('that ends the process of the sandbox for a visitor is not disabled', async () => {
    const source = one(`return { json: 'a'.repeat(3e6).indexOf('a'.repeat(1e6) + 'b') }`)
    const { world, make, key } = await open(source, PUBLIC)
    const id = await make()
    for (let n = 0; n < 3; n += 1) expect((await world.call('GET', `/shop/public/${id}/do`)).status).toBe(503)
    expect((await world.call('GET', `/shop/api/v1/${id}`, { key })).status).toBe(200)
  }, 60_000)

  test('that exceeds limits for an owner three times within ten minutes stops the requests of this account', async () => {
    const source = `routes: { 'GET /api/v1/:id/do': { async handle({ query }) { if (query.x === '1') for (;;); return { json: 1 } } } }`
    const query = { x: { type: 'text', max: 9, doc: 'What.', optional: true } } as const
    const { world, make, key, adminRow } = await open(
      source,
      { routes: { 'GET /api/v1/:id/do': route('invoice', { query }) } },
      { env: { SERVICE_RATE_LIMIT_NO: '100000' } },
    )
    const id = await make()
    for (let n = 0; n < 3; n += 1) {
      const { status, body, headers } = await world.call('GET', `/shop/api/v1/${id}/do?x=1`, { key })
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'extension_unavailable', '10'])
    }
    const limited = await world.call('GET', `/shop/api/v1/${id}/do`, { key })
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '600'])
    const other = await world.openWallet()
    await activateExtension(world, other, 'shop')
    const made = await world.call('POST', '/shop/api/v1/', { key: other.adminKey, body: { title: 'x' } })
    const answer = await world.call('GET', `/shop/api/v1/${made.body.id}/do`, { key: other.adminKey })
    expect([answer.status, answer.body]).toEqual([200, 1])
    expect(await adminRow('shop')).toMatchObject({ available: true })
    world.advance(600)
    expect((await world.call('GET', `/shop/api/v1/${id}/do`, { key })).body).toBe(1)
  }, 60_000)

  test('is not disabled by data of a visitor that end its jobs, and other jobs do not wait for them', async () => {
    const source = `
      jobs: { look: { async run(ctx) {
        for (const row of await ctx.items.find({ where: {} })) if (row.seen === 'loop') for (;;);
      } } },
      tasks: { async read({ key }, ctx) {
        if (key.endsWith('loop')) for (;;);
        await ctx.items.update(key.split(' ')[0], { seen: 'read' })
      } },
      routes: { 'POST /public/:id/do': { async handle({ params, query }, ctx) {
        await ctx.items.update(params.id, { seen: query.x })
        await ctx.enqueue('read', params.id + ' ' + query.x)
        return { json: 1 }
      } } }`
    const x = { type: 'text', max: 9, doc: 'What.' } as const
    const { world, make, key, adminRow } = await open(
      source,
      {
        jobs: { look: { cron: '* * * * *' } },
        tasks: ['read'],
        routes: { 'POST /public/:id/do': route('public', { query: { x } }) },
      },
      { permissions: [permission('schedule')] },
    )
    const [bad, good] = [await make(), await make('Other')]
    const visit = async (id: string, word: string) =>
      (await world.call('POST', `/shop/public/${id}/do?x=${word}`)).status
    expect(await visit(bad, 'loop')).toBe(200)
    for (let n = 0; n < 8; n += 1) {
      world.advance(60)
      await world.tick()
    }
    expect(await visit(good, 'good')).toBe(200)
    await world.tick()
    expect((await world.call('GET', `/shop/api/v1/${good}`, { key })).body.seen).toBe('read')
    expect(await adminRow('shop')).toMatchObject({ available: true })
    const { body } = await world.call('GET', '/metrics')
    // Each job again after five minutes, and a job by the clock for its latest time alone.
    const [, ended] = /satchel_extension_code_ended_total\{extension="shop"\} (\d+)/.exec(body) ?? []
    expect(Number(ended)).toBeGreaterThan(5)
    expect(Number(ended)).toBeLessThan(12)
  }, 60_000)

  test('that fails to load three times within ten minutes is disabled, until a super user enables it', async () => {
    const source = `routes: { 'GET /public/:id/do': { handle: async () => ({ json: 1 }) } }, more: 'a'.repeat(1e9)`
    const { world, make, key, govern, adminRow } = await open(source, PUBLIC)
    const id = await make()
    for (let n = 0; n < 3; n += 1) expect((await world.call('GET', `/shop/public/${id}/do`)).status).toBe(503)
    await expect.poll(async () => (await world.call('GET', `/shop/api/v1/${id}`, { key })).status).toBe(404)
    expect(await adminRow('shop')).toMatchObject({ available: false })
    await world.restart()
    expect((await world.call('GET', `/shop/api/v1/${id}`, { key })).status).toBe(404)
    await govern({ extension: 'shop', active: true })
    expect((await world.call('GET', `/shop/api/v1/${id}`, { key })).status).toBe(200)
  }, 60_000)

  test('is not blocked for an owner by data of payers', async () => {
    const source = `onPaymentSettled: async (payment) => { if (payment.data === 'loop') for (;;); },
      routes: { 'POST /public/:id/do': { async handle({ params }, ctx) {
        const item = await ctx.items.get(params.id)
        const { paymentRequest } = await ctx.wallets.createInvoice(item.wallet, { sat: 1, itemId: item.id, data: 'loop' })
        return { json: { payment_request: paymentRequest } }
      } }, 'GET /api/v1/:id/do': { handle: async () => ({ json: 1 }) } }`
    const routes = { 'POST /public/:id/do': route('public'), 'GET /api/v1/:id/do': route('invoice') }
    const { world, make, key } = await open(
      source,
      { hooks: ['onPaymentSettled'], routes },
      { permissions: [permission('receive')], env: { SERVICE_RATE_LIMIT_NO: '100000' } },
    )
    const [id, payer] = [await make(), await world.openWallet(100)]
    for (let n = 0; n < 3; n += 1) {
      const { body } = await world.call('POST', `/shop/public/${id}/do`)
      await world.send(payer, body.payment_request)
      await world.tick()
    }
    expect((await world.call('GET', `/shop/api/v1/${id}/do`, { key })).body).toBe(1)
    expect((await world.call('GET', '/metrics')).body).toContain('code_ended_total{extension="shop"} 3')
  }, 60_000)
})
