import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../../test/world/accounts/make-acl-token.ts'
import { activateExtension } from '../../../../test/world/extensions/activate-extension.ts'
import { type JarWorld, openJarWorld } from '../../../../test/world/extensions/open-jar-world.ts'
import type { World, WorldWallet } from '../../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../../test/world/test-database.ts'
import { tokenOf } from '../../../../test/world/token-of.ts'
import { writeDirectly } from '../../../../test/world/write-directly.ts'

describe.each(LOGIC_DIALECTS)('the five endpoints of an extension, on %s', (dialect) => {
  let jar: JarWorld
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    jar = await openJarWorld(dialect)
    ;({ world, owner } = jar)
  })
  afterAll(() => jar.close())
  const make: JarWorld['make'] = (...args) => jar.make(...args)
  const see: JarWorld['see'] = (...args) => jar.see(...args)

  test('an item is created with its defaults, and secrets are shown once, to the admin key, or never', async () => {
    const made = await make({ pin: '1234', currency: 'usd', price: 0.5 })
    expect(made).toMatchObject({
      name: 'Tips',
      label: 'plain',
      currency: 'USD',
      pin: '1234',
      filled: 0,
      wallet: owner.id,
    })
    expect(made['token']).toMatch(/^[0-9a-f]{32}$/)
    expect(made['link']).toContain(`/jar/p/${made['id']}`)
    expect(await see(made['id'] ?? '')).not.toHaveProperty('token')
    expect(await see(made['id'] ?? '')).toHaveProperty('pin', '1234')
    const { body } = await world.call('GET', `/jar/api/v1/${made['id']}`, { key: owner.invoiceKey })
    expect(body).not.toHaveProperty('pin')
    expect((await world.call('GET', `/jar/public/${made['id']}`)).body).toEqual({ id: made['id'], name: 'Tips' })
    const rows = await world.db.list('SELECT data FROM extension_rows', [], (row: { data: string }) => row.data)
    expect(rows.join('')).not.toContain('1234')
    expect(rows.join('')).not.toContain(made['token'])
  })

  test('keys and tokens: 401 without, 403 for an invoice key that writes, 404 for the items of others', async () => {
    const { id = '' } = await make()
    const stranger = await world.openWallet()
    await activateExtension(world, stranger, 'jar')
    const body = { name: 'x' }
    expect((await world.call('GET', '/jar/api/v1/')).status).toBe(401)
    expect((await world.call('POST', '/jar/api/v1/', { key: owner.invoiceKey, body })).status).toBe(403)
    expect((await world.call('PUT', `/jar/api/v1/${id}`, { key: owner.invoiceKey, body })).status).toBe(403)
    expect((await world.call('DELETE', `/jar/api/v1/${id}`, { key: owner.invoiceKey })).status).toBe(403)
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const options = { key: stranger.adminKey, ...(method === 'PUT' && { body }) }
      expect((await world.call(method, `/jar/api/v1/${id}`, options)).status).toBe(404)
    }
    expect((await world.call('GET', `/jar/api/v1/${id}/coins`, { key: stranger.invoiceKey })).status).toBe(404)
    const token = await tokenOf(world, owner)
    expect((await world.call('GET', `/jar/api/v1/${id}`, { token })).status).toBe(200)
  })

  test('an account without the extension is rejected, and deactivating it hides its pages', async () => {
    const other = await world.openWallet()
    expect((await world.call('GET', '/jar/api/v1/', { key: other.invoiceKey })).status).toBe(403)
    await activateExtension(world, other, 'jar')
    const { id } = await make({}, other)
    expect((await world.call('GET', `/jar/p/${id}`)).status).toBe(200)
    await writeDirectly(world, `UPDATE extension_accounts SET active = 0 WHERE user_id = '${other.userId}'`)
    expect((await world.call('GET', `/jar/p/${id}`)).status).toBe(404)
    expect((await world.call('GET', `/jar/lnurl/${id}`)).body).toEqual({
      status: 'ERROR',
      reason: 'There is no such jar.',
    })
  })

  test.each([
    [{}, 'name'],
    [{ name: 5 }, 'name'],
    [{ name: 'x', most: 0 }, 'most'],
    [{ name: 'x', most: 1.5 }, 'most'],
    [{ name: 'x', currency: 'XXX' }, 'currency'],
    [{ name: 'x', hook: 'ftp://x' }, 'hook'],
    [{ name: 'x', parts: [{ title: 'a' }] }, 'sats'],
    [{ name: 'x', parts: [1, 2, 3, 4] }, 'parts'],
    [{ name: 'a\0b' }, 'name'],
  ])('%j is refused with 422 that names the field', async (body, field) => {
    const answer = await world.call('POST', '/jar/api/v1/', { key: owner.adminKey, body })
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain(field)
  })

  test('fields that the server sets, and unknown fields, are ignored in a request', async () => {
    expect(await make({ filled: 99, token: 'mine', nonsense: 1 })).toMatchObject({ filled: 0 })
  })

  test('a change is partial, null removes an optional field, and a fixed field stays', async () => {
    const { id = '' } = await make({ code: 'first', hook: 'http://127.0.0.1:9999/x' })
    const put = (body: object) => world.call('PUT', `/jar/api/v1/${id}`, { key: owner.adminKey, body })
    expect((await put({ label: 'blue' })).body).toMatchObject({ name: 'Tips', label: 'blue', code: 'first' })
    expect((await put({ hook: null })).body).not.toHaveProperty('hook')
    expect((await put({ kind: 'wood' })).status).toBe(400)
    expect((await put({ kind: 'glass', most: 5 })).body).toMatchObject({ most: 5 })
    expect((await put({ name: '', most: 'x' })).status).toBe(422)
  })

  test('a unique value belongs to one item, in any letter case, and is free again after its deletion', async () => {
    const { id } = await make({ code: 'Unique' })
    const again = await world.call('POST', '/jar/api/v1/', {
      key: owner.adminKey,
      body: { name: 'x', code: 'uNIQUE' },
    })
    expect(again).toMatchObject({ status: 400, body: { detail: 'That code is taken.' } })
    await world.call('DELETE', `/jar/api/v1/${id}`, { key: owner.adminKey })
    await make({ code: 'UNIQUE' })
  })

  test('lists are newest first, in pages, with their total, and filtered', async () => {
    const wallet = await world.openWallet()
    await activateExtension(world, wallet, 'jar')
    const names = ['one', 'two', 'three']
    for (const name of names) await make({ name, label: name === 'two' ? 'blue' : 'plain' }, wallet)
    const list = (query: string) => world.call('GET', `/jar/api/v1/${query}`, { key: wallet.invoiceKey })
    const all = await list('')
    expect(all.body.map(({ name }: { name: string }) => name)).toEqual(['three', 'two', 'one'])
    expect(all.headers['x-total-count']).toBe('3')
    expect((await list('?limit=1&offset=1')).body).toMatchObject([{ name: 'two' }])
    expect((await list('?label=blue')).body).toMatchObject([{ name: 'two' }])
    expect((await list('?limit=101')).status).toBe(422)
    expect((await world.call('GET', '/jar/api/v1', { key: wallet.invoiceKey })).body).toEqual(all.body)
  })

  test('an ACL token sees what the invoice key sees, with and without the slash at the end', async () => {
    const { id } = await make({ pin: '1234' })
    const token = await tokenOf(world, owner)
    const allowed = ['GET /jar/api/v1/', 'GET /jar/api/v1/{id}', 'PUT /jar/api/v1/{id}']
    const list = { name: 'reader', allowed_endpoints: allowed }
    const acl = await world.call('POST', '/api/v1/auth/acls', { token, body: list })
    const { body } = await world.call('POST', `/api/v1/auth/acls/${acl.body.id}/tokens`, { token, body: {} })
    const ask = (method: 'GET' | 'PUT', url: string) =>
      world.call(method, url, { token: body.token, ...(method === 'PUT' && { body: { name: 'new' } }) })
    for (const [method, url] of [
      ['GET', `/jar/api/v1/${id}`],
      ['PUT', `/jar/api/v1/${id}`],
    ] as const) {
      const answer = await ask(method, url)
      expect([answer.status, 'pin' in answer.body]).toEqual([200, false])
    }
    for (const url of ['/jar/api/v1/', '/jar/api/v1']) {
      const { status, body: items } = await ask('GET', url)
      expect([status, items.some((item: object) => 'pin' in item)]).toEqual([200, false])
    }
  })

  test('a wallet of another account is refused, in the body and in a field', async () => {
    const other = await world.openWallet()
    const body = { name: 'x', wallet: other.id }
    expect((await world.call('POST', '/jar/api/v1/', { key: owner.adminKey, body })).status).toBe(403)
    const field = { name: 'x', other: other.id }
    expect((await world.call('POST', '/jar/api/v1/', { key: owner.adminKey, body: field })).status).toBe(403)
    const { id } = await make()
    const move = (wallet: string) =>
      world.call('PUT', `/jar/api/v1/${id}`, { key: owner.adminKey, body: { name: 'moved', wallet } })
    expect((await move(other.id)).status).toBe(403)
    expect(await see(id ?? '')).toMatchObject({ name: 'Tips', wallet: owner.id })
    expect((await move(owner.id)).body).toMatchObject({ name: 'moved', wallet: owner.id })
  })

  test('a key creates items of its own wallet only, and spends from no other; a token chooses the wallet', async () => {
    const token = await tokenOf(world, owner)
    const empty = (await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Empty' } })).body
    const create = (wallet: string, by: object) =>
      world.call('POST', '/jar/api/v1/', { ...by, body: { name: 'x', wallet } })
    const before = await countItems(world)
    const detail = 'body.wallet: not the wallet of this key. Use a key of that wallet, or an access token.'
    expect(await create(owner.id, { key: empty.adminkey })).toMatchObject({ status: 403, body: { detail } })
    const unknown = await create('unknown', { key: empty.adminkey })
    expect(unknown).toMatchObject({ status: 403, body: { detail: 'body.wallet: not a wallet of this account.' } })
    expect(await countItems(world)).toBe(before)
    expect((await create(empty.id, { key: empty.adminkey })).body).toMatchObject({ wallet: empty.id })
    expect((await create(empty.id, { token })).body).toMatchObject({ wallet: empty.id })
    const acl = await makeAclToken(world, token, ['POST /jar/api/v1/'])
    expect((await create(empty.id, { token: acl.token })).body).toMatchObject({ wallet: empty.id })
    expect(await countItems(world)).toBe(before + 3)
  })
})

const countItems = async ({ db }: World): Promise<number> =>
  (await db.list(`SELECT id FROM extension_rows WHERE kind = 'items'`, [], (row) => row)).length
