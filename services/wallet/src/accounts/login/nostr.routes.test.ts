import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSecondService } from '../../../test/world/open-second-service.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { createTestDatabase, LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

const BASE = 'http://127.0.0.1:5000'
const LOGIN = '/api/v1/auth/nostr'
const LINK = '/api/v1/auth/nostr/link'

interface EventOptions {
  readonly secret?: Uint8Array
  readonly u?: string
  readonly method?: string
  readonly at: number
}

const write = ({ secret = generateSecretKey(), u = `${BASE}${LOGIN}`, method = 'POST', at }: EventOptions): string => {
  const tags = [
    ['u', u],
    ['method', method],
  ]
  // Two events of one second would have one id.
  return JSON.stringify(finalizeEvent({ kind: 27_235, created_at: at, tags, content: String(Math.random()) }, secret))
}
const base64 = (text: string): string => Buffer.from(text).toString('base64')

describe.each(LOGIC_DIALECTS)('logging in with a Nostr key, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const event = (options: Partial<EventOptions> = {}) => write({ at: world.nowSeconds(), ...options })
  const login = (nostr_event: unknown) => world.call('POST', LOGIN, { body: { nostr_event } })
  const link = (token: string | undefined, nostr_event: unknown) =>
    world.call('POST', LINK, { token, body: { nostr_event } })
  const me = async (token: string) => (await world.call('GET', '/api/v1/auth', { token })).body
  const newUser = async () => {
    const wallet = await world.openWallet()
    return { id: wallet.userId, token: await tokenOf(world, wallet) }
  }

  test('the first log-in of a key opens an account with one wallet; the next ones find it', async () => {
    const secret = generateSecretKey()
    const { status, body } = await login(event({ secret }))
    expect([status, Object.keys(body).sort(), body.token_type]).toEqual([200, ['access_token', 'token_type'], 'bearer'])
    const first = await me(body.access_token)
    expect(first).toMatchObject({ email: '', wallet_count: 1, username: expect.stringMatching(/^user-[0-9a-f]{16}$/) })
    const again = await login(base64(event({ secret })))
    expect((await me(again.body.access_token)).id).toBe(first.id)
    const other = await login(event())
    expect((await me(other.body.access_token)).id).not.toBe(first.id)
  })

  test('the event may come in the Authorization header, with no body at all (S414)', async () => {
    const secret = generateSecretKey()
    const withHeader = (authorization: string) => world.call('POST', LOGIN, { headers: { authorization } })
    const { body } = await login(event({ secret }))
    const answer = await withHeader(`Nostr ${base64(event({ secret }))}`)
    expect([answer.status, (await me(answer.body.access_token)).id]).toEqual([200, (await me(body.access_token)).id])
    expect((await withHeader(`Nostr ${base64(event({ method: 'GET' }))}`)).status).toBe(401)
    expect((await withHeader(`Bearer ${base64(event())}`)).status).toBe(422)
  })

  test('an event is good once, also after a restart (D5)', async () => {
    const text = event()
    expect((await login(text)).status).toBe(200)
    expect((await login(text)).status).toBe(401)
    expect((await login(base64(text))).status).toBe(401)
    await world.restart()
    expect((await login(text)).status).toBe(401)
  })

  test('of ten concurrent uses of one event, one logs in (D5)', async () => {
    const text = event()
    const answers = await Promise.all(Array.from({ length: 10 }, () => login(text)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 401),
    ])
  })

  test('two concurrent first log-ins of one key create one account', async () => {
    const secret = generateSecretKey()
    const answers = await Promise.all([login(event({ secret })), login(event({ secret })), login(event({ secret }))])
    const ids = await Promise.all(answers.map(async ({ body }) => (await me(body.access_token)).id))
    expect(new Set(ids).size).toBe(1)
  })

  test('an event too old to be replayed is deleted, and stays rejected', async () => {
    const text = event()
    await login(text)
    const kept = (): Promise<number | undefined> =>
      world.db.first('SELECT count(*) AS n FROM used_nostr_events', [], (row: { n: bigint }) => Number(row.n))
    expect(await kept()).toBeGreaterThan(0)
    world.advance(661 + 1)
    expect((await login(event())).status).toBe(200)
    expect([await kept(), (await login(text)).status]).toEqual([1, 401])
  })

  test.each<[string, (now: number) => string]>([
    ['61 s old', (now) => write({ at: now - 61 })],
    ['61 s ahead', (now) => write({ at: now + 61 })],
    ['for another address', (now) => write({ at: now, u: `https://evil.example${LOGIN}` })],
    ['for another path', (now) => write({ at: now, u: `${BASE}${LINK}` })],
    ['for another method', (now) => write({ at: now, method: 'GET' })],
    ['of another signer', (now) => write({ at: now }).replace(/"pubkey":"[^"]+"/, `"pubkey":"${'1'.repeat(64)}"`)],
    ['that is none', () => 'x'],
  ])('an event %s is 401 (D5)', async (_what, make) => {
    const { status, body } = await login(make(world.nowSeconds()))
    expect([status, body.detail]).toEqual([401, expect.stringMatching(/^Invalid Nostr event: /)])
  })

  test('the Host header does not decide what an event is for', async () => {
    const options = {
      body: { nostr_event: event({ u: `http://evil.example${LOGIN}` }) },
      headers: { host: 'evil.example' },
    }
    expect((await world.call('POST', LOGIN, options)).status).toBe(401)
  })

  test.each([undefined, '', 7, null, [], { id: 'x' }, 'x'.repeat(12_001)])('%j as nostr_event is 422', async (bad) =>
    expect((await login(bad)).status).toBe(422),
  )

  test('a Nostr log-in with a body of more than 16 kB is answered with 413 (D11)', async () => {
    expect((await login('x'.repeat(17_000))).status).toBe(413)
  })

  test('without a public URL the three names of this machine are accepted, with our port', async () => {
    const status = async (base: string) => (await login(event({ u: `${base}${LOGIN}` }))).status
    expect([await status('http://localhost:5000'), await status('http://[::1]:5000')]).toEqual([200, 200])
    for (const base of ['http://127.0.0.1:5001', 'https://127.0.0.1:5000', 'http://127.0.0.1']) {
      expect([base, await status(base)]).toEqual([base, 401])
    }
  })

  test('linking: the key then logs in to the account that linked it, and is listed and recorded', async () => {
    const [{ id, token }, secret] = [await newUser(), generateSecretKey()]
    const { status, body } = await link(token, event({ secret, u: `${BASE}${LINK}` }))
    expect([status, body]).toMatchObject([201, { provider: 'nostr', subject: getPublicKey(secret) }])
    expect((await me((await login(event({ secret }))).body.access_token)).id).toBe(id)
    const noted = await world.db.list(
      `SELECT action, subject FROM audit_log WHERE actor = $1 AND action = 'identity-linked'`,
      [id],
      (row: { subject: string }) => row.subject,
    )
    expect(noted).toEqual([body.id])
  })

  test('linking twice is the same link; a key of another account is 400 and stays with that account', async () => {
    const [mine, other, secret] = [await newUser(), await newUser(), generateSecretKey()]
    const linkEvent = () => event({ secret, u: `${BASE}${LINK}` })
    const first = await link(mine.token, linkEvent())
    expect((await link(mine.token, linkEvent())).body.id).toBe(first.body.id)
    expect((await link(other.token, linkEvent())).status).toBe(400)
    expect((await me((await login(event({ secret }))).body.access_token)).id).toBe(mine.id)
  })

  test('an event for the log-in cannot link, and one for linking cannot log in', async () => {
    const { token } = await newUser()
    expect((await link(token, event())).status).toBe(401)
    expect((await login(event({ u: `${BASE}${LINK}` }))).status).toBe(401)
  })

  test('an account with a second factor gets a ticket and no token', async () => {
    const secret = generateSecretKey()
    const { id } = await me((await login(event({ secret }))).body.access_token)
    await writeDirectly(world, `UPDATE users SET second_factors = 'totp' WHERE id = '${id}'`)
    const { status, body } = await login(event({ secret }))
    expect([status, Object.keys(body).toSorted()]).toEqual([401, ['code', 'detail', 'second_factor', 'ticket']])
  })

  test('linking needs a user: 401 without one, 403 with a wallet key, 422 without an event', async () => {
    const wallet = await world.openWallet()
    const body = { nostr_event: event({ u: `${BASE}${LINK}` }) }
    expect((await world.call('POST', LINK, { body })).status).toBe(401)
    expect((await world.call('POST', LINK, { body, key: wallet.adminKey })).status).toBe(403)
    expect((await world.call('POST', LINK, { body: {}, token: await tokenOf(world, wallet) })).status).toBe(422)
  })
})

describe.each(LOGIC_DIALECTS)('Nostr keys where less is allowed, on %s', (dialect) => {
  const opened: World[] = []
  const openWith = async (env: Record<string, string>): Promise<World> => {
    const world = await openWorld({ dialect, env })
    opened.push(world)
    return world
  }
  afterEach(async () => {
    for (const world of opened.splice(0)) await world.close()
  })
  const login = (world: World, options: Partial<EventOptions> = {}) =>
    world.call('POST', LOGIN, { body: { nostr_event: write({ at: world.nowSeconds(), ...options }) } })

  test('a disabled method is 403, for logging in and for linking, with any event', async () => {
    const world = await openWith({ AUTH_ALLOWED_METHODS: 'username-password' })
    const token = await tokenOf(world, await world.openWallet())
    expect((await login(world)).status).toBe(403)
    expect((await world.call('POST', LOGIN, { body: { nostr_event: 'x' } })).status).toBe(403)
    expect((await world.call('POST', LINK, { token, body: { nostr_event: 'x' } })).status).toBe(403)
  })

  test('no new accounts: a new key is 403, a linked one logs in; the public URL is the only name', async () => {
    const world = await openWith({ SERVICE_ALLOW_NEW_ACCOUNTS: 'false', SERVICE_PUBLIC_URL: 'https://pay.example/in/' })
    const [u, secret] = ['https://pay.example/in', generateSecretKey()]
    expect((await login(world, { u: `${u}${LOGIN}` })).status).toBe(403)
    const wallet = await world.openWallet()
    const nostr_event = write({ at: world.nowSeconds(), secret, u: `${u}${LINK}` })
    await world.call('POST', LINK, { token: await tokenOf(world, wallet), body: { nostr_event } })
    expect((await login(world, { secret, u: `${u}${LOGIN}` })).status).toBe(200)
    expect((await login(world, { secret })).status).toBe(401)
  })

  test('wrong events are throttled, right ones are not', async () => {
    const world = await openWith({ SERVICE_RATE_LIMIT_NO: '100000' })
    for (let tries = 0; tries < 15; tries += 1) expect((await login(world)).status).toBe(200)
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries += 1) statuses.push((await login(world, { method: 'GET' })).status)
    expect(statuses).toEqual([...Array.from({ length: 11 }, () => 401), 429])
  })
})

test('two processes on one PostgreSQL reject events that the other has used (D5)', async () => {
  const place = await createTestDatabase('postgres')
  const open = async () => {
    const service = await openSecondService(place, { SERVICE_RATE_LIMIT_NO: '0', ACCESS_LOG: 'off' })
    await service.app.ready()
    return service
  }
  const services = [await open(), await open()]
  try {
    const payload = { nostr_event: write({ at: Math.floor(Date.now() / 1000) }) }
    const answers = await Promise.all(
      [...services, ...services].map(({ app }) => app.inject({ method: 'POST', url: LOGIN, payload })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
  } finally {
    for (const service of services) {
      await service.app.close()
      await service.stop()
    }
    await place.drop()
  }
})
