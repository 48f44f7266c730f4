import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tapPath } from '../../test/world/extensions/software-card.ts'
import { openSoftwareDevice } from '../../test/world/extensions/software-device.ts'
import { type ImportedWorld, openImportedWorld } from '../../test/world/lnbits/open-imported-world.ts'
import { smallItems } from '../../test/world/lnbits/small-items.ts'
import { hashOf, hex, smallCore } from '../../test/world/lnbits/small-lnbits.ts'
import { openTextSocket } from '../../test/world/open-test-socket.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { BUILT_INS } from '../extensions/built-ins.ts'

describe.each(LOGIC_DIALECTS)('addresses of LNbits after a move, on %s', (dialect) => {
  let world: ImportedWorld
  let sockets: string
  beforeAll(async () => {
    world = await openImportedWorld({
      dialect,
      builtIns: BUILT_INS,
      env: { SERVICE_FIXED_RATES: '{"USD":50000,"EUR":50000}', SERVICE_DOMAINS: 'nostr.example' },
      rows: (now) => ({ ...smallItems(now), core: smallCore(now) }),
      domains: ['127.0.0.1:5000', 'nostr.example'],
    })
    sockets = (await world.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const get = (path: string, headers: Record<string, string> = {}) => world.call('GET', path, { headers })
  const withdrawTo = async (offer: { callback: string; k1: string }, sat: number) => {
    const { bolt11 } = await world.foreignInvoice(sat * 1000)
    const { pathname, searchParams } = new URL(offer.callback)
    searchParams.set('k1', offer.k1)
    searchParams.set('pr', bolt11)
    return (await get(`${pathname}?${searchParams.toString()}`)).body
  }

  test.each([
    ['/lnurlp/link/pay001', 'A coffee'],
    ['/lnurlp/print/7', 'In euros'],
    ['/withdraw/3xQ9dC5cXcR3sTrSnLfQ9z', 'One link'],
    ['/withdraw/abcDEF', 'Vouchers'],
    ['/tpos/till1', 'Till'],
    ['/paywall/wall1', 'Secret'],
    ['/satspay/charge1', 'Order 1'],
    ['/satspay/charge2', 'Order 2'],
    ['/invoices/pay/inv1', 'Work'],
    ['/tipjar/1', 'Tips'],
    ['/events/event1', 'Meetup'],
    [`/events/ticket/${hashOf('ticket')}`, 'Meetup'],
    ['/events/register/event1', 'Meetup'],
    ['/lnticket/form1', 'Help'],
    ['/lncalendar/cal1', 'Hair'],
    ['/nostrnip5/signup/dom1', 'nostr.example'],
    ['/nostrnip5/rotate/dom1/adr1', 'nostr.example'],
    ['/copilot/overlay/cop1', 'Stream'],
  ])('%s is a page with %s', async (path, text) => {
    const { status, body, headers } = await get(path)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(String(body)).toContain(text)
  })

  test.each(['/lnurlp/7', '/lnurlp/api/v1/lnurl/pay001', '/offlineshop/lnurl/item1', '/copilot/lnurl/cop1'])(
    '%s answers with a payment request',
    async (path) => {
      const { body } = await get(path)
      expect(body).toMatchObject({ tag: 'payRequest' })
      const { pathname, searchParams } = new URL(body.callback)
      searchParams.set('amount', String(body.minSendable))
      expect((await get(`${pathname}?${searchParams.toString()}`)).body).toMatchObject({
        pr: expect.stringMatching(/^lnbcrt/),
      })
    },
  )

  test('a voucher is paid once, and one already paid by LNbits is not', async () => {
    const { body } = await get('/withdraw/api/v1/lnurl/hash22/VioDvR9RKNq9VyNKAq27c6')
    expect(body).toMatchObject({ tag: 'withdrawRequest', minWithdrawable: 10_000, maxWithdrawable: 10_000 })
    expect(await withdrawTo(body, 10)).toEqual({ status: 'OK' })
    await world.tick()
    expect((await get('/withdraw/api/v1/lnurl/hash22/VioDvR9RKNq9VyNKAq27c6')).body).toMatchObject({ status: 'ERROR' })
  })

  test('a card pays with its next tap; the last tap that LNbits saw is rejected', async () => {
    const card = {
      external_id: 'extern1extern1extern1e',
      uid: '04a39493cc8680',
      k1: 'b'.repeat(32),
      k2: 'c'.repeat(32),
    }
    const tap = (n: number) => tapPath(card, n).replace('/boltcards/scan/', '/boltcards/api/v1/scan/')
    expect((await get(tap(7))).body).toMatchObject({ status: 'ERROR' })
    const { body } = await get(tap(8))
    expect(body).toMatchObject({ tag: 'withdrawRequest', maxWithdrawable: 1_000_000 })
    expect(await withdrawTo(body, 20)).toEqual({ status: 'OK' })
    await world.tick()
    const refund = await get(`/boltcards/api/v1/lnurlp/${body.k1 as string}`)
    expect(refund.body).toMatchObject({ tag: 'payRequest' })
    // No data show that LNbits paid this one.
    expect((await get('/boltcards/api/v1/lnurlp/hit1')).body).toMatchObject({ status: 'ERROR' })
  })

  test('a device is switched over the socket that it opens without a token', async () => {
    const id = 'switch2switch2switch22'
    const { messages } = await openTextSocket(`${sockets}/api/v1/ws/${id}`)
    await expect
      .poll(async () => (await get(`/bitcoinswitch/api/v1/lnurl/${id}?pin=21`)).body)
      .toMatchObject({ tag: 'payRequest', minSendable: 10_000 })
    const { pr } = (await get(`/bitcoinswitch/api/v1/lnurl/cb/${id}/21?amount=10000`)).body
    await world.send(await world.openWallet(100), pr)
    await world.tick()
    await expect.poll(() => messages).toEqual(['21-2000'])
  })

  test('an unclaimed code is paid; the claimed one is not', async () => {
    const device = openSoftwareDevice('abcdefghijkl3456')
    const p = device.salted(100).toString('base64url')
    const url = `/fossa/api/v1/lnurl/abc12?p=${p}`
    const { body } = await get(url)
    // A euro is 2,000 sat; the owner keeps 2.5 percent.
    expect(body).toMatchObject({ tag: 'withdrawRequest', maxWithdrawable: 1_950_000 })
    const page = await get(`/fossa/atm?lightning=${encodeLnurl(`https://old.example${url}`).toUpperCase()}`)
    expect(page.status).toBe(200)
    expect((await get('/fossa/api/v1/lnurl/abc12?p=U2FsdGVkX1-rTaIbyXFvBLOgvEw9oBaR-BCHX21EN2Y=')).body).toMatchObject({
      status: 'ERROR',
    })
  })

  test('Nostr names are answered by host and by the id of the domain', async () => {
    const names = { ann: 'b'.repeat(64) }
    expect((await get('/.well-known/nostr.json?name=ann', { host: 'nostr.example' })).body).toMatchObject({ names })
    expect((await get('/nostrnip5/api/v1/domain/dom1/nostr.json?name=ann')).body).toMatchObject({ names })
  })

  test('a ticket is checked in once, with the content of its QR code', async () => {
    const key = hex('shop invoice')
    const ticket = encodeURIComponent(`ticket://${hashOf('ticket')}`)
    const admit = () => world.call('PUT', `/events/api/v1/event1/tickets/${ticket}/register`, { key })
    // It was checked in at LNbits.
    expect((await admit()).status).toBe(400)
    const other = encodeURIComponent(`ticket://${hashOf('door')}`)
    const enter = () => world.call('PUT', `/events/api/v1/event1/tickets/${other}/register`, { key })
    expect(await enter()).toMatchObject({ status: 200, body: { name: 'Dan' } })
    expect((await enter()).status).toBe(400)
  })

  test('a till sells, and reads when the sale is paid', async () => {
    const body = { amount: 21 }
    const { payment_hash: hash, bolt11 } = (await world.call('POST', '/tpos/api/v1/tposs/till1/invoices', { body }))
      .body
    const state = async () => (await get(`/tpos/api/v1/tposs/till1/invoices/${hash as string}`)).body
    expect(await state()).toEqual({ paid: false })
    await world.send(await world.openWallet(100), bolt11)
    await world.tick()
    expect(await state()).toEqual({ paid: true })
  })

  test('a shop creates a charge with its old key, and names its wallet as LNbits did', async () => {
    const body = { lnbitswallet: hex('shop'), description: 'Order 3', time: 60, amount: 21 }
    const made = await world.call('POST', '/satspay/api/v1/charge', { key: hex('shop invoice'), body })
    expect([200, 201]).toContain(made.status)
    expect(made.body).toMatchObject({ amount: 21, paid: false })
    const invoice = `/api/v1/payments/${made.body.payment_hash as string}`
    expect((await world.call('GET', invoice, { key: hex('shop invoice') })).body).toMatchObject({ status: 'pending' })
    expect((await get(`/satspay/${made.body.id as string}`)).status).toBe(200)
  })

  test('a pay link without a maximum takes its minimum only', async () => {
    // 2.50 EUR at 50,000 for a bitcoin.
    expect((await get('/lnurlp/api/v1/lnurl/7')).body).toMatchObject({ minSendable: 5_000_000, maxSendable: 5_000_000 })
  })
})
