import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '../../../../test/world/accounts/open-browser.ts'
import { activateExtension } from '../../../../test/world/extensions/activate-extension.ts'
import { type JarWorld, openJarWorld } from '../../../../test/world/extensions/open-jar-world.ts'
import { LOGIC_DIALECTS } from '../../../../test/world/test-database.ts'

const STALE_SECONDS = 301

describe.each(LOGIC_DIALECTS)('an extension in a session of the web app, on %s', (dialect) => {
  let jar: JarWorld
  let browser: TestBrowser
  beforeAll(async () => {
    jar = await openJarWorld(dialect)
    browser = await openBrowser(jar.world, 'keeper')
    const { body } = await browser.call('GET', '/api/v1/auth')
    await activateExtension(jar.world, { userId: body.id }, 'jar')
  })
  afterAll(() => jar.close())

  test('admin-key fields are shown only after a step-up, which `secrets` requests', async () => {
    const made = await browser.call('POST', '/jar/api/v1/', { body: { name: 'Tips', pin: '1234' } })
    expect([made.status, made.body.pin]).toEqual([201, '1234'])
    const url = `/jar/api/v1/${made.body.id}`
    expect((await browser.call('GET', url)).body.pin).toBe('1234')
    jar.world.advance(STALE_SECONDS)
    for (const path of [url, `${url}?secrets=false`]) {
      const { status, body } = await browser.call('GET', path)
      expect([path, status, body.name, 'pin' in body]).toEqual([path, 200, 'Tips', false])
    }
    const listed = (await browser.call('GET', '/jar/api/v1/')).body
    expect(listed.map((item: object) => 'pin' in item)).toEqual([false])
    const refused = await browser.call('GET', `${url}?secrets=true`)
    expect([refused.status, refused.body.step_up]).toEqual([401, ['password']])
    await browser.call('POST', '/api/v1/auth/step-up', { body: { password: 'a good password' } })
    expect((await browser.call('GET', `${url}?secrets=true`)).body.pin).toBe('1234')
  })

  test('an item of another wallet of the same account is created and changed without a key', async () => {
    const other = (await browser.call('POST', '/api/v1/wallet', { body: { name: 'Shop' } })).body
    const made = await browser.call('POST', `/jar/api/v1/?wallet_id=${other.id}`, { body: { name: 'Shop' } })
    expect(made.body).toMatchObject({ wallet: other.id })
    const changed = await browser.call('PUT', `/jar/api/v1/${made.body.id}`, { body: { name: 'Corner shop' } })
    expect(changed.body).toMatchObject({ name: 'Corner shop', wallet: other.id })
    expect((await browser.call('DELETE', `/jar/api/v1/${made.body.id}`)).status).toBe(200)
  })
})
