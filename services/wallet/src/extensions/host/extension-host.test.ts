import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../../world/extensions/activate-extension.ts'
import { JAR } from '../../../world/extensions/jar-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../../world/open-world.ts'
import { DIALECTS } from '../../../world/test-database.ts'
import { tokenOf } from '../../../world/token-of.ts'
import { openTestSocket, type TestSocket } from '../../../world/open-test-socket.ts'
import { writeDirectly } from '../../../world/write-directly.ts'

describe.each(DIALECTS)('the host of extensions, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [JAR], env: { SERVICE_FIXED_RATES: '{"USD":50000}' } })
    owner = await world.openWallet(5000)
    await activateExtension(world, owner, 'jar')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const make = async (body: object = {}, wallet = owner): Promise<Record<string, never>> => {
    const answer = await world.call('POST', '/jar/api/v1/', { key: wallet.adminKey, body: { name: 'Tips', ...body } })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const see = async (id: string, wallet = owner) =>
    (await world.call('GET', `/jar/api/v1/${id}`, { key: wallet.adminKey })).body
  const fill = async (id: string): Promise<string> => {
    const { status, body } = await world.call('POST', `/jar/public/${id}/fill`, { body: {} })
    expect(status).toBe(201)
    return body.payment_request
  }

  describe('the five endpoints', () => {
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

    test('an account that has not switched the extension on is refused, and one that is switched off hides its pages', async () => {
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

    test('what the server sets, and what nobody knows, is ignored in a request', async () => {
      expect(await make({ filled: 99, token: 'mine', nonsense: 1 })).toMatchObject({ filled: 0 })
    })

    test('a change is partial, null takes an optional field away, and a fixed field stays', async () => {
      const { id = '' } = await make({ code: 'first', hook: 'http://127.0.0.1:9999/x' })
      const put = (body: object) => world.call('PUT', `/jar/api/v1/${id}`, { key: owner.adminKey, body })
      expect((await put({ label: 'blue' })).body).toMatchObject({ name: 'Tips', label: 'blue', code: 'first' })
      expect((await put({ hook: null })).body).not.toHaveProperty('hook')
      expect((await put({ kind: 'wood' })).status).toBe(400)
      expect((await put({ kind: 'glass', most: 5 })).body).toMatchObject({ most: 5 })
      expect((await put({ name: '', most: 'x' })).status).toBe(422)
    })

    test('a unique value belongs to one item, whatever its case, and is free again when that is gone', async () => {
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

    test('a wallet of another account is refused, in the body and in a field', async () => {
      const other = await world.openWallet()
      const body = { name: 'x', wallet: other.id }
      expect((await world.call('POST', '/jar/api/v1/', { key: owner.adminKey, body })).status).toBe(403)
      const field = { name: 'x', other: other.id }
      expect((await world.call('POST', '/jar/api/v1/', { key: owner.adminKey, body: field })).status).toBe(403)
    })
  })

  describe('money that comes', () => {
    test('a settlement changes the item once, however often it is told', async () => {
      const { id = '' } = await make({ price: 21 })
      await world.send(owner, await fill(id))
      await world.tick()
      expect(await see(id)).toMatchObject({ filled: 21, fillings: 1 })
      await writeDirectly(world, `UPDATE cursors SET value = '0' WHERE name = 'extensions'`)
      await world.restart()
      await world.tick()
      expect(await see(id)).toMatchObject({ filled: 21, fillings: 1 })
      const coins = await world.call('GET', `/jar/api/v1/${id}/coins`, { key: owner.invoiceKey })
      expect(coins.body).toEqual([{ sats: 21 }])
    })

    test('an invoice that only claims to be of the extension changes nothing', async () => {
      const { id = '' } = await make()
      const forged = await world.invoice(owner, 7, { extra: { tag: 'jar', item: id } })
      await world.send(owner, forged.payment_request)
      await world.tick()
      expect(await see(id)).toMatchObject({ filled: 0 })
    })

    test('many settlements at once all count', async () => {
      const { id = '' } = await make({ price: 1 })
      const invoices = await Promise.all(Array.from({ length: 12 }, () => fill(id)))
      for (const invoice of invoices) await world.send(owner, invoice)
      await world.tick()
      expect(await see(id)).toMatchObject({ filled: 12, fillings: 12 })
    })

    test('a price in fiat is converted at the rate of the moment', async () => {
      const { id = '' } = await make({ price: 0.5, currency: 'USD' })
      const decoded = await world.call('POST', '/api/v1/payments/decode', {
        key: owner.invoiceKey,
        body: { data: await fill(id) },
      })
      expect(decoded.body.amount_msat).toBe(1_000_000)
    })

    test('of two who want the same slot at once one has it, and the other reads why not', async () => {
      const { id } = await make()
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => world.call('POST', `/jar/public/${id}/fill`, { body: { slot: `s-${id}` } })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400])
      expect(answers.find(({ status }) => status === 400)?.body).toEqual({ detail: 'The slot is full.' })
    })
  })

  describe('money that leaves', () => {
    const empty = (id: string, body: object) =>
      world.call('POST', `/jar/api/v1/${id}/empty`, { key: owner.adminKey, body })

    test('a payout is paid once per key, within the ceiling of its item', async () => {
      const { id = '' } = await make({ most: 100 })
      const { bolt11 } = await world.foreignInvoice(60_000)
      const before = await world.balanceMsat(owner)
      expect((await empty(id, { bolt11, sats: 60, key: `${id} 1` })).body).toMatchObject({ state: 'paid' })
      expect((await empty(id, { bolt11, sats: 60, key: `${id} 1` })).body).toMatchObject({ state: 'paid' })
      const second = await world.foreignInvoice(50_000)
      const refused = await empty(id, { bolt11: second.bolt11, sats: 50, key: `${id} 2` })
      expect(refused).toMatchObject({ status: 400, body: { detail: 'That is more than this may spend.' } })
      expect(before - (await world.balanceMsat(owner))).toBe(60_000 + 0)
      expect(await see(id)).toMatchObject({ emptied: 60 })
    })

    test('twenty at once share one ceiling', async () => {
      const { id = '' } = await make({ most: 3 })
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_one, index) => {
          const { bolt11 } = await world.foreignInvoice(1000)
          return empty(id, { bolt11, sats: 1, key: `${id} ${index}` })
        }),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      expect(await see(id)).toMatchObject({ emptied: 3 })
    })

    test('what the node finally fails is given back to the item', async () => {
      const { id = '' } = await make({ most: 100 })
      const { bolt11, hash } = await world.foreignInvoice(40_000)
      await world.node.steer('POST /script', { match: { hash }, pay: ['fail'] })
      expect((await empty(id, { bolt11, sats: 40, key: `${id} f` })).body).toMatchObject({ state: 'failed' })
      await world.tick()
      expect(await see(id)).toMatchObject({ emptied: 0, lost: 1 })
    })

    test('a payout of unknown end stays as it is, over a restart, until the node says', async () => {
      const { id = '' } = await make({ most: 100 })
      const { bolt11, hash } = await world.foreignInvoice(30_000)
      await world.node.steer('POST /script', { match: { hash }, pay: ['hang'] })
      expect((await empty(id, { bolt11, sats: 30, key: `${id} h` })).body).toMatchObject({ state: 'attempted' })
      await world.restart()
      await world.tick()
      expect(await see(id)).toMatchObject({ emptied: 30, lost: 0 })
      expect((await world.call('DELETE', `/jar/api/v1/${id}`, { key: owner.adminKey })).status).toBe(400)
      await world.node.steer('POST /settle', { hash, fee_msat: 0 })
      world.advance(60)
      await world.tick()
      world.advance(60)
      await world.tick()
      expect((await world.call('DELETE', `/jar/api/v1/${id}`, { key: owner.adminKey })).status).toBe(200)
    })

    test('money moved to an own wallet arrives there once and is nobody else’s news', async () => {
      const token = await tokenOf(world, owner)
      const second = (await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Savings' } })).body
      const { id = '' } = await make({ other: second.id })
      expect((await empty(id, { sats: 25, key: `${id} m` })).body).toMatchObject({ state: 'paid', fee_msat: 0 })
      const wallet = (await world.call('GET', '/api/v1/wallet', { key: second.inkey })).body
      expect(wallet.balance).toBe(25_000)
    })
  })

  test('a job by the clock runs once for every hour it is due, and once for many that were missed', async () => {
    const { id = '' } = await make()
    world.advance(3600)
    await world.tick()
    await world.tick()
    expect(await see(id)).toMatchObject({ hours: 1 })
    world.advance(5 * 3600)
    await world.tick()
    expect(await see(id)).toMatchObject({ hours: 2 })
  })

  describe('live connections', () => {
    const connect = async (path: string): Promise<TestSocket> => {
      if (!world.app.server.listening) await world.app.listen({ host: '127.0.0.1', port: 0 })
      const { port } = world.app.server.address() as AddressInfo
      return openTestSocket(`ws://127.0.0.1:${port}${path}`)
    }

    test('a listener hears what is pushed on its channel, once, and gets what it missed', async () => {
      const { id = '' } = await make({ price: 3 })
      const { id: other } = await make()
      const first = await connect(`/jar/ws/${id}`)
      const deaf = await connect(`/jar/ws/${other}`)
      await world.send(owner, await fill(id))
      await world.tick()
      await expect.poll(() => first.messages).toMatchObject([{ filled: 3 }])
      first.socket.close()
      await world.send(owner, await fill(id))
      await world.tick()
      const again = await connect(`/jar/ws/${id}?last_id=${String(first.messages[0]?.['event_id'])}`)
      await expect.poll(() => again.messages).toMatchObject([{ filled: 3 }])
      expect(again.messages[0]?.['event_id']).toBeGreaterThan(Number(first.messages[0]?.['event_id']))
      again.say('hello')
      await expect.poll(() => again.messages[1]).toEqual({ heard: 'hello' })
      expect(deaf.messages).toEqual([])
    })

    test('a channel that the extension refuses is 403, and a plain request 400', async () => {
      await expect(connect('/jar/ws/nothing')).rejects.toThrow('403')
      const { id } = await make()
      expect((await world.call('GET', `/jar/ws/${id}`)).status).toBe(400)
    })
  })
})
