import { describe, expect, test } from 'vitest'
import { openPackageWorld as open, permission, route } from '../../../test/world/extensions/open-package-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'

describe.each(LOGIC_DIALECTS)('the code of a package, on %s', (dialect) => {
  test('sells, is notified of the payment once, and stores its rows', async () => {
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
    const { world, key, make, wallet } = await open(source, code, { dialect, permissions })
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

  test('has no call that its manifest does not request', async () => {
    const source =
      one(`return { json: [typeof ctx.pay, typeof ctx.http, typeof ctx.wallets, typeof ctx.nostr, typeof ctx.notify,
      typeof ctx.chain, typeof ctx.ask] }`)
    const { world, make } = await open(source, PUBLIC)
    expect((await world.call('GET', `/shop/public/${await make()}/do`)).body).toEqual(
      Array.from({ length: 7 }, () => 'undefined'),
    )
  })

  test.each([
    ['spend', { to: 'listed' }],
    ['chain', {}],
    ['claim', { path: '/x' }],
    ['neighbours', { extensions: ['lnurlp'] }],
  ])('is not installed when it requests %s', async (id, more) => {
    const { installed } = await open('', {}, { permissions: [permission(id, more)] })
    expect(installed.status).toBe(400)
  })

  test('cannot use the wallet of another run, nor an invented one', async () => {
    const source = one(`
      const item = await ctx.items.get(request.params.id)
      if (item.seen === undefined) { await ctx.items.update(item.id, { seen: item.wallet }); return { json: 'kept' } }
      const { paymentRequest } = await ctx.wallets.createInvoice(item.seen, { sat: 1, itemId: item.id })
      return { json: paymentRequest }`)
    const { world, make } = await open(source, PUBLIC, { permissions: [permission('receive')] })
    const id = await make()
    expect((await world.call('GET', `/shop/public/${id}/do`)).body).toBe('kept')
    expect((await world.call('GET', `/shop/public/${id}/do`)).status).toBe(500)
  })

  const NO_ANSWERS: readonly (readonly [what: string, handle: string])[] = [
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
    ...['/../lnurlp/x', '/a/..', '/a/%2E./b', '/./x', '/a//b'].map((action): [string, string] => [
      `a form that leaves the extension by ${action}`,
      `return { page: { title: 'x', blocks: [{ kind: 'form', action: '${action}', submit: 'x', fields: [] }] } }`,
    ]),
    ['a link that runs', `return { redirect: 'javascript:alert(1)' }`],
    ['a link to another host that looks like a path', `return { redirect: '//evil.example' }`],
    ['a link with a line end', `return { redirect: '/x\\r\\nset-cookie: a=b' }`],
    ['a link to another host behind a line end', `return { redirect: '/\\n/evil.example' }`],
    ['nothing', `return undefined`],
    ['another thing', `return { json: 1, page: { title: 'x', blocks: [] } }`],
  ]

  test(`cannot answer ${NO_ANSWERS.map(([what]) => what).join(', ')}`, async () => {
    const handlers = NO_ANSWERS.map(([, handle]) => `async () => { ${handle} }`)
    const query = { no: { type: 'text', max: 2, doc: 'Which.' } }
    const { world, make } = await open(
      one(`return [${handlers.join(', ')}, async () => ({ json: 1 })][Number(request.query.no)]()`),
      { routes: { 'GET /public/:id/do': route('public', { query }) } },
      { permissions: [permission('page')] },
    )
    const id = await make()
    const ask = (no: number) => world.call('GET', `/shop/public/${id}/do?no=${no}`)
    for (const [no, [what]] of NO_ANSWERS.entries()) {
      const { status, headers, body } = await ask(no)
      expect([what, status, body.code]).toEqual([what, 500, 'internal_error'])
      expect(headers['set-cookie']).toBeUndefined()
      expect(JSON.stringify(body)).not.toContain('package')
    }
    expect((await ask(NO_ANSWERS.length)).status).toBe(200)
  })

  test('redirects to a URL with letters that no header can have', async () => {
    const { world, make } = await open(one(`return { redirect: 'https://shop.example/für dich ⚡' }`), PUBLIC)
    const { status, headers } = await world.call('GET', `/shop/public/${await make()}/do`)
    expect([status, headers['location']]).toEqual([303, 'https://shop.example/f%C3%BCr%20dich%20%E2%9A%A1'])
  })

  test('sends webhooks to the hosts of its manifest only', async () => {
    const source = one(`await ctx.notify.webhook('https://evil.example/x', 1, {}); return { json: 1 }`)
    const { world, make } = await open(source, PUBLIC, {
      permissions: [permission('http', { hosts: ['good.example'] })],
    })
    expect((await world.call('GET', `/shop/public/${await make()}/do`)).status).toBe(500)
  })

  test('leaves no rows when its run is ended', async () => {
    const source = one(`await ctx.items.update(request.params.id, { seen: 'half' }); for (;;);`)
    const { world, make, key } = await open(source, PUBLIC)
    const id = await make()
    expect((await world.call('GET', `/shop/public/${id}/do`)).status).toBe(503)
    expect((await world.call('GET', `/shop/api/v1/${id}`, { key })).body.seen).toBeUndefined()
  })

  test('cannot choose the priority of a request: routes of packages have one path', async () => {
    const source = `routes: { 'GET /api/v1/:id/secret': { handle: async () => ({ json: 'secret' }) } }`
    const { world, make, key } = await open(source, { routes: { 'GET /api/v1/:id/secret': route('admin') } })
    const path = `/shop/api/v1/${await make()}/secret`
    expect((await world.call('GET', path, { key })).body).toBe('secret')
    expect((await world.call('GET', path)).status).toBe(401)
    for (const way of ['public', 'visit', 'lnurl', 'invoice', 'admin']) {
      expect((await world.call('GET', `/-/package/${way}${path}`, { key })).status).toBe(404)
    }
  })

  test('does not run if the operator has disabled code', async () => {
    const { installed, world, key } = await open(one('return { json: 1 }'), PUBLIC, {
      env: { SERVICE_EXTENSION_CODE: 'false' },
    })
    expect([installed.status, installed.body.detail]).toEqual([400, expect.stringContaining('SERVICE_EXTENSION_CODE')])
    expect((await world.call('POST', '/shop/api/v1/', { key, body: { title: 'x' } })).status).toBe(404)
  })

  test('has its usage in the metrics', async () => {
    const { world, make } = await open(one('return { json: 1 }'), PUBLIC)
    await world.call('GET', `/shop/public/${await make()}/do`)
    const { body } = await world.call('GET', '/metrics')
    expect(body).toContain('satchel_extension_code_runs_total{extension="shop"} 1')
  })
})
