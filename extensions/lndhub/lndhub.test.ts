import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { type Hub, openHub, refusedWith } from '../../services/wallet/test/world/extensions/open-hub.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { LNDHUB } from './lndhub.ts'

extensionContract(LNDHUB, {
  create: (n) => ({ label: `Phone ${n}`, mode: 'admin' }),
  missing: 'mode',
  patch: { label: 'Old phone', daily_limit: 500 },
})

describe.each(LOGIC_DIALECTS)('the logins of LndHub, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  let hub: Hub
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [LNDHUB] })
    owner = await world.openWallet(100_000)
    await activateExtension(world, owner, 'lndhub')
    hub = openHub(world, owner)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  test('the secret and the URI with it are shown once, and are stored nowhere', async () => {
    const made = await hub.make()
    expect(made.secret).toMatch(/^[0-9a-f]{64}$/)
    expect(made.uri).toMatch(new RegExp(`^lndhub://${made.login}:${made.secret}@https?://[^/]+/lndhub/ext/$`))
    expect(await hub.see(made.id)).not.toHaveProperty('secret')
    expect(await hub.see(made.id)).not.toHaveProperty('uri')
    const { access_token: access, refresh_token: refresh } = await hub.logIn(made)
    const rows = await world.db.list('SELECT data FROM extension_rows', [], (row: { data: string }) => row.data)
    for (const secret of [made.secret, access, refresh]) expect(rows.join('')).not.toContain(secret)
  })

  test('creating an account is rejected in the form of the protocol', async () => {
    const body = { partnerid: 'bluewallet', accounttype: 'common' }
    expect(await hub.call('POST', 'create', undefined, body)).toEqual(refusedWith(11))
  })

  test('two logins never share a token, and a token reveals nothing about the wallet', async () => {
    const made = await hub.make()
    const [one, other] = [await hub.logIn(made), await hub.logIn(made)]
    expect(new Set([one.access_token, one.refresh_token, other.access_token, other.refresh_token]).size).toBe(4)
    expect(JSON.stringify(one)).not.toContain(owner.adminKey)
  })

  test.each([
    [{}],
    [{ login: 'unknown', password: 'x' }],
    [{ login: 5, password: ['x'] }],
    [{ refresh_token: 'f'.repeat(64) }],
    [{ login: 'admin', password: 'the admin key' }],
  ])('%j is refused with code 1 and HTTP 200', async (body) => {
    expect(await hub.call('POST', 'auth', undefined, body)).toEqual(refusedWith(1))
  })

  test('a wrong password, a wallet key and another login’s secret are refused', async () => {
    const [made, other] = [await hub.make(), await hub.make()]
    for (const secret of ['', other.secret, owner.adminKey, made.secret.toUpperCase()]) {
      expect(await hub.logIn({ ...made, secret })).toEqual(refusedWith(1))
    }
  })

  test('an access token expires after 2 hours; its refresh token works once, within 14 days', async () => {
    const { access_token: access, refresh_token: refresh } = await hub.logIn(await hub.make())
    expect(await hub.call('GET', 'balance', refresh)).toEqual(refusedWith(1))
    world.advance(2 * 3600 - 1)
    expect(await hub.call('GET', 'balance', access)).toEqual({ BTC: { AvailableBalance: expect.any(Number) } })
    world.advance(1)
    expect(await hub.call('GET', 'balance', access)).toEqual(refusedWith(1))
    const next = await hub.call('POST', 'auth?type=refresh_token', undefined, { refresh_token: refresh })
    expect(await hub.call('GET', 'balance', next.access_token)).toHaveProperty('BTC')
    expect(await hub.call('POST', 'auth', undefined, { refresh_token: refresh })).toEqual(refusedWith(1))
    expect(await hub.call('POST', 'auth', undefined, { refresh_token: next.access_token })).toEqual(refusedWith(1))
    world.advance(14 * 86_400)
    expect(await hub.call('POST', 'auth', undefined, { refresh_token: next.refresh_token })).toEqual(refusedWith(1))
  })

  test('of two concurrent uses of a refresh token, one succeeds', async () => {
    const { refresh_token: refresh } = await hub.logIn(await hub.make())
    const both = await Promise.all([1, 2, 3].map(() => hub.call('POST', 'auth', undefined, { refresh_token: refresh })))
    expect(both.filter(({ access_token: token }) => token !== undefined)).toHaveLength(1)
  })

  test('revoking, expiry and deletion end all tokens immediately; a re-enabled login has to log in again', async () => {
    const made = await hub.make()
    const { access_token: token, refresh_token: refresh } = await hub.logIn(made)
    await hub.put(made.id, { revoked: true })
    expect(await hub.call('GET', 'balance', token)).toEqual(refusedWith(1))
    expect(await hub.logIn(made)).toEqual(refusedWith(1))
    await hub.put(made.id, { revoked: false })
    expect(await hub.call('GET', 'balance', token)).toEqual(refusedWith(1))
    expect(await hub.call('POST', 'auth', undefined, { refresh_token: refresh })).toEqual(refusedWith(1))
    const { access_token: again } = await hub.logIn(made)
    await hub.put(made.id, { expires_at: new Date((world.nowSeconds() + 60) * 1000).toISOString() })
    expect(await hub.call('GET', 'balance', again)).toHaveProperty('BTC')
    world.advance(60)
    expect(await hub.call('GET', 'balance', again)).toEqual(refusedWith(1))
    // An expired login can still be renamed.
    expect((await hub.put(made.id, { label: 'Old' })).status).toBe(200)
    expect((await hub.put(made.id, { expires_at: '2020-01-01T00:00:00Z' })).status).toBe(422)
    await hub.put(made.id, { expires_at: null })
    expect(await hub.call('GET', 'balance', again)).toHaveProperty('BTC')
    await world.call('DELETE', `/lndhub/api/v1/${made.id}`, { key: owner.adminKey })
    expect(await hub.call('GET', 'balance', again)).toEqual(refusedWith(1))
  })

  test('old tokens are deleted: a login that is used again and again does not pile them up', async () => {
    const made = await hub.make()
    const first = await hub.logIn(made)
    for (let n = 0; n < 52; n += 1) await hub.logIn(made)
    const count = await world.db.first(
      `SELECT count(*) AS n FROM extension_rows WHERE kind = 'tokens' AND data LIKE $1`,
      [`%${made.id}%`],
      (row: { n: bigint }) => Number(row.n),
    )
    expect(count).toBe(100)
    expect(await hub.call('GET', 'balance', first.access_token)).toEqual(refusedWith(1))
  })

  test.each([
    ['balance'],
    ['gettxs'],
    ['getuserinvoices'],
    ['getinfo'],
    ['getbtc'],
    ['getpending'],
    ['decodeinvoice'],
    ['checkrouteinvoice'],
    [`checkpayment/${'0'.repeat(64)}`],
  ])('GET %s without a good token is code 1', async (path) => {
    expect(await hub.call('GET', path)).toEqual(refusedWith(1))
    expect(await hub.call('GET', path, owner.adminKey)).toEqual(refusedWith(1))
  })

  test.each([
    [{ expires_at: 'tomorrow' }, 'expires_at'],
    [{ expires_at: '2027-13-45T12:00:00Z' }, 'expires_at'],
    [{ expires_at: '2027-02-30T00:00:00Z' }, 'expires_at'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ max_payment: 20, daily_limit: 10 }, 'max_payment'],
    [{ mode: 'root' }, 'mode'],
  ])('a login with %j is refused with 422', async (body, field) => {
    const all = { label: 'x', mode: 'admin', ...body }
    const answer = await world.call('POST', '/lndhub/api/v1/', { key: owner.adminKey, body: all })
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })
})
