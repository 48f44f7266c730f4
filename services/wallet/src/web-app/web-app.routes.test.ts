import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { openWorld } from '../../test/world/open-world.ts'
import { readConfig } from '../config/config.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml' }
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types satchel"

const FILES: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html><title>App</title>',
  'sw.js': 'self',
  stamp: 'digest',
  'icon.svg': '<svg/>',
  'assets/app-Ab3_-x9Z.js': `console.log('${'satchel '.repeat(200)}')`,
  'assets/scan-worker-Qq1_-x9Z.js': 'wasm',
}

async function open({ built = true, env = {} }: { built?: boolean; env?: Record<string, string> } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-app-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  if (built) for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  const world = await openWorld({ dialect: 'sqlite', env, webAppFolder: folder })
  onTestFinished(() => world.close())
  return (url: string, headers: Record<string, string> = BROWSER, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    world.app.inject({ method, url, headers })
}

test('every answer below /app/ has the policy, also errors and redirects', async () => {
  const ask = await open()
  for (const url of [
    '/app',
    '/app/',
    '/app/receive',
    '/app/sw.js',
    '/app/assets/app-Ab3_-x9Z.js',
    '/app/assets/gone.js',
  ])
    expect([url, (await ask(url)).headers['content-security-policy']]).toEqual([url, POLICY])
  const scanner = await ask('/app/assets/scan-worker-Qq1_-x9Z.js')
  expect(scanner.headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  )
})

test('hashed files may be cached forever, the page and the service worker are revalidated', async () => {
  const ask = await open()
  expect((await ask('/app/assets/app-Ab3_-x9Z.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  )
  for (const url of ['/app/', '/app/index.html', '/app/sw.js', '/app/icon.svg'])
    expect([url, (await ask(url)).headers['cache-control']]).toEqual([url, 'no-cache'])
})

test('a file is sent in a compression that the browser accepts, each with its own tag', async () => {
  const ask = await open()
  const file = '/app/assets/app-Ab3_-x9Z.js'
  const text = FILES['assets/app-Ab3_-x9Z.js']
  const br = await ask(file, { 'accept-encoding': 'gzip, deflate, br' })
  expect([br.headers['content-encoding'], brotliDecompressSync(br.rawPayload).toString()]).toEqual(['br', text])
  const gzip = await ask(file, { 'accept-encoding': 'gzip, br;q=0' })
  expect([gzip.headers['content-encoding'], gunzipSync(gzip.rawPayload).toString()]).toEqual(['gzip', text])
  const plain = await ask(file, {})
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, text])
  expect(plain.headers['vary']).toBe('Accept-Encoding')
  expect(new Set([br, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3)
  const again = await ask(file, { 'accept-encoding': 'br', 'if-none-match': String(br.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('a route of the app is its page for a browser; a missing file and a program get 404', async () => {
  const ask = await open()
  const place = await ask('/app/wallets/abc')
  expect([place.statusCode, place.headers['content-type'], place.body]).toEqual([
    200,
    'text/html; charset=utf-8',
    FILES['index.html'],
  ])
  expect((await ask('/app/assets/app-11111111.js')).statusCode).toBe(404)
  expect((await ask('/app/wallets', { accept: 'application/json' })).statusCode).toBe(404)
  expect((await ask('/app/stamp', { accept: 'application/json' })).statusCode).toBe(404)
  expect((await ask('/app/', BROWSER, 'HEAD')).statusCode).toBe(200)
  expect((await ask('/app/', BROWSER, 'POST')).statusCode).toBe(405)
})

test('the start page redirects browsers to the app, and not programs or redirects of a provider', async () => {
  const ask = await open()
  const browser = await ask('/')
  expect([browser.statusCode, browser.headers['location']]).toEqual([302, '/app/'])
  expect(browser.headers['vary']).toBe('Accept, Accept-Language')
  expect((await ask('/app')).headers['location']).toBe('/app/')
  expect((await ask('/', { accept: '*/*' })).statusCode).toBe(200)
  const arrival = await ask('/?start')
  expect([arrival.statusCode, arrival.body.includes('/assets/arrive.js')]).toEqual([200, true])
})

test('without a build a styled page says how to make one, and the start page works', async () => {
  const ask = await open({ built: false })
  const page = await ask('/app/')
  expect([page.statusCode, page.headers['content-security-policy']]).toEqual([200, POLICY])
  expect(page.body).toContain('npm run web')
  expect((await ask('/')).statusCode).toBe(200)
})

test('with a path in its URL the app is off, and its page and the start log say why', async () => {
  const env = { SERVICE_PUBLIC_URL: 'https://example.com/wallet/' }
  const ask = await open({ env })
  for (const url of ['/app/', '/app/receive', '/app/sw.js']) {
    const page = await ask(url)
    expect([page.statusCode, page.headers['content-security-policy']]).toEqual([200, POLICY])
    expect(page.body).toContain('SERVICE_PUBLIC_URL')
    expect(page.body).toContain('href="/wallet/docs"')
  }
  expect((await ask('/')).statusCode).toBe(200)
  const warningsOf = (publicUrl: string): readonly string[] => {
    const read = readConfig({ ...env, SERVICE_PUBLIC_URL: publicUrl })
    return 'config' in read ? read.config.warnings : []
  }
  const aboutPath = expect.stringContaining('SERVICE_PUBLIC_URL has a path')
  expect(warningsOf('https://example.com/wallet')).toContainEqual(aboutPath)
  expect(warningsOf('https://example.com/')).not.toContainEqual(aboutPath)
})

test('files of the app do not count against the request limit', async () => {
  const ask = await open({ env: { SERVICE_RATE_LIMIT_NO: '3' } })
  for (let time = 0; time < 10; time += 1) expect((await ask('/app/sw.js')).statusCode).toBe(200)
  const paths = Object.keys((await ask('/openapi.json')).json().paths)
  expect(paths.filter((path) => path.startsWith('/app'))).toEqual([])
})
