import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../test/world/accounts/make-acl-token.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

const ACLS = '/api/v1/auth/acls'
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/

describe.each(LOGIC_DIALECTS)('access lists, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  let token: string
  let stranger: string
  beforeAll(async () => {
    world = await openWorld({ dialect })
    wallet = await world.openWallet(1000)
    token = await tokenOf(world, wallet)
    stranger = await tokenOf(world, await world.openWallet())
  })
  afterAll(() => world.close())

  const create = (body: object, by = token) => world.call('POST', ACLS, { token: by, body })
  const createOf = async (allowed_endpoints: readonly string[], by = token): Promise<string> => {
    const answer = await create({ name: 'list', allowed_endpoints }, by)
    expect(answer.status).toBe(201)
    return answer.body.id
  }
  const find = async (id: string) =>
    (await world.call('GET', ACLS, { token })).body.find((acl: { id: string }) => acl.id === id)

  test('a list is made, listed, changed and deleted by its user', async () => {
    const endpoints = ['GET /api/v1/wallet', 'POST /api/v1/payments receive', 'GET /api/v1/wallet']
    const made = await create({ name: 'Shop ☕', allowed_endpoints: endpoints })
    const expected = {
      name: 'Shop ☕',
      allowed_endpoints: endpoints.slice(0, 2),
      created_at: expect.stringMatching(ISO),
      client_id: null,
      tokens: [],
    }
    expect([made.status, made.body]).toEqual([201, { id: expect.any(String), ...expected }])
    const { id } = made.body
    expect(await find(id)).toEqual(made.body)
    const renamed = await world.call('PUT', `${ACLS}/${id}`, { token, body: { name: 'Till' } })
    expect([renamed.status, renamed.body]).toEqual([200, { ...made.body, name: 'Till' }])
    const emptied = await world.call('PUT', `${ACLS}/${id}`, { token, body: { allowed_endpoints: [] } })
    expect(emptied.body).toEqual({ ...made.body, name: 'Till', allowed_endpoints: [] })
    const deleted = await world.call('DELETE', `${ACLS}/${id}`, { token })
    expect([deleted.status, deleted.body]).toEqual([200, { detail: 'ACL deleted' }])
    expect(await find(id)).toBeUndefined()
    expect((await world.call('DELETE', `${ACLS}/${id}`, { token })).status).toBe(404)
  })

  test.each([
    [{ allowed_endpoints: [] }, 'body.name'],
    [{ name: '', allowed_endpoints: [] }, 'body.name'],
    [{ name: 'x'.repeat(65), allowed_endpoints: [] }, 'body.name'],
    [{ name: 'a\0b', allowed_endpoints: [] }, 'body.name'],
    [{ name: 'x' }, 'body.allowed_endpoints'],
    [{ name: 'x', allowed_endpoints: [], expires_in_minutes: 5 }, 'body.expires_in_minutes'],
    [{ name: 'x', allowed_endpoints: 'GET /api/v1/wallet' }, 'body.allowed_endpoints'],
    [{ name: 'x', allowed_endpoints: [1] }, 'body.allowed_endpoints.0'],
    [{ name: 'x', allowed_endpoints: ['GET /api/v1/wallet', 'GET /api/v1/nothing'] }, 'body.allowed_endpoints.1'],
    [{ name: 'x', allowed_endpoints: ['HEAD /api/v1/wallet'] }, 'body.allowed_endpoints.0'],
    [{ name: 'x', allowed_endpoints: ['POST /api/v1/auth/acls'] }, 'body.allowed_endpoints.0'],
    [{ name: 'x', allowed_endpoints: ['POST /api/v1/auth/acls/{acl_id}/tokens'] }, 'body.allowed_endpoints.0'],
    [{ name: 'x', allowed_endpoints: ['PUT /api/v1/auth/password'] }, 'body.allowed_endpoints.0'],
    [{ name: 'x', allowed_endpoints: ['PUT /api/v1/admin/halt'] }, 'body.allowed_endpoints.0'],
    [{ name: 'x', allowed_endpoints: ['GET /users/api/v1/user'] }, 'body.allowed_endpoints.0'],
    [{ name: 'x', allowed_endpoints: ['PUT /api/v1/wallet/share/invite'] }, 'body.allowed_endpoints.0'],
    [{ name: 'x', allowed_endpoints: Array(1001).fill('GET /api/v1/wallet') }, 'body.allowed_endpoints'],
  ])('%j is 422 and names %s', async (body, place) => {
    const before = (await world.call('GET', ACLS, { token })).body
    const answer = await create(body)
    expect([answer.status, answer.body.detail]).toEqual([422, expect.stringContaining(`${place}: `)])
    expect((await world.call('GET', ACLS, { token })).body).toEqual(before)
  })

  test('a thousand entries are accepted and kept', async () => {
    const endpoints = Array.from({ length: 1000 }, (_, index) => `GET /api/v1/payments/id-${index}`)
    expect((await find(await createOf(endpoints))).allowed_endpoints).toEqual(endpoints)
  })

  test('every offered choice can be listed, and none reaches beyond its user', async () => {
    const { status, body } = await world.call('GET', `${ACLS}/endpoints`, { token })
    expect(status).toBe(200)
    for (const { description } of body) expect(description).not.toBe('')
    const endpoints = body.map(({ endpoint }: { endpoint: string }) => endpoint)
    expect(endpoints).toEqual(
      expect.arrayContaining(['GET /api/v1/wallet', 'POST /api/v1/payments receive', 'PUT /api/v1/auth/me']),
    )
    expect((await find(await createOf(endpoints))).allowed_endpoints).toEqual(endpoints)
    const taboo = /^\w+ \/(admin|users|api\/v1\/(admin|wallet\/share|auth\/(?!me$)))/
    expect(endpoints.filter((endpoint: string) => taboo.test(endpoint))).toEqual([])
  })

  test('lists and tokens of others are as if they did not exist', async () => {
    const made = await makeAclToken(world, token, ['GET /api/v1/wallet'])
    const id = made.aclId
    const calls = [
      ['PUT', `${ACLS}/${id}`, { name: 'taken' }],
      ['DELETE', `${ACLS}/${id}`, undefined],
      ['POST', `${ACLS}/${id}/tokens`, {}],
      ['DELETE', `${ACLS}/${id}/tokens/${made.tokenId}`, undefined],
    ] as const
    for (const [method, url, body] of calls) {
      const answer = await world.call(method, url, { token: stranger, body })
      const missing = await world.call(method, url.replace(id, 'x'), { token: stranger, body })
      expect([method, url, answer.status]).toEqual([method, url, 404])
      expect(answer.body).toEqual(missing.body)
      expect((await world.call(method, url.replace(id, '%00'), { token: stranger, body })).status).toBe(422)
    }
    expect((await world.call('GET', ACLS, { token: stranger })).body).toEqual([])
    const ownId = await createOf([], stranger)
    const crossed = await world.call('DELETE', `${ACLS}/${ownId}/tokens/${made.tokenId}`, { token: stranger })
    expect(crossed.status).toBe(404)
    expect((await world.call('GET', '/api/v1/wallet', { token: made.token })).status).toBe(200)
  })

  test('a user has at most a hundred lists, and a list a hundred tokens', async () => {
    const user = await world.openWallet()
    const by = await tokenOf(world, user)
    const ids = await Promise.all(Array.from({ length: 100 }, () => createOf([], by)))
    expect((await create({ name: 'x', allowed_endpoints: [] }, by)).status).toBe(400)
    const ask = async () => (await world.call('POST', `${ACLS}/${ids[0]}/tokens`, { token: by })).status
    expect(new Set(await Promise.all(Array.from({ length: 100 }, ask)))).toEqual(new Set([201]))
    expect(await ask()).toBe(400)
  })
})
