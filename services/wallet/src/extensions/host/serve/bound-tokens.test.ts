import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../../test/world/accounts/make-acl-token.ts'
import { activateExtension } from '../../../../test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../../test/world/test-database.ts'
import { tokenOf } from '../../../../test/world/token-of.ts'
import { BUILT_INS } from '../../built-ins.ts'

const USED = ['withdraw', 'lndhub', 'scheduler', 'tpos', 'nwcprovider', 'lnurlp']
const LINK = { title: 'Gift', min_withdrawable: 10, max_withdrawable: 20, uses: 2 }
const MAKES = [
  ['withdraw', LINK],
  ['lndhub', { label: 'App', mode: 'admin' }],
  ['scheduler', { name: 'Job', cron: '* * * * *', action: 'pay', target: 'a@b.example', amount: 1 }],
  ['tpos', { name: 'Bar', currency: 'EUR' }],
  ['nwcprovider', { description: 'App', permissions: ['pay'], unlimited: true }],
] as const
const BOUNDS = [
  ['a budget', [], { budget_sats: 5, budget_period: 'day' }],
  ['receiving only', ['POST /api/v1/payments receive'], {}],
] as const

describe.each(LOGIC_DIALECTS)('tokens with a bound on their spending, and extensions that spend, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  let login: string
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: BUILT_INS, env: { SERVICE_FIXED_RATES: '{"EUR":50000}' } })
    owner = await world.openWallet(1000)
    login = await tokenOf(world, owner)
    for (const extId of USED) await activateExtension(world, owner, extId)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const token = async (entries: readonly string[], more = {}) => (await makeAclToken(world, login, entries, more)).token
  const countItems = async (): Promise<number> =>
    (await world.db.list(`SELECT id FROM extension_rows WHERE kind = 'items'`, [], (row) => row)).length

  describe.each(BOUNDS)('with %s', (bound, entries, more) => {
    const tokenFor = (...own: string[]) => token([...entries, ...own], more)
    const refused = {
      status: 403,
      body: { detail: `A token with ${bound} cannot create, change or run what spends by itself.` },
    }

    test.each(MAKES)('a token with a budget cannot create %s, however its list names it', async (extId, body) => {
      const before = await countItems()
      const entry = `POST /${extId}/api/v1/`
      for (const path of [`/${extId}/api/v1/`, `/${extId}/api/v1`]) {
        expect(await world.call('POST', path, { token: await tokenFor(entry), body })).toMatchObject(refused)
      }
      expect(await countItems()).toBe(before)
    })

    test('a token with a budget cannot change, delete or run an item that spends, nor allow its extension to spend', async () => {
      const { id } = (await world.call('POST', '/withdraw/api/v1/', { key: owner.adminKey, body: LINK })).body
      const till = { name: 'Bar', currency: 'EUR', withdraw_limit: 500 }
      const { id: tillId } = (await world.call('POST', '/tpos/api/v1/', { key: owner.adminKey, body: till })).body
      const asks = [
        ['PUT', '/withdraw/api/v1/{id}', id, { uses: 250 }],
        ['DELETE', '/withdraw/api/v1/{id}', id, undefined],
        ['POST', '/tpos/api/v1/{id}/charges', tillId, { amount: 0.05 }],
        ['POST', '/scheduler/api/v1/{id}/run', id, undefined],
        ['POST', '/nwcprovider/pair', id, { description: 'App', may: 'pay', budget_sats: 100 }],
        ['PUT', '/api/v1/extension/grants/{ext_id}', 'withdraw', { active: true }],
      ] as const
      for (const [method, path, of, body] of asks) {
        const by = await tokenFor(`${method} ${path}`)
        const answer = await world.call(method, path.replace(/\{\w+\}/, of), { token: by, body })
        expect([path, answer]).toMatchObject([path, refused])
      }
      const seen = await world.call('GET', `/withdraw/api/v1/${id}`, { key: owner.adminKey })
      expect(seen.body).toMatchObject({ uses: 2 })
    })

    test('a token with a budget reads an item that spends without its secrets', async () => {
      const made = (await world.call('POST', '/withdraw/api/v1/', { key: owner.adminKey, body: LINK })).body
      const by = await tokenFor('GET /withdraw/api/v1/', 'GET /withdraw/api/v1/{id}', 'GET /withdraw/csv/{hash}')
      const one = await world.call('GET', `/withdraw/api/v1/${made.id}`, { token: by })
      expect(one).toMatchObject({ status: 200, body: { id: made.id, title: 'Gift', uses: 2, used: 0 } })
      const list = await world.call('GET', '/withdraw/api/v1/', { token: by })
      for (const { body } of [one, list]) {
        expect(JSON.stringify(body)).not.toContain(made.hash)
        expect(JSON.stringify(body)).not.toContain(made.lnurl)
      }
      expect(await world.call('GET', `/withdraw/csv/${made.hash}`, { token: by })).toMatchObject(refused)
    })

    test('extensions that spend nothing can be used as the list allows', async () => {
      const by = await tokenFor('POST /lnurlp/api/v1/', 'PUT /lnurlp/api/v1/{id}', 'DELETE /lnurlp/api/v1/{id}')
      const body = { description: 'Tips', min: 1, max: 10 }
      const { status, body: made } = await world.call('POST', '/lnurlp/api/v1/', { token: by, body })
      expect([status, made.lnurl]).toEqual([201, expect.any(String)])
      expect((await world.call('PUT', `/lnurlp/api/v1/${made.id}`, { token: by, body })).status).toBe(200)
      expect((await world.call('DELETE', `/lnurlp/api/v1/${made.id}`, { token: by })).status).toBe(200)
    })

    test('with a budget, other data can be read, and spending can be revoked', async () => {
      const by = await tokenFor('GET /api/v1/extension/grants', 'PUT /api/v1/extension/grants/{ext_id}')
      const body = { active: false }
      expect((await world.call('PUT', '/api/v1/extension/grants/lndhub', { token: by, body })).status).toBe(200)
      expect((await world.call('GET', '/api/v1/extension/grants', { token: by })).status).toBe(200)
    })
  })

  test('a token without a budget, or one that also sends, creates what its list allows', async () => {
    const entry = 'POST /withdraw/api/v1/'
    for (const entries of [[entry], [entry, 'POST /api/v1/payments', 'POST /api/v1/payments receive']]) {
      const answer = await world.call('POST', '/withdraw/api/v1/', { token: await token(entries), body: LINK })
      expect(answer.status).toBe(201)
    }
  })
})
