import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { ClientOptions } from 'ws'
import { buildPackage, packageManifest } from '../../../test/world/extensions/build-archive.ts'
import {
  openPackageWorld as open,
  PACKAGE_RESOURCE,
  permission,
  route,
} from '../../../test/world/extensions/open-package-world.ts'
import { openTestSocket, type TestSocket } from '../../../test/world/open-test-socket.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'

const WS = [permission('ws')]
const OF_ITEM = `async open({ params }, ctx) { return (await ctx.items.get(params.id))?.id ?? null }`
const SOURCE = `sockets: {
  '/ws/:id': {
    ${OF_ITEM},
    async message(text, { params }, ctx) {
      if (text === 'loop') for (;;);
      const { title, seen = '' } = await ctx.items.get(params.id)
      await ctx.items.update(params.id, { seen: seen + text })
      await ctx.notify.push(params.id, { said: text })
      if (text === 'no') throw new Error('rejected')
      return { title, visitor: typeof ctx.visitor.id }
    },
  },
}`
const CODE = { sockets: { '/ws/:id': ['message'] } }

async function openSockets(source = SOURCE, code: object = CODE, options: Parameters<typeof open>[2] = {}) {
  const opened = await open(source, code, { permissions: WS, ...options })
  const { world } = opened
  const connect = async (path: string, client: ClientOptions = {}): Promise<TestSocket> => {
    if (!world.app.server.listening) await world.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.app.server.address() as AddressInfo
    return openTestSocket(`ws://127.0.0.1:${port}${path}`, client)
  }
  const seen = async (id: string) => (await world.call('GET', `/shop/api/v1/${id}`, { key: opened.key })).body.seen
  return { ...opened, connect, seen }
}

describe.each(LOGIC_DIALECTS)('a socket of a package, on %s', (dialect) => {
  test('answers messages, with one run and one commit each, and its listeners get a pushed message once', async () => {
    const { make, connect, seen } = await openSockets(SOURCE, CODE, { dialect })
    const [id, other] = [await make(), await make('Other')]
    const first = await connect(`/shop/ws/${id}`)
    const listener = await connect(`/shop/ws/${id}`)
    const deaf = await connect(`/shop/ws/${other}`)
    for (const text of ['a', 'no', 'b']) first.say(text)
    await expect.poll(() => listener.messages).toMatchObject([{ said: 'a' }, { said: 'b' }])
    const replies = () => first.messages.filter((message) => !('said' in message))
    const answer = { title: 'First', visitor: 'string' }
    await expect.poll(replies).toEqual([answer, { error: 'Something went wrong.' }, answer])
    expect(await seen(id)).toBe('ab')
    const [missed] = listener.messages
    listener.socket.close()
    const again = await connect(`/shop/ws/${id}?last_id=${String(missed?.['event_id'])}`)
    await expect.poll(() => again.messages).toMatchObject([{ said: 'b' }])
    expect(deaf.messages).toEqual([])
  })

  test('ends when its item is deleted or its owner switches the extension off, and only then', async () => {
    const { world, make, key, connect } = await openSockets(SOURCE, CODE, { dialect })
    const [id, other] = [await make(), await make()]
    const [deleted, kept] = [await connect(`/shop/ws/${id}`), await connect(`/shop/ws/${other}`)]
    await world.call('DELETE', `/shop/api/v1/${id}`, { key })
    await expect.poll(deleted.closed).toBe(1008)
    await kept.heard()
    expect(kept.closed()).toBeUndefined()
    await world.call('PUT', '/api/v1/extension/shop', { key, body: { active: false } })
    await expect.poll(kept.closed).toBe(1008)
  })
})

describe('the sockets of a package end', () => {
  const openOne = async (options: Parameters<typeof open>[2] = {}) => {
    const opened = await openSockets(SOURCE, CODE, options)
    const id = await opened.make()
    return { ...opened, id, path: `/shop/ws/${id}`, one: await opened.connect(`/shop/ws/${id}`) }
  }

  test.each([
    ['switches it off', { active: false }],
    ['removes it', { remove: true }],
  ])('closes when the operator %s, and new ones are not opened', async (_what, change) => {
    const { govern, one, path, connect } = await openOne()
    expect((await govern({ extension: 'shop', ...change })).status).toBe(200)
    await expect.poll(one.closed).toBe(1008)
    await expect(connect(path)).rejects.toThrow('404')
  })

  test('closes on upgrade or rollback, with the code that asks clients to reconnect', async () => {
    const { publisher, govern, one, path, connect, seen, id } = await openOne()
    const runtime = { kind: 'js', entry: 'main.js' }
    const more = { runtime, permissions: WS, resource: PACKAGE_RESOURCE, code: { hooks: [], ...CODE } }
    const content = `export default { ${SOURCE.replace('seen + text', `seen + text + '2'`)} }`
    const archive = await buildPackage(packageManifest('shop', '1.1.0', more), [{ name: 'main.js', content }])
    publisher.publishArchive('shop', '1.1.0', archive)
    one.say('a')
    await expect.poll(() => seen(id)).toBe('a')
    expect((await govern({ extension: 'shop', upgrade_to: '1.1.0' })).status).toBe(200)
    await expect.poll(one.closed).toBe(1012)
    const upgraded = await connect(path)
    upgraded.say('b')
    await expect.poll(() => seen(id)).toBe('ab2')
    expect((await govern({ extension: 'shop', rollback: true })).status).toBe(200)
    await expect.poll(upgraded.closed).toBe(1012)
  })

  test('closes alone when its run is ended; after three of them this visitor waits ten minutes, and others do not', async () => {
    const { world, path, connect, seen, id } = await openOne({
      env: { SERVICE_RATE_LIMIT_NO: '100000', SERVICE_TRUSTED_PROXIES: '127.0.0.1' },
    })
    const from = (address: string) => connect(path, { headers: { 'x-forwarded-for': address } })
    const bystander = await from('203.0.113.2')
    for (let n = 0; n < 3; n += 1) {
      const failing = await from('203.0.113.1')
      failing.say('loop')
      failing.say('later')
      await expect.poll(failing.closed).toBe(1011)
    }
    expect(bystander.closed()).toBeUndefined()
    await expect(from('203.0.113.1')).rejects.toThrow('429')
    bystander.say('b')
    await expect.poll(() => seen(id)).toBe('b')
    world.advance(600)
    const after = await from('203.0.113.1')
    after.say('after')
    await expect.poll(() => seen(id)).toBe('bafter')
  })
})

describe('a visitor of a socket of a package', () => {
  test('is accepted by its code only, and by no other path', async () => {
    const source = `sockets: {
      '/ws/:id': { open: async ({ params }) => ({ name: params.id, host: '*sockets', none: undefined, list: ['x'], long: 'x'.repeat(201) })[params.id] },
      '/ws/exact': { open: async () => 'exact' },
    }`
    const { world, connect } = await openSockets(source, { sockets: { '/ws/:id': [], '/ws/exact': [] } })
    for (const path of ['name', 'exact', 'n%61me']) await connect(`/shop/ws/${path}`)
    for (const path of ['host', 'none', 'list', 'long', 'x'])
      await expect(connect(`/shop/ws/${path}`)).rejects.toThrow('403')
    for (const path of ['/shop/ws', '/shop/ws/', '/shop/ws/a/b', '/notes/ws/name', '/shop/ws/' + 'x'.repeat(257)])
      await expect(connect(path)).rejects.toThrow('404')
    for (const path of ['/-/package/socket/shop/ws/name', '/-/package/public/shop/ws/name'])
      await expect(connect(path)).rejects.toThrow()
    expect((await world.call('GET', '/shop/ws/name')).status).toBe(400)
    expect((await world.call('POST', '/shop/ws/name')).status).toBe(405)
    await expect(connect('/shop/ws/name?last_id=x')).rejects.toThrow('422')
  })

  test('shows its code no cookie, key or address', async () => {
    const source = `sockets: { '/ws/:id': { open: async () => 'x', message: async (_text, request) => request } }`
    const { connect } = await openSockets(source)
    const headers = { cookie: 'satchel_session=x', 'x-api-key': 'x', authorization: 'Bearer x', 'x-forwarded-for': '9' }
    const { say, messages } = await connect('/shop/ws/1?token=mine&api-key=x', { headers })
    say('who')
    await expect
      .poll(() => messages)
      .toEqual([{ params: { id: '1' }, query: { token: 'mine' }, headers: { host: expect.any(String) } }])
  })

  test('is notified when its connection opens and closes, with the same id', async () => {
    const note = (what: string) => `async ({ id, request }, ctx) => {
      const { seen = '' } = await ctx.items.get(request.params.id)
      await ctx.items.update(request.params.id, { seen: seen + '${what} ' + id + ' ' })
    }`
    const source = `sockets: { '/ws/:id': { ${OF_ITEM}, heartbeat: ${note('alive')}, close: ${note('closed')} } }`
    const { make, connect, seen } = await openSockets(source, { sockets: { '/ws/:id': ['heartbeat', 'close'] } })
    const id = await make()
    const { socket } = await connect(`/shop/ws/${id}`)
    await expect.poll(() => seen(id)).toMatch(/^alive \S+ $/)
    socket.close()
    await expect.poll(() => seen(id)).toMatch(/^alive (\S+) closed \1 $/)
  })

  test('sends text of 4 kB, at a limited rate, and only if the extension reads it', async () => {
    const source = `sockets: {
      '/ws/:id': { open: async () => 'x', message: async (text) => text.length },
      '/ws/deaf/:id': { open: async () => 'x' },
    }`
    const code = { sockets: { '/ws/:id': ['message'], '/ws/deaf/:id': [] } }
    const { connect } = await openSockets(source, code, { env: { SERVICE_RATE_LIMIT_NO: '1000' } })
    const long = await connect('/shop/ws/1')
    long.say('x'.repeat(4096))
    await expect.poll(() => long.messages).toEqual([4096])
    long.say('x'.repeat(4097))
    await expect.poll(long.closed).toBe(1009)
    const binary = await connect('/shop/ws/1')
    binary.socket.send(Buffer.from('x'))
    await expect.poll(binary.closed).toBe(1008)
    const deaf = await connect('/shop/ws/deaf/1')
    deaf.say('x')
    await expect.poll(deaf.closed).toBe(1008)
    const eager = await connect('/shop/ws/1')
    for (let n = 0; n <= 100; n += 1) eager.say('x')
    await expect.poll(eager.closed).toBe(1008)
  })

  test('has a limit of connections, and of messages per minute, per address', async () => {
    const source = `sockets: { '/ws/:id': { open: async () => 'x', message: async (text) => text } }`
    const { world, connect } = await openSockets(source, CODE, {
      env: { SERVICE_RATE_LIMIT_NO: '1000', SERVICE_VISITOR_REQUESTS: '8' },
    })
    const all: TestSocket[] = []
    for (let n = 0; n < 8; n += 1) all.push(await connect('/shop/ws/1'))
    await expect(connect('/shop/ws/1')).rejects.toThrow('429')
    for (const { say } of all) for (let n = 0; n < 80; n += 1) say('1')
    const messages = () => all.flatMap((one) => one.messages)
    await expect.poll(() => messages().length, { timeout: 20_000 }).toBe(640)
    const refused = messages().filter((message) => typeof message === 'object')
    expect(refused).toHaveLength(40)
    expect(refused[0]).toEqual({ error: 'Too often; try again in a minute.' })
    world.advance(60)
    await connect('/shop/ws/1')
  })
})

test('a page of a package is updated over its socket', async () => {
  const source = `routes: { 'GET /p/:id': { handle: async ({ params }) =>
    ({ page: { title: 'x', channel: params.id, blocks: [{ kind: 'text', text: 'x' }] } }) } }, ${SOURCE}`
  const code = { ...CODE, routes: { 'GET /p/:id': route('public') } }
  const { world, make, connect } = await openSockets(source, code, { permissions: [...WS, permission('page')] })
  const page = await world.call('GET', `/shop/p/${await make()}`)
  const [, path = ''] = /data-channel="([^"]+)"/.exec(String(page.body)) ?? []
  expect(path).toMatch(/^\/shop\/ws\//)
  const { say, messages } = await connect(path)
  say('news')
  await expect.poll(() => messages).toContainEqual({ said: 'news', event_id: expect.any(Number) })
})

describe('a package with sockets is refused', () => {
  test.each([
    ['without the permission for them', CODE, [], 'needs the permission "ws"'],
    ['with a path of its routes', { sockets: { '/live/:id': [] } }, WS, '"/live/:id"'],
    ['with a path of another extension', { sockets: { '/ws/../../notes': [] } }, WS, 'not below "/ws"'],
    ['with a function that sockets do not have', { sockets: { '/ws/:id': ['open'] } }, WS, 'code.sockets'],
  ])('%s', async (_when, code, permissions, why) => {
    const { installed } = await open(SOURCE, code, { permissions })
    expect([installed.status, installed.body.detail]).toEqual([400, expect.stringContaining(why)])
  })
})

test('a package cannot push to channels of the host, nor without limit', async () => {
  const source = `routes: { 'POST /public/:id/push': { async handle({ params, body }, ctx) {
    for (let n = 0; n < body.times; n += 1) await ctx.notify.push(params.id, n)
    return { json: body.times }
  } } }`
  const body = { times: { type: 'int', doc: 'How often.' } }
  const { world } = await openSockets(source, { routes: { 'POST /public/:id/push': route('public', { body }) } })
  const push = async (channel: string, times: number) =>
    (await world.call('POST', `/shop/public/${channel}/push`, { body: { times } })).status
  expect(await push('*sockets', 1)).toBe(500)
  expect(await push('x'.repeat(201), 1)).toBe(500)
  for (let n = 0; n < 12; n += 1) expect([n, await push('x', 100)]).toEqual([n, 200])
  expect(await push('x', 1)).toBe(429)
})
