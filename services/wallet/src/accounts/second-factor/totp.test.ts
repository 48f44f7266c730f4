import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAudit, statusesOf } from '../../../test/world/accounts/passkey-world.ts'
import { register } from '../../../test/world/accounts/register.ts'
import { ticketOf } from '../../../test/world/accounts/ticket-of.ts'
import { codeOf, openWithTotp } from '../../../test/world/accounts/with-totp.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { findTotp } from './second-factor-store.ts'

describe.each(LOGIC_DIALECTS)('an authenticator app as second factor, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({
      dialect,
      env: { SERVICE_SITE_NAME: 'My bank', SERVICE_RATE_LIMIT_NO: '1000000' },
    })
  })
  afterAll(() => world.close())

  const login = (user: { username: string; password: string }, more: object = {}) =>
    world.call('POST', '/api/v1/auth', { body: { username: user.username, password: user.password, ...more } })
  const prove = (ticket: unknown, proof: object) =>
    world.call('POST', '/api/v1/auth/second-factor', { body: { ticket, ...proof } })
  const totp = (method: 'POST' | 'PUT' | 'DELETE', token: string | undefined, body?: object) =>
    world.call(method, '/api/v1/auth/totp', { token, body })
  const audit = async (userId: string) => (await listAudit(world, userId)).map(([action]) => action)

  test('an authenticator app is set up with the password, verified by a first code, and required by the next log-in', async () => {
    const user = await register(world)
    const prepared = await totp('POST', user.token, { password: user.password })
    expect([prepared.status, Object.keys(prepared.body)]).toEqual([201, ['secret', 'uri']])
    const uri = new URL(prepared.body.uri)
    expect([uri.searchParams.get('issuer'), uri.searchParams.get('secret')]).toEqual(['My bank', prepared.body.secret])
    expect((await login(user)).status).toBe(200)

    const activated = await totp('PUT', user.token, { totp: codeOf(world, prepared.body.secret) })
    expect([activated.status, activated.body.recovery_codes.length]).toEqual([200, 10])
    const refused = await login(user)
    expect([refused.status, refused.body]).toEqual([
      401,
      {
        detail: 'A second factor is required.',
        code: 'second_factor_required',
        second_factor: ['totp'],
        ticket: expect.any(String),
      },
    ])
    world.advance(30)
    const { status, body } = await prove(refused.body.ticket, { totp: codeOf(world, prepared.body.secret) })
    expect([status, Object.keys(body)]).toEqual([200, ['access_token', 'token_type']])
    expect((await world.call('GET', '/api/v1/auth', { token: body.access_token })).body.id).toBe(user.id)
    expect((await audit(user.id)).slice(-2)).toEqual(['totp-activated', 'logged-in'])
  })

  test('a wrong password reveals nothing about a second factor; the right one with the code logs in directly', async () => {
    const user = await register(world)
    const code = codeOf(world, (await openWithTotp(world, user)).secret)
    const wrong = await login({ ...user, password: 'another one' }, { totp: code })
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { detail: 'Invalid username or password.', code: 'wrong_password' },
    ])
    expect((await login(user, { totp: '000 000' })).status).toBe(401)
    expect((await login(user, { totp: code })).status).toBe(200)
    expect((await login(user, { totp: 'x' })).status).toBe(422)
    const without = await register(world)
    expect((await login(without, { totp: '123456' })).status).toBe(200)
  })

  test('a code is accepted once: not again, not an older one, not concurrently', async () => {
    const user = await openWithTotp(world)
    const ticket = await ticketOf(world, user)
    const late = codeOf(world, user.secret, -1)
    const code = codeOf(world, user.secret)
    const all = await Promise.all(Array.from({ length: 3 }, () => prove(ticket, { totp: code })))
    expect(statusesOf(all)).toEqual([200, 401, 401])
    for (const used of [code, late]) expect((await prove(ticket, { totp: used })).status).toBe(401)
  })

  test('the code that activated it is used up', async () => {
    const { userId: id } = await world.openWallet()
    const user = { id, token: await tokenOf(world, { userId: id }) }
    const { secret } = (await totp('POST', user.token)).body
    const code = codeOf(world, secret)
    await totp('PUT', user.token, { totp: code })
    const ticket = await ticketOf(world, user)
    expect((await prove(ticket, { totp: code })).status).toBe(401)
  })

  test('after five wrong codes each further try waits longer, also with the right code; a right one ends that', async () => {
    const user = await openWithTotp(world)
    const ticket = await ticketOf(world, user)
    const wrong = () => prove(ticket, { totp: codeOf(world, user.secret, 100) })
    for (let count = 0; count < 5; count += 1) expect((await wrong()).status).toBe(401)
    const waits: number[] = []
    for (let count = 0; count < 3; count += 1) {
      const refused = await prove(ticket, { totp: codeOf(world, user.secret) })
      expect([refused.status, refused.body.detail]).toEqual([429, expect.stringMatching(/ in \d+ s\.$/)])
      waits.push(Number(refused.headers['retry-after']))
      world.advance(waits.at(-1) ?? 0)
      expect((await wrong()).status).toBe(401)
    }
    expect(waits).toEqual([5, 10, 20])
    expect((await prove(await ticketOf(world, user), { totp: codeOf(world, user.secret) })).status).toBe(429)
    world.advance(40)
    expect((await prove(ticket, { totp: codeOf(world, user.secret) })).status).toBe(200)
    expect((await prove(ticket, { totp: '000000' })).status).toBe(401)
    // Back to the beginning: this wrong one was free.
    world.advance(30)
    expect((await prove(ticket, { totp: codeOf(world, user.secret) })).status).toBe(200)
  })

  test('of fifty concurrent guesses five are checked', async () => {
    const user = await openWithTotp(world)
    const ticket = await ticketOf(world, user)
    const guesses = Array.from({ length: 50 }, (_, index) => ({ totp: codeOf(world, user.secret, 100 + index) }))
    const answers = await Promise.all(guesses.map((guess) => prove(ticket, guess)))
    expect(answers.filter(({ status }) => status === 401).length).toBe(5)
    // No lock-out: a recovery code does not wait.
    expect((await prove(ticket, { recovery_code: user.recoveryCodes[0] })).status).toBe(200)
  })

  test('each recovery code logs in once, however it is written, and only its owner', async () => {
    const [user, other] = [await openWithTotp(world), await openWithTotp(world)]
    const [first = '', second = ''] = user.recoveryCodes
    expect((await prove(await ticketOf(world, other), { recovery_code: first })).status).toBe(401)
    const ticket = await ticketOf(world, user)
    const written = first.toUpperCase().replaceAll('-', ' ')
    const all = await Promise.all(Array.from({ length: 4 }, () => prove(ticket, { recovery_code: written })))
    expect(statusesOf(all)).toEqual([200, 401, 401, 401])
    expect((await prove(ticket, { recovery_code: second })).status).toBe(200)
    const protection = await world.call('GET', '/api/v1/auth/second-factor', { token: user.token })
    expect(protection.body).toEqual({ second_factor: ['totp'], missing: false, recovery_codes_left: 8 })
    expect((await audit(user.id)).filter((action) => action === 'recovery-code-used').length).toBe(2)
  })

  test('new recovery codes invalidate the old ones; they need the password and a second factor', async () => {
    const registered = await register(world)
    const user = { ...(await openWithTotp(world, registered)), password: registered.password }
    const renew = (body: object, token = user.token) =>
      world.call('POST', '/api/v1/auth/recovery-codes', { token, body })
    expect([(await renew({})).status, (await renew({ password: 'wrong one' })).status]).toEqual([422, 400])
    const renewed = await renew({ password: user.password })
    expect([renewed.status, renewed.body.recovery_codes.length]).toEqual([201, 10])
    const ticket = await ticketOf(world, user)
    expect((await prove(ticket, { recovery_code: user.recoveryCodes[0] })).status).toBe(401)
    expect((await prove(ticket, { recovery_code: renewed.body.recovery_codes[0] })).status).toBe(200)
    const plain = await register(world)
    expect((await renew({ password: plain.password }, plain.token)).status).toBe(400)
  })

  test('setting up needs the password; a wrong first code switches nothing on; a set-up app is not replaced', async () => {
    const user = await register(world)
    expect((await totp('PUT', user.token, { totp: '123456' })).status).toBe(400)
    for (const [body, status] of [
      [{}, 422],
      [undefined, 422],
      [{ password: 'not the right one' }, 400],
      [{ password: user.password, extra: 1 }, 422],
    ] as const) {
      expect([body, (await totp('POST', user.token, body)).status]).toEqual([body, status])
    }
    const { secret: replaced } = (await totp('POST', user.token, { password: user.password })).body
    const { secret } = (await totp('POST', user.token, { password: user.password })).body
    for (const wrong of [codeOf(world, replaced), codeOf(world, secret, 5)]) {
      expect((await totp('PUT', user.token, { totp: wrong })).status).toBe(400)
    }
    expect((await login(user)).status).toBe(200)
    expect((await totp('PUT', user.token, { totp: codeOf(world, secret) })).status).toBe(200)
    expect((await totp('POST', user.token, { password: user.password })).status).toBe(400)
    expect((await totp('PUT', user.token, { totp: codeOf(world, secret, 1) })).status).toBe(400)
  })

  test('it is removed only by its code or a recovery code', async () => {
    const user = await openWithTotp(world)
    for (const [body, status] of [
      [{}, 422],
      [{ totp: codeOf(world, user.secret), recovery_code: user.recoveryCodes[0] }, 422],
      [{ totp: codeOf(world, user.secret, 50) }, 400],
      [{ recovery_code: '0000-0000-0000-0000' }, 400],
    ] as const) {
      expect([body, (await totp('DELETE', user.token, body)).status]).toEqual([body, status])
    }
    expect((await totp('DELETE', user.token, { totp: codeOf(world, user.secret) })).body).toEqual({
      detail: 'Authenticator app removed',
    })
    await expect(ticketOf(world, user).then((ticket) => prove(ticket, { totp: '123456' }))).resolves.toMatchObject({
      status: 401,
    })
    const left = await world.call('GET', '/api/v1/auth/second-factor', { token: user.token })
    expect(left.body).toEqual({ second_factor: [], missing: false, recovery_codes_left: 0 })
    expect((await totp('DELETE', user.token, { totp: '123456' })).status).toBe(400)

    const another = await openWithTotp(world)
    expect((await totp('DELETE', another.token, { recovery_code: another.recoveryCodes[3] })).status).toBe(200)
    expect((await audit(another.id)).filter((action) => action === 'totp-removed').length).toBe(1)
  })

  test('the secret is stored encrypted, and recovery codes as digests', async () => {
    const user = await openWithTotp(world)
    const stored = await findTotp(world.db, user.id)
    expect(stored?.secretSealed).not.toContain(user.secret)
    expect(world.service.vault.open(stored?.secretSealed ?? '')).toBe(user.secret)
    const digests = await world.db.list(
      'SELECT digest FROM recovery_codes WHERE user_id = $1',
      [user.id],
      (row: { digest: string }) => row.digest,
    )
    expect(digests.length).toBe(10)
    for (const digest of digests) expect(digest).toMatch(/^[0-9a-f]{64}$/)
  })

  test('a user id does not log in to an account with a second factor', async () => {
    const user = await openWithTotp(world)
    const byId = await world.call('POST', '/api/v1/auth/usr', { body: { usr: user.id } })
    expect(byId.status).toBe(403)
  })
})
