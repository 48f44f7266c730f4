import { expect, test } from 'vitest'
import { makeAclToken } from '../../../../test/world/accounts/make-acl-token.ts'
import { register } from '../../../../test/world/accounts/register.ts'
import { buildPackage, packageManifest } from '../../../../test/world/extensions/build-archive.ts'
import { openExtensionWorld } from '../../../../test/world/extensions/open-extension-world.ts'

const TITLE = { title: { type: 'text', max: 100, doc: 'What it says.' } }
const ITS_PATHS = ['/diary/api/v1/', '/diary/api/v1/{id}']

async function open() {
  const opened = await openExtensionWorld('sqlite')
  const { world, root } = opened
  const ask = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    world.app.inject({ method, url: '/openapi.json', headers })
  const manual = async () => (await ask()).json()
  const pathsOf = async (extId: string): Promise<string[]> =>
    Object.keys((await manual()).paths).filter((path) => path.startsWith(`/${extId}/`))
  const list = (entries: readonly string[], token = root) =>
    world.call('POST', '/api/v1/auth/acls', { token, body: { name: 'list', allowed_endpoints: entries } })
  const choices = async (token: string): Promise<string[]> =>
    (await world.call('GET', '/api/v1/auth/acls/endpoints', { token })).body.map(
      ({ endpoint }: { endpoint: string }) => endpoint,
    )
  return { ...opened, ask, manual, pathsOf, list, choices }
}

test('an installed package is in the API manual, and a token can be for its resource alone, until it is removed', async () => {
  const { world, publisher, root, install, govern, manual, pathsOf, list, choices } = await open()
  const unknown = { status: 422, body: { errors: [{ loc: ['body', 'allowed_endpoints', 0] }] } }
  expect(await pathsOf('diary')).toEqual([])
  expect(await list(['GET /diary/api/v1/'])).toMatchObject(unknown)
  await publisher.publish('diary', '1.0.0', { inside: { noun: 'page' } })
  await install('diary')
  await install('notes')

  const { paths, tags } = await manual()
  expect(await pathsOf('diary')).toEqual(ITS_PATHS)
  expect(tags).toContainEqual({ name: 'diary (package)', description: 'The diary 1.0.0: Keeps diary.' })
  expect(paths['/diary/api/v1/'].post).toMatchObject({
    operationId: 'diaryCreate',
    summary: 'Create a page',
    description: expect.stringContaining('Access: admin key, access token.'),
    tags: ['diary (package)'],
    requestBody: { content: { 'application/json': { schema: { properties: { title: { maxLength: 100 } } } } } },
    responses: { 201: {}, 401: {}, 403: {}, 422: {} },
  })
  expect(await choices(root)).toEqual(expect.arrayContaining(['GET /diary/api/v1/', 'DELETE /diary/api/v1/{id}']))

  const make = async (title: string) =>
    (await world.call('POST', '/diary/api/v1/', { token: root, body: { title } })).body
  const [first, second] = [await make('Monday'), await make('Tuesday')]
  const { token } = await makeAclToken(world, root, ['GET /diary/api/v1/', 'GET /diary/api/v1/{id}'])
  expect(await world.call('GET', '/diary/api/v1/', { token })).toMatchObject({ status: 200, body: [second, first] })
  expect(await world.call('GET', '/diary/api/v1', { token })).toMatchObject({ status: 200 })
  expect(await world.call('GET', `/diary/api/v1/${first.id}`, { token })).toMatchObject({ status: 200, body: first })
  const others = [
    ['POST', '/diary/api/v1/', { title: 'Mine' }],
    ['PUT', `/diary/api/v1/${first.id}`, { title: 'Mine' }],
    ['DELETE', `/diary/api/v1/${first.id}`, undefined],
    ['GET', '/notes/api/v1/', undefined],
    ['GET', '/api/v1/wallet', undefined],
    ['GET', '/api/v1/extension', undefined],
  ] as const
  for (const [method, path, body] of others) {
    expect([method, path, (await world.call(method, path, { token, body })).status]).toEqual([method, path, 403])
  }
  const { token: ofOne } = await makeAclToken(world, root, [`GET /diary/api/v1/${first.id}`])
  const statuses = [first, second].map(({ id }) => world.call('GET', `/diary/api/v1/${id}`, { token: ofOne }))
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 403])

  await govern({ extension: 'diary', remove: true })
  expect(await pathsOf('diary')).toEqual([])
  expect(await choices(root)).not.toContain('GET /diary/api/v1/')
  expect(await list(['GET /diary/api/v1/'])).toMatchObject(unknown)
  expect((await world.call('GET', '/diary/api/v1/', { token })).status).toBe(404)
})

test('the manual shows the current package: upgraded, rolled back, disabled, public', async () => {
  const { publisher, install, govern, manual, pathsOf } = await open()
  const fields = async () =>
    Object.keys((await manual()).paths['/diary/api/v1/'].post.requestBody.content['application/json'].schema.properties)
  await publisher.publish('diary', '1.0.0')
  await install('diary')
  expect(await fields()).toEqual(['title', 'wallet'])
  const mood = { type: 'text', max: 10, doc: 'How it was.', default: 'fine', show: 'public' }
  await publisher.publish('diary', '1.1.0', { inside: { resource: { ...TITLE, mood } } })
  await govern({ extension: 'diary', upgrade_to: '1.1.0' })
  expect(await fields()).toEqual(['title', 'mood', 'wallet'])
  expect(await pathsOf('diary')).toEqual([...ITS_PATHS, '/diary/public/{id}'])
  await govern({ extension: 'diary', rollback: true })
  expect(await fields()).toEqual(['title', 'wallet'])
  await govern({ extension: 'diary', active: false })
  expect(await pathsOf('diary')).toEqual([])
})

test('a package for administrators is listed for them alone, and the routes of code as those of fields', async () => {
  const { world, publisher, root, install, govern, pathsOf, list, choices } = await open()
  const someone = await register(world)
  await publisher.publish('diary', '1.0.0')
  await install('diary')
  await govern({ extension: 'diary', admin_only: true })
  const routes = { 'GET /api/v1/:id/words': { access: 'invoice', summary: 'Its words' } }
  const js = { runtime: { kind: 'js', entry: 'main.js' }, code: { hooks: [], routes } }
  const archive = await buildPackage(packageManifest('coded', '1.0.0', js), [{ name: 'main.js', content: '' }])
  publisher.publishArchive('coded', '1.0.0', archive)
  await install('coded')
  expect(await pathsOf('diary')).toEqual([])
  expect(await pathsOf('coded')).toContain('/coded/api/v1/{id}/words')
  expect(await choices(someone.token)).not.toContain('GET /diary/api/v1/')
  expect(await list(['GET /diary/api/v1/'], someone.token)).toMatchObject({ status: 422 })
  expect(await choices(root)).toContain('GET /diary/api/v1/')
  expect(await list(['GET /diary/api/v1/'], root)).toMatchObject({ status: 201 })
  expect(await list(['GET /coded/api/v1/{id}/words'], root)).toMatchObject({ status: 201 })
})

test('texts of a publisher are plain text in the manual', async () => {
  const { publisher, install, manual } = await open()
  const form = '<form action="https://evil.example"><input name="key">'
  const resource = { title: { type: 'text', max: 100, doc: form, default: '<b>' } }
  await publisher.publish('diary', '1.0.0', { inside: { noun: form, short_description: form, resource } })
  await install('diary')
  const { paths, tags } = await manual()
  const { post } = paths['/diary/api/v1/']
  const { title } = post.requestBody.content['application/json'].schema.properties
  for (const text of [post.summary, post.description, title.description, tags.at(-1).description]) {
    expect(text).toContain('&lt;form')
    expect(text).not.toContain('<')
  }
  expect(title.default).toBe('<b>')
})

test('a reader with the current manual gets 304, and a new one once it has changed', async () => {
  const { publisher, install, ask } = await open()
  const { headers, body } = await ask()
  const known = { 'if-none-match': String(headers['etag']) }
  expect(headers['cache-control']).toBe('no-cache')
  const again = await ask(known)
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await ask({}, 'HEAD')).headers['content-length']).toBe(String(Buffer.byteLength(body)))
  await publisher.publish('diary', '1.0.0')
  await install('diary')
  const changed = await ask(known)
  expect(changed.statusCode).toBe(200)
  expect(changed.body.length).toBeGreaterThan(body.length)
  expect((await ask({}, 'HEAD')).headers['content-length']).toBe(String(Buffer.byteLength(changed.body)))
})
