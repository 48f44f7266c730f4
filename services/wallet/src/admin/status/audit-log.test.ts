import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

const ROOT = { username: 'root', password: 'correct horse' }

describe.each(LOGIC_DIALECTS)('the audit log, on %s', (dialect) => {
  let world: World
  let token: string
  let wallet: WorldWallet
  let rootId: string
  beforeAll(async () => {
    world = await openWorld({
      dialect,
      env: { SUPER_USER_USERNAME: ROOT.username, SUPER_USER_PASSWORD: ROOT.password },
    })
    token = (await world.call('POST', '/api/v1/auth', { body: ROOT })).body.access_token
    rootId = (await world.call('GET', '/api/v1/auth', { token })).body.id
    wallet = await world.openWallet()
    for (const amount of [1, 2, 3, 4, 5]) {
      world.advance(10)
      await world.call('PUT', '/api/v1/admin/topup', { token, body: { id: wallet.id, amount } })
    }
    world.advance(10)
    await world.call('PUT', '/api/v1/admin/halt', { token, body: { halted: true, reason: 'maintenance' } })
    await world.call('PUT', '/api/v1/admin/halt', { token, body: { halted: false } })
  })
  afterAll(() => world.close())

  const list = async (query: string) => (await world.call('GET', `/admin/api/v1/audit?${query}`, { token })).body

  test('a line has actor, action, subject, time and address', async () => {
    expect((await list(`subject=${wallet.id}&limit=1`)).data).toEqual([
      {
        id: expect.any(Number),
        actor: rootId,
        actor_name: 'root',
        action: 'balance-adjusted',
        subject: wallet.id,
        detail: { amount_msat: 5000 },
        address: '127.0.0.1',
        at: world.nowSeconds() - 10,
      },
    ])
    expect((await list('action=payments-halted')).data).toMatchObject([
      { actor: rootId, detail: { reason: 'maintenance' }, at: world.nowSeconds() },
    ])
  })

  test('it is filtered by actor, action, subject and time, and counts what matches', async () => {
    const total = async (query: string) => (await list(query)).total
    const adjusted = `action=balance-adjusted&subject=${wallet.id}`
    expect(await total(adjusted)).toBe(5)
    expect(await total(`${adjusted}&actor=${rootId}`)).toBe(5)
    expect(await total(`${adjusted}&actor=unknown`)).toBe(0)
    const last = world.nowSeconds() - 10
    expect(await total(`${adjusted}&from=${last - 10}`)).toBe(2)
    expect(await total(`${adjusted}&to=${last - 10}`)).toBe(4)
    expect(await total(`${adjusted}&from=${last - 20}&to=${last - 10}`)).toBe(2)
    expect(await total(`subject=${encodeURIComponent("' OR 1=1 --")}`)).toBe(0)
  })

  test('pages follow one another, newest first, without a repeated or missing line, also while lines are added', async () => {
    const query = `subject=${wallet.id}&limit=2`
    const amounts: number[] = []
    let cursor: string | undefined
    do {
      const answer = await world.call(
        'GET',
        `/admin/api/v1/audit?${query}${cursor === undefined ? '' : `&cursor=${cursor}`}`,
        { token },
      )
      const { data, next_cursor: next } = answer.body as {
        data: { detail: { amount_msat: number } }[]
        next_cursor?: string
      }
      amounts.push(...data.map(({ detail }) => detail.amount_msat / 1000))
      expect(answer.headers['x-next-cursor']).toBe(next)
      if (cursor === undefined)
        await world.call('PUT', '/api/v1/admin/topup', { token, body: { id: wallet.id, amount: 6 } })
      cursor = next
    } while (cursor !== undefined)
    expect(amounts).toEqual([5, 4, 3, 2, 1])
    await world.call('PUT', '/api/v1/admin/topup', { token, body: { id: wallet.id, amount: -6 } })
  })

  test.each(['limit=0', 'limit=101', 'from=-1', 'to=x', 'actor=%00', 'cursor=nothing', 'actor=a&actor=b'])(
    '?%s is 422',
    async (query) => {
      const { status, body } = await world.call('GET', `/admin/api/v1/audit?${query}`, { token })
      expect([status, body.detail]).toEqual([422, expect.any(String)])
    },
  )

  test('only the super user reads it (D1)', async () => {
    const userToken = await tokenOf(world, wallet)
    const statuses = [{}, { key: wallet.adminKey }, { token: userToken }].map(
      async (credential) => (await world.call('GET', '/admin/api/v1/audit', credential)).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 403, 403])
  })

  test('a line cannot be changed or deleted, not even by SQL outside the service', async () => {
    for (const sql of [`UPDATE audit_log SET actor = 'x'`, 'DELETE FROM audit_log']) {
      await expect(writeDirectly(world, sql)).rejects.toThrow(/append-only/)
    }
  })
})
