import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../test/world/accounts/make-acl-token.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

describe('a token with one entry (D2)', () => {
  let world: World
  let wallet: WorldWallet
  let aclToken: string
  beforeAll(async () => {
    world = await openWorld({ dialect: 'sqlite' })
    wallet = await world.openWallet(10)
    const token = await tokenOf(world, wallet)
    aclToken = (await makeAclToken(world, token, ['GET /api/v1/payments'])).token
    await world.invoice(wallet, 5, { memo: 'see me' })
  })
  afterAll(() => world.close())

  const ask = (method: 'GET', url: string, headers: Record<string, string> = {}) =>
    world.app.inject({ method, url, headers: { authorization: `Bearer ${aclToken}`, ...headers } })

  test('allows its own entry and HEAD of it', async () => {
    const [plain, head] = [await ask('GET', '/api/v1/payments'), await ask('HEAD' as 'GET', '/api/v1/payments')]
    expect([plain.statusCode, plain.body.includes('see me')]).toEqual([200, true])
    expect([head.statusCode, head.body]).toEqual([200, ''])
    // Percent-encoding is undone before routing: the same route, the same decision.
    expect((await ask('GET', '/api/v1/pay%6dents')).statusCode).toBe(200)
  })

  test.each([
    '/api/v1/payments/',
    '/api/v1/payments//',
    '//api/v1/payments',
    '/API/v1/payments',
    '/api/v1/Payments',
    '/api/v1/payments/.',
    '/api/v1/payments/../wallet',
    '/api/v1/payments%2f',
    '/api/v1/payments%2Fpaginated',
    '/api/v1/payments/paginated',
    '/api/v1/payments/%70aginated',
    '/api/v1/payments/history',
    '/api/v1/payments/x',
    '/api/v1/payments;x',
    '/api/v1/payments%00',
    '/api/v1/wallet',
    '/api/v1/wallets',
    '/api/v1/auth',
    '/api/v1/auth/acls',
    '/users/api/v1/user',
    '/admin/api/v1/audit',
    '/api/v1/admin/halt',
  ])('reads no data at %s', async (url) => {
    const answer = await ask('GET', url)
    expect([307, 403, 404]).toContain(answer.statusCode)
    for (const secret of ['see me', wallet.id, wallet.adminKey, wallet.invoiceKey])
      expect(answer.body).not.toContain(secret)
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('cannot %s', async (method) => {
    const answer = await ask(method as 'GET', '/api/v1/payments')
    expect([204, 403, 405]).toContain(answer.statusCode)
    expect(answer.body).not.toContain('see me')
  })

  test('gains nothing from headers that other servers obey', async () => {
    const headers = {
      'x-http-method-override': 'GET',
      'x-method-override': 'GET',
      'x-original-url': '/api/v1/payments',
      'x-rewrite-url': '/api/v1/payments',
      'x-forwarded-prefix': '/api/v1/payments',
    }
    expect((await ask('GET', '/api/v1/wallets', headers)).statusCode).toBe(403)
    expect((await ask('POST' as 'GET', '/api/v1/payments', headers)).statusCode).toBe(403)
  })

  test('is accepted only unchanged, and in its own header', async () => {
    for (const wrong of [
      aclToken.toUpperCase(),
      `${aclToken}0`,
      aclToken.slice(0, -1),
      'acl_',
      `acl_${'0'.repeat(32)}`,
    ]) {
      expect((await ask('GET', '/api/v1/payments', { authorization: `Bearer ${wrong}` })).statusCode).toBe(401)
    }
    expect((await world.call('GET', '/api/v1/payments', { key: aclToken })).status).toBe(401)
    expect((await world.call('GET', `/api/v1/payments?api-key=${aclToken}`)).status).toBe(401)
  })
})
