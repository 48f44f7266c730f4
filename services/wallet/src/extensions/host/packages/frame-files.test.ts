import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { describe, expect, test } from 'vitest'
import { buildPackage, packageManifest, sha256 } from '../../../../test/world/extensions/build-archive.ts'
import {
  openPackageWorld,
  PACKAGE_RESOURCE,
  permission,
  route,
} from '../../../../test/world/extensions/open-package-world.ts'

const FILES = {
  'game.html': '<!doctype html><title>Game</title><script src="game.js"></script>',
  'game.js': 'document.title = 1',
  'parts/style.min.css': 'p { color: red }',
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'levels.json': '[1]',
}
const parts = Object.entries({ ...FILES, 'hidden.html': 'not in the manifest' }).map(([name, content]) => ({
  name: `frames/${name}`,
  content,
}))
const FRAMES = Object.keys(FILES)
const ROUTES = { 'GET /p/:id': route('public'), 'POST /public/:id/score': route('public') }
const PERMISSIONS = [permission('page'), permission('frames')]

const withPage = (layout: string) => `routes: {
  'GET /p/:id': { handle: async () => ({ page: { title: 'Game', layout: '${layout}', blocks: [
    { kind: 'frame', file: 'game.html', title: 'Gäme', routes: ['POST /public/:id/score'], data: { id: '"x"' } },
  ] } }) },
  'POST /public/:id/score': { handle: async () => ({ json: 1 }) },
}`

const openGame = async (layout = 'narrow') => {
  const code = { routes: ROUTES, frames: FRAMES }
  const port = await reservePort()
  const env = { SERVICE_PUBLIC_URL: `http://localhost:${port}/base` }
  const opened = await openPackageWorld(withPage(layout), code, { permissions: PERMISSIONS, parts, env })
  const { hash } = (await opened.adminRow('shop')) as { hash: string }
  const place = `/static/frames/shop/${hash}/`
  const get = (path: string, headers: Record<string, string> = {}) =>
    opened.world.call('GET', path, { headers: { host: 'pay.example', ...headers } })
  return { ...opened, hash, place, get, port }
}

describe('the files for frames of a package', () => {
  test('files for frames have an opaque origin and load only one another, also in their own window', async () => {
    const { get, place, port } = await openGame()
    const { status, headers, body } = await get(`${place}game.html?x=1`)
    expect([status, body]).toEqual([200, FILES['game.html']])
    const own = `http://localhost:${port}/base${place} http://pay.example/base${place}`
    expect(headers['content-security-policy']).toBe(
      `sandbox allow-scripts; default-src 'none'; script-src ${own}; style-src ${own} 'unsafe-inline'; ` +
        `img-src ${own} data: blob:; font-src ${own}; connect-src 'none'; form-action 'none'; ` +
        "frame-ancestors 'self'; base-uri 'none'",
    )
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(headers['set-cookie']).toBeUndefined()
    const types = {
      'game.js': 'text/javascript; charset=utf-8',
      'parts/style.min.css': 'text/css; charset=utf-8',
      'logo.svg': 'image/svg+xml',
      'levels.json': 'application/json',
    }
    for (const [name, type] of Object.entries(types)) {
      const file = await get(place + name)
      expect([name, file.status, file.headers['content-type']]).toEqual([name, 200, type])
      expect(file.headers['content-security-policy']).toBe(headers['content-security-policy'])
    }
  })

  test.each(['pay.example;script-src *', '[::1]:5000', 'x y'])('no policy is written for the host %j', async (host) => {
    const { get, place, port } = await openGame()
    const { headers } = await get(`${place}game.html`, { host })
    expect(String(headers['content-security-policy']).split('; ')[2]).toBe(
      `script-src http://localhost:${port}/base${place}`,
    )
  })

  test('are found by their exact names only', async () => {
    const { world, place, hash, port } = await openGame()
    await world.app.listen({ host: '127.0.0.1', port })
    const below = `/static/frames/shop/${hash}`
    const other = `/static/frames/shop/${'0'.repeat(64)}/game.html`
    const paths = [
      'hidden.html',
      'nothing.html',
      'game.html/',
      '/game.html',
      'GAME.html',
      'game%2Ehtml',
      '%67ame.html',
      '../main.js',
      '%2e%2e/main.js',
      '..%2fmain.js',
      'parts/../game.js',
      'parts/%2e%2e/game.js',
      './game.js',
      '..\\main.js',
      'game.html%00',
      'game.html;x',
      'parts',
      'parts/',
    ].map((name) => place + name)
    paths.push(below, other, `/static/frames/notes/${hash}/game.html`, `/static/frames/shop/${hash}/manifest.json`)
    paths.push('/static/frames/constructor/undefined/game.html', '/shop/frames/game.html')
    const statuses = new Map<string, string | undefined>()
    for (const path of [...paths, `${place}game.js`]) statuses.set(path, await statusOf(port, path))
    expect(statuses.get(`${place}game.js`)).toBe('200')
    expect([...statuses].filter(([, status]) => status !== '404')).toEqual([[`${place}game.js`, '200']])
  })

  test('files are those of the version in use, while the extension is available', async () => {
    const { world, publisher, place, get, govern } = await openGame()
    const runtime = { kind: 'js', entry: 'main.js' }
    const more = { runtime, permissions: PERMISSIONS, resource: PACKAGE_RESOURCE }
    const manifest = packageManifest('shop', '1.1.0', { ...more, code: { hooks: [], frames: ['game.html'] } })
    const code = { name: 'main.js', content: 'export default {}' }
    const next = await buildPackage(manifest, [code, { name: 'frames/game.html', content: 'next' }])
    publisher.publishArchive('shop', '1.1.0', next)
    expect((await govern({ extension: 'shop', upgrade_to: '1.1.0' })).status).toBe(200)
    const now = `/static/frames/shop/${sha256(next)}/game.html`
    expect((await get(`${place}game.html`)).status).toBe(404)
    expect((await get(now)).body).toBe('next')
    await world.restart()
    expect((await get(now)).body).toBe('next')
    await govern({ extension: 'shop', active: false })
    expect((await get(now)).status).toBe(404)
  })

  test('files are no scripts, styles or workers of pages of this origin, whose policies trust it', async () => {
    const { get, place } = await openGame()
    const ask = async (dest: string, site: string, name = 'game.js') =>
      (await get(place + name, { 'sec-fetch-dest': dest, 'sec-fetch-site': site })).status
    for (const dest of ['script', 'style', 'worker', 'serviceworker', 'image', 'empty', 'object'])
      expect([dest, await ask(dest, 'same-origin')]).toEqual([dest, 404])
    expect(await ask('iframe', 'same-origin', 'game.html')).toBe(200)
    expect(await ask('document', 'none', 'game.html')).toBe(200)
    expect(await ask('script', 'cross-site')).toBe(200)
  })
})

describe('a page with a frame of its package', () => {
  test('a page frames the files of this version, and says what it needs without JavaScript', async () => {
    const { get, make, place, port } = await openGame()
    const { status, headers, body } = await get(`/shop/p/${await make()}`)
    expect(status).toBe(200)
    expect(String(headers['content-security-policy']).split('; ').slice(-2)).toEqual([
      "frame-ancestors 'none'",
      `frame-src http://localhost:${port}/base${place} http://pay.example/base${place}`,
    ])
    expect(body).toContain(
      `<iframe class="js" data-file="/base${place}game.html" data-routes="[&quot;POST /public/:id/score&quot;]" ` +
        'data-json="{&quot;id&quot;:&quot;\\&quot;x\\&quot;&quot;}" title="Gäme" sandbox="allow-scripts" ' +
        'referrerpolicy="no-referrer" height="400"></iframe>',
    )
    expect(body).toContain('<p class="muted nojs">This part of the page needs JavaScript.</p>')
    expect(body).toContain('/frames/serve-frame.js"></script>')
  })

  test('a page with a frame cannot be framed itself, as an overlay may be', async () => {
    const { get, make } = await openGame('bare')
    const { headers } = await get(`/shop/p/${await make()}`)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})

describe('a package with files for frames is refused', () => {
  test.each([
    ['without the permission for them', { permissions: [permission('page')] }, 'needs the permission "frames"'],
    ['without the permission for pages', { permissions: [permission('frames')] }, 'needs the permission "page"'],
    ['when it names a file that is not there', { frames: ['other.html'] }, 'other.html'],
    ['when it names a file of another kind', { frames: ['game.exe'] }, 'code.frames'],
    ['when it names a file elsewhere', { frames: ['../main.js'] }, 'code.frames'],
    ['when a file is too long', { frames: ['long.js'] }, 'longer than 1 MB'],
  ])(
    '%s',
    async (_when, {
      permissions = PERMISSIONS,
      frames = ['game.html'],
    }: { permissions?: object[]; frames?: string[] }, why) => {
      const long = { name: 'frames/long.js', content: Buffer.alloc(1024 * 1024 + 1, 'x'), compress: false }
      const { installed } = await openPackageWorld('', { frames }, { permissions, parts: [...parts, long] })
      expect([installed.status, installed.body.detail]).toEqual([400, expect.stringContaining(why)])
    },
  )
})

/** Requests an unnormalized path: every client would normalize it. */
async function statusOf(port: number, path: string): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`)
  return /^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1]
}
