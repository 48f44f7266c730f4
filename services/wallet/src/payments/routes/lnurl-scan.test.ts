import { hash } from 'node:crypto'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { openHttpServer } from '@satchel/outbound/world/loopback-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareWallet } from '../../../test/world/accounts/share-wallet.ts'
import { METADATA, openLnurlService } from '../../../test/world/lnurl-service.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

describe.each(DIALECTS)('scanning an LNURL, on %s', (dialect) => {
  let world: World
  let key: string
  beforeAll(async () => {
    world = await openWorld({ dialect })
    key = (await world.openWallet()).invoiceKey
  })
  afterAll(() => world.close())

  const byPath = (code: string) => world.call('GET', `/api/v1/lnurlscan/${encodeURIComponent(code)}`, { key })
  const byBoth = async (code: string) => [await byPath(code), await byBody(code)]
  const byBody = (lnurl: unknown) => world.call('POST', '/api/v1/lnurlscan', { key, body: { lnurl } })

  test('a pay link shows its limits and its description, by path and by body', async () => {
    const service = await openLnurlService(world)
    service.payRequest = { disposable: false, allowsNostr: true, nostrPubkey: 'ab'.repeat(32) }
    const expected = {
      kind: 'pay',
      tag: 'payRequest',
      domain: service.host,
      callback: service.url('/pay/callback?order=7'),
      minSendable: 1000,
      maxSendable: 1_000_000_000,
      fixed: false,
      metadata: METADATA,
      description: 'Coffee & cake',
      description_hash: hash('sha256', METADATA, 'hex'),
      targetUser: 'alice@pay.example',
      commentAllowed: 20,
      disposable: false,
      allowsNostr: true,
      nostrPubkey: 'ab'.repeat(32),
    }
    for (const code of [
      encodeLnurl(service.url('/pay')),
      encodeLnurl(service.url('/pay')).toUpperCase(),
      `lnurlp://${service.host}/pay`,
      `alice@${service.host}`,
    ]) {
      for (const scanned of await byBoth(code)) {
        expect([scanned.status, scanned.body]).toEqual([200, expected])
      }
    }
  })

  test('a fixed amount, a picture and a missing comment field are shown', async () => {
    const service = await openLnurlService(world)
    const metadata = '[["text/plain","Cake"],["image/png;base64","iVBORw0KGgo="],["text/email","a@b.example"]]'
    service.payRequest = { minSendable: 5000, maxSendable: 5000, metadata, commentAllowed: undefined }
    expect((await byBody(service.url('/pay'))).body).toMatchObject({
      fixed: true,
      image: 'data:image/png;base64,iVBORw0KGgo=',
      targetUser: 'a@b.example',
      commentAllowed: 0,
    })
  })

  test('a withdraw link shows its limits', async () => {
    const service = await openLnurlService(world)
    expect((await byPath(encodeLnurl(service.url('/withdraw')))).body).toEqual({
      kind: 'withdraw',
      tag: 'withdrawRequest',
      domain: service.host,
      callback: service.url('/withdraw/callback'),
      k1: 'k1 of 0',
      minWithdrawable: 1000,
      maxWithdrawable: 50_000,
      defaultDescription: 'Voucher 7',
      description: 'Voucher 7',
      fixed: false,
    })
  })

  test('a log-in is read without a request; a channel offer is only named', async () => {
    const service = await openLnurlService(world)
    const k1 = 'ab'.repeat(32)
    const callback = service.url(`/login?tag=login&k1=${k1}&action=register`)
    const login = await byBody(encodeLnurl(callback))
    expect(login.body).toEqual({ kind: 'auth', tag: 'login', domain: service.host, callback, k1, action: 'register' })
    expect(service.asked()).toEqual([])
    service.payRequest = { tag: 'channelRequest' }
    expect((await byBody(service.url('/pay'))).body).toEqual({
      kind: 'channel',
      tag: 'channelRequest',
      domain: service.host,
    })
  })

  test('a text that is not an LNURL, or does not answer as one, is 400 with the reason', async () => {
    const service = await openLnurlService(world)
    const huge = await openHttpServer((_request, response) => response.end(`{"x":"${'x'.repeat(300_000)}"}`))
    const page = await openHttpServer((_request, response) => response.end('<html></html>'))
    const wrong: [string, RegExp, object][] = [
      ['x', /neither an LNURL nor a Lightning address/, { code: 'lnurl_unreadable' }],
      ['lnurl1dp68', /checksum/, { code: 'lnurl_unreadable' }],
      [encodeLnurl(service.url('/pay')).slice(0, -1), /checksum/, { code: 'lnurl_unreadable' }],
      [
        service.url('/nowhere'),
        /^The service says: Nothing here$/,
        { code: 'lnurl_refused', params: { reason: 'Nothing here' } },
      ],
      [`http://127.0.0.1:${huge.port}/`, /too large/, { code: 'lnurl_no_answer' }],
      [`http://127.0.0.1:${page.port}/`, /no valid LNURL answer/, { code: 'lnurl_bad_answer' }],
      ['http://169.254.169.254/latest/meta-data', /not public/, { code: 'lnurl_blocked' }],
      ['http://127.0.0.1:22/', /port/, { code: 'lnurl_blocked' }],
    ]
    for (const [text, detail, more] of wrong) {
      for (const scanned of await byBoth(text)) {
        expect([text, scanned.status, scanned.body]).toEqual([
          text,
          400,
          { detail: expect.stringMatching(detail) as string, ...more },
        ])
      }
    }
    for (const lnurl of [undefined, '', 7, 'x'.repeat(8193)]) expect((await byBody(lnurl)).status).toBe(422)
    expect((await byPath('x'.repeat(8193))).status).toBe(422)
  })

  test('only keys of the wallet and of its guests may scan', async () => {
    const service = await openLnurlService(world)
    const [wallet, guest] = [await world.openWallet(), await world.openWallet()]
    const shared = await shareWallet(world, wallet, guest, ['send-payments'])
    const body = { lnurl: service.url('/pay') }
    for (const one of [wallet.invoiceKey, wallet.adminKey, shared.wallet.inkey]) {
      expect((await world.call('POST', '/api/v1/lnurlscan', { key: one, body })).status).toBe(200)
    }
    expect((await world.call('POST', '/api/v1/lnurlscan', { body })).status).toBe(401)
    expect((await world.call('GET', '/api/v1/lnurlscan/x')).status).toBe(401)
    expect(service.asked()).toHaveLength(3)
  })
})

describe('where the money is real (D9)', () => {
  test('a user cannot reach the network of the server through an LNURL', async () => {
    const world = await openWorld({ dialect: 'sqlite', env: { SERVICE_ALLOW_PRIVATE_CALLBACKS: 'false' } })
    const service = await openLnurlService(world)
    const wallet = await world.openWallet(1000)
    const lnurl = service.url('/pay')
    const calls: [string, object][] = [
      ['/api/v1/lnurlscan', { lnurl }],
      ['/api/v1/payments/lnurl', { lnurl: `alice@${service.host}`, amount: 1000 }],
      ['/api/v1/payments/lnurl', { callback: lnurl, amount: 1000 }],
      ['/api/v1/lnurlwithdraw', { lnurl: service.url('/withdraw'), amount: 1 }],
      ['/api/v1/payments', { out: false, amount: 1, lnurl_withdraw: { callback: lnurl, k1: 'x' } }],
      ['/api/v1/lnurlauth', { callback: service.url(`/login?tag=login&k1=${'ab'.repeat(32)}`) }],
    ]
    for (const [url, body] of calls) {
      const { status, body: said } = await world.call('POST', url, { key: wallet.adminKey, body })
      expect([url, status, said]).toEqual([
        url,
        400,
        {
          detail: 'The URL leads to an address that is not public.',
          code: 'lnurl_blocked',
        },
      ])
    }
    expect([service.asked(), await world.balanceMsat(wallet)]).toEqual([[], 1_000_000])
    await world.close()
  })
})
