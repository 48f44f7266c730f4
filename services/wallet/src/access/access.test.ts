import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { tokenOf } from '../../test/world/token-of.ts'

type Method = Parameters<World['call']>[0]
type Row = readonly [Method, string, readonly number[], object | undefined]

const UNKNOWN_USER = '/users/api/v1/user/00000000-0000-4000-8000-000000000000'

/** Permissions of each credential: none, unknown key, invoice key, admin key, user, foreign `wallet_id` (rule W26). */
const MATRIX: readonly Row[] = [
  ['GET', '/api/v1/wallet', [401, 401, 200, 200, 200, 404], undefined],
  ['PUT', '/api/v1/wallet', [401, 401, 403, 200, 200, 404], { name: 'new' }],
  ['DELETE', '/api/v1/wallet', [401, 401, 403, 400, 400, 404], undefined],
  ['POST', '/api/v1/wallet', [401, 401, 403, 403, 201, 201], {}],
  ['GET', '/api/v1/wallets', [401, 401, 403, 403, 200, 200], undefined],
  ['POST', '/api/v1/wallet/play-balance', [401, 401, 403, 201, 201, 404], { amount: 1 }],
  ['GET', '/api/v1/wallet/paginated', [401, 401, 200, 200, 200, 404], undefined],
  ['POST', '/api/v1/payments', [401, 401, 201, 201, 201, 404], { out: false, amount: 1 }],
  ['POST', '/api/v1/payments', [401, 401, 403, 400, 400, 404], { out: true, bolt11: 'x' }],
  ['GET', '/api/v1/payments', [401, 401, 200, 200, 200, 404], undefined],
  ['GET', '/api/v1/payments/paginated', [401, 401, 200, 200, 200, 404], undefined],
  ['GET', '/api/v1/payments/history', [401, 401, 200, 200, 200, 404], undefined],
  ['GET', '/api/v1/payments/stats/count', [401, 401, 200, 200, 200, 404], undefined],
  ['GET', '/api/v1/payments/stats/daily', [401, 401, 200, 200, 200, 404], undefined],
  ['GET', '/api/v1/payments/stats/wallets', [401, 401, 403, 403, 200, 200], undefined],
  ['GET', '/api/v1/payments/export', [401, 401, 200, 200, 200, 404], undefined],
  ['GET', '/api/v1/lnurlscan/x', [401, 401, 400, 400, 400, 404], undefined],
  ['POST', '/api/v1/lnurlscan', [401, 401, 400, 400, 400, 404], { lnurl: 'x' }],
  ['POST', '/api/v1/payments/lnurl', [401, 401, 403, 400, 400, 404], { lnurl: 'x', amount: 1000 }],
  ['POST', '/api/v1/lnurlpay', [401, 401, 403, 400, 400, 404], { lnurl: 'x', amount: 1000 }],
  ['POST', '/api/v1/lnurlwithdraw', [401, 401, 400, 400, 400, 404], { lnurl: 'x', amount: 1 }],
  ['POST', '/api/v1/lnurlauth', [401, 401, 403, 400, 400, 404], { lnurl: 'x' }],
  ['GET', '/api/v1/tinyurl', [401, 401, 200, 200, 200, 404], undefined],
  ['POST', '/api/v1/tinyurl', [401, 401, 403, 201, 201, 404], { url: 'https://shop.example' }],
  ['GET', '/api/v1/tinyurl/unknown', [401, 401, 404, 404, 404, 404], undefined],
  ['DELETE', '/api/v1/tinyurl/unknown', [401, 401, 403, 404, 404, 404], undefined],
  ['GET', '/api/v1/payments/unknown', [401, 401, 404, 404, 404, 404], undefined],
  ['PUT', '/api/v1/payments/unknown', [401, 401, 403, 404, 404, 404], undefined],
  ['DELETE', '/api/v1/payments/unknown', [401, 401, 403, 404, 404, 404], undefined],
  ['GET', '/api/v1/auth', [401, 401, 403, 403, 200, 200], undefined],
  ['PUT', '/api/v1/auth/me', [401, 401, 403, 403, 200, 200], {}],
  ['DELETE', '/api/v1/auth/me', [401, 401, 403, 403, 400, 400], undefined],
  // These two end the token.
  [
    'PUT',
    '/api/v1/auth/password',
    [401, 401, 403, 403, 200, 401],
    { password: 'password', password_repeat: 'password' },
  ],
  ['POST', '/api/v1/auth/logout-everywhere', [401, 401, 403, 403, 200, 401], undefined],
  ['GET', '/users/api/v1/user', [401, 401, 403, 403, 403, 403], undefined],
  ['POST', '/users/api/v1/user', [401, 401, 403, 403, 403, 403], { username: 'new-user', password: 'password' }],
  ['GET', UNKNOWN_USER, [401, 401, 403, 403, 403, 403], undefined],
  ['PUT', UNKNOWN_USER, [401, 401, 403, 403, 403, 403], {}],
  ['DELETE', UNKNOWN_USER, [401, 401, 403, 403, 403, 403], undefined],
  ['POST', '/api/v1/auth/totp', [401, 401, 403, 403, 201, 201], undefined],
  ['PUT', '/api/v1/auth/totp', [401, 401, 403, 403, 400, 400], { totp: '123456' }],
  ['DELETE', '/api/v1/auth/totp', [401, 401, 403, 403, 400, 400], { totp: '123456' }],
  ['GET', '/api/v1/auth/second-factor', [401, 401, 403, 403, 200, 200], undefined],
  ['POST', '/api/v1/auth/recovery-codes', [401, 401, 403, 403, 400, 400], undefined],
  ['POST', '/api/v1/auth/passkeys/options', [401, 401, 403, 403, 200, 200], undefined],
  ['POST', '/api/v1/auth/passkeys', [401, 401, 403, 403, 422, 422], { name: 'x' }],
  ['GET', '/api/v1/auth/passkeys', [401, 401, 403, 403, 200, 200], undefined],
  ['DELETE', '/api/v1/auth/passkeys/unknown', [401, 401, 403, 403, 404, 404], undefined],
  [
    'DELETE',
    '/users/api/v1/user/00000000-0000-4000-8000-000000000000/second-factor',
    [401, 401, 403, 403, 403, 403],
    undefined,
  ],
  ['GET', '/api/v1/auth/identities', [401, 401, 403, 403, 200, 200], undefined],
  ['DELETE', '/api/v1/auth/identities/unknown', [401, 401, 403, 403, 404, 404], undefined],
  ['POST', '/api/v1/auth/keycloak/link', [401, 401, 403, 403, 403, 403], undefined],
  ['POST', '/api/v1/auth/unknown/link', [401, 401, 403, 403, 404, 404], undefined],
  ['POST', '/api/v1/auth/nostr/link', [401, 401, 403, 403, 401, 401], { nostr_event: 'x' }],
  ['GET', '/api/v1/auth/acls', [401, 401, 403, 403, 200, 200], undefined],
  ['GET', '/api/v1/auth/acls/endpoints', [401, 401, 403, 403, 200, 200], undefined],
  ['POST', '/api/v1/auth/acls', [401, 401, 403, 403, 201, 201], { name: 'x', allowed_endpoints: [] }],
  ['PUT', '/api/v1/auth/acls/unknown', [401, 401, 403, 403, 404, 404], { name: 'x' }],
  ['DELETE', '/api/v1/auth/acls/unknown', [401, 401, 403, 403, 404, 404], undefined],
  ['POST', '/api/v1/auth/acls/unknown/tokens', [401, 401, 403, 403, 404, 404], undefined],
  ['DELETE', '/api/v1/auth/acls/unknown/tokens/unknown', [401, 401, 403, 403, 404, 404], undefined],
  ['GET', '/api/v1/wallet/share', [401, 401, 403, 200, 200, 200], undefined],
  ['PUT', '/api/v1/wallet/share', [401, 401, 403, 403, 404, 404], { share_request_id: 'unknown' }],
  [
    'PUT',
    '/api/v1/wallet/share/invite',
    [401, 401, 403, 404, 404, 404],
    { username: 'unknown', permissions: ['view-payments'] },
  ],
  ['DELETE', '/api/v1/wallet/share/unknown', [401, 401, 403, 404, 404, 404], undefined],
  ['DELETE', '/api/v1/wallet/share/invite/unknown', [401, 401, 403, 403, 404, 404], undefined],
  [
    'PUT',
    '/users/api/v1/user/00000000-0000-4000-8000-000000000000/balance',
    [401, 401, 403, 403, 403, 403],
    { amount: 1 },
  ],
  ['GET', '/api/v1/admin/settings', [401, 401, 403, 403, 403, 403], undefined],
  ['PUT', '/api/v1/admin/settings', [401, 401, 403, 403, 403, 403], {}],
  ['GET', '/admin/api/v1/settings', [401, 401, 403, 403, 403, 403], undefined],
  ['PUT', '/admin/api/v1/settings', [401, 401, 403, 403, 403, 403], {}],
  ['PUT', '/api/v1/admin/topup', [401, 401, 403, 403, 403, 403], { id: 'x', amount: 1 }],
  ['GET', '/api/v1/admin/halt', [401, 401, 403, 403, 403, 403], undefined],
  ['PUT', '/api/v1/admin/halt', [401, 401, 403, 403, 403, 403], { halted: false }],
  ['GET', '/api/v1/admin/status', [401, 401, 403, 403, 403, 403], undefined],
  ['POST', '/api/v1/admin/check-books', [401, 401, 403, 403, 403, 403], undefined],
  ['GET', '/admin/api/v1/audit', [401, 401, 403, 403, 403, 403], undefined],
  ['GET', '/admin/api/v1/backup', [401, 401, 403, 403, 403, 403], undefined],
  // Last, because it ends the keys.
  ['PUT', '/api/v1/wallet/reset', [401, 401, 403, 200, 200, 404], undefined],
]

const PUBLIC = [
  'PUT /api/v1/auth/reset',
  'POST /api/v1/auth',
  'POST /api/v1/auth/register',
  'POST /api/v1/auth/usr',
  'PUT /api/v1/auth/first_install',
  'POST /api/v1/auth/second-factor',
  'POST /api/v1/auth/passkey/options',
  'POST /api/v1/auth/passkey',
  'POST /api/v1/auth/passkey/register/options',
  'POST /api/v1/auth/passkey/register',
  'POST /api/v1/auth/logout',
  'GET /api/v1/auth/methods',
  'POST /api/v1/auth/nostr',
  'GET /api/v1/auth/{provider}',
  'GET /api/v1/auth/{provider}/token',
  'POST /api/v1/auth/{provider}/token',
  'POST /api/v1/payments/decode',
  'GET /api/v1/payments/fee-reserve',
  'GET /api/v1/qrcode/{data}',
  'GET /api/v1/downloads/{link}',
  'GET /t/{id}',
  'GET /api/v1/rate/{currency}',
  'GET /api/v1/currencies',
  'GET /api/v1/rate/history',
  'POST /api/v1/conversion',
  'GET /api/v1/health',
  'GET /ready',
  'GET /api/v1/status',
  'GET /metrics',
]

describe.each(LOGIC_DIALECTS)('who may do what, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  let other: WorldWallet
  let token: string
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [] })
    ;[wallet, other] = [await world.openWallet(10), await world.openWallet(10)]
    token = await tokenOf(world, wallet)
  })
  afterAll(() => world.close())

  test.each(MATRIX)('%s %s: %j', async (method, url, expected, body) => {
    // Wallets of their own: the call may end their keys.
    const [mine, user] = [await world.openWallet(10), await world.openWallet(10)]
    const userToken = await tokenOf(world, user)
    const credentials = [
      {},
      { key: '0'.repeat(32) },
      { key: mine.invoiceKey },
      { key: mine.adminKey },
      { token: userToken },
      { token: userToken, wallet: other.id },
    ]
    const statuses: number[] = []
    for (const { wallet: chosen, ...credential } of credentials as {
      wallet?: string
      key?: string
      token?: string
    }[]) {
      const target = chosen === undefined ? url : `${url}?wallet_id=${chosen}`
      const answer = await world.call(method, target, { ...credential, body })
      statuses.push(answer.status)
      if (answer.status >= 400) expect(answer.body.detail).toEqual(expect.any(String))
      expect(answer.headers['cache-control']).toBe('no-store')
      if (answer.status < 300) expect(answer.headers['referrer-policy']).toBe('no-referrer')
    }
    expect(statuses).toEqual(expected)
  })

  test('every published route that is not public rejects a caller without a credential before any other check', async () => {
    const { paths } = (await world.call('GET', '/openapi.json')).body as { paths: Record<string, object> }
    const asked: string[] = []
    for (const [path, operations] of Object.entries(paths)) {
      for (const name of Object.keys(operations)) {
        const method = name.toUpperCase() as Method
        const route = `${method} ${path}`
        if (
          PUBLIC.includes(route) ||
          /^\/(api\/v1\/ws|oauth\/|\.well-known\/oauth)/.test(path) ||
          !['GET', 'POST', 'PUT', 'DELETE'].includes(method)
        ) {
          continue
        }
        asked.push(route)
        const { status } = await world.call(method, path.replaceAll(/\{\w+\}/g, 'x'))
        expect([route, status]).toEqual([route, 401])
      }
    }
    expect(asked.length).toBeGreaterThan(15)
  })

  test('the key in the header has priority over the one in the query, any key over a token (S401)', async () => {
    const get = async (query: string, more: { key?: string; token?: string }) => {
      const answer = await world.call('GET', `/api/v1/wallet${query}`, more)
      return answer.body.id ?? answer.status
    }
    expect(await get(`?api-key=${other.invoiceKey}`, {})).toBe(other.id)
    expect(await get(`?api-key=${other.adminKey}`, { key: wallet.invoiceKey })).toBe(wallet.id)
    expect(await get(`?api-key=${other.adminKey}`, { key: 'wrong' })).toBe(401)
    expect(await get(`?api-key=${other.invoiceKey}`, { token })).toBe(other.id)
    expect(await get('', { key: 'f'.repeat(32), token })).toBe(401)
    expect(await get(`?wallet_id=${wallet.id}`, { key: other.invoiceKey })).toBe(other.id)
    expect(await get(`?api-key=${wallet.adminKey}&api-key=${other.adminKey}`, {})).toBe(401)
  })

  test('a key changes only its own wallet, whichever the query names', async () => {
    const [mine, named] = [await world.openWallet(), await world.openWallet()]
    const url = `/api/v1/wallet?wallet_id=${named.id}`
    for (const [method, body] of [
      ['PUT', { name: 'renamed' }],
      ['DELETE', undefined],
    ] as const) {
      const { status } = await world.call(method, url, { key: mine.adminKey, body })
      expect([method, status]).toEqual([method, 404])
    }
    const own = `/api/v1/wallet?wallet_id=${mine.id}`
    expect((await world.call('PUT', own, { key: mine.adminKey, body: { name: 'renamed' } })).body.name).toBe('renamed')
    expect((await world.call('DELETE', own, { key: mine.adminKey })).status).toBe(200)
  })

  test('the name of the header is not case-sensitive; a malformed key is 401 (D3)', async () => {
    const status = async (name: string, value: string) =>
      (await world.call('GET', '/api/v1/wallet', { headers: { [name]: value } })).status
    expect([await status('X-API-KEY', wallet.adminKey), await status('x-api-key', wallet.invoiceKey)]).toEqual([
      200, 200,
    ])
    const { adminKey } = wallet
    const wrong = [
      '',
      adminKey.slice(1),
      `${adminKey}0`,
      `${adminKey},${adminKey}`,
      'x'.repeat(32),
      wallet.id,
      "' OR 1=1",
    ]
    for (const value of [...wrong, `${adminKey.slice(0, -1)}${adminKey.endsWith('0') ? '1' : '0'}`]) {
      expect([value, await status('x-api-key', value)]).toEqual([value, 401])
    }
    expect((await world.call('GET', '/api/v1/wallet?api-key=%00')).status).toBe(401)
  })

  test('HEAD answers like GET without a body and needs the same rights; an unknown method does not (D2)', async () => {
    const head = async (key?: string) =>
      world.app.inject({
        method: 'HEAD',
        url: '/api/v1/wallet',
        headers: key === undefined ? {} : { 'x-api-key': key },
      })
    const seen = await head(wallet.invoiceKey)
    expect([seen.statusCode, seen.body, (await head()).statusCode]).toEqual([200, '', 401])
    const headers = {
      'x-api-key': wallet.invoiceKey,
      'x-http-method-override': 'DELETE',
      'x-original-url': '/api/v1/wallets',
    }
    const overridden = await world.app.inject({ method: 'GET', url: '/api/v1/wallet', headers })
    expect(overridden.json()).toMatchObject({ id: wallet.id })
    const patched = await world.app.inject({ method: 'PATCH', url: '/api/v1/wallet', headers })
    expect(patched.statusCode).toBe(405)
  })

  test.each(['/API/v1/wallet', '//api/v1/wallet', '/api/v1//wallet', '/api/v1/wallet%2F', '/api/v1/wallet;x'])(
    '%s is not a route of the wallet (D2)',
    async (url) => {
      const { status, body } = await world.call('GET', url, { key: wallet.adminKey })
      expect([307, 404]).toContain(status)
      expect(JSON.stringify(body)).not.toContain(wallet.id)
    },
  )

  test('no key appears in an error, in the schema or in the metrics (D3)', async () => {
    const texts: string[] = []
    for (const url of ['/api/v1/nothing', '/api/v1/payments?limit=x', '/openapi.json', '/metrics', '/docs']) {
      const answer = await world.app.inject({ url: `${url}${url.includes('?') ? '&' : '?'}api-key=${wallet.adminKey}` })
      texts.push(answer.body, JSON.stringify(answer.headers))
    }
    for (const text of texts) expect(text).not.toContain(wallet.adminKey)
  })
})
