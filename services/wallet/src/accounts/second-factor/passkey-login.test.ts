import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPasskeyWorld, type PasskeyWorld, statusesOf } from '../../../test/world/accounts/passkey-world.ts'
import { register } from '../../../test/world/accounts/register.ts'
import { ticketOf } from '../../../test/world/accounts/ticket-of.ts'
import type { Answer, World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'

const ORIGIN = 'https://pay.example.com'

describe.each(LOGIC_DIALECTS)('logging in with a passkey, on %s', (dialect) => {
  let there: PasskeyWorld
  let world: World
  beforeAll(async () => {
    there = await openPasskeyWorld(dialect)
    world = there.world
  })
  afterAll(() => world.close())

  test('a registered passkey logs in without name or password, and once per challenge', async () => {
    const { post, open, soft, begin, list, beginLogin, whoIs, audit } = there
    const account = await open()
    const options = await begin(account)
    expect(options).toMatchObject({
      rp: { id: 'pay.example.com', name: 'Satchel' },
      user: { name: `user-${account.id}` },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })
    expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-8, -7, -257])
    expect(Buffer.from(options.user.id, 'base64url').toString()).not.toContain(account.id)
    const authenticator = soft()
    const added = await post('/passkeys', { name: 'Blue key', passkey: authenticator.create(options) }, account.token)
    expect([added.status, added.body]).toEqual([
      201,
      {
        id: authenticator.id,
        name: 'Blue key',
        backed_up: false,
        created_at: world.nowSeconds(),
        last_used_at: null,
        recovery_codes: expect.any(Array),
      },
    ])
    expect(added.body.recovery_codes.length).toBe(10)
    expect((await begin(account)).excludeCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['internal'] },
    ])

    const login = await beginLogin()
    expect(login).toMatchObject({ rpId: 'pay.example.com', allowCredentials: [], userVerification: 'required' })
    const signed = authenticator.get(login, { userHandle: options.user.id })
    const answers = await Promise.all([post('/passkey', signed), post('/passkey', signed)])
    expect(statusesOf(answers)).toEqual([200, 401])
    const [good] = answers.filter(({ status }) => status === 200)
    expect([Object.keys(good?.body), await whoIs(good as Answer)]).toEqual([['access_token', 'token_type'], account.id])
    expect((await list(account))[0].last_used_at).toBe(world.nowSeconds())
    expect((await audit(account)).slice(-2)).toEqual([
      ['passkey-added', { passkey: authenticator.id, name: 'Blue key' }],
      ['logged-in', { method: 'passkey' }],
    ])
  })

  test('an account with a passkey requires it after the password; then it need not verify its user', async () => {
    const { post, soft, beginLogin, whoIs } = there
    const user = await register(world)
    const authenticator = soft({ verifiesUser: false })
    const { body: options } = await post('/passkeys/options', { password: user.password }, user.token)
    await post('/passkeys', { name: 'Key', passkey: authenticator.create(options) }, user.token)
    const refused = await post('', { username: user.username, password: user.password })
    expect([refused.status, refused.body]).toEqual([
      401,
      {
        detail: 'A second factor is required.',
        code: 'second_factor_required',
        second_factor: ['passkey'],
        ticket: expect.any(String),
      },
    ])
    const { ticket } = refused.body
    const login = await beginLogin(ticket)
    expect(login).toMatchObject({
      allowCredentials: [{ id: authenticator.id, type: 'public-key', transports: ['internal'] }],
      userVerification: 'discouraged',
    })
    const proven = await post('/second-factor', { ticket, passkey: authenticator.get(login) })
    expect([proven.status, await whoIs(proven)]).toEqual([200, user.id])
    expect((await post('/usr', { usr: user.id })).status).toBe(403)
    expect((await post('/second-factor', { ticket, totp: '123456' })).status).toBe(401)
  })

  test('without user verification a passkey does not log in alone', async () => {
    const { open, soft, add, logIn } = there
    const account = await open()
    const authenticator = soft({ verifiesUser: false })
    await add(account, authenticator)
    expect((await logIn(authenticator)).status).toBe(401)
  })

  test('an assertion of a passkey is valid only for its own purpose', async () => {
    const { post, open, soft, begin, add, beginLogin } = there
    const [account, other] = [await open(), await open()]
    const [mine, hers] = [soft(), soft()]
    await add(account, mine)
    await add(other, hers)
    const [ticket, otherTicket] = [await ticketOf(world, account), await ticketOf(world, other)]
    const forLogin = await beginLogin()
    const asFactor = await beginLogin(ticket)
    const second = (given: string, passkey: object) => post('/second-factor', { ticket: given, passkey })
    expect((await second(ticket, mine.get(forLogin))).status).toBe(401)
    expect((await post('/passkey', mine.get(asFactor))).status).toBe(401)
    expect((await second(ticket, hers.get(asFactor))).status).toBe(401)
    expect((await second(otherTicket, hers.get(asFactor))).status).toBe(401)
    expect((await second(ticket, mine.get(asFactor))).status).toBe(200)
    const forRegistration = await begin(account)
    expect(
      (await post('/passkey', mine.get({ challenge: forRegistration.challenge, rpId: 'pay.example.com' }))).status,
    ).toBe(401)
    // A challenge of one account registers nothing in another.
    const passkey = soft().create(forRegistration)
    expect((await post('/passkeys', { name: 'x', passkey }, other.token)).status).toBe(400)
    expect((await post('/passkeys', { name: 'x', passkey }, account.token)).status).toBe(201)
  })

  test('another origin, another service, an old challenge, a changed or foreign signature: 401', async () => {
    const { post, open, soft, add, beginLogin, logIn } = there
    const account = await open()
    const authenticator = soft()
    await add(account, authenticator)
    const elsewhere = { ...authenticator, origin: 'https://pay.example.com.evil.example' }
    const refuse = async (passkey: object) => expect((await post('/passkey', passkey)).status).toBe(401)
    authenticator.origin = elsewhere.origin
    await refuse(authenticator.get(await beginLogin()))
    authenticator.origin = ORIGIN
    await refuse(authenticator.get({ ...(await beginLogin()), rpId: 'example.com' }))
    await refuse(authenticator.get({ rpId: 'pay.example.com', challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }))
    const good = authenticator.get(await beginLogin())
    await refuse({
      ...good,
      response: { ...good.response, signature: soft().get(await beginLogin()).response.signature },
    })
    await refuse({ ...good, id: soft().id })
    await refuse({ ...good, response: { ...good.response, userHandle: 'c29tZWJvZHkgZWxzZQ' } })
    const old = authenticator.get(await beginLogin())
    world.advance(300)
    await refuse(old)
    expect((await logIn(authenticator)).status).toBe(200)
  })

  test('a counter that does not increase is rejected and logged; the real passkey keeps working', async () => {
    const { open, soft, add, logIn, audit } = there
    const account = await open()
    const authenticator = soft({ counter: 7 })
    await add(account, authenticator)
    expect((await logIn(authenticator)).status).toBe(200)
    expect((await logIn(authenticator)).status).toBe(200)
    for (const copied of [7, 8]) {
      authenticator.counter = copied
      expect((await logIn(authenticator)).status).toBe(401)
      const counter = copied + 1
      expect((await audit(account)).at(-1)).toEqual([
        'passkey-counter-went-back',
        { passkey: authenticator.id, counter },
      ])
    }
    expect((await logIn(authenticator)).status).toBe(200)
    authenticator.counter = undefined
    expect((await logIn(authenticator)).status).toBe(401)
  })
})

test('requesting challenges stores nothing; used ones are deleted when they have expired', async () => {
  const { world, open, soft, add, beginLogin } = await openPasskeyWorld('sqlite')
  const stored = () =>
    world.db.first('SELECT count(*) AS used FROM used_challenges', [], (row: { used: bigint }) => Number(row.used))
  const account = await open()
  for (let asked = 0; asked < 5; asked += 1) await beginLogin()
  expect(await stored()).toBe(0)
  await add(account, soft())
  await add(account, soft())
  expect(await stored()).toBe(2)
  world.advance(300)
  await add(account, soft())
  expect(await stored()).toBe(1)
  await world.close()
})

test('where log-in by passkey is disabled it is 403, and a passkey stays a second factor', async () => {
  const there = await openPasskeyWorld('sqlite', { AUTH_ALLOWED_METHODS: 'username-password' })
  const { world, open, post, soft, add } = there
  const [account, authenticator] = [await open(), soft()]
  await add(account, authenticator)
  expect((await post('/passkey/options')).status).toBe(403)
  expect((await post('/passkey', authenticator.get({ challenge: 'AAAA', rpId: 'pay.example.com' }))).status).toBe(403)
  const ticket = await ticketOf(world, account)
  const passkey = authenticator.get(await there.beginLogin(ticket))
  expect((await post('/second-factor', { ticket, passkey })).status).toBe(200)
  await world.close()
})

test('at another public host a passkey does not log in, and after the change back it does', async () => {
  const { world, open, soft, add, beginLogin, logIn } = await openPasskeyWorld('sqlite')
  const authenticator = soft()
  await add(await open(), authenticator)
  await world.restart({ SERVICE_PUBLIC_URL: 'https://wallet.example', SERVICE_FORMER_URLS: 'https://pay.example.com' })
  // Browsers use a passkey only at the host for which it was made.
  expect((await beginLogin()).rpId).toBe('wallet.example')
  expect((await logIn(authenticator)).status).toBe(401)
  await world.restart()
  expect((await logIn(authenticator)).status).toBe(200)
  await world.close()
})
