import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../test/world/accounts/open-browser.ts'
import {
  ASKED,
  CLIENT,
  CONSENT,
  FORM,
  INVALID_GRANT,
  openConsent,
  VERIFIER,
} from '../../../test/world/accounts/open-consent.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'

describe.each(LOGIC_DIALECTS)('consent for programs, on %s', (dialect) => {
  let there: Awaited<ReturnType<typeof openConsent>>
  beforeAll(async () => {
    there = await openConsent(dialect)
  })
  afterAll(() => there.world.close())

  test('a program gets a token for one wallet by a code, and the user sees and revokes it', async () => {
    const query = new URLSearchParams({ ...ASKED, scope: 'pay receive' }).toString()
    const asked = await there.person().call('GET', `${CONSENT}?${query}`)
    expect([asked.status, asked.body]).toEqual([
      200,
      {
        client_name: 'shop.example',
        is_address: true,
        redirect_uri: CLIENT.redirect_uri,
        scopes: ['pay', 'receive'],
        may_spend: true,
        denied_url:
          'https://shop.example/connected?from=satchel&error=access_denied&state=of+the+program+%26+more&iss=http%3A%2F%2Flocalhost',
      },
    ])
    const given = await there.consent({
      scope: 'pay receive',
      budget_sats: 100,
      budget_period: 'day',
      expires_in_minutes: 60,
    })
    const back = new URL(given.body.redirect_to)
    expect(given.body.redirect_to.startsWith(`${CLIENT.redirect_uri}&code=`)).toBe(true)
    expect([back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual([ASKED.state, 'http://localhost'])
    const code = back.searchParams.get('code') ?? ''
    const got = await there.exchange(code)
    expect(got).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: { token_type: 'Bearer', expires_in: 3600, scope: 'pay receive', wallet_id: there.walletId },
    })
    const { access_token: token } = got.body
    const rows = await there.world.db.list('SELECT * FROM oauth_codes', [], (row: object) => row)
    const stored = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))
    expect([stored.includes(code), stored.includes(VERIFIER), stored.includes(token)]).toEqual([false, false, false])
    const [list] = await there.lists()
    expect(list).toMatchObject({
      name: 'shop.example',
      client_id: CLIENT.client_id,
      tokens: [{ wallet_id: there.walletId, budget_sats: 100, budget_period: 'day', expires_at: expect.any(String) }],
    })
    expect((await there.receive(token)).status).toBe(201)
    expect(
      (await there.world.call('GET', '/api/v1/wallets', { token })).body.map(({ id }: { id: string }) => id),
    ).toEqual([there.walletId])
    await there.person().call('DELETE', `/api/v1/auth/acls/${String(list?.['id'])}`)
    expect((await there.receive(token)).status).toBe(401)
  })

  test.each([
    [{ redirect_uri: 'https://evil.example/' }],
    [{ redirect_uri: 'https://shop.example.evil.example/' }],
    [{ redirect_uri: 'https://shop.example@evil.example/' }],
    [{ redirect_uri: 'https://shop.example:444/' }],
    [{ redirect_uri: 'http://shop.example/' }],
    [{ redirect_uri: 'https://shop.example/#x' }],
    [{ redirect_uri: 'https://shop.example/?code=1' }],
    [{ redirect_uri: 'https://shop.example\\@evil.example/' }],
    [{ redirect_uri: '//shop.example/' }],
    [{ client_id: 'http://shop.example' }],
    [{ client_id: 'shop.example/../x' }],
    [{ client_id: 'shop.example' }],
    [{ client_id: 'Shop \u202e', redirect_uri: 'https://shop.example/' }],
    [{ client_id: 'Shop', redirect_uri: 'javascript:alert(1)' }],
    [{ client_id: 'Shop', redirect_uri: 'data:text/html,x' }],
    [{ client_id: 'Shop', redirect_uri: 'file:///etc' }],
    [{ client_id: 'Shop', redirect_uri: 'http://127.0.0.1.evil.example/' }],
    [{ client_id: 'Shop', redirect_uri: 'http://localhost/' }],
    [{ scope: 'receive admin' }],
    [{ scope: ' ' }],
    [{ code_challenge_method: 'plain' }],
    [{ code_challenge: 'short' }],
    [{ response_type: 'token' }],
    [{ wallet_id: 'another' }],
    [{ scope: 'pay' }],
    [{ scope: 'pay', budget_sats: 5 }],
    [{ scope: 'pay', budget_sats: 0, budget_period: 'day' }],
    [{ allowed_endpoints: ['GET /api/v1/wallet'] }],
  ])('a request with %j is 422: no code and no redirect', async (more) => {
    const { status, body } = await there.consent(more)
    expect([status, JSON.stringify(body).includes('redirect_to')]).toEqual([422, false])
  })

  test.each(['http://127.0.0.1:4711/cb', 'http://[::1]:4711/cb', 'com.example.app:/cb', 'https://app.example/cb?x=1'])(
    'a program with a name may be redirected to %s, and only there',
    async (uri) => {
      const code = await there.codeFor({ client_id: 'Till of Ann', redirect_uri: uri })
      const other = { client_id: 'Till of Ann', redirect_uri: `${uri}x` }
      expect(await there.exchange(code, other)).toMatchObject(INVALID_GRANT)
      const right = await there.codeFor({ client_id: 'Till of Ann', redirect_uri: uri })
      expect((await there.exchange(right, { client_id: 'Till of Ann', redirect_uri: uri })).status).toBe(200)
    },
  )

  test('consent needs the user: a page of another site, a wallet key, a token of a program or an old proof is rejected', async () => {
    const headers = { cookie: there.person().cookie() }
    const body = { ...ASKED, scope: 'receive', wallet_id: there.walletId }
    const foreign = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site', 'x-satchel': 'app', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', 'x-satchel': 'app' },
      { 'sec-fetch-site': 'same-origin' },
    ]
    for (const more of foreign)
      expect((await there.world.call('POST', CONSENT, { body, headers: { ...headers, ...more } })).status).toBe(401)
    const form = { ...FORM, 'sec-fetch-site': 'cross-site', ...headers }
    const payload = new URLSearchParams(body).toString()
    expect((await there.world.app.inject({ method: 'POST', url: CONSENT, headers: form, payload })).statusCode).toBe(
      401,
    )
    const { adminKey } = await there.world.openWallet()
    expect((await there.world.call('POST', CONSENT, { body, key: adminKey })).status).toBe(403)
    expect((await there.world.call('POST', CONSENT, { body, token: await there.tokenFor() })).status).toBe(403)
    const other = await openBrowser(there.world, `late-${dialect}`)
    const [wallet] = (await other.call('GET', '/api/v1/wallets')).body
    there.world.advance(3600)
    const late = await there.consent({ wallet_id: wallet.id }, other)
    expect([late.status, late.body.code]).toEqual([401, 'step_up_required'])
    await there.logInAgain()
  })

  test('the URLs in the metadata exist', async () => {
    const { body } = await there.world.call('GET', '/.well-known/oauth-authorization-server')
    expect(body).toMatchObject({
      issuer: 'http://localhost',
      authorization_endpoint: 'http://localhost/app/authorize',
      token_endpoint: 'http://localhost/oauth/token',
      revocation_endpoint: 'http://localhost/oauth/revoke',
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['history', 'pay', 'receive'],
    })
    const page = await there.world.app.inject({
      method: 'GET',
      url: '/app/authorize',
      headers: { accept: 'text/html' },
    })
    expect(String(page.headers['content-security-policy'])).toContain("frame-ancestors 'none'")
  })
})
