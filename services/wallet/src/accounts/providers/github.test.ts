import { randomBytes, randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { openTestGithub, type TestGithub } from '../../../test/world/providers/open-test-github.ts'
import { type TestVisits, testVisits } from '../../../test/world/providers/open-test-visits.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'

const FAILED = {
  detail: 'Logging in by GitHub failed; please begin again.',
  code: 'provider_login_failed',
  params: { provider: 'GitHub' },
}

describe.each(LOGIC_DIALECTS)('logging in by GitHub, on %s', (dialect) => {
  let github: TestGithub
  let world: World
  let visits: TestVisits
  beforeAll(async () => {
    github = await openTestGithub()
    world = await openWorld({ dialect, env: github.env })
    visits = testVisits(world, 'github', github.visit)
  })
  beforeEach(() => {
    Object.assign(github, { emails: [], checksPkce: true, answersForms: false })
    github.user = { id: randomInt(2 ** 40), login: 'octocat', email: 'profile@example.com', name: 'Octo' }
  })
  afterAll(async () => {
    await world.close()
    await github.close()
  })

  test('the redirect: least scope, state and PKCE, and no nonce, which GitHub does not support', async () => {
    const { url } = await visits.begin()
    expect(`${url.origin}${url.pathname}`).toBe(`${github.url}/login/oauth/authorize`)
    const { state, code_challenge: challenge, ...fixed } = Object.fromEntries(url.searchParams)
    expect(fixed).toEqual({
      client_id: 'satchel-test',
      redirect_uri: 'http://127.0.0.1:5000/api/v1/auth/github/token',
      response_type: 'code',
      scope: 'read:user user:email',
      code_challenge_method: 'S256',
    })
    for (const random of [state, challenge]) expect(random).toMatch(/^[\w-]{43}$/)
  })

  test('the number identifies the user: a new login name is the same user, the old name with another number is not', async () => {
    const first = await visits.logInAs()
    github.user = { ...(github.user as object), login: 'renamed' }
    expect((await visits.logInAs()).id).toBe(first.id)
    github.user = { id: randomInt(2 ** 40), login: 'octocat' }
    expect((await visits.logInAs()).id).not.toBe(first.id)
  })

  test('the email address is the primary one verified by GitHub, never the one of the profile', async () => {
    const own = `${randomBytes(4).toString('hex')}@example.com`
    github.emails = [
      { email: 'second@example.com', primary: false, verified: true },
      { email: own.toUpperCase(), primary: true, verified: true },
    ]
    expect((await visits.logInAs()).email).toBe(own)
    for (const emails of [
      [{ email: 'x@example.com', primary: true, verified: false }],
      [{ email: 'x@example.com', primary: true, verified: 'true' }],
      [{ email: 'x@example.com', primary: false, verified: true }],
      [{ email: 7, primary: true, verified: true }, 'x', null],
      [],
      undefined,
    ]) {
      Object.assign(github, { emails, user: { id: randomInt(2 ** 40), login: 'x', email: 'x@example.com' } })
      expect((await visits.logInAs()).email).toBe('')
    }
  })

  test('requests to GitHub have JSON, a user agent, and the API version', async () => {
    github.asked.length = 0
    await visits.logInAs()
    expect(github.asked.map(({ path }) => path)).toEqual([
      'GET /login/oauth/authorize',
      'POST /login/oauth/access_token',
      'GET /api/user',
      'GET /api/user/emails',
    ])
    expect(github.asked[1]?.accept).toContain('application/json')
    for (const { agent } of github.asked.slice(1)) expect(agent).toMatch(/\w/)
  })

  test('a used code is 401, although GitHub says so with status 200 (D6)', async () => {
    const visited = await visits.visit()
    expect((await visits.exchange(visited)).status).toBe(200)
    const next = await visits.visit()
    const again = await visits.exchange({ ...next, code: visited.code })
    expect([again.status, again.body]).toEqual([401, FAILED])
  })

  test('a form-encoded answer instead of JSON is 401', async () => {
    github.answersForms = true
    expect((await visits.logIn()).body).toEqual(FAILED)
  })

  test('PKCE is enforced although GitHub does not check it', async () => {
    github.checksPkce = false
    const visited = await visits.visit()
    const wrong = { ...visited, code_verifier: 'x'.repeat(43) }
    expect((await visits.exchange(wrong)).body).toEqual(FAILED)
  })

  test('an `iss` of GitHub is ignored', async () => {
    const visited = await visits.visit()
    visited.back.searchParams.set('iss', `${github.url}/login/oauth`)
    expect((await visits.comeBack(visited.back, visited.cookie)).status).toBe(302)
  })

  test.each([
    undefined,
    null,
    [],
    {},
    'not JSON',
    { id: '1', login: 'octocat' },
    { id: 1.5 },
    { id: 2 ** 60 },
    { login: 'octocat' },
  ])('%j instead of a user is 401', async (user) => {
    github.user = user
    const { status, body } = await visits.logIn()
    expect([status, body]).toEqual([401, FAILED])
  })
})
