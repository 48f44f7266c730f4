import { describe, expect, test } from 'vitest'
import { activateExtension } from '../../../world/extensions/activate-extension.ts'
import { buildPackage, packageManifest } from '../../../world/extensions/build-archive.ts'
import { openCodeWorld, permission, route } from '../../../world/extensions/open-code-world.ts'
import { DIALECTS } from '../../../world/test-database.ts'

describe.each(DIALECTS)('the code of a package, on %s', (dialect) => {
  test('sells, hears of the payment once, and keeps what it writes', async () => {
    const permissions = [permission('receive'), permission('page')]
    const source = `
      beforeCreate: async (draft) => ({ ...draft, seen: 'made' }),
      derive: (item, ctx) => ({ title: item.title + ' at ' + ctx.url('/p/' + item.id) }),
      onPaymentSettled: async (payment, ctx) => {
        const item = await ctx.items.get(payment.itemId)
        await ctx.items.update(item.id, { seen: payment.sat + ' ' + (item.seen ?? '') })
        await ctx.table('sales').insert({ item: item.id, sat: payment.sat }, payment.wallet)
      },
      routes: {
        'POST /public/:id/invoices': { async handle({ params, body }, ctx) {
          const item = await ctx.items.get(params.id)
          const { paymentRequest, paymentHash } = await ctx.wallets.createInvoice(item.wallet, { sat: body.sat, itemId: item.id })
          return { json: { payment_request: paymentRequest, payment_hash: paymentHash }, status: 201 }
        } },
        'GET /p/:id': { async handle({ params }, ctx) {
          const item = await ctx.items.get(params.id)
          return { page: { title: item.title, blocks: [{ kind: 'text', text: '<b>' + item.title + '</b>' }] } }
        } },
        'GET /api/v1/:id/sales': { async handle({ item }, ctx) {
          return { json: (await ctx.table('sales').find({ where: { item: item.id } })).map(({ sat }) => sat) }
        } },
      }`
    const code = {
      hooks: ['beforeCreate', 'derive', 'onPaymentSettled'],
      tables: {
        sales: {
          item: { type: 'text', max: 64, doc: 'Which.', index: true },
          sat: { type: 'sat', doc: 'How much.' },
        },
      },
      routes: {
        'POST /public/:id/invoices': route('public', {
          status: 201,
          body: { sat: { type: 'sat', min: 1, doc: 'How much.' } },
        }),
        'GET /p/:id': route('public'),
        'GET /api/v1/:id/sales': route('invoice', { replyType: 'list' }),
      },
    }
    const { world, key, make, wallet } = await openCodeWorld(source, code, { dialect, permissions })
    const id = await make()
    const shown = await world.call('GET', `/shop/api/v1/${id}`, { key })
    expect(shown.body.title).toMatch(/^First at https?:.*\/shop\/p\//)
    expect((await world.call('POST', `/shop/public/${id}/invoices`, { body: { sat: 0 } })).status).toBe(422)
    const bought = await world.call('POST', `/shop/public/${id}/invoices`, { body: { sat: 21 } })
    expect(bought.status).toBe(201)
    const payer = await world.openWallet(100)
    await world.send(payer, bought.body.payment_request)
    await world.tick()
    await world.tick()
    expect((await world.call('GET', `/shop/api/v1/${id}`, { key })).body.seen).toBe('21 made')
    expect((await world.call('GET', `/shop/api/v1/${id}/sales`, { key })).body).toEqual([21])
    expect((await world.call('GET', `/shop/api/v1/${id}/sales`, { key: payer.adminKey })).status).toBe(403)
    expect(await world.balanceMsat(wallet)).toBe(1_021_000)
    expect((await world.call('GET', `/shop/state/${bought.body.payment_hash}`)).body).toMatchObject({ paid: true })
    const page = await world.call('GET', `/shop/p/${id}`)
    expect(page.body).toContain('&lt;b&gt;First&lt;/b&gt;')
    expect(await world.violations()).toEqual([])
    await world.restart()
    expect((await world.call('GET', `/shop/api/v1/${id}/sales`, { key })).body).toEqual([21])
  })
})

describe('code that means harm', () => {
  const one = (handle: string) => `routes: { 'GET /public/:id/do': { async handle(request, ctx) { ${handle} } } }`
  const PUBLIC = { routes: { 'GET /public/:id/do': route('public') } }

  test('has no call that its manifest does not ask for', async () => {
    const source =
      one(`return { json: [typeof ctx.pay, typeof ctx.http, typeof ctx.wallets, typeof ctx.nostr, typeof ctx.notify,
      typeof ctx.chain, typeof ctx.ask] }`)
    const { world, make } = await openCodeWorld(source, PUBLIC)
    expect((await world.call('GET', `/shop/public/${await make()}/do`)).body).toEqual(
      Array.from({ length: 7 }, () => 'undefined'),
    )
  })

  test.each([
    ['spend', { to: 'listed' }],
    ['chain', {}],
    ['claim', { path: '/x' }],
    ['neighbours', { extensions: ['lnurlp'] }],
  ])('is not installed when it asks for %s', async (id, more) => {
    const { installed } = await openCodeWorld('', {}, { permissions: [permission(id, more)] })
    expect(installed.status).toBe(400)
  })

  test('cannot use the wallet of another run, nor one that it invents', async () => {
    const source = one(`
      const item = await ctx.items.get(request.params.id)
      if (item.seen === undefined) { await ctx.items.update(item.id, { seen: item.wallet }); return { json: 'kept' } }
      const { paymentRequest } = await ctx.wallets.createInvoice(item.seen, { sat: 1, itemId: item.id })
      return { json: paymentRequest }`)
    const { world, make } = await openCodeWorld(source, PUBLIC, { permissions: [permission('receive')] })
    const id = await make()
    expect((await world.call('GET', `/shop/public/${id}/do`)).body).toBe('kept')
    expect((await world.call('GET', `/shop/public/${id}/do`)).status).toBe(500)
  })

  test.each([
    ['HTML', `return { text: '<script>1</script>', type: 'text/html' }`],
    ['a picture with scripts', `return { text: '<svg/>', type: 'image/svg+xml' }`],
    ['a cookie', `return { json: 1, headers: { 'Set-Cookie': 'satchel_session=x' } }`],
    ['a header about this origin', `return { json: 1, headers: { 'Clear-Site-Data': '"*"' } }`],
    ['a script on a page', `return { page: { title: 'x', blocks: [], scripts: ['x.js'] } }`],
    ['an app on a page', `return { page: { title: 'x', blocks: [{ kind: 'app', id: 'x', fallback: 'x' }] } }`],
    [
      'a form that asks for a key',
      `return { page: { title: 'x', blocks: [{ kind: 'form', action: '/x', submit: 'x', fields: [{ name: 'k', label: 'k', type: 'key' }] }] } }`,
    ],
    [
      'a form that leads elsewhere',
      `return { page: { title: 'x', blocks: [{ kind: 'form', action: '//evil.example', submit: 'x', fields: [] }] } }`,
    ],
    ...['/../lnurlp/x', '/a/..', '/a/%2E./b', '/./x', '/a//b'].map((action) => [
      `a form that leaves the extension by ${action}`,
      `return { page: { title: 'x', blocks: [{ kind: 'form', action: '${action}', submit: 'x', fields: [] }] } }`,
    ]),
    ['a link that runs', `return { redirect: 'javascript:alert(1)' }`],
    ['a link to another host that looks like a path', `return { redirect: '//evil.example' }`],
    ['nothing', `return undefined`],
    ['another thing', `return { json: 1, page: { title: 'x', blocks: [] } }`],
  ])('cannot answer %s', async (_what, handle) => {
    const { world, make } = await openCodeWorld(one(handle), PUBLIC, { permissions: [permission('page')] })
    const { status, headers, body } = await world.call('GET', `/shop/public/${await make()}/do`)
    expect(status).toBe(500)
    expect(headers['set-cookie']).toBeUndefined()
    expect(JSON.stringify(body)).not.toContain('package')
  })

  test('sends the forms of its pages to its own routes, where its manifest asks for pages', async () => {
    const actions = ['/public/x/do', '/{id}/..x/a.b', '/p/%C3%A4/']
    const form = (action: string) => `{ kind: 'form', action: '${action}', submit: 'x', fields: [] }`
    const source = one(`return { page: { title: 'x', blocks: [${actions.map(form).join(', ')}] } }`)
    for (const [permissions, status] of [[[permission('page')], 200] as const, [[], 500] as const]) {
      const { world, make } = await openCodeWorld(source, PUBLIC, { permissions: [...permissions] })
      expect((await world.call('GET', `/shop/public/${await make()}/do`)).status).toBe(status)
    }
  })

  test('has no page without the permission', async () => {
    const { installed } = await openCodeWorld('', { routes: { 'GET /x': route('public', { replyType: 'page' }) } })
    expect([installed.status, installed.body.detail]).toEqual([400, expect.stringContaining('"page"')])
  })

  test('reads no cookie, key, token or address of a caller', async () => {
    const handle = '{ handle: async ({ headers, query }) => ({ json: { headers, query } }) }'
    const seen = (name: string) => `({ ...${name}, seen: JSON.stringify([request.headers, request.query]) })`
    const source = `
      beforeCreate: async (draft, ctx, request) => ${seen('draft')},
      beforeUpdate: async (old, next, ctx, request) => ${seen('next')},
      routes: { 'GET /public/:id/do': ${handle}, 'GET /api/v1/:id/do': ${handle} }`
    const { world, key } = await openCodeWorld(source, {
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

  test('lists the payments of its wallet only, whatever it asks for', async () => {
    const source = one(`
      const item = await ctx.items.get(request.params.id)
      const seen = []
      for (const query of [{}, { status: "pending' OR wallet_id <> '", min: 0 }, { direction: "in' OR '1' = '1" }, { limit: -1 },
        { from: '0 OR 1' }, { walletIds: ['x'], search: 'x', callerId: 'x' }, null]) {
        try { seen.push((await ctx.wallets.payments(item.wallet, query)).map(({ memo }) => memo)) }
        catch (error) { seen.push(error.name) }
      }
      return { json: seen }`)
    const { world, make, wallet } = await openCodeWorld(source, PUBLIC, { permissions: [permission('payments.read')] })
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
  ])('holds no other work up by what it listens to: %s', async (_what, subscriptions) => {
    const source = `nostr: { subscriptions: async () => { ${subscriptions} }, onEvent: async () => undefined },
      onPaymentSettled: async (payment, ctx) => { await ctx.items.update(payment.itemId, { seen: 'paid' }) },
      ${one(`const item = await ctx.items.get(request.params.id)
        return { json: (await ctx.wallets.createInvoice(item.wallet, { sat: 1, itemId: item.id })).paymentRequest }`)}`
    const { world, make, key } = await openCodeWorld(
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

  test('sends webhooks to the hosts of its manifest only', async () => {
    const source = one(`await ctx.notify.webhook('https://evil.example/x', 1, {}); return { json: 1 }`)
    const { world, make } = await openCodeWorld(source, PUBLIC, {
      permissions: [permission('http', { hosts: ['good.example'] })],
    })
    expect((await world.call('GET', `/shop/public/${await make()}/do`)).status).toBe(500)
  })

  test('that runs into limits three times within ten minutes is switched off, until a super user switches it on', async () => {
    const { world, make, key, govern, adminRow } = await openCodeWorld(one('for (;;);'), PUBLIC)
    const id = await make()
    for (let n = 0; n < 3; n += 1) {
      const { status, body, headers } = await world.call('GET', `/shop/public/${id}/do`)
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'extension_unavailable', '10'])
    }
    await expect.poll(async () => (await world.call('GET', `/shop/api/v1/${id}`, { key })).status).toBe(404)
    expect(await adminRow('shop')).toMatchObject({ available: false })
    await world.restart()
    expect((await world.call('GET', `/shop/api/v1/${id}`, { key })).status).toBe(404)
    await govern({ extension: 'shop', active: true })
    expect((await world.call('GET', `/shop/api/v1/${id}`, { key })).status).toBe(200)
  })

  test('what a run has written is not there when the run is ended', async () => {
    const source = one(`await ctx.items.update(request.params.id, { seen: 'half' }); for (;;);`)
    const { world, make, key } = await openCodeWorld(source, PUBLIC)
    const id = await make()
    expect((await world.call('GET', `/shop/public/${id}/do`)).status).toBe(503)
    expect((await world.call('GET', `/shop/api/v1/${id}`, { key })).body.seen).toBeUndefined()
  })

  test('no caller chooses the class of a request: routes of packages have one address', async () => {
    const source = `routes: { 'GET /api/v1/:id/secret': { handle: async () => ({ json: 'secret' }) } }`
    const { world, make, key } = await openCodeWorld(source, { routes: { 'GET /api/v1/:id/secret': route('admin') } })
    const path = `/shop/api/v1/${await make()}/secret`
    expect((await world.call('GET', path, { key })).body).toBe('secret')
    expect((await world.call('GET', path)).status).toBe(401)
    for (const way of ['public', 'visit', 'lnurl', 'invoice', 'admin']) {
      expect((await world.call('GET', `/-/package/${way}${path}`, { key })).status).toBe(404)
    }
  })

  test.each(['GET /:a/:b/:c', 'GET /:a', 'POST /:a/:b', 'GET /api/:b/:c', 'GET /api'])(
    'is not installed with a route that stands for paths of the host: %s',
    async (path) => {
      const { installed } = await openCodeWorld('', { routes: { [path]: route('public') } })
      expect([installed.status, installed.body.detail]).toEqual([400, expect.stringContaining('path of the host')])
    },
  )

  test('does not run where the operator has switched code off', async () => {
    const { installed, world, key } = await openCodeWorld(one('return { json: 1 }'), PUBLIC, {
      env: { SERVICE_EXTENSION_CODE: 'false' },
    })
    expect([installed.status, installed.body.detail]).toEqual([400, expect.stringContaining('SERVICE_EXTENSION_CODE')])
    expect((await world.call('POST', '/shop/api/v1/', { key, body: { title: 'x' } })).status).toBe(404)
  })

  test('the same Idempotency-Key with two packages is two requests', async () => {
    const source = (name: string) => `routes: { 'POST /do': { handle: async () => ({ json: '${name}' }) } }`
    const routes = { 'POST /do': route('admin') }
    const { world, key, wallet, publisher, install } = await openCodeWorld(source('shop'), { routes })
    const runtime = { kind: 'js', entry: 'main.js' }
    const manifest = packageManifest('stall', '1.0.0', { runtime, code: { hooks: [], routes } })
    const files = [{ name: 'main.js', content: `export default { ${source('stall')} }` }]
    publisher.publishArchive('stall', '1.0.0', await buildPackage(manifest, files))
    expect((await install('stall')).status).toBe(201)
    await activateExtension(world, wallet, 'stall')
    const headers = { 'idempotency-key': 'once' }
    for (const name of ['shop', 'stall', 'shop']) {
      expect((await world.call('POST', `/${name}/do`, { key, headers })).body).toBe(name)
    }
  })

  test('has few failures of a visitor remembered in a run, by names of any length', async () => {
    const source = one(`
      const name = 'x'.repeat(100_000)
      for (let n = 0; n < 60; n += 1) ctx.visitor.recordFailure(n === 0 ? name : 'y', 60)
      return { json: [ctx.visitor.failures(name), ctx.visitor.failures('y')] }`)
    const { world, make } = await openCodeWorld(source, PUBLIC, { env: { SERVICE_RATE_LIMIT_NO: '200' } })
    const id = await make()
    expect((await world.call('GET', `/shop/public/${id}/do`)).body).toEqual([0, 0])
    expect((await world.call('GET', `/shop/public/${id}/do`)).body).toEqual([1, 9])
  })

  test('what it uses is in the metrics', async () => {
    const { world, make } = await openCodeWorld(one('return { json: 1 }'), PUBLIC)
    await world.call('GET', `/shop/public/${await make()}/do`)
    const { body } = await world.call('GET', '/metrics')
    expect(body).toContain('satchel_extension_code_runs_total{extension="shop"} 1')
  })
})
