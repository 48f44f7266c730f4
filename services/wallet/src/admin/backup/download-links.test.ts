import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../test/world/accounts/make-acl-token.ts'
import { logInBrowser, openBrowser, type TestBrowser } from '../../../test/world/accounts/open-browser.ts'
import { type Answer, openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

const ROOT = { username: 'root', password: 'correct horse' }
const BACKUP = '/admin/api/v1/backup'
const EXPORT = '/api/v1/payments/export?format=csv&wallet_id=all'

describe.each(LOGIC_DIALECTS)('links for one download, on %s', (dialect) => {
  let world: World
  let alice: TestBrowser
  beforeAll(async () => {
    world = await openWorld({
      dialect,
      env: { SUPER_USER_USERNAME: ROOT.username, SUPER_USER_PASSWORD: ROOT.password },
    })
    alice = await openBrowser(world, 'alice')
  })
  /** The limit of a minute is another test's. */
  beforeEach(() => world.advance(61))
  afterAll(() => world.close())

  const make = async (browser: TestBrowser, path = EXPORT): Promise<Answer> =>
    browser.call('POST', '/api/v1/download-links', { body: { path } })
  const stepUp = (browser: TestBrowser, password = 'a good password') =>
    browser.call('POST', '/api/v1/auth/step-up', { body: { password } })
  const pathOf = ({ body }: Answer): string => new URL(body.url).pathname
  /** As a browser follows a link: with its cookie and no header of ours. */
  const follow = (path: string, cookie?: string): Promise<Answer> =>
    world.call('GET', path, { headers: { ...(cookie !== undefined && { cookie }) } })

  test('a link downloads once, and is not cached', async () => {
    await stepUp(alice)
    const made = await make(alice)
    expect([made.status, made.headers['cache-control']]).toEqual([201, 'no-store'])
    expect(made.body.expires_at).toBe(world.nowSeconds() + 60)
    const file = await follow(pathOf(made), alice.cookie())
    expect([file.status, file.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(file.headers['content-type']).toContain('text/csv')
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="payments-/)
    expect(file.body).toMatch(/^time,|^"?\w+"?,/)
    const again = await follow(pathOf(made), alice.cookie())
    expect([again.status, again.body.code]).toEqual([400, 'link_is_over'])
  })

  test('of many concurrent requests one gets the file', async () => {
    await stepUp(alice)
    const path = pathOf(await make(alice))
    const answers = await Promise.all(Array.from({ length: 5 }, () => follow(path, alice.cookie())))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400])
  })

  test('a link rejects HEAD, which does not use it up', async () => {
    await stepUp(alice)
    const path = pathOf(await make(alice))
    const head = await world.call('HEAD', path, { headers: { cookie: alice.cookie() } })
    expect([head.status, head.headers['allow']]).toEqual([405, 'GET, OPTIONS'])
    expect((await follow(path, alice.cookie())).status).toBe(200)
  })

  test('the URL does not reveal its user, in any usual encoding', async () => {
    await stepUp(alice)
    const { body: user } = await alice.call('GET', '/api/v1/auth')
    const path = pathOf(await make(alice))
    for (const part of path.split(/[/.]/)) {
      for (const encoding of ['base64url', 'hex', 'latin1'] as const) {
        const text = Buffer.from(part, encoding).toString('latin1')
        expect(text).not.toContain(user.id)
        expect(text).not.toContain(user.id.replaceAll('-', ''))
      }
    }
  })

  test('a link ends with the access tokens of its user', async () => {
    const wallet = await world.openWallet()
    const token = await tokenOf(world, wallet)
    const made = await world.call('POST', '/api/v1/download-links', { token, body: { path: EXPORT } })
    expect((await world.call('POST', '/api/v1/auth/logout-everywhere', { token })).status).toBe(200)
    const { status, body } = await follow(pathOf(made))
    expect([status, body.code]).toEqual([400, 'link_is_over'])
  })

  test('a link works for 60 seconds', async () => {
    await stepUp(alice)
    const [early, late] = [pathOf(await make(alice)), pathOf(await make(alice))]
    world.advance(59)
    expect((await follow(early, alice.cookie())).status).toBe(200)
    world.advance(1)
    expect((await follow(late, alice.cookie())).body.code).toBe('link_is_over')
  })

  test('another user cannot use the link, and does not use it up', async () => {
    const mallory = await openBrowser(world, `mallory-${dialect}`)
    await stepUp(alice)
    const path = pathOf(await make(alice))
    expect((await follow(path)).body.code).toBe('link_is_over')
    expect((await follow(path, mallory.cookie())).body.code).toBe('link_is_over')
    expect((await follow(`${path}x`, alice.cookie())).body.code).toBe('link_is_over')
    expect((await follow('/api/v1/downloads/x.y', alice.cookie())).body.code).toBe('link_is_over')
    expect((await follow(path, alice.cookie())).status).toBe(200)
  })

  test('created with an access token it needs no cookie; a token of an access list cannot create one', async () => {
    const wallet = await world.openWallet(10)
    const token = await tokenOf(world, { userId: wallet.userId })
    const made = await world.call('POST', '/api/v1/download-links', { token, body: { path: EXPORT } })
    expect((await follow(pathOf(made))).status).toBe(200)
    const { token: acl } = await makeAclToken(world, token, ['GET /api/v1/payments/export'])
    const refused = await world.call('POST', '/api/v1/download-links', { token: acl, body: { path: EXPORT } })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_on_access_list'])
  })

  test('a session must step up before it creates one', async () => {
    world.advance(301)
    const stale = await make(alice)
    expect([stale.status, stale.body.step_up]).toEqual([401, ['password']])
    await stepUp(alice)
    expect((await make(alice)).status).toBe(201)
  })

  test.each([
    '/api/v1/wallets',
    '/admin/api/v1/backup?x=1',
    '/admin/api/v1/backup/../settings',
    '//evil.example/api/v1/payments/export',
    'https://evil.example/api/v1/payments/export',
    '/api/v1/payments/export/../../wallets',
    '/api/v1/payments/export?a=b c',
    '/api/v1/payments/export#x',
  ])('a link for %s is rejected', async (path) => {
    await stepUp(alice)
    expect((await make(alice, path)).status).toBe(422)
  })

  test('only the super user creates one for a backup, and the rights at the time of use count', async () => {
    await stepUp(alice)
    const refused = await make(alice, BACKUP)
    expect([refused.status, refused.body.code]).toEqual([403, 'super_user_required'])
    const bob = await openBrowser(world, `bob-${dialect}`)
    const path = pathOf(await make(bob))
    const root = await tokenOf(world, { userId: (await logInBrowser(world, ROOT).then(meOf)).id })
    await world.call('PUT', `/users/api/v1/user/${(await meOf(bob)).id}`, { token: root, body: { disabled: true } })
    expect((await follow(path, bob.cookie())).status).toBeGreaterThanOrEqual(400)
  })

  test('errors of the route of the link are passed on', async () => {
    await stepUp(alice)
    const path = pathOf(await make(alice, '/api/v1/payments/export?format=xls'))
    expect((await follow(path, alice.cookie())).status).toBe(422)
  })

  test('the eleventh in a minute is 429, and each is in the audit log without its query', async () => {
    const carol = await openBrowser(world, `carol-${dialect}`)
    const answers: number[] = []
    for (let count = 0; count < 11; count += 1) answers.push((await make(carol)).status)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 201), 429])
    const root = await tokenOf(world, { userId: (await logInBrowser(world, ROOT).then(meOf)).id })
    const { id } = await meOf(carol)
    const audit = await world.call('GET', `/admin/api/v1/audit?action=download-link-created&actor=${id}`, {
      token: root,
    })
    expect(audit.body.total).toBe(10)
    expect(audit.body.data[0].subject).toBe('/api/v1/payments/export')
  })

  test('a backup is streamed; a reader that disconnects leaves no copy behind', async () => {
    const root = await logInBrowser(world, ROOT)
    const made = await make(root, BACKUP)
    if (dialect === 'postgres') {
      expect((await follow(pathOf(made), root.cookie())).status).toBe(501)
      return
    }
    await world.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.app.server.address() as AddressInfo
    const open = async (path: string) => {
      const request = get({ host: '127.0.0.1', port, path, headers: { cookie: root.cookie() } })
      const [response] = await once(request, 'response')
      return { request, response }
    }
    const whole = await open(pathOf(made))
    const pieces: Buffer[] = []
    for await (const piece of whole.response) pieces.push(piece)
    expect([whole.response.statusCode, whole.response.headers['content-type']]).toEqual([200, 'application/gzip'])
    expect(gunzipSync(Buffer.concat(pieces)).toString('latin1')).toContain('database.sqlite')
    const cut = await open(pathOf(await make(root, BACKUP)))
    cut.request.destroy()
    await expect.poll(async () => copiesIn(await homeOf(world))).toEqual([])
  })
})

const meOf = async (browser: TestBrowser): Promise<{ id: string }> =>
  (await browser.call('GET', '/api/v1/auth')).body as { id: string }

const copiesIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('backup-'))

async function homeOf({ db }: World): Promise<string> {
  const file = await db.first(
    `SELECT file FROM pragma_database_list WHERE name = 'main'`,
    [],
    (row: { file: string }) => row.file,
  )
  return String(file).replace(/\/satchel\.db$/, '')
}
