import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '../../../test/world/accounts/register.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

const PATH = '/api/v1/contacts'
const LNURL =
  'LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS'

describe.each(DIALECTS)('contacts, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const create = (token: string, body: object) => world.call('POST', PATH, { token, body })
  const list = async (token: string, query = '') => {
    const { headers, body } = await world.call('GET', `${PATH}${query}`, { token })
    return { names: body.map(({ name }: { name: string }) => name), total: headers['x-total-count'] }
  }

  test('are created, read, changed and deleted by their user', async () => {
    const { token } = await register(world)
    const { status, body } = await create(token, { name: 'Alice', target: ' ₿Alice@Pay.example ' })
    const made = { name: 'Alice', target: 'alice@pay.example', note: '', last_used_at: null }
    expect([status, body]).toEqual([201, { ...made, id: expect.any(String), created_at: world.nowSeconds() }])
    const path = `${PATH}/${body.id}`
    const changed = await world.call('PUT', path, { token, body: { note: 'next door' } })
    expect(changed.body).toEqual({ ...body, note: 'next door' })
    expect((await world.call('GET', path, { token })).body).toEqual(changed.body)
    expect((await world.call('DELETE', path, { token })).status).toBe(200)
    expect((await world.call('GET', path, { token })).body.code).toBe('contact_not_found')
    expect((await world.call('DELETE', path, { token })).status).toBe(404)
  })

  test('two contacts of one account never have the same target, also concurrently; of another account they may', async () => {
    const [one, other] = [await register(world), await register(world)]
    const body = { name: 'Bob', target: 'bob@pay.example' }
    const answers = await Promise.all([create(one.token, body), create(one.token, body), create(other.token, body)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 400])
    expect((await create(one.token, { ...body, target: 'BOB@pay.example' })).body.code).toBe('contact_exists')
    const carol = (await create(one.token, { name: 'Carol', target: LNURL })).body
    expect(carol.target).toBe(LNURL.toLowerCase())
    const taken = await world.call('PUT', `${PATH}/${carol.id}`, { token: one.token, body: { target: body.target } })
    expect(taken.body.code).toBe('contact_exists')
  })

  test('the list is by name, whatever the case, and is searched in name, target and note', async () => {
    const { token } = await register(world)
    for (const [name, target, note] of [
      ['zoe', 'zoe@pay.example', ''],
      ['Ömer', 'oe@pay.example', 'the baker'],
      ['Anna', 'anna@other.example', ''],
    ] as const) {
      await create(token, { name, target, note })
    }
    expect(await list(token)).toEqual({ names: ['Anna', 'zoe', 'Ömer'], total: '3' })
    expect(await list(token, '?search=BAKER')).toEqual({ names: ['Ömer'], total: '1' })
    expect((await list(token, `?search=${encodeURIComponent('öM')}`)).names).toEqual(['Ömer'])
    expect((await list(token, '?search=pay.example&limit=1&offset=1')).names).toEqual(['Ömer'])
    expect((await list(token, '?search=%25')).names).toEqual([])
  })

  test('exported contacts can be imported elsewhere; importing twice changes nothing, and one bad line imports none', async () => {
    const [one, other] = [await register(world), await register(world)]
    await create(one.token, { name: 'Alice', target: 'alice@pay.example', note: 'a' })
    await create(one.token, { name: 'Bob', target: 'bob@pay.example' })
    const file = (await world.call('GET', `${PATH}/export`, { token: one.token })).body
    const bring = (contacts: object[]) =>
      world.call('POST', `${PATH}/import`, { token: other.token, body: { contacts } })
    expect((await bring(file.contacts)).body).toEqual({ created: 2, changed: 0 })
    expect((await bring(file.contacts)).body).toEqual({ created: 0, changed: 2 })
    expect((await world.call('GET', `${PATH}/export`, { token: other.token })).body).toEqual(file)
    const bad = await bring([
      { name: 'New', target: 'new@pay.example' },
      { name: 'Bad', target: 'x' },
    ])
    expect([bad.status, bad.body.errors[0].loc]).toEqual([422, ['body', 'contacts', 1, 'target']])
    expect((await list(other.token)).total).toBe('2')
  })

  test.each([
    'x',
    'lnbc10u1p',
    'lnurlw://shop.example/x',
    'keyauth://shop.example/x',
    'https://shop.example/',
    'a@b@c',
  ])('%s is rejected as a target, because it cannot be paid repeatedly: 422', async (target) => {
    const { token } = await register(world)
    expect((await create(token, { name: 'X', target })).status).toBe(422)
  })

  test('belong to one account: others and wallet keys get nothing, and they are deleted with the account', async () => {
    const [one, other] = [await register(world), await register(world)]
    const { body } = await create(one.token, { name: 'Alice', target: 'alice@pay.example' })
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await world.call(method, `${PATH}/${body.id}`, { token: other.token })).status).toBe(404)
    }
    const wallet = await world.openWallet()
    expect((await world.call('GET', PATH, { key: wallet.adminKey })).status).toBe(403)
    expect((await world.call('GET', PATH)).status).toBe(401)
    const me = { token: one.token, body: { password: one.password } }
    expect((await world.call('DELETE', '/api/v1/auth/me', me)).status).toBe(200)
    const left = await world.db.list('SELECT id FROM contacts WHERE user_id = $1', [one.id], (row) => row)
    expect(left).toEqual([])
  })
})
