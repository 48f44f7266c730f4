import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LNURLP } from '../../../../extensions/lnurlp/lnurlp.ts'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { tokenOf } from '../../test/world/token-of.ts'
import { writeDirectly } from '../../test/world/write-directly.ts'

const BASE = '/lnbits/api/v1'

describe.each(LOGIC_DIALECTS)('accounts in the dialect of LNbits, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  let token: string
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [LNURLP], env: { SERVICE_FIXED_RATES: '{"USD":50000,"EUR":40000}' } })
    owner = await world.openWallet(1000)
    await writeDirectly(world, `UPDATE users SET role = 'super-user' WHERE id = '${owner.userId}'`)
    token = await tokenOf(world, owner)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  test('an account is created with a wallet that its keys open, and not if registration is closed', async () => {
    const open = () => world.call('POST', `${BASE}/account`, { body: { name: 'Kiosk' }, key: owner.adminKey })
    const { status, body } = await open()
    expect([status, body]).toMatchObject([200, { name: 'Kiosk', balance_msat: 0, deleted: false }])
    expect(body.user).not.toBe(owner.userId)
    for (const key of [body.adminkey, body.inkey]) {
      expect((await world.call('GET', '/api/v1/wallet', { key })).body).toMatchObject({ id: body.id, name: 'Kiosk' })
    }
    await world.restart({ SERVICE_ALLOW_NEW_ACCOUNTS: 'false' })
    expect((await open()).status).toBe(403)
    await world.restart({ SERVICE_ALLOW_NEW_ACCOUNTS: 'true' })
  })

  test('each request counts once, also if several routes of the own API, or none, answer it', async () => {
    await world.restart({ SERVICE_RATE_LIMIT_NO: '12' })
    const left = async (method: 'GET' | 'POST', url: string, options: object = {}) =>
      Number((await world.call(method, url, options)).headers['ratelimit-remaining'])
    const made = { key: owner.adminKey, body: { amount: 5, out: false } }
    const counts = [
      await left('POST', `${BASE}/payments`, made),
      await left('GET', `${BASE}/auth`, { token }),
      await left('POST', `${BASE}/conversion`, { body: { from_: 'sat', amount: 1, to: 'usd,eur' } }),
      await left('GET', `${BASE}/payments/${'0'.repeat(64)}`),
      await left('POST', `${BASE}/auth/reset-password`, { body: {} }),
      await left('GET', `${BASE}/extension/reviews/tags`),
      await left('GET', `${BASE}/payments?sortby=nonsense`),
    ]
    expect(counts).toEqual([11, 10, 9, 8, 7, 6, 5])
    for (let times = 0; times < 5; times += 1) await left('GET', `${BASE}/wallet`)
    const refused = await world.call('GET', `${BASE}/payments/${'0'.repeat(64)}`)
    const detail = expect.stringMatching(/^Rate limit exceeded/)
    expect([refused.status, refused.body]).toEqual([429, { error: detail, detail }])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await world.restart({ SERVICE_RATE_LIMIT_NO: '0' })
  })

  test('a wallet is created and deleted by its user; a key cannot delete a wallet by a path', async () => {
    const made = await world.call('POST', `${BASE}/wallet`, { token, body: { name: 'Second' } })
    expect(made.body).toMatchObject({ name: 'Second', adminkey: expect.stringMatching(/^[0-9a-f]{32}$/) })
    const { id } = made.body as { readonly id: string }
    const remove = (caller: object) => world.call('DELETE', `${BASE}/wallet/${id}`, caller)
    expect((await remove({ key: owner.adminKey })).status).toBe(401)
    expect((await remove({ token: await tokenOf(world, await world.openWallet()) })).status).toBe(404)
    expect((await remove({ token })).status).toBe(200)
    const left = (await world.call('GET', `${BASE}/wallets`, { token })).body as { id: string }[]
    expect(left.map((wallet) => wallet.id)).toEqual([owner.id])
  })

  test('a user changes name and password with the fields of LNbits', async () => {
    const account = { username: `ann-${dialect}`, password: 'first password' }
    const { id, access_token: first } = (await world.call('POST', '/api/v1/auth/register', { body: account })).body
    const patch = (body: object) => world.call('PATCH', `${BASE}/auth`, { token: first, body })
    const user_id = String(id).replaceAll('-', '')
    const extra = { display_name: 'Ann', picture: null }
    expect(await patch({ user_id, username: null, extra })).toMatchObject({
      status: 200,
      body: { id, username: account.username, extra: { display_name: 'Ann' } },
    })
    expect(await patch({ user_id: owner.userId, username: 'eve' })).toMatchObject({
      status: 400,
      body: { detail: 'Invalid user ID.' },
    })
    const body = { user_id, username: account.username, password_old: account.password }
    const next = { ...body, password: 'second password', password_repeat: 'second password' }
    expect((await world.call('PUT', `${BASE}/auth/password`, { token: first, body: next })).status).toBe(200)
    const logIn = { username: account.username, password: 'second password' }
    expect((await world.call('POST', `${BASE}/auth`, { body: logIn })).status).toBe(200)
  })

  test('extensions are activated for a user, and enabled by an administrator for all', async () => {
    const put = (word: string, by = token) => world.call('PUT', `${BASE}/extension/lnurlp/${word}`, { token: by })
    const isActive = async () => (await world.call('GET', `${BASE}/auth`, { token })).body.extensions.includes('lnurlp')
    expect((await put('enable')).body).toMatchObject({ success: true })
    expect(await isActive()).toBe(true)
    expect((await put('disable')).status).toBe(200)
    expect(await isActive()).toBe(false)
    const all = (await world.call('GET', `${BASE}/extension/all`, { token })).body as { id: string }[]
    expect(all.map(({ id }) => id)).toContain('lnurlp')
    expect((await put('deactivate')).status).toBe(200)
    expect((await put('enable')).status).not.toBe(200)
    expect((await put('activate')).status).toBe(200)
    expect((await put('activate', await tokenOf(world, await world.openWallet()))).status).toBe(403)
  })

  test('amounts are converted from satoshis into several units, and from money into satoshis', async () => {
    const convert = async (body: object) => (await world.call('POST', `${BASE}/conversion`, { body })).body
    expect(await convert({ from_: 'sat', amount: 2000, to: 'usd, eur' })).toEqual({
      sats: 2000,
      BTC: 0.000_02,
      USD: 1,
      EUR: 0.8,
    })
    expect(await convert({ from_: 'usd', amount: '1' })).toEqual({ USD: 1, sats: 2000, BTC: 0.000_02 })
    expect((await world.call('POST', `${BASE}/conversion`, { body: { amount: 1, to: 'xyz' } })).status).toBe(400)
    expect((await world.call('POST', `${BASE}/conversion`, { body: { amount: 'x' } })).status).toBe(400)
  })

  test('the payments of all wallets of a user are one list', async () => {
    const other = await world.openWallet()
    const by = await tokenOf(world, other)
    const { adminkey: key } = (await world.call('POST', `${BASE}/wallet`, { token: by, body: { name: 'B' } })).body
    await world.invoice(other, 5)
    await world.call('POST', '/api/v1/payments', { key, body: { out: false, amount: 6 } })
    const page = (await world.call('GET', `${BASE}/payments/all/paginated?direction=asc`, { token: by })).body
    expect([page.total, page.data.map(({ amount }: { amount: number }) => amount)]).toEqual([2, [5000, 6000]])
    expect((await world.call('GET', `${BASE}/rate/history`, { token })).body).toEqual(
      (await world.call('GET', '/api/v1/rate/history', { token })).body,
    )
  })

  test('the super user increases a balance', async () => {
    const before = await world.balanceMsat(owner)
    const add = (by: string) =>
      world.call('PUT', '/lnbits/users/api/v1/balance', { token: by, body: { id: owner.id, amount: 5 } })
    expect(await add(token)).toMatchObject({ status: 200, body: { status: 'Success' } })
    expect((await world.balanceMsat(owner)) - before).toBe(5000)
    expect((await add(await tokenOf(world, await world.openWallet()))).status).toBe(403)
  })
})
