import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../test/world/accounts/make-acl-token.ts'
import { shareWallet } from '../../../test/world/accounts/share-wallet.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

const USERS = '/users/api/v1/user'

describe.each(LOGIC_DIALECTS)('disabling an account, on %s', (dialect) => {
  let world: World
  let rootId: string
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SUPER_USER_USERNAME: 'root', SUPER_USER_PASSWORD: 'root password' } })
    const login = { username: 'root', password: 'root password' }
    const { access_token: token } = (await world.call('POST', '/api/v1/auth', { body: login })).body
    rootId = (await world.call('GET', '/api/v1/auth', { token })).body.id
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const asRoot = async (method: 'GET' | 'PUT' | 'DELETE', url: string, body?: object) =>
    world.call(method, url, { token: await tokenOf(world, { userId: rootId }), ...(body !== undefined && { body }) })
  const disable = async (userId: string, disabled = true) =>
    (await asRoot('PUT', `${USERS}/${userId}`, { disabled })).status
  const byKey = async (key: string) => (await world.call('GET', '/api/v1/wallet', { key })).status

  test('tokens and keys are rejected immediately; keys work again after it is enabled, earlier tokens do not', async () => {
    const wallet = await world.openWallet(100)
    const token = await tokenOf(world, wallet)
    const { token: aclToken } = await makeAclToken(world, token, ['GET /api/v1/wallet'])
    const byToken = async (given: string) => (await world.call('GET', '/api/v1/wallet', { token: given })).status
    const all = () => Promise.all([byKey(wallet.adminKey), byKey(wallet.invoiceKey), byToken(token), byToken(aclToken)])
    expect(await all()).toEqual([200, 200, 200, 200])
    expect(await disable(wallet.userId)).toBe(200)
    expect(await all()).toEqual([401, 401, 401, 401])
    expect(await disable(wallet.userId, false)).toBe(200)
    expect(await all()).toEqual([200, 200, 401, 401])
  })

  test('nothing leaves its wallets, and payments to them are credited', async () => {
    const wallet = await world.openWallet(100)
    const payer = await world.openWallet(100)
    const guest = await shareWallet(world, wallet, await world.openWallet())
    const invoice = await world.invoice(wallet, 7)
    const other = await world.invoice(payer, 7)
    await disable(wallet.userId)
    const spend = await world.call('POST', `/api/v1/payments?wallet_id=${wallet.id}`, {
      token: guest.token,
      body: { out: true, bolt11: other.payment_request },
    })
    expect([spend.status, spend.body.code]).toEqual([404, 'wallet_not_found'])
    const asGuest = { token: guest.token }
    const read = await world.call('GET', `/api/v1/payments?wallet_id=${wallet.id}`, asGuest)
    expect(read.status).toBe(404)
    expect((await world.call('GET', '/api/v1/wallets', asGuest)).body).toHaveLength(1)
    const all = await world.call('GET', '/api/v1/payments?wallet_id=all', asGuest)
    expect(all.body).toEqual([])
    expect((await world.send(payer, invoice.payment_request)).status).toBe(201)
    await disable(wallet.userId, false)
    const { body } = await world.call('GET', '/api/v1/wallet', { key: wallet.adminKey })
    expect(body.balance).toBe(107_000)
  })

  test('the list has who is disabled and their role, and filters and orders by them', async () => {
    const { userId } = await world.openWallet(5000)
    await disable(userId)
    const only = (await asRoot('GET', `${USERS}?disabled=true&limit=100`)).body as { id: string; disabled: boolean }[]
    expect(only.every(({ disabled }) => disabled)).toBe(true)
    expect(only.map(({ id }) => id)).toContain(userId)
    const [richest] = (await asRoot('GET', `${USERS}?order=balance`)).body
    expect([richest.id, richest.balance_msat]).toEqual([userId, 5_000_000])
    const roots = (await asRoot('GET', `${USERS}?role=super-user`)).body
    expect(roots).toEqual([expect.objectContaining({ id: rootId, role: 'super-user', balance_msat: null })])
    expect(roots[0].last_login_at).toBe(world.nowSeconds())
    const { body } = await asRoot('GET', `${USERS}/${userId}/wallets`)
    expect(body).toEqual({ data: [{ id: expect.any(String), name: expect.any(String), balance: 5_000_000 }], total: 1 })
  })

  test('reading balances is in the audit log; a list without them is not', async () => {
    const count = async () => (await asRoot('GET', '/admin/api/v1/audit?action=balances-read')).body.total
    const before = await count()
    await asRoot('GET', USERS)
    expect(await count()).toBe(before)
    await asRoot('GET', `${USERS}?balances=true`)
    await asRoot('GET', `${USERS}/${rootId}/wallets`)
    expect(await count()).toBe(before + 2)
  })

  test('no user disables their own account, and no administrator a super user', async () => {
    expect(await disable(rootId)).toBe(403)
    const { userId } = await world.openWallet()
    await asRoot('PUT', `${USERS}/${userId}`, { is_admin: true })
    const token = await tokenOf(world, { userId })
    expect((await world.call('PUT', `${USERS}/${rootId}`, { token, body: { disabled: true } })).status).toBe(403)
  })
})
