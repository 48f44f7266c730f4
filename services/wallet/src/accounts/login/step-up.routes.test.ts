import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP_HEADERS, browserOf, openBrowser, type TestBrowser } from '../../../test/world/accounts/open-browser.ts'
import { register } from '../../../test/world/accounts/register.ts'
import { codeOf, openWithTotp } from '../../../test/world/accounts/with-totp.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'

const STALE_SECONDS = 301

describe.each(LOGIC_DIALECTS)('a fresh proof of a session, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_RATE_LIMIT_NO: '1000' } })
  })
  afterAll(() => world.close())

  const stepUp = (browser: TestBrowser, body: object) => browser.call('POST', '/api/v1/auth/step-up', { body })
  const statusOfKeys = async (browser: TestBrowser) => (await browser.call('GET', '/api/v1/wallet/keys')).status

  /** A browser whose user has an authenticator app and recovery codes. */
  async function openProtected(username: string) {
    const user = await register(world, { username })
    const { secret, recoveryCodes } = await openWithTotp(world, user)
    const body = { username, password: user.password, totp: codeOf(world, secret) }
    const answer = await world.call('POST', '/api/v1/auth', {
      body,
      headers: { ...APP_HEADERS, 'x-session': 'cookie' },
    })
    world.advance(STALE_SECONDS)
    return { browser: browserOf(world, answer), secret, recoveryCodes, password: user.password }
  }

  test('an account with a second factor gives that one: its password is not enough', async () => {
    const { browser, secret, password } = await openProtected('totp-user')
    const { body } = await browser.call('GET', '/api/v1/wallet/keys')
    expect(body.step_up).toEqual(['totp'])
    expect((await stepUp(browser, { password })).status).toBe(400)
    expect((await stepUp(browser, { totp: '000000' })).status).toBe(401)
    expect(await statusOfKeys(browser)).toBe(401)
    expect((await stepUp(browser, { totp: codeOf(world, secret) })).status).toBe(200)
    expect(await statusOfKeys(browser)).toBe(200)
    world.advance(STALE_SECONDS)
    expect(await statusOfKeys(browser)).toBe(401)
  })

  test('a recovery code counts once', async () => {
    const { browser, recoveryCodes } = await openProtected('recovery-user')
    const [code] = recoveryCodes
    expect((await stepUp(browser, { recovery_code: code })).status).toBe(200)
    expect((await stepUp(browser, { recovery_code: code })).status).toBe(401)
  })

  test('after five wrong passwords further ones are throttled', async () => {
    const browser = await openBrowser(world, 'guessed-user')
    const statuses: number[] = []
    for (let time = 0; time < 8; time += 1) statuses.push((await stepUp(browser, { password: 'a guess' })).status)
    expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400])
    expect(statuses.at(-1)).toBe(429)
  })

  test('a step-up is valid for its own session only, and is in the audit log', async () => {
    const browser = await openBrowser(world, 'two-browsers')
    const login = { username: 'two-browsers', password: 'a good password' }
    const headers = { ...APP_HEADERS, 'x-session': 'cookie' }
    const other = browserOf(world, await world.call('POST', '/api/v1/auth', { body: login, headers }))
    world.advance(STALE_SECONDS)
    await stepUp(browser, { password: login.password })
    expect([await statusOfKeys(browser), await statusOfKeys(other)]).toEqual([200, 401])
    const note = await world.db.first(
      `SELECT detail FROM audit_log WHERE action = 'stepped-up' AND actor = $1`,
      [browser.id],
      (row) => row,
    )
    expect(note).toEqual({ detail: '{"way":"password"}' })
  })

  test('a user who must first set up a second factor can step up to do so', async () => {
    const strict = await openWorld({ dialect, env: { SERVICE_REQUIRE_SECOND_FACTOR: 'everybody' } })
    try {
      const browser = await openBrowser(strict, 'must-set-up')
      strict.advance(STALE_SECONDS)
      expect((await browser.call('POST', '/api/v1/auth/totp')).body.code).toBe('step_up_required')
      expect((await stepUp(browser, { password: 'a good password' })).status).toBe(200)
      expect((await browser.call('POST', '/api/v1/auth/totp')).status).toBe(201)
    } finally {
      await strict.close()
    }
  })

  test('after a step-up a session sets up an authenticator app without its password again', async () => {
    const browser = await openBrowser(world, 'new-app')
    expect((await browser.call('POST', '/api/v1/auth/totp')).status).toBe(201)
  })
})
