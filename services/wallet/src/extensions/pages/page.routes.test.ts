import { gunzipSync } from 'node:zlib'
import type { Page } from '@satchel/extension-sdk/page'
import type { HttpApp } from '@satchel/http/http-app'
import { openTestApp } from '@satchel/http/world/open-test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld } from '../../../test/world/open-world.ts'
import { INVOICE } from '../../../test/world/pages/sample-pages.ts'
import { pageRoutes, sendPage } from './page.routes.ts'
import { CODE_READER_FILES, PAGE_FILES } from './page-files.ts'

const PUBLIC_URL = 'https://pay.example/base'
let app: HttpApp
let page: Page

beforeAll(async () => {
  app = await openTestApp((routes) => {
    pageRoutes(routes, { publicUrl: PUBLIC_URL })
    routes.get('/sample/p/x', { config: { access: 'anyone' } }, async (_request, reply) =>
      sendPage(reply, page, { extId: 'sample', path: '/p/x', publicUrl: PUBLIC_URL }),
    )
  })
})
afterAll(() => app?.close())

const ask = (url: string) => app.inject({ method: 'GET', url })

async function policyOf(shown: Page): Promise<Map<string, string>> {
  page = shown
  const { headers } = await ask('/sample/p/x')
  const directives = String(headers['content-security-policy']).split('; ')
  return new Map(directives.map((one) => [one.split(' ')[0] ?? '', one.split(' ').slice(1).join(' ')]))
}

test('a page has a policy that permits only our own files', async () => {
  const policy = await policyOf({ title: 'T', blocks: [] })
  expect(Object.fromEntries(policy)).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data: https:",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  })
  const { headers, body } = await ask('/sample/p/x')
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'private, no-cache',
  })
  expect(body).toMatch(/^<!doctype html>/)
})

test('an overlay may be framed, unless it has something to click', async () => {
  const app = { kind: 'app', id: 'a', fallback: '' } as const
  const link = { kind: 'link', text: 'Go', href: '/p/y' } as const
  const form = { kind: 'form', action: '/x', submit: 'Send', fields: [] } as const
  expect((await policyOf({ title: 'T', layout: 'bare', blocks: [app] })).get('frame-ancestors')).toBe('*')
  for (const block of [link, form])
    expect((await policyOf({ title: 'T', layout: 'bare', blocks: [app, block] })).get('frame-ancestors')).toBe("'none'")
  expect((await policyOf({ title: 'T', layout: 'wide', blocks: [app] })).get('frame-ancestors')).toBe("'none'")
})

test('a page may frame only what it shows, and a URL cannot change its policy', async () => {
  const frame = (url: string) => ({ kind: 'frame', url, title: 'F' }) as const
  const framed = (...urls: string[]) => policyOf({ title: 'T', blocks: urls.map(frame) })
  expect((await framed('https://a.example/x?y', 'https://b.example:8443', 'https://a.example')).get('frame-src')).toBe(
    'https://a.example https://b.example:8443',
  )
  for (const url of [
    'https://a.example; script-src *',
    'https://a;script-src',
    'http://a.example',
    'javascript:x',
    '/p/x',
  ]) {
    const policy = await framed(url)
    expect(policy.get('frame-src')).toBeUndefined()
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.size).toBe(9)
  }
})

test('an extension without files for frames shows the title instead, and loads no script for it', async () => {
  const policy = await policyOf({ title: 'T', blocks: [{ kind: 'frame', file: 'game.html', title: 'Game' }] })
  expect(policy.get('frame-src')).toBeUndefined()
  const { body } = await ask('/sample/p/x')
  expect(body).toContain('<p dir="auto">Game</p>')
  expect(body).not.toContain('<iframe')
})

test('style and scripts may be cached permanently, under names that change with them', async () => {
  expect(PAGE_FILES.map(({ path }) => path.split('/').at(-1))).toContain('page.css')
  for (const { path, type, text } of PAGE_FILES) {
    const { statusCode, headers, body } = await ask(path)
    expect([statusCode, headers['content-type'], headers['cache-control'], headers['x-content-type-options']]).toEqual([
      200,
      type,
      'public, max-age=31536000, immutable',
      'nosniff',
    ])
    expect(body).toBe(text)
  }
})

test.each([
  ['gzip, deflate, br', 'gzip'],
  ['gzip;q=0.5', 'gzip'],
  ['br, gzip;q=0', undefined],
  ['identity', undefined],
])('a browser that accepts %s gets style and scripts as %s', async (accepted, encoding) => {
  for (const { path, text } of PAGE_FILES) {
    const answer = await app.inject({ method: 'GET', url: path, headers: { 'accept-encoding': accepted } })
    expect([answer.headers['content-encoding'], answer.headers['vary']]).toEqual([encoding, 'Accept-Encoding'])
    const body = encoding === undefined ? answer.rawPayload : gunzipSync(answer.rawPayload)
    expect(body.toString()).toBe(text)
  }
})

test('every imported script is served beside its importer', () => {
  const paths = PAGE_FILES.map(({ path }) => path)
  for (const { path, text } of PAGE_FILES)
    for (const [, name = ''] of text.matchAll(/from '(\.[^']+)'/g))
      expect(paths).toContain(new URL(name, `https://pay.example${path}`).pathname)
})

test('the reader of codes is a worker that may run WebAssembly, and only pages that read codes name it', async () => {
  for (const { path, type, bodies } of CODE_READER_FILES) {
    const plain = await ask(path)
    expect([plain.statusCode, plain.headers['content-type']]).toEqual([200, type])
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    })
    expect(plain.rawPayload.equals((await bodies()).plain)).toBe(true)
    const small = await app.inject({ method: 'GET', url: path, headers: { 'accept-encoding': 'gzip' } })
    expect(gunzipSync(small.rawPayload).equals(plain.rawPayload)).toBe(true)
  }
  page = { title: 'T', blocks: [] }
  expect((await ask('/sample/p/x')).body).not.toContain('data-reader')
  page = { ...page, readsCodes: true }
  expect((await ask('/sample/p/x')).body).toContain(`data-reader="/base${CODE_READER_FILES[0]?.path}"`)
})

test('a QR code is drawn for any text that fits, cached permanently, and contains no active content', async () => {
  const { statusCode, headers, body } = await ask(`/static/qr.svg?data=${INVOICE}`)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'none'; frame-ancestors 'none'",
  })
  expect(body).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox/)
  const hostile = await ask(`/static/qr.svg?data=${encodeURIComponent('</svg><script>alert(1)</script>')}`)
  expect(hostile.body).not.toContain('script')
})

test.each([
  ['/static/qr.svg', 422],
  ['/static/qr.svg?data=', 422],
  [`/static/qr.svg?data=${'x'.repeat(2301)}`, 422],
  [`/static/qr.svg?data=${encodeURIComponent('好'.repeat(1500))}`, 400],
])('%.40s is rejected with %d', async (url, status) => {
  const { statusCode, headers } = await ask(url)
  expect(statusCode).toBe(status)
  expect(headers['cache-control']).toBe('no-store')
})

test('an installable page can be installed, and starts at its URL', async () => {
  page = { title: 'Café & Bar', installable: true, blocks: [] }
  const link = /rel="manifest" href="([^"]+)"/.exec((await ask('/sample/p/x')).body)?.[1]?.replaceAll('&amp;', '&')
  expect(link).toMatch(/^\/base\/static\/app\.webmanifest\?/)
  const { headers, body } = await ask(String(link).slice('/base'.length))
  expect(headers['content-type']).toMatch(/^application\/manifest\+json/)
  expect(JSON.parse(body)).toMatchObject({
    name: 'Café & Bar',
    start_url: '/base/sample/p/x',
    scope: '/base/sample/',
    display: 'standalone',
    icons: [{ src: '/base/static/icon.svg' }],
  })
  expect((await ask('/static/icon.svg')).headers['content-type']).toBe('image/svg+xml')
  page = { title: 'Not this one', blocks: [] }
  expect((await ask('/sample/p/x')).body).not.toContain('manifest')
})

test.each(['ext=Sample', 'ext=../x', 'path=javascript:x', 'path=p', `path=/${'x'.repeat(200)}`, 'name='])(
  'no manifest is written for %.30s',
  async (wrong) => {
    const query = new URLSearchParams({ name: 'N', ext: 'sample', path: '/p/x' })
    for (const [name, value] of new URLSearchParams(wrong)) query.set(name, value)
    expect((await ask(`/static/app.webmanifest?${query.toString()}`)).statusCode).toBe(422)
  },
)

test('shared files of pages are not in the API manual', async () => {
  const { paths } = (await ask('/openapi.json')).json() as { paths: Record<string, unknown> }
  expect(Object.keys(paths).filter((path) => path.startsWith('/static'))).toEqual([])
})

test('the service serves every page file to every visitor', async () => {
  const world = await openWorld({ dialect: 'sqlite' })
  try {
    const paths = [...PAGE_FILES.map(({ path }) => path), '/static/icon.svg', `/static/qr.svg?data=${INVOICE}`]
    for (const path of paths) expect((await world.app.inject({ method: 'GET', url: path })).statusCode).toBe(200)
  } finally {
    await world.close()
  }
})
