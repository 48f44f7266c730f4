import { describe, expect, test } from 'vitest'
import { activateExtension } from '../../../test/world/extensions/activate-extension.ts'
import { buildPackage, packageManifest } from '../../../test/world/extensions/build-archive.ts'
import {
  openPackageWorld as open,
  PACKAGE_RESOURCE,
  permission,
  route,
} from '../../../test/world/extensions/open-package-world.ts'

const one = (handle: string) => `routes: { 'GET /public/:id/do': { async handle(request, ctx) { ${handle} } } }`
const PUBLIC = { routes: { 'GET /public/:id/do': route('public') } }

describe('the code of a package', () => {
  test('sends the forms of its pages to its own routes, if its manifest requests pages', async () => {
    const actions = ['/public/x/do', '/{id}/..x/a.b', '/p/%C3%A4/']
    const form = (action: string) => `{ kind: 'form', action: '${action}', submit: 'x', fields: [] }`
    const source = one(`return { page: { title: 'x', blocks: [${actions.map(form).join(', ')}] } }`)
    for (const [permissions, status] of [[[permission('page')], 200] as const, [[], 500] as const]) {
      const { world, make } = await open(source, PUBLIC, { permissions: [...permissions] })
      expect((await world.call('GET', `/shop/public/${await make()}/do`)).status).toBe(status)
    }
  })

  test('has no page without the permission', async () => {
    const { installed } = await open('', { routes: { 'GET /x': route('public', { replyType: 'page' }) } })
    expect([installed.status, installed.body.detail]).toEqual([400, expect.stringContaining('"page"')])
  })

  test('reads no cookie, key, token or address of a caller', async () => {
    const handle = '{ handle: async ({ headers, query }) => ({ json: { headers, query } }) }'
    const seen = (name: string) => `({ ...${name}, seen: JSON.stringify([request.headers, request.query]) })`
    const source = `
      beforeCreate: async (draft, ctx, request) => ${seen('draft')},
      beforeUpdate: async (old, next, ctx, request) => ${seen('next')},
      routes: { 'GET /public/:id/do': ${handle}, 'GET /api/v1/:id/do': ${handle} }`
    const { world, key } = await open(source, {
      hooks: ['beforeCreate', 'beforeUpdate'],
      routes: { 'GET /public/:id/do': route('public'), 'GET /api/v1/:id/do': route('admin') },
    })
    const secrets = { cookie: 'satchel=cookie-1', authorization: 'Bearer token-1', 'x-forwarded-for': '203.0.113.7' }
    const headers = { ...secrets, range: 'r1' }
    const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
      const answer = await world.call(method, `/shop${path}?api-key=${key}`, { key, headers, body })
      expect(answer.status).toBeLessThan(300)
      return answer
    }
    const made = await ask('POST', '/api/v1/', { title: 'First' })
    const { id } = made.body
    const all = [made, await ask('PUT', `/api/v1/${id}`, { title: 'Second' })]
    all.push(await ask('GET', `/public/${id}/do`), await ask('GET', `/api/v1/${id}/do`))
    for (const { body } of all) {
      const text = JSON.stringify(body)
      expect(text).toContain('r1')
      for (const secret of [key, 'cookie-1', 'token-1', '203.0.113.7']) expect(text).not.toContain(secret)
    }
  })

  test('lists the payments of its wallet only, whatever it requests', async () => {
    const source = one(`
      const item = await ctx.items.get(request.params.id)
      const seen = []
      for (const query of [{}, { status: "pending' OR wallet_id <> '", min: 0 }, { direction: "in' OR '1' = '1" }, { limit: -1 },
        { from: '0 OR 1' }, { walletIds: ['x'], search: 'x', callerId: 'x' }, null]) {
        try { seen.push((await ctx.wallets.payments(item.wallet, query)).map(({ memo }) => memo)) }
        catch (error) { seen.push(error.name) }
      }
      return { json: seen }`)
    const { world, make, wallet } = await open(source, PUBLIC, { permissions: [permission('payments.read')] })
    const invoice = await world.call('POST', '/api/v1/payments', {
      key: wallet.adminKey,
      body: { out: false, amount: 1, memo: 'own' },
    })
    const other = await world.openWallet(100)
    const theirs = await world.call('POST', '/api/v1/payments', {
      key: other.adminKey,
      body: { out: false, amount: 1, memo: 'theirs' },
    })
    expect([invoice.status, theirs.status]).toEqual([201, 201])
    const { status, body } = await world.call('GET', `/shop/public/${await make()}/do`)
    expect(status).toBe(200)
    const own = expect.arrayContaining(['own'])
    expect(body).toEqual([own, 'Rejection', 'Rejection', 'Rejection', 'Rejection', own, own])
    expect(JSON.stringify(body)).not.toContain('theirs')
  })

  test.each([
    ['an error', `throw new Error('odd')`],
    ['nothing', `return undefined`],
    ['a list of nothing', `return [null]`],
    [
      'a key that is none',
      `return [{ relays: [], filter: { kinds: [], authors: [], '#p': [] },
      announce: [{ kind: 1, tags: [], content: '', secretKey: '0'.repeat(64) }] }]`,
    ],
  ])('delays no other work by what it subscribes to: %s', async (_what, subscriptions) => {
    const source = `nostr: { subscriptions: async () => { ${subscriptions} }, onEvent: async () => undefined },
      onPaymentSettled: async (payment, ctx) => { await ctx.items.update(payment.itemId, { seen: 'paid' }) },
      ${one(`const item = await ctx.items.get(request.params.id)
        return { json: (await ctx.wallets.createInvoice(item.wallet, { sat: 1, itemId: item.id })).paymentRequest }`)}`
    const { world, make, key } = await open(
      source,
      { ...PUBLIC, nostr: {}, hooks: ['onPaymentSettled'] },
      { permissions: [permission('receive'), permission('nostr')] },
    )
    const id = await make()
    const invoice = await world.call('GET', `/shop/public/${id}/do`)
    await world.send(await world.openWallet(100), invoice.body)
    await world.tick()
    await world.tick()
    expect((await world.call('GET', `/shop/api/v1/${id}`, { key })).body.seen).toBe('paid')
  })

  test.each(['GET /:a/:b/:c', 'GET /:a', 'POST /:a/:b', 'GET /api/:b/:c', 'GET /api'])(
    'is not installed with a route under paths of the host: %s',
    async (path) => {
      const { installed } = await open('', { routes: { [path]: route('public') } })
      expect([installed.status, installed.body.detail]).toEqual([400, expect.stringContaining('path of the host')])
    },
  )

  test('the same Idempotency-Key with two packages is two requests', async () => {
    const source = (name: string) => `routes: { 'POST /do': { handle: async () => ({ json: '${name}' }) } }`
    const routes = { 'POST /do': route('admin') }
    const { world, key, wallet, publisher, install } = await open(source('shop'), { routes })
    const runtime = { kind: 'js', entry: 'main.js' }
    const manifest = packageManifest('stall', '1.0.0', {
      runtime,
      resource: PACKAGE_RESOURCE,
      code: { hooks: [], routes },
    })
    const files = [{ name: 'main.js', content: `export default { ${source('stall')} }` }]
    publisher.publishArchive('stall', '1.0.0', await buildPackage(manifest, files))
    expect((await install('stall')).status).toBe(201)
    await activateExtension(world, wallet, 'stall')
    const headers = { 'idempotency-key': 'once' }
    for (const name of ['shop', 'stall', 'shop']) {
      expect((await world.call('POST', `/${name}/do`, { key, headers })).body).toBe(name)
    }
  })

  test('records few failures of a visitor per run, by names of any length', async () => {
    const source = one(`
      const name = 'x'.repeat(100_000)
      for (let n = 0; n < 60; n += 1) ctx.visitor.recordFailure(n === 0 ? name : 'y', 60)
      return { json: [ctx.visitor.failures(name), ctx.visitor.failures('y')] }`)
    const { world, make } = await open(source, PUBLIC, { env: { SERVICE_RATE_LIMIT_NO: '200' } })
    const id = await make()
    expect((await world.call('GET', `/shop/public/${id}/do`)).body).toEqual([0, 0])
    expect((await world.call('GET', `/shop/public/${id}/do`)).body).toEqual([1, 9])
  })

  test('writes only its declared fields and tables', async () => {
    const source = one(`
      const seen = []
      for (const patch of ['{"__proto__":{"seen":"x"}}', '{"constructor":"x"}']) {
        const { seen: value, constructor } = await ctx.items.update(request.params.id, JSON.parse(patch))
        seen.push([value ?? null, typeof constructor])
      }
      for (const table of ['constructor', '__proto__', 'sales']) {
        try { await ctx.table(table).insert({}); seen.push('made') } catch (error) { seen.push(error.name) }
      }
      for (const where of ['{"__proto__":"x"}', '{"constructor":"x"}']) {
        try { await ctx.items.find({ where: JSON.parse(where) }); seen.push('found') } catch (error) { seen.push(error.name) }
      }
      return { json: seen }`)
    const { world, make } = await open(source, PUBLIC)
    const { body } = await world.call('GET', `/shop/public/${await make()}/do`)
    expect(body).toEqual([[null, 'function'], [null, 'function'], ...Array.from({ length: 5 }, () => 'Error')])
  })

  test('publishes few and short events per run', async () => {
    const source = one(`
      const publish = (content) => ctx.nostr.publish({ kind: 1, createdAt: 0, tags: [], content }, []).then(() => 1, () => 0)
      const made = [await publish('x'.repeat(70_000))]
      for (let n = 0; n < 30; n += 1) made.push(await publish('x'))
      return { json: made.reduce((sum, one) => sum + one) }`)
    const { world, make } = await open(source, PUBLIC, { permissions: [permission('nostr')] })
    expect((await world.call('GET', `/shop/public/${await make()}/do`)).body).toBe(19)
  })
})
