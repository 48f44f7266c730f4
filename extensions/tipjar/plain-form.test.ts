import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { FORM, sendForm } from '../../services/wallet/test/world/extensions/send-form.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { TIPJAR } from './tipjar.ts'

describe('the form of a tip jar without JavaScript', () => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect: 'sqlite', builtIns: [TIPJAR] })
    owner = await world.openWallet(10_000)
    await activateExtension(world, owner, 'tipjar')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const make = async (body: object = {}): Promise<string> => {
    const jar = { name: 'Ada', ...body }
    return (await world.call('POST', '/tipjar/api/v1/', { key: owner.adminKey, body: jar })).body.id
  }
  const tipsOf = (id: string) => world.call('GET', `/tipjar/api/v1/${id}/tips`, { key: owner.invoiceKey })

  test('a GET creates no invoice, so that prefetched links cost nothing', async () => {
    const id = await make()
    const invoices = async () =>
      (await world.call('GET', '/api/v1/payments?direction=in&limit=100', { key: owner.invoiceKey })).body.length
    const before = await invoices()
    for (const path of [`/tipjar/public/${id}/plain?sats=7&name=&message=Hi`, `/tipjar/public/${id}/plain`]) {
      const { status, headers } = await world.call('GET', path)
      expect([status, new URL(String(headers['location'])).pathname]).toEqual([303, `/tipjar/p/${id}`])
    }
    expect(await invoices()).toBe(before)
  })

  test('takes a tip without JavaScript, on its own page', async () => {
    const id = await make()
    const answer = await sendForm(world, `/tipjar/public/${id}/plain`, 'sats=7&name=&message=Hi')
    expect(answer.status).toBe(303)
    const { pathname } = new URL(String(answer.headers['location']))
    expect((await world.call('GET', pathname)).body).toContain('lightning:lnbc')
    const other = await make()
    expect((await world.call('GET', pathname.replace(id, other))).status).toBe(404)
    expect((await sendForm(world, `/tipjar/public/${id}/plain`, 'sats=0')).status).toBe(422)
  })

  test('stores the same text without JavaScript as with it, whatever line ends browsers send', async () => {
    const id = await make()
    const lines = `${'x'.repeat(149)}\n${'y'.repeat(150)}`
    const sent = new URLSearchParams({ sats: '7', name: 'Ada', message: lines.replaceAll('\n', '\r\n') })
    const answer = await sendForm(world, `/tipjar/public/${id}/plain`, sent.toString())
    expect(answer.status).toBe(303)
    const { body: page } = await world.call('GET', new URL(String(answer.headers['location'])).pathname)
    await world.send(owner, /lightning:(lnbc\w+)/.exec(String(page))?.[1] ?? '')
    await world.tick()
    expect((await tipsOf(id)).body).toMatchObject([{ message: lines }])
    sent.set('message', `${lines}z`)
    expect((await sendForm(world, `/tipjar/public/${id}/plain`, sent.toString())).status).toBe(422)
  })

  test('answers an invalid form without JavaScript with a page that links back, and a program with JSON', async () => {
    const id = await make({ min_amount: 10 })
    const plain = (query: string, accept: string) =>
      world.app.inject({
        method: 'POST',
        url: `/tipjar/public/${id}/plain`,
        headers: { accept, 'content-type': FORM },
        payload: query,
      })
    for (const [query, shown] of [
      ['sats=9', 'sats: must be from 10 to 100000000.'],
      [`sats=10&message=${'x'.repeat(301)}`, 'message: '],
      ['sats=x&name='.padEnd(80, 'x'), 'name: '],
    ] as const) {
      const { statusCode, headers, body } = await plain(query, 'text/html,application/xhtml+xml,*/*;q=0.8')
      expect([statusCode, headers['content-type']]).toEqual([422, 'text/html; charset=utf-8'])
      expect(headers['content-security-policy']).toContain("script-src 'self'")
      expect(body).toContain(shown)
      expect(body).toContain(`<a class="button" href="/tipjar/p/${id}"`)
      for (const accept of ['application/json, text/html', '*/*']) {
        const answer = await plain(query, accept)
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([422, 'application/json'])
        expect(answer.json()).toMatchObject({ detail: expect.any(String), errors: expect.any(Array) })
      }
    }
  })
})
