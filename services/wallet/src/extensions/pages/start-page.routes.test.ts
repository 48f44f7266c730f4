import { expect, onTestFinished, test } from 'vitest'
import { openWorld } from '../../../test/world/open-world.ts'

async function open(env: Record<string, string> = {}) {
  const world = await openWorld({ dialect: 'sqlite', env })
  onTestFinished(() => world.close())
  return (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET', headers: Record<string, string> = {}) =>
    world.app.inject({ method, url, headers })
}

test('the start page describes the service and links on, with no script but our own files', async () => {
  const ask = await open({ SERVICE_SITE_NAME: 'Ada & <Sons>', SERVICE_SITE_MOTD: 'Closed <b>on Sundays' })
  const { statusCode, headers, body } = await ask('/')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'; style-src 'self';/)
  expect(body).toContain('<h1 dir="auto">Ada &amp; &lt;Sons&gt;</h1>')
  expect(body).toContain('Closed &lt;b&gt;on Sundays')
  expect(body).toContain('class="notice"')
  for (const [, attributes, inside] of body.matchAll(/<script\b([^>]*)>([^<]*)/g)) {
    expect([attributes, inside]).toEqual([expect.stringMatching(/ src="\/(static|assets)\//), ''])
  }
  const links = [...body.matchAll(/<(?:a|link|script)\b[^>]* (?:href|src)="([^"]+)"/g)].map(([, to = '']) => to)
  expect(links).toEqual(expect.arrayContaining(['/docs', '/redoc', '/api/v1/status', '/assets/arrive.js']))
  for (const link of links) expect([link, (await ask(link)).statusCode]).toEqual([link, 200])
})

test('with a proxy path its links are below that path, too', async () => {
  const ask = await open({ SERVICE_PUBLIC_URL: 'https://pay.example/wallet' })
  const { body } = await ask('/')
  for (const link of ['/wallet/docs', '/wallet/assets/arrive.js']) expect(body).toContain(`="${link}"`)
})

test('the start page is not in the API manual', async () => {
  const ask = await open()
  expect((await ask('/', 'HEAD')).statusCode).toBe(200)
  expect((await ask('/', 'POST')).statusCode).toBe(405)
  expect(Object.keys((await ask('/openapi.json')).json().paths)).not.toContain('/')
})

test.each([
  ['de', 'ltr', 'Das Handbuch lesen', 'Kopieren'],
  ['es', 'ltr', 'Leer el manual', 'Copiar'],
  ['ar', 'rtl', 'قراءة الدليل', 'نسخ'],
])(
  'a visitor from %s reads it in their own language, and so does its script',
  async (language, direction, link, copy) => {
    const ask = await open({ SERVICE_SITE_MOTD: 'Status' })
    const { body, headers } = await ask('/', 'GET', { 'accept-language': `${language}-XX, en;q=0.5` })
    expect(body).toContain(`<html lang="${language}" dir="${direction}">`)
    expect(body).toContain(link)
    expect(body).toContain(`&quot;Copy&quot;:&quot;${copy}&quot;`)
    expect(body).not.toContain('This service runs Lightning wallets')
    // Texts of the owner are unchanged.
    expect(body).toMatch(/<p[^>]*>Status<\/p>/)
    expect(headers['vary']).toContain('Accept-Language')
    expect((await ask(`/?lang=${language}`)).body).toContain(link)
  },
)
