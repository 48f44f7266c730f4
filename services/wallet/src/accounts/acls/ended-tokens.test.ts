import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../test/world/accounts/make-acl-token.ts'
import { ASKED, CLIENT, CONSENT, FORM, VERIFIER } from '../../../test/world/accounts/open-consent.ts'
import { type Registered, register } from '../../../test/world/accounts/register.ts'
import { type Answer, openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

const ROOT = { username: 'root', password: 'root password' }
const FRESH = 'another good password'

describe.each(LOGIC_DIALECTS)('what ends the access of programs, on %s', (dialect) => {
  let world: World
  let rootId: string
  beforeAll(async () => {
    world = await openWorld({
      dialect,
      env: { SUPER_USER_USERNAME: ROOT.username, SUPER_USER_PASSWORD: ROOT.password },
    })
    const { body } = await world.call('POST', '/api/v1/auth', { body: ROOT })
    rootId = (await world.call('GET', '/api/v1/auth', { token: body.access_token })).body.id
  })
  afterAll(() => world.close())

  const asRoot = async (method: 'POST' | 'PUT', url: string, body?: object): Promise<Answer> =>
    world.call(method, url, { token: await tokenOf(world, { userId: rootId }), ...(body !== undefined && { body }) })
  const disable = ({ id }: Registered, disabled: boolean) => asRoot('PUT', `/users/api/v1/user/${id}`, { disabled })

  const EVENTS: Readonly<Record<string, (user: Registered) => Promise<Answer>>> = {
    'a new password': ({ token, password }) =>
      world.call('PUT', '/api/v1/auth/password', {
        token,
        body: { password_old: password, password: FRESH, password_repeat: FRESH },
      }),
    'a log-out everywhere': ({ token }) => world.call('POST', '/api/v1/auth/logout-everywhere', { token }),
    async 'a reset by link'({ id }) {
      const { body } = await asRoot('POST', `/users/api/v1/user/${id}/reset-link`)
      return world.call('PUT', '/api/v1/auth/reset', {
        body: { token: String(body.url).split('=').at(-1), password: FRESH },
      })
    },
    async 'disabling and enabling the account'(user) {
      await disable(user, true)
      return disable(user, false)
    },
  }

  const codeFor = async ({ token }: Registered): Promise<string> => {
    const [wallet] = (await world.call('GET', '/api/v1/wallets', { token })).body
    const body = { ...ASKED, scope: 'receive', wallet_id: wallet.id }
    const given = await world.call('POST', CONSENT, { token, body })
    return new URL(given.body.redirect_to).searchParams.get('code') ?? ''
  }
  const exchange = async (code: string): Promise<number> => {
    const fields = { grant_type: 'authorization_code', code, code_verifier: VERIFIER, ...CLIENT }
    const payload = new URLSearchParams(fields).toString()
    return (await world.app.inject({ method: 'POST', url: '/oauth/token', headers: FORM, payload })).statusCode
  }

  test.each(Object.entries(EVENTS))('a token of an access list opens nothing after %s', async (_name, happen) => {
    const user = await register(world)
    const { token } = await makeAclToken(world, user.token, ['GET /api/v1/wallet', 'POST /api/v1/payments'])
    const read = async () => (await world.call('GET', '/api/v1/wallet', { token })).status
    expect(await read()).toBe(200)
    expect((await happen(user)).status).toBe(200)
    expect(await read()).toBe(401)
    const pay = { out: true, bolt11: (await world.foreignInvoice(1000)).bolt11 }
    expect((await world.call('POST', '/api/v1/payments', { token, body: pay })).status).toBe(401)
  })

  test.each(Object.entries(EVENTS))('a code of the consent page is not exchanged after %s', async (_name, happen) => {
    const user = await register(world)
    expect(await exchange(await codeFor(user))).toBe(200)
    const code = await codeFor(user)
    expect((await happen(user)).status).toBe(200)
    expect(await exchange(code)).toBe(400)
  })

  test('a code is not exchanged while the account is disabled', async () => {
    const user = await register(world)
    const code = await codeFor(user)
    await disable(user, true)
    expect(await exchange(code)).toBe(400)
  })
})
