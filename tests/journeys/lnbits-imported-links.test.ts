import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUILT_INS } from '../../services/wallet/src/extensions/built-ins.ts'
import { type ImportedWorld, openImportedWorld } from '../../services/wallet/test/world/lnbits/open-imported-world.ts'
import { smallItems } from '../../services/wallet/test/world/lnbits/small-items.ts'
import { hashOf, hex, smallCore } from '../../services/wallet/test/world/lnbits/small-lnbits.ts'
import { openTestSocket, openTextSocket } from '../../services/wallet/test/world/open-test-socket.ts'

const MACHINE = 'switch2switch2switch22'

let world: ImportedWorld
let sockets: string
let payer: Awaited<ReturnType<ImportedWorld['openWallet']>>

beforeAll(async () => {
  world = await openImportedWorld({
    dialect: 'sqlite',
    builtIns: BUILT_INS,
    env: { SERVICE_FIXED_RATES: '{"EUR":50000,"USD":50000}', SERVICE_DOMAINS: 'nostr.example' },
    rows: (now) => ({ ...smallItems(now), core: smallCore(now) }),
  })
  expect(world.outcome).toBe('imported')
  await world.restart()
  sockets = (await world.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')
  payer = await world.openWallet(1000)
}, 60_000)
afterAll(async () => {
  expect(await world.violations()).toEqual([])
  await world.close()
})

/** The expected answer: a page, a picture, a status, or a body with these fields. */
type Expected = 'page' | 'picture' | number | Readonly<Record<string, unknown>> | readonly unknown[]

const INVOICE = { pr: expect.stringMatching(/^ln/) }
const PAY = { tag: 'payRequest', callback: expect.any(String), metadata: expect.any(String) }
const WITHDRAW = { tag: 'withdrawRequest', callback: expect.any(String), k1: expect.any(String) }
/** For a wallet to show: the URL is known, and its parameters are invalid. */
const LNURL_ERROR = { status: 'ERROR', reason: expect.any(String) }
const SHOP = hex('shop invoice')
const OWNER = hex('shop admin')
const CODE = 'VioDvR9RKNq9VyNKAq27c6'

type Line = readonly [address: string, expected: Expected, key?: string]

/** Every URL of section 3 of the reference that an item of the installation has, and its expected answer. */
const LINES: readonly Line[] = [
  // Core.
  ['GET /wallet?usr=abc&wal=def', 302],
  ['GET /wallet/abc', 302],
  ['GET /wallets', 302],
  ['GET /uuidv4/abc', 302],
  ['GET /manifest/abc.webmanifest', 302],
  [`GET /lnurlwallet?lightning=${encodeLnurl('https://nostr.example/withdraw/api/v1/lnurl/hash22')}`, 'page'],
  ['GET /.well-known/lnurlp/coffee', { ...PAY, commentAllowed: 50 }],
  ['GET /api/v1/wallet', { name: expect.any(String), balance: expect.any(Number) }, SHOP],
  ['GET /api/v1/payments', expect.arrayContaining([expect.objectContaining({ payment_hash: hashOf('flying') })]), SHOP],
  [`GET /lnbits/api/v1/payments/${hashOf('coffee')}`, { paid: true, status: 'success' }],
  ['GET /api/v1/qrcode/lnurl1abc', 'picture'],
  ['GET /api/v1/qrcode?data=lnurl1abc', 'picture'],
  // lnurlp.
  ['GET /lnurlp/pay001', { ...PAY, minSendable: 5000, maxSendable: 5_000_000, commentAllowed: 50 }],
  ['GET /lnurlp/api/v1/lnurl/pay001', { ...PAY, minSendable: 5000 }],
  ['GET /lnurlp/api/v1/lnurl/7', { ...PAY, minSendable: 5_000_000 }],
  ['GET /lnurlp/api/v1/lnurl/cb/pay001?amount=5000&comment=hi&webhook_data=x', INVOICE],
  ['GET /lnurlp/link/pay001', 'page'],
  ['GET /lnurlp/print/pay001', 'page'],
  ['GET /lnurlp/api/v1/links/public/pay001', { id: 'pay001', description: 'A coffee', min: 5, max: 5000 }],
  ['GET /lnurlp/pay003', LNURL_ERROR],
  // withdraw.
  ['GET /withdraw/api/v1/lnurl/gWpCwT7aF9yk4B2nM6vLxe', { ...WITHDRAW, maxWithdrawable: 9000 }],
  [
    `GET /withdraw/api/v1/lnurl/hash22/${CODE}`,
    { ...WITHDRAW, maxWithdrawable: 10_000, defaultDescription: 'Vouchers' },
  ],
  ['GET /withdraw/api/v1/lnurl/hash22', LNURL_ERROR],
  ['GET /withdraw/abcDEF', 'page'],
  ['GET /withdraw/img/3xQ9dC5cXcR3sTrSnLfQ9z', 303],
  ['GET /withdraw/img/abcDEF', 404],
  ['GET /withdraw/print/abcDEF', 401],
  ['GET /withdraw/csv/abcDEF', 401],
  ['GET /withdraw/print/abcDEF', 'page', OWNER],
  ['GET /withdraw/csv/abcDEF', 200, OWNER],
  // tpos.
  ['GET /tpos/till1', 'page'],
  ['GET /tpos/till1?lnaddress=a%40b.example', 'page'],
  ['GET /tpos/manifest/till1.webmanifest', 200],
  [
    'POST /tpos/api/v1/tposs/till1/invoices {"amount":21,"memo":null}',
    { bolt11: expect.stringMatching(/^ln/), amount: 21_000 },
  ],
  [`GET /tpos/api/v1/tposs/till1/invoices/${'ab'.repeat(32)}`, 404],
  [`POST /tpos/api/v1/tposs/till1/invoices/${'ab'.repeat(32)}/pay {"lnurl":"lnurlw://card.example"}`, 404],
  // paywall, satspay, invoices, tipjar.
  ['GET /paywall/wall1', 'page'],
  ['GET /paywall/api/v1/paywalls/invoice/wall1', { amount: 1 }],
  ['GET /paywall/api/v1/paywalls/invoice/wall2', { amount: 2.5 }],
  [
    'GET /paywall/api/v1/paywalls/invoice/wall2?amount=5000',
    { payment_hash: expect.any(String), payment_request: expect.any(String) },
  ],
  ['POST /paywall/api/v1/paywalls/invoice/wall1 {"amount":1}', { payment_request: expect.stringMatching(/^ln/) }],
  [`POST /paywall/api/v1/paywalls/check_invoice/wall1 {"payment_hash":"${'ab'.repeat(32)}"}`, { paid: false }],
  [`GET /paywall/download/wall2?payment_hash=${'ab'.repeat(32)}&version=1`, 402],
  ['GET /satspay/charge1', 'page'],
  ['GET /satspay/api/v1/charge/charge1', { id: 'charge1', paid: true, balance: 500, amount: 500 }, SHOP],
  ['GET /satspay/api/v1/charge/balance/charge1', { paid: true, completelink: 'https://example.com/' }, SHOP],
  ['GET /satspay/api/v1/charges', expect.arrayContaining([expect.objectContaining({ id: 'charge1' })]), OWNER],
  ['GET /satspay/css/any', 200],
  ['GET /invoices/pay/inv1', 'page'],
  ['GET /tipjar/1', 'page'],
  // lndhub. LndHub's answer without a log-in.
  ['GET /getinfo', { error: true, code: 1 }],
  ['GET /lndhub/ext/getinfo', { error: true, code: 1 }],
  // boltcards: the card and the refunds of its last taps.
  ['GET /boltcards/api/v1/scan/extern1extern1extern1e?p=00&c=00', LNURL_ERROR],
  // LNbits had no payment of this tap.
  ['GET /boltcards/api/v1/lnurlp/hit1', LNURL_ERROR],
  ['GET /boltcards/api/v1/lnurlp/cb/hit1?amount=1000', LNURL_ERROR],
  ['GET /boltcards/api/v1/auth?a=00', 404],
  ['POST /boltcards/api/v1/auth?a=00 {"UID":"04A39493CC8680"}', 404],
  ['GET /boltcards/extern1extern1extern1e', 302],
  // fossa.
  ['GET /fossa/api/v1/lnurl/abc12?p=abc', LNURL_ERROR],
  ['GET /fossa/atm?lightning=nothing', 404],
  // bitcoinswitch.
  // A machine that is not connected takes no money; one that is, below.
  [`GET /bitcoinswitch/api/v1/lnurl/${MACHINE}?pin=21`, LNURL_ERROR],
  [`GET /bitcoinswitch/api/v1/public/${MACHINE}`, { id: MACHINE }],
  // offlineshop, copilot.
  ['GET /offlineshop/lnurl/item1', { ...PAY, minSendable: 7_000_000 }],
  ['GET /offlineshop/lnurl/cb/item1?amount=7000000', INVOICE],
  ['GET /copilot/lnurl/cop1', PAY],
  ['GET /copilot/lnurl/cb/cop1?amount=10000', INVOICE],
  ['GET /copilot/cp/cop1', 'page'],
  ['GET /copilot/chat/cop1', 'page'],
  ['GET /copilot/pn/cop1', 'page', SHOP],
  ['GET /copilot/cp/', 'page'],
  ['GET /copilot/pn/', 'page'],
  // events, lnticket, lncalendar, nostrnip5.
  ['GET /events/event1', 'page'],
  [`GET /events/ticket/${hashOf('ticket')}`, 'page'],
  ['GET /events/register/event1', 'page'],
  [`GET /events/api/v1/qr/${hashOf('ticket')}`, 'picture'],
  [`PUT /events/api/v1/event1/tickets/ticket%3A//${hashOf('ticket')}/register {}`, 400, SHOP],
  ['GET /lnticket/form1', 'page'],
  ['GET /lncalendar/cal1', 'page'],
  ['GET /nostrnip5/api/v1/domain/dom1/nostr.json?name=ann', { names: { ann: 'b'.repeat(64) } }],
  ['GET /nostrnip5/signup/dom1', 'page'],
  ['GET /nostrnip5/rotate/dom1/adr1?secret=x', 'page'],
]

/** Rejected, as in the guide: none of them pays, shows or changes anything. */
const DECLINED: readonly string[] = [
  `GET /withdraw/api/v1/links/hash22/abcDEF`,
  'GET /fossa/api/v1/lnurl/cb/U2FsdGVkX1-rTaIbyXFvBLOgvEw9oBaR-BCHX21EN2Y=?k1=x&pr=lnbc1',
  'GET /fossa/print/U2FsdGVkX1-rTaIbyXFvBLOgvEw9oBaR-BCHX21EN2Y=',
  'GET /tpos/api/v1/lnurl/charge/10',
  'GET /tpos/api/v1/tposs/till1/invoices',
  'GET /api/v1/lnurl/wallet/coffee/cb?amount=1000',
  'GET /copilot/api/v1/copilot/ws/cop1/hello/rocket',
  `PUT /events/api/v1/tickets/register/${hashOf('ticket')} {}`,
  'GET /offlineshop/print?items=1,2',
  `GET /offlineshop/confirmation/${'ab'.repeat(32)}`,
  'POST /api/v1/callback/stripe {}',
]

async function play(address: string, key?: string) {
  const [, method = '', path = '', body] = /^(\w+) (\S+)(?: (.*))?$/.exec(address) ?? []
  return world.call(method as 'GET', path, {
    ...(key !== undefined && { key }),
    ...(body !== undefined && { body: JSON.parse(body) as object }),
  })
}

async function requireAnswer([address, expected, key]: Line): Promise<void> {
  const { status, headers, body } = await play(address, key)
  const type = String(headers['content-type']).split(';')[0]
  if (expected === 'page') expect([status, type]).toEqual([200, 'text/html'])
  else if (expected === 'picture') expect([status, type]).toEqual([200, 'image/svg+xml'])
  else if (typeof expected === 'number') expect(status).toBe(expected)
  else {
    expect([200, 201]).toContain(status)
    expect(body).toMatchObject(expected)
  }
}

test.each(LINES.map((line) => ({ address: line[0], line })))('$address is answered', ({ line }) => requireAnswer(line))

test.each(DECLINED)('%s is rejected', async (address) => {
  expect([401, 404, 405]).toContain((await play(address)).status)
})

test('a voucher printed by LNbits is paid, once', async () => {
  const { k1, callback } = (await play(`GET /withdraw/api/v1/lnurl/hash22/${CODE}`)).body
  const { bolt11 } = await world.foreignInvoice(10_000)
  const { pathname } = new URL(callback)
  const claim = () => world.call('GET', `${pathname}?k1=${k1 as string}&pr=${bolt11}`)
  expect((await claim()).body).toEqual({ status: 'OK' })
  await world.tick()
  expect((await claim()).body).toMatchObject(LNURL_ERROR)
  expect((await play(`GET /withdraw/api/v1/lnurl/hash22/${CODE}`)).body).toMatchObject(LNURL_ERROR)
})

async function requireSwitching(): Promise<void> {
  const { messages } = await openTextSocket(`${sockets}/api/v1/ws/${MACHINE}`)
  const offer = () => play(`GET /bitcoinswitch/api/v1/lnurl/${MACHINE}?pin=21`)
  await expect.poll(async () => (await offer()).body).toMatchObject({ ...PAY, minSendable: 10_000 })
  const { pr } = (await play(`GET /bitcoinswitch/api/v1/lnurl/cb/${MACHINE}/21?amount=10000`)).body
  await world.send(payer, pr)
  await world.tick()
  await expect.poll(() => messages).toEqual(['21-2000'])
}

test('a device is paid by its printed code while it listens, as its firmware does, without a token', () =>
  requireSwitching())

test('a page that waits for a charge, and a program that waits for a paywall, are accepted', async () => {
  await openTestSocket(`${sockets}/satspay/charge2/ws`)
  const { payment_hash: hash } = (await play('POST /paywall/api/v1/paywalls/invoice/wall1 {"amount":1}')).body
  await openTestSocket(`${sockets}/paywall/api/v1/paywalls/invoice/wall1/${hash as string}`)
})

test('pages of any origin can read the Nostr names of an imported domain', async () => {
  const asked = await world.call('GET', '/.well-known/nostr.json?name=ann', { headers: { host: 'nostr.example' } })
  const old = await play('GET /nostrnip5/api/v1/domain/dom1/nostr.json?name=ann')
  for (const { body, headers } of [asked, old]) {
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(body).toMatchObject({ names: { ann: 'b'.repeat(64) } })
  }
})

describe('where the root speaks the dialect of LNbits', () => {
  beforeAll(async () => {
    await world.restart({ SERVICE_DIALECT: 'lnbits' })
    sockets = (await world.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')
  })

  test('every old URL of an extension is answered as before', async () => {
    // The voucher is used up, and core paths have the texts of the dialect.
    const lines = LINES.filter(([address]) => !/ \/(?:api\/v1\/|lnbits\/)|hash22/.test(address))
    expect(lines.length).toBeGreaterThan(60)
    for (const line of lines) await requireAnswer(line)
  })

  test('a device is paid while it listens', () => requireSwitching())
})
