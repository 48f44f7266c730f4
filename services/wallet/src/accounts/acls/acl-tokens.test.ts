import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../test/world/accounts/make-acl-token.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

const ACLS = '/api/v1/auth/acls'
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/

describe.each(LOGIC_DIALECTS)('the tokens of access lists, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  let token: string
  beforeAll(async () => {
    world = await openWorld({ dialect })
    wallet = await world.openWallet(1000)
    token = await tokenOf(world, wallet)
  })
  afterAll(() => world.close())

  const createOf = async (allowed_endpoints: readonly string[]): Promise<string> => {
    const answer = await world.call('POST', ACLS, { token, body: { name: 'list', allowed_endpoints } })
    return answer.body.id
  }
  const issue = async (aclId: string, body?: object) => {
    const answer = await world.call('POST', `${ACLS}/${aclId}/tokens`, { token, body })
    expect(answer.status).toBe(201)
    return answer.body as { id: string; token: string; [name: string]: unknown }
  }
  const tokenFor = async (...endpoints: string[]) => (await makeAclToken(world, token, endpoints)).token
  const find = async (id: string) =>
    (await world.call('GET', ACLS, { token })).body.find((acl: { id: string }) => acl.id === id)
  const walletStatus = async (aclToken: string) =>
    (await world.call('GET', '/api/v1/wallet', { token: aclToken })).status

  test('a token is shown once, and can only do what its list allows', async () => {
    const id = await createOf(['GET /api/v1/wallet'])
    const made = await issue(id)
    const none = { name: '', wallet_id: null, budget_sats: null, budget_period: null, expires_at: null }
    const common = { id: made.id, created_at: expect.stringMatching(ISO), ...none }
    expect(made).toEqual({ ...common, acl_id: id, token: expect.stringMatching(/^acl_[0-9a-f]{32}$/) })
    expect((await find(id)).tokens).toEqual([{ ...common, last_used_at: null }])
    expect(JSON.stringify(await find(id))).not.toContain(made.token)
    const { status, body } = await world.call('GET', '/api/v1/wallet', { token: made.token })
    expect([status, body]).toEqual([200, { id: wallet.id, name: 'Test', balance: 1_000_000, adminkey: '', inkey: '' }])
    expect((await world.call('GET', '/api/v1/wallets', { token: made.token })).status).toBe(403)
  })

  test('no answer to a token contains a wallet key, or the id by which its user could log in', async () => {
    const paths = [
      'GET /api/v1/wallets',
      'GET /api/v1/wallet/paginated',
      'POST /api/v1/wallet',
      'PUT /api/v1/wallet',
      'GET /api/v1/auth',
    ]
    const aclToken = await tokenFor(...paths, 'PUT /api/v1/auth/me')
    const keys = [wallet.adminKey, wallet.invoiceKey, wallet.userId]
    for (const entry of [...paths, 'PUT /api/v1/auth/me']) {
      const [method, path] = entry.split(' ') as ['GET', string]
      const body = method === 'GET' ? undefined : path === '/api/v1/wallet' ? { name: 'Test' } : { display_name: 'x' }
      const answer = await world.call(method, path, { token: aclToken, body })
      expect([entry, answer.status]).toEqual([entry, expect.toSatisfy((status: number) => status < 300)])
      const text = JSON.stringify(answer.body).replaceAll(`user-${wallet.userId}`, '')
      for (const key of keys) expect(text).not.toContain(key)
      if (path.includes('wallet')) expect(text).toContain('"adminkey":""')
    }
  })

  test('it ends exactly: by expiry, by revocation, with its list', async () => {
    const id = await createOf(['GET /api/v1/wallet'])
    const [short, revoked, other] = [
      await issue(id, { name: 'short', expires_in_minutes: 1 }),
      await issue(id),
      await issue(id),
    ]
    expect(Date.parse(String(short['expires_at'])) - Date.parse(String(short['created_at']))).toBe(60_000)
    const url = `${ACLS}/${id}/tokens/${revoked.id}`
    expect((await world.call('DELETE', url, { token })).body).toEqual({ detail: 'Token revoked' })
    expect([await walletStatus(revoked.token), await walletStatus(short.token)]).toEqual([401, 200])
    expect((await world.call('DELETE', url, { token })).status).toBe(404)
    world.advance(60)
    expect([await walletStatus(short.token), await walletStatus(other.token)]).toEqual([401, 200])
    await world.call('DELETE', `${ACLS}/${id}`, { token })
    expect(await walletStatus(other.token)).toBe(401)
  })

  test('a change of the list binds its tokens with the next request', async () => {
    const id = await createOf(['GET /api/v1/wallets'])
    const { token: aclToken } = await issue(id)
    expect(await walletStatus(aclToken)).toBe(403)
    await world.call('PUT', `${ACLS}/${id}`, { token, body: { allowed_endpoints: ['GET /api/v1/wallet'] } })
    expect(await walletStatus(aclToken)).toBe(200)
    await world.call('PUT', `${ACLS}/${id}`, { token, body: { allowed_endpoints: [] } })
    expect(await walletStatus(aclToken)).toBe(403)
  })

  test.each([
    { budget_sats: 5 },
    { budget_period: 'day' },
    { budget_sats: 5, budget_period: 'year' },
    { budget_sats: 0, budget_period: 'day' },
    { budget_sats: 1.5, budget_period: 'day' },
    { expires_in_minutes: 0 },
    { expires_in_minutes: 5_256_001 },
    { name: 'x'.repeat(65) },
    // Misspelt: it would be a token without the limit that was meant.
    { expires_in: 5 },
    { budget_sat: 1, budget_period: 'day' },
  ])('a token with %j is 422', async (body) => {
    const id = await createOf([])
    expect((await world.call('POST', `${ACLS}/${id}/tokens`, { token, body })).status).toBe(422)
    expect((await find(id)).tokens).toEqual([])
  })

  test('a budget is stored with the token and returned', async () => {
    const id = await createOf(['POST /api/v1/payments'])
    const budget = { budget_sats: 9_007_199_254_740, budget_period: 'week' }
    expect(await issue(id, { name: 'spender', ...budget })).toMatchObject({ name: 'spender', ...budget })
    expect((await find(id)).tokens).toMatchObject([{ name: 'spender', ...budget }])
  })

  test('the last use is returned to the minute and written at most once a minute', async () => {
    const id = await createOf(['GET /api/v1/wallet'])
    const { token: aclToken } = await issue(id)
    const lastUse = async () => (await find(id)).tokens[0].last_used_at
    const at = () => new Date(world.nowSeconds() * 1000).toISOString()
    const first = at()
    await walletStatus(aclToken)
    await expect.poll(lastUse).toBe(first)
    world.advance(59)
    await walletStatus(aclToken)
    // What waits to be written is written in its order: a note would be before this.
    await world.call('PUT', `${ACLS}/${id}`, { token, body: { name: 'later' } })
    expect(await lastUse()).toBe(first)
    world.advance(1)
    await walletStatus(aclToken)
    await expect.poll(lastUse).toBe(at())
  })

  test('the entry `receive` creates invoices and pays nothing', async () => {
    const [till, both] = [await tokenFor('POST /api/v1/payments receive'), await tokenFor('POST /api/v1/payments')]
    const invoice = await world.invoice(await world.openWallet(), 5)
    const receive = { out: false, amount: 5 }
    const send = { out: true, bolt11: invoice.payment_request }
    const post = async (by: string, body: object) =>
      (await world.call('POST', '/api/v1/payments', { token: by, body })).status
    const before = await world.balanceMsat(wallet)
    expect([await post(till, receive), await post(till, send)]).toEqual([201, 403])
    expect(await world.balanceMsat(wallet)).toBe(before)
    expect([await post(both, receive), await post(both, send)]).toEqual([201, 201])
    expect(await world.violations()).toEqual([])
  })

  test('an entry for one object allows that object, and only if its owner has it', async () => {
    const [mine, another] = [await world.invoice(wallet, 5), await world.invoice(wallet, 6)]
    const foreign = await world.invoice(await world.openWallet(), 7)
    const aclToken = await tokenFor(
      `GET /api/v1/payments/${mine.checking_id}`,
      `GET /api/v1/payments/${foreign.checking_id}`,
    )
    const status = async (id: string) => (await world.call('GET', `/api/v1/payments/${id}`, { token: aclToken })).status
    expect([await status(mine.checking_id), await status(another.checking_id)]).toEqual([200, 403])
    expect(await status(foreign.checking_id)).toBe(404)
  })

  test('a token of a deleted user is rejected, and one of an administrator has no administrator rights', async () => {
    const admin = await world.openWallet()
    await writeDirectly(world, `UPDATE users SET role = 'super-user' WHERE id = '${admin.userId}'`)
    const by = await tokenOf(world, admin)
    const { aclId: id, token: aclToken } = await makeAclToken(world, by, ['GET /api/v1/wallet'])
    // As if the row had been written past the rules.
    await writeDirectly(
      world,
      `UPDATE acls SET allowed_endpoints = '["GET /api/v1/admin/halt","GET /api/v1/auth/acls","GET /api/v1/wallet"]' WHERE id = '${id}'`,
    )
    for (const path of ['/api/v1/admin/halt', ACLS]) {
      expect((await world.call('GET', path, { token: by })).status).toBe(200)
      expect((await world.call('GET', path, { token: aclToken })).status).toBe(403)
    }
    expect(await walletStatus(aclToken)).toBe(200)
    await writeDirectly(world, `DELETE FROM users WHERE id = '${admin.userId}'`)
    expect(await walletStatus(aclToken)).toBe(401)
  })

  test('no database knows a token, and the audit log knows who made and revoked it', async () => {
    const id = await createOf([])
    const made = await issue(id)
    await world.call('DELETE', `${ACLS}/${id}/tokens/${made.id}`, { token })
    const rows = await world.db.list('SELECT digest FROM acl_tokens', [], (row: { digest: string }) => row.digest)
    expect(rows.join(' ')).not.toContain(made.token.slice('acl_'.length))
    const log = await world.db.list(
      'SELECT actor, action FROM audit_log WHERE subject IN ($1, $2) ORDER BY id',
      [id, made.id],
      (row: { actor: string; action: string }) => [row.actor === wallet.userId, row.action],
    )
    expect(log).toEqual([
      [true, 'acl-created'],
      [true, 'acl-token-created'],
      [true, 'acl-token-revoked'],
    ])
  })
})
