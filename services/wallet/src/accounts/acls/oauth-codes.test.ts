import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../test/world/accounts/open-browser.ts'
import { ASKED, CLIENT, FORM, INVALID_GRANT, openConsent, VERIFIER } from '../../../test/world/accounts/open-consent.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

describe.each(LOGIC_DIALECTS)('codes of the consent page and their tokens, on %s', (dialect) => {
  let there: Awaited<ReturnType<typeof openConsent>>
  beforeAll(async () => {
    there = await openConsent(dialect)
  })
  afterAll(() => there.world.close())

  test('a code that is used a second time, also later, gets nothing and revokes the token of the first use', async () => {
    const code = await there.codeFor()
    const { body } = await there.exchange(code)
    expect((await there.receive(body.access_token)).status).toBe(201)
    there.world.advance(3600)
    await there.logInAgain()
    // The next consent clears codes that are over; this one stays.
    await there.codeFor()
    expect(await there.exchange(code)).toMatchObject(INVALID_GRANT)
    expect((await there.receive(body.access_token)).status).toBe(401)
    expect((await there.lists()).filter(({ client_id: id }) => id !== null)).toEqual([])
  })

  test('of ten concurrent requests with one code no two get a token, and no valid one is left', async () => {
    const code = await there.codeFor()
    const answers = await Promise.all(Array.from({ length: 10 }, () => there.exchange(code)))
    const [got, ...more] = answers.filter(({ status }) => status === 200)
    expect([got?.status, more]).toEqual([200, []])
    expect((await there.receive(got?.body.access_token)).status).toBe(401)
  })

  test.each([
    ['a wrong verifier', { code_verifier: 'another-verifier-that-has-the-right-form-0123456789' }],
    ['the challenge in place of the verifier', { code_verifier: ASKED.code_challenge }],
    ['a verifier that is none', { code_verifier: 'short' }],
    ['another redirect of the same client', { redirect_uri: 'https://shop.example/connected' }],
    ['another client (mix-up)', { client_id: 'https://evil.example' }],
  ])('a code with %s gets nothing, and is used up by it', async (_title, wrong) => {
    const code = await there.codeFor()
    expect(await there.exchange(code, wrong)).toMatchObject(INVALID_GRANT)
    expect(await there.exchange(code)).toMatchObject(INVALID_GRANT)
  })

  test('a code for a wallet that was deleted after the consent gets nothing', async () => {
    const person = there.person()
    const { id } = (await person.call('POST', '/api/v1/wallet', { body: { name: 'Short-lived' } })).body
    const code = await there.codeFor({ wallet_id: id })
    expect((await person.call('DELETE', `/api/v1/wallet?wallet_id=${id}`)).status).toBe(200)
    const before = await there.lists()
    expect(await there.exchange(code)).toMatchObject(INVALID_GRANT)
    expect(await there.lists()).toEqual(before)
  })

  test('a code ends after 60 seconds', async () => {
    const [soon, late] = [await there.codeFor(), await there.codeFor()]
    there.world.advance(59)
    expect((await there.exchange(soon)).status).toBe(200)
    there.world.advance(1)
    expect(await there.exchange(late)).toMatchObject(INVALID_GRANT)
  })

  test.each([
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: '' }, 'invalid_request'],
    [{ code: '' }, 'invalid_request'],
    [{ code_verifier: '' }, 'invalid_request'],
    [{ code: 'x'.repeat(43) }, 'invalid_grant'],
  ])('POST /oauth/token with %j is the error %s', async (more, error) => {
    expect(await there.exchange('x', more)).toMatchObject({
      status: 400,
      body: { error, error_description: expect.any(String) },
    })
  })

  test('fields in the URL are not read: they would be in logs', async () => {
    const fields = { grant_type: 'authorization_code', code: await there.codeFor(), code_verifier: VERIFIER, ...CLIENT }
    const url = `/oauth/token?${new URLSearchParams(fields).toString()}`
    expect((await there.world.app.inject({ method: 'POST', url, headers: FORM, payload: '' })).statusCode).toBe(400)
    // The fields may be sent as JSON.
    expect((await there.world.call('POST', '/oauth/token', { body: fields })).status).toBe(200)
  })

  test('a token allows only the scope and the wallet of its consent', async () => {
    const token = await there.tokenFor({ scope: 'history', expires_in_minutes: 60 })
    const ask = async (path: string) => there.world.call('GET', path, { token })
    expect((await there.receive(token)).status).toBe(403)
    expect(
      (await ask('/api/v1/payments/stats/wallets')).body.map((row: { wallet_id: string }) => row.wallet_id),
    ).toEqual([there.walletId])
    for (const path of ['/api/v1/payments', '/api/v1/payments/paginated', '/api/v1/payments/history']) {
      expect((await ask(`${path}?wallet_id=${there.otherWalletId}`)).status).toBe(404)
      expect((await ask(`${path}?wallet_id=all`)).status).toBe(200)
    }
    const own = await there.person().call('POST', `/api/v1/payments?wallet_id=${there.otherWalletId}`, {
      body: { out: false, amount: 7 },
    })
    expect(JSON.stringify((await ask('/api/v1/payments?wallet_id=all')).body)).not.toContain(own.body.checking_id)
    expect((await ask(`/api/v1/payments/${own.body.checking_id}`)).status).toBe(404)
    // Even if the user gives its list every permission.
    const [list] = (await there.lists()).filter(({ client_id: id }) => id === CLIENT.client_id).slice(-1)
    const entries = [
      'GET /api/v1/wallet/paginated',
      'GET /api/v1/contacts',
      'POST /api/v1/wallet',
      'GET /api/v1/wallets',
    ]
    await there
      .person()
      .call('PUT', `/api/v1/auth/acls/${String(list?.['id'])}`, { body: { allowed_endpoints: entries } })
    expect((await ask('/api/v1/wallet/paginated')).body).toMatchObject({ total: 1, data: [{ id: there.walletId }] })
    expect((await ask('/api/v1/contacts')).status).toBe(403)
    expect((await there.world.call('POST', '/api/v1/wallet', { token, body: {} })).status).toBe(403)
  })

  test('a budget holds for concurrent payments, and a second token does not raise that of the first', async () => {
    const token = await there.tokenFor({ scope: 'pay', budget_sats: 100, budget_period: 'week' })
    const pay = async (by: string) => {
      const { payment_request: bolt11 } = await there.world.invoice(await there.world.openWallet(), 60)
      return (await there.world.call('POST', '/api/v1/payments', { token: by, body: { out: true, bolt11 } })).status
    }
    const statuses = await Promise.all([pay(token), pay(token), pay(token)])
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(await pay(await there.tokenFor({ scope: 'pay', budget_sats: 100, budget_period: 'week' }))).toBe(201)
    expect(await pay(token)).toBe(400)
    const other = await there.world.invoice(await there.world.openWallet(), 5)
    const body = { out: true, bolt11: other.payment_request }
    expect(
      (await there.world.call('POST', `/api/v1/payments?wallet_id=${there.otherWalletId}`, { token, body })).status,
    ).toBe(404)
    expect(await there.world.violations()).toEqual([])
  })

  test('a program revokes its own token, and repeating that is no error', async () => {
    const token = await there.tokenFor()
    const revoke = async (text: string) => {
      const payload = new URLSearchParams({ token: text, token_type_hint: 'access_token' }).toString()
      return (await there.world.app.inject({ method: 'POST', url: '/oauth/revoke', headers: FORM, payload })).statusCode
    }
    const before = (await there.lists()).length
    expect([await revoke(token), await revoke(token), await revoke('nonsense')]).toEqual([200, 200, 200])
    expect([(await there.receive(token)).status, (await there.lists()).length]).toEqual([401, before - 1])
  })

  test('programs of a disabled account get nothing, not even by an earlier code', async () => {
    const other = await openBrowser(there.world, `disabled-${dialect}`)
    const [wallet] = (await other.call('GET', '/api/v1/wallets')).body
    const given = await there.consent({ wallet_id: wallet.id }, other)
    await writeDirectly(there.world, `UPDATE users SET disabled_at = 1 WHERE username = 'disabled-${dialect}'`)
    const { body } = await there.exchange(new URL(given.body.redirect_to).searchParams.get('code') ?? '')
    expect((await there.receive(body.access_token)).status).toBeGreaterThanOrEqual(401)
  })
})
