import { randomBytes } from 'node:crypto'
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { openTestOpenId, type TestOpenId } from '../../../test/world/providers/open-test-openid.ts'
import { type TestVisits, testVisits } from '../../../test/world/providers/open-test-visits.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

const BASE = 'http://127.0.0.1:5000'
const CALLBACKS = ['google', 'keycloak'].map((name) => `${BASE}/api/v1/auth/${name}/token`)
const LINK = '/api/v1/auth/keycloak/link'
const IDENTITIES = '/api/v1/auth/identities'

interface Person {
  readonly id: string
  readonly token: string
}

describe.each(LOGIC_DIALECTS)('linking and unlinking, on %s', (dialect) => {
  let openId: TestOpenId
  let world: World
  let keycloak: TestVisits
  beforeAll(async () => {
    openId = await openTestOpenId(CALLBACKS)
    world = await openWorld({ dialect, env: openId.env('KEYCLOAK') })
    keycloak = testVisits(world, 'keycloak', openId.visit)
  })
  afterAll(async () => {
    await world.close()
    await openId.close()
  })
  const newcomer = (more: object = {}) => {
    openId.account = { sub: randomBytes(8).toString('hex'), ...more }
  }
  const newPerson = async (): Promise<Person> => {
    const wallet = await world.openWallet()
    return { id: wallet.userId, token: await tokenOf(world, wallet) }
  }
  /** Started by that user, and returned from the provider. */
  const visit = async ({ token }: Person) => {
    const begun = await world.call('POST', LINK, { token })
    const back = await openId.visit(begun.body.authorization_url)
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
    return { begun, back, cookie, body: { code: back.searchParams.get('code'), state: begun.body.state } }
  }
  const linkKeycloak = async (person: Person) =>
    world.call('POST', LINK, { token: person.token, body: (await visit(person)).body })
  const linkNostr = ({ token }: Person, secret = generateSecretKey()) => {
    const tags = [
      ['u', `${BASE}/api/v1/auth/nostr/link`],
      ['method', 'POST'],
    ]
    const event = { kind: 27_235, created_at: world.nowSeconds(), tags, content: randomBytes(4).toString('hex') }
    const nostr_event = JSON.stringify(finalizeEvent(event, secret))
    return world.call('POST', '/api/v1/auth/nostr/link', { token, body: { nostr_event } })
  }
  const list = async ({ token }: Person) => (await world.call('GET', IDENTITIES, { token })).body
  const unlink = ({ token }: Person, id: string) => world.call('DELETE', `${IDENTITIES}/${id}`, { token })

  test('a program links: starts, receives the code, and the provider logs in to that account from then on', async () => {
    const person = await newPerson()
    newcomer({ email: 'a@example.com', email_verified: true, name: 'A' })
    const { begun, body } = await visit(person)
    expect([begun.status, begun.body]).toEqual([
      200,
      {
        authorization_url: expect.stringContaining(openId.issuer),
        state: expect.stringMatching(/^[\w-]{43}$/),
        expires_in: 600,
      },
    ])
    const { status, body: identity } = await world.call('POST', LINK, { token: person.token, body })
    expect([status, identity]).toEqual([
      201,
      {
        id: expect.any(String),
        provider: 'keycloak',
        provider_label: 'Keycloak',
        subject: openId.account.sub,
        label: 'a@example.com',
        email: 'a@example.com',
        created_at: new Date(world.nowSeconds() * 1000).toISOString(),
        last_used_at: new Date(world.nowSeconds() * 1000).toISOString(),
      },
    ])
    expect(await list(person)).toEqual([identity])
    expect((await keycloak.logInAs()).id).toBe(person.id)
  })

  test('a browser links: it returns with its cookie to the start page, and gets no token', async () => {
    const person = await newPerson()
    newcomer()
    const { back, cookie } = await visit(person)
    expect((await keycloak.comeBack(back)).status).toBe(401)
    const { status, headers } = await keycloak.comeBack(back, cookie)
    expect([status, headers['location']]).toEqual([302, `${BASE}/#linked=keycloak`])
    expect((await keycloak.logInAs()).id).toBe(person.id)
  })

  test('the list shows the newest data of the provider, and the last log-in by it', async () => {
    const person = await newPerson()
    newcomer({ name: 'Old name' })
    await linkKeycloak(person)
    world.advance(60)
    openId.account = { ...openId.account, name: 'New name', email: 'new@example.com', email_verified: true }
    await keycloak.logInAs()
    const [identity] = await list(person)
    expect(identity).toMatchObject({ label: 'new@example.com', email: 'new@example.com' })
    expect(Date.parse(identity.last_used_at) - Date.parse(identity.created_at)).toBe(60_000)
  })

  test('an identity of another account is 400, for programs and browsers, and stays with that account', async () => {
    const [owner, other] = [await newPerson(), await newPerson()]
    newcomer()
    await linkKeycloak(owner)
    expect((await linkKeycloak(other)).status).toBe(400)
    const { back, cookie } = await visit(other)
    expect((await keycloak.comeBack(back, cookie)).status).toBe(400)
    expect([(await keycloak.logInAs()).id, await list(other)]).toEqual([owner.id, []])
    expect((await linkKeycloak(owner)).status).toBe(201)
    expect(await list(owner)).toHaveLength(1)
  })

  test('a redirect to the provider serves only the user and the purpose that started it', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    newcomer()
    const asOther = await world.call('POST', LINK, { token: other.token, body: (await visit(person)).body })
    const toLogIn = await keycloak.exchange((await visit(person)).body)
    const { code, state } = await keycloak.visit()
    const toLink = await world.call('POST', LINK, { token: person.token, body: { code, state } })
    expect([asOther.status, toLogIn.status, toLink.status]).toEqual([401, 401, 401])
    expect([await list(person), await list(other)]).toEqual([[], []])
  })

  test('a redirect started with a token that was revoked since links nothing', async () => {
    const person = await newPerson()
    newcomer()
    const { back, cookie } = await visit(person)
    await world.call('POST', '/api/v1/auth/logout-everywhere', { token: person.token })
    expect((await keycloak.comeBack(back, cookie)).status).toBe(401)
    expect((await keycloak.logInAs()).id).not.toBe(person.id)
  })

  test('who may link: 401, 403 with a wallet key, 404 for an unknown provider, 403 for one not configured, 422 for half a proof', async () => {
    const wallet = await world.openWallet()
    const token = await tokenOf(world, wallet)
    const status = async (path: string, options: object) => (await world.call('POST', path, options)).status
    expect([await status(LINK, {}), await status(LINK, { key: wallet.adminKey })]).toEqual([401, 403])
    for (const name of ['x', 'constructor', '__proto__', 'KEYCLOAK']) {
      expect([name, await status(`/api/v1/auth/${name}/link`, { token })]).toEqual([name, 404])
    }
    expect(await status('/api/v1/auth/google/link', { token })).toBe(403)
    for (const body of [{ code: 'x' }, { state: 'x' }, { code: 1, state: 'x' }, { code: '', state: 'x' }]) {
      expect([body, await status(LINK, { token, body })]).toEqual([body, 422])
    }
    expect(await status(LINK, { token, body: { code: 'x', state: 'x' } })).toBe(401)
    expect((await world.call('GET', IDENTITIES)).status).toBe(401)
    expect((await world.call('GET', IDENTITIES, { key: wallet.adminKey })).status).toBe(403)
    expect((await world.call('DELETE', `${IDENTITIES}/x`)).status).toBe(401)
  })

  test('unlinking lets another account link the identity, and is in the audit log', async () => {
    const person = await newPerson()
    newcomer()
    const { body } = await linkKeycloak(person)
    await linkNostr(person)
    expect((await unlink(person, body.id)).body).toEqual({ detail: 'Identity unlinked' })
    expect((await list(person)).map(({ provider }: { provider: string }) => provider)).toEqual(['nostr'])
    expect((await keycloak.logInAs()).id).not.toBe(person.id)
    const noted = await world.db.list(
      `SELECT action, subject FROM audit_log WHERE actor = $1 AND action = 'identity-unlinked'`,
      [person.id],
      (row: { subject: string }) => row.subject,
    )
    expect(noted).toEqual([body.id])
  })

  test('the last way to log in cannot be removed: 400; of two concurrent removals one fails', async () => {
    const person = await newPerson()
    const [first, second] = [(await linkNostr(person)).body.id, (await linkNostr(person)).body.id]
    const answers = await Promise.all([unlink(person, first), unlink(person, second)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const [left] = await list(person)
    expect((await unlink(person, left.id)).status).toBe(400)
    expect(await list(person)).toEqual([left])
  })

  test('a password and a passkey count as ways to log in', async () => {
    const [withPassword, withPasskey] = [await newPerson(), await newPerson()]
    await writeDirectly(world, `UPDATE users SET password_hash = 'x' WHERE id = '${withPassword.id}'`)
    await writeDirectly(world, `UPDATE users SET second_factors = 'passkey' WHERE id = '${withPasskey.id}'`)
    for (const person of [withPassword, withPasskey]) {
      const { body } = await linkNostr(person)
      expect((await unlink(person, body.id)).status).toBe(200)
    }
  })

  test('an identity of another user is 404, like an unknown one', async () => {
    const [owner, other] = [await newPerson(), await newPerson()]
    const { body } = await linkNostr(owner)
    await linkNostr(owner)
    const answers = [await unlink(other, body.id), await unlink(other, 'none'), await unlink(owner, '%00')]
    for (const answer of answers) {
      expect([answer.status, answer.body]).toEqual([404, { detail: 'Identity not found.', code: 'identity_not_found' }])
    }
    expect(await list(owner)).toHaveLength(2)
  })
})

describe.each(LOGIC_DIALECTS)('which ways in there are, on %s', (dialect) => {
  let openId: TestOpenId
  beforeAll(async () => {
    openId = await openTestOpenId(CALLBACKS)
  })
  afterAll(() => openId.close())
  const inWorld = async <T>(env: Record<string, string>, work: (world: World) => Promise<T>): Promise<T> => {
    const world = await openWorld({ dialect, env })
    try {
      return await work(world)
    } finally {
      await world.close()
    }
  }
  const methods = async (world: World) => (await world.call('GET', '/api/v1/auth/methods')).body

  test('the default methods need no provider; a provider is listed with its button once it is set up', async () => {
    expect(await inWorld({}, methods)).toEqual({
      methods: expect.arrayContaining(['username-password', 'user-id-only', 'nostr-auth-nip98']),
      providers: [],
      new_accounts: true,
    })
    const listed = await inWorld({ ...openId.env('KEYCLOAK'), SERVICE_ALLOW_NEW_ACCOUNTS: 'false' }, methods)
    expect(listed.methods).toContain('keycloak-auth')
    expect(listed.providers).toEqual([{ id: 'keycloak', label: 'Keycloak', url: `${BASE}/api/v1/auth/keycloak` }])
    expect(listed.new_accounts).toBe(false)
  })

  test('a provider that is allowed but not set up, or set up but not allowed, is not offered and is 403', async () => {
    const env = { ...openId.env('KEYCLOAK'), AUTH_ALLOWED_METHODS: 'username-password,google-auth' }
    await inWorld(env, async (world) => {
      expect(await methods(world)).toEqual({ methods: ['username-password'], providers: [], new_accounts: true })
      for (const name of ['google', 'keycloak', 'github']) {
        const answers = [
          await world.call('GET', `/api/v1/auth/${name}`),
          await world.call('GET', `/api/v1/auth/${name}/token?code=x&state=x`),
          await world.call('POST', `/api/v1/auth/${name}/token`, { body: { code: 'x', state: 'x' } }),
          await world.call('POST', `/api/v1/auth/${name}/token`, { body: {} }),
        ]
        for (const { status } of answers) expect([name, status]).toEqual([name, 403])
      }
    })
  })

  test('a disabled log-in method does not count as a remaining one', async () => {
    const env = { AUTH_ALLOWED_METHODS: 'nostr-auth-nip98' }
    await inWorld(env, async (world) => {
      const wallet = await world.openWallet()
      const [token, id] = [await tokenOf(world, wallet), 'the-only-one']
      const columns = 'id, user_id, provider, subject, label, verified_email, created_at, last_used_at'
      const row = (of: string, provider: string) =>
        `('${of}', '${wallet.userId}', '${provider}', '${of}', '', '', 1, 1)`
      await writeDirectly(
        world,
        `INSERT INTO identities (${columns}) VALUES ${row(id, 'nostr')}, ${row('shut', 'github')};
         UPDATE users SET password_hash = 'x', second_factors = 'passkey' WHERE id = '${wallet.userId}'`,
      )
      expect((await world.call('DELETE', `${IDENTITIES}/${id}`, { token })).status).toBe(400)
      expect((await world.call('DELETE', `${IDENTITIES}/shut`, { token })).status).toBe(200)
    })
  })
})
