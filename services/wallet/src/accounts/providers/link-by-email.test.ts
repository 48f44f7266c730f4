import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { openTestOpenId, type TestOpenId } from '../../../test/world/providers/open-test-openid.ts'
import { type TestVisits, testVisits } from '../../../test/world/providers/open-test-visits.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

const CALLBACKS = ['google', 'keycloak'].map((name) => `http://127.0.0.1:5000/api/v1/auth/${name}/token`)
const PASSWORD = 'correct horse battery'

describe.each(LOGIC_DIALECTS)('an email address and the account it may log in to, on %s (D6)', (dialect) => {
  let openId: TestOpenId
  let world: World
  let google: TestVisits
  let keycloak: TestVisits
  beforeAll(async () => {
    openId = await openTestOpenId(CALLBACKS)
    world = await openWorld({ dialect, env: { ...openId.env('KEYCLOAK'), ...openId.env('GOOGLE') } })
    google = testVisits(world, 'google', openId.visit)
    keycloak = testVisits(world, 'keycloak', openId.visit)
  })
  afterAll(async () => {
    await world.close()
    await openId.close()
  })
  const newAddress = (): string => `${randomBytes(6).toString('hex')}@example.com`
  const newcomer = (email?: string, verified: unknown = true) => {
    openId.account = {
      sub: randomBytes(8).toString('hex'),
      ...(email !== undefined && { email, email_verified: verified }),
    }
  }
  const setEmail = (token: string, email: string) => world.call('PUT', '/api/v1/auth/me', { token, body: { email } })

  test('an account registered as victim@x with a password is not linked to a provider’s victim@x', async () => {
    const [username, email] = [`victim-${randomBytes(4).toString('hex')}`, newAddress()]
    const body = { username, password: PASSWORD, email }
    const local = await world.call('POST', '/api/v1/auth/register', { body })
    expect(local.status).toBe(201)
    newcomer(email)
    const me = await keycloak.logInAs()
    expect(me.id).not.toBe(local.body.id)
    expect((await keycloak.logInAs()).id).toBe(me.id)
    const again = await world.call('POST', '/api/v1/auth', { body: { username, password: PASSWORD } })
    expect((await world.call('GET', '/api/v1/auth', { token: again.body.access_token })).body.id).toBe(local.body.id)
  })

  test('an account without a password that claims an address is not linked to the owner of that address', async () => {
    const [wallet, email] = [await world.openWallet(), newAddress()]
    await setEmail(await tokenOf(world, wallet), email)
    newcomer(email)
    expect((await keycloak.logInAs()).id).not.toBe(wallet.userId)
  })

  test('two providers that call the same address verified mean the same user, and the link is noted', async () => {
    const email = newAddress()
    newcomer(email)
    const first = await google.logInAs()
    newcomer(email.toUpperCase())
    expect((await keycloak.logInAs()).id).toBe(first.id)
    const noted = await world.db.list(
      `SELECT detail FROM audit_log WHERE actor = $1 AND action = 'identity-linked'`,
      [first.id],
      (row: { detail: string }) => JSON.parse(row.detail),
    )
    expect(noted).toEqual([{ provider: 'keycloak', by: 'verified-email' }])
  })

  test.each([false, 'true', 1, undefined, null])(
    'email_verified: %j links nothing and is not an address',
    async (verified) => {
      const email = newAddress()
      newcomer(email)
      const first = await google.logInAs()
      openId.account = { sub: randomBytes(8).toString('hex'), email, email_verified: verified }
      const other = await keycloak.logInAs()
      expect([other.id === first.id, other.email]).toEqual([false, ''])
    },
  )

  test('a verified address links only while it is the address of the account', async () => {
    const [own, wanted] = [newAddress(), newAddress()]
    newcomer(own)
    const { body } = await google.logIn()
    const me = (await world.call('GET', '/api/v1/auth', { token: body.access_token })).body
    await setEmail(body.access_token, wanted)
    for (const email of [own, wanted]) {
      newcomer(email)
      expect((await keycloak.logInAs()).id).not.toBe(me.id)
    }
  })

  test('an address that two accounts have verified links to neither of them', async () => {
    const email = newAddress()
    newcomer(email)
    const first = await google.logInAs()
    const wallet = await world.openWallet()
    const token = await tokenOf(world, wallet)
    newcomer(email)
    const { state, authorization_url: url } = (await world.call('POST', '/api/v1/auth/google/link', { token })).body
    const code = (await openId.visit(url)).searchParams.get('code')
    await world.call('POST', '/api/v1/auth/google/link', { token, body: { code, state } })
    await setEmail(token, email)
    newcomer(email)
    expect([first.id, wallet.userId]).not.toContain((await keycloak.logInAs()).id)
  })

  test('without an address from the provider no account is searched', async () => {
    newcomer()
    const [first, other] = [await google.logInAs(), (newcomer(), await keycloak.logInAs())]
    expect(other.id).not.toBe(first.id)
  })
})
