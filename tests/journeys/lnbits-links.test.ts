import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUILT_INS } from '../../services/wallet/src/extensions/built-ins.ts'
import { OLD_LINKS, oldLinkUrl } from '../../services/wallet/src/lnbits/old-links.ts'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { codeText, driveFossa, FOSSA_RATES } from '../../services/wallet/test/world/extensions/drive-fossa.ts'
import { newUid, tapPath } from '../../services/wallet/test/world/extensions/software-card.ts'
import { openTestSocket, openTextSocket } from '../../services/wallet/test/world/open-test-socket.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { writeDirectly } from '../../services/wallet/test/world/write-directly.ts'

let world: World
let owner: WorldWallet
let sockets: string
let paths: Readonly<Record<string, object>>

beforeAll(async () => {
  world = await openWorld({ dialect: 'sqlite', builtIns: BUILT_INS, env: FOSSA_RATES })
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  sockets = url.replace('http', 'ws')
  owner = await world.openWallet(100_000)
  for (const id of Object.keys(ITEMS)) await activateExtension(world, owner, id)
  await activateExtension(world, owner, 'fossa')
  paths = (await world.call('GET', '/openapi.json')).body.paths
})
afterAll(async () => {
  expect(await world.violations()).toEqual([])
  await world.close()
})

const ITEMS: Readonly<Record<string, object>> = {
  lnurlp: { description: 'Support the choir', min: 10, max: 1000 },
  withdraw: { title: 'Gift', min_withdrawable: 10, max_withdrawable: 20, uses: 3 },
  tpos: { name: 'Till', currency: 'sat' },
  tipjar: { name: 'Jar' },
  lnticket: { name: 'Ask me', description: 'I answer within a day.', amount: 2 },
  paywall: { memo: 'Essay', amount: 21, url: 'https://files.example/essay' },
  satspay: { description: 'Order', amount: 21 },
  invoices: { currency: 'sat', items: [{ description: 'Desk', amount: 100, quantity: 1 }], status: 'open' },
  nostrnip5: { domain: 'names.example', cost: 1000 },
  boltcards: { card_name: 'Card', uid: newUid(), tx_limit: 100, daily_limit: 500 },
  copilot: { title: 'Stream', lnurl_toggle: true },
  bitcoinswitch: { title: 'Device', switches: [{ pin: 3, amount: 100, duration: 2000 }], require_device: false },
}

const make = async (extId: string, more: object = {}) => {
  const answer = await world.call('POST', `/${extId}/api/v1/`, {
    key: owner.adminKey,
    body: { ...ITEMS[extId], ...more },
  })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const get = (path: string, headers: Record<string, string> = {}) => world.call('GET', path, { headers })

/** Old names in the place of an item's id. Ids are random, and longer. */
const WORDS = ['/satspay/api/v1/charges', '/boltcards/api/v1/auth']

/** The path of an operation as a pattern; a name in braces matches one segment. */
const toPattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/{\w+}/g, '[^/]+')}$`)
const toSample = (path: string): string => path.replaceAll(/{\w+}/g, 'x9')

test.each(OLD_LINKS)('%s is rewritten to one of our routes', (old, now) => {
  const [method = '', path = ''] = old.split(' ')
  const routes = Object.entries(paths).filter(([, operations]) => method.toLowerCase() in operations)
  const isOurs = (url: string): boolean => routes.some(([route]) => toPattern(route).test(url))
  expect(isOurs(toSample(now).replace(/\?.*/, ''))).toBe(true)
  expect(isOurs(toSample(path))).toBe(WORDS.includes(path) && method === 'GET')
  expect(oldLinkUrl(toSample(path), method)).toBe(toSample(now))
})

test('a QR code picture is answered for the text in the query, and for a mailed ticket', async () => {
  const isPicture = { status: 200, headers: { 'content-type': 'image/svg+xml' } }
  expect(await get('/api/v1/qrcode?data=lnurlp%3A%2F%2Fhost%2Fx%3Fa%3D1')).toMatchObject(isPicture)
  expect(await get(`/events/api/v1/qr/${'ab'.repeat(32)}`)).toMatchObject(isPicture)
  expect((await get('/api/v1/qrcode')).status).toBe(404)
})

test('a page that waits for a charge is notified at the old URL of its socket', async () => {
  const { id, payment_request: invoice } = await make('satspay')
  const { messages } = await openTestSocket(`${sockets}/satspay/${id as string}/ws`)
  await world.send(await world.openWallet(200), invoice)
  await world.tick()
  await expect.poll(() => messages).toMatchObject([{ id, paid: true, balance: 21, pending: 0 }])
})

test('a sold file is downloaded by the hash of its payment', () => {
  const query = `payment_hash=${'ab'.repeat(32)}&version=1.2`
  expect(oldLinkUrl(`/paywall/download/abc?${query}`)).toBe(`/paywall/release/abc?${query}`)
  expect(oldLinkUrl('/paywall/download/abc')).toBeUndefined()
})

test('the query is kept, another method is not rewritten, and URLs of ours stay', () => {
  expect(oldLinkUrl('/lnurlp/api/v1/lnurl/cb/abc?amount=21000&comment=hi')).toBe(
    '/lnurlp/lnurl/abc/cb?amount=21000&comment=hi',
  )
  expect(oldLinkUrl('/bitcoinswitch/api/v1/lnurl/cb/abc/3?amount=1')).toBe('/bitcoinswitch/lnurl/abc/cb?pin=3&amount=1')
  expect(oldLinkUrl('/lnurlp/abc', 'HEAD')).toBe('/lnurlp/lnurl/abc')
  expect(oldLinkUrl('/lnurlp/abc', 'DELETE')).toBeUndefined()
  for (const url of [
    '/',
    '/app/',
    '/api/v1/payments',
    '/lnurlp/lnurl/abc',
    '/fossa/atm/x',
    '/fossa/atm?lightning=LNURL1X',
    '/users/api/v1/user/0123456789ab4def8123456789abcdef0',
  ])
    expect(oldLinkUrl(url)).toBeUndefined()
})

test('an account is found by its id without dashes', async () => {
  const plain = owner.userId.replaceAll('-', '')
  expect(oldLinkUrl(`/users/api/v1/user/${plain}/balance?x=1`, 'PUT')).toBe(
    `/users/api/v1/user/${owner.userId}/balance?x=1`,
  )
})

test('a pay link answers a wallet at every URL that was ever printed', async () => {
  const { id } = await make('lnurlp')
  for (const path of [`/lnurlp/${id}`, `/lnurlp/api/v1/lnurl/${id}`])
    expect(await get(path)).toMatchObject({ status: 200, body: { tag: 'payRequest', minSendable: 10_000 } })
  const { pr } = (await get(`/lnurlp/api/v1/lnurl/cb/${id}?amount=21000`)).body
  await world.send(owner, pr)
  expect((await get(`/lnurlp/link/${id}`)).status).toBe(200)
})

test('a printed voucher is paid once', async () => {
  const { id } = await make('withdraw', { uses: 1, is_unique: true })
  const { hash, codes } = (await world.call('GET', `/withdraw/api/v1/${id}`, { key: owner.adminKey })).body
  const offer = `/withdraw/api/v1/lnurl/${hash}/${codes[0]}`
  const { tag, k1 } = (await get(offer)).body
  expect(tag).toBe('withdrawRequest')
  const take = async () => {
    const { bolt11 } = await world.foreignInvoice(10_000)
    return (await get(`/withdraw/api/v1/lnurl/cb/${hash}?k1=${k1}&pr=${bolt11}`)).body
  }
  const before = await world.balanceMsat(owner)
  expect((await Promise.all([take(), take()])).map(({ status }) => String(status)).toSorted()).toEqual(['ERROR', 'OK'])
  await world.tick()
  expect((await get(offer)).body).toMatchObject({ status: 'ERROR' })
  expect(before - (await world.balanceMsat(owner))).toBe(10_000)
})

test('the page of a withdraw link is found by its id of LNbits, not by an id of ours', async () => {
  const { id } = await make('withdraw')
  expect((await get(`/withdraw/${id}`)).status).toBe(404)
  const old = 'VioDvR9RKNq9VyNKAq27c6'
  await writeDirectly(world, `UPDATE extension_rows SET id = '${old}' WHERE id = '${id}'`)
  expect((await get(`/withdraw/${old}`)).status).toBe(200)
})

test('a card written for LNbits is read, and a tap pays once', async () => {
  const card = await make('boltcards')
  const tap = tapPath(card, 1).replace('/boltcards/scan/', '/boltcards/api/v1/scan/')
  const { tag, k1 } = (await get(tap)).body
  expect(tag).toBe('withdrawRequest')
  expect((await get(tap)).body).toMatchObject({ status: 'ERROR' })
  const { bolt11 } = await world.foreignInvoice(50_000)
  const claim = `/boltcards/api/v1/lnurl/cb/${k1}?k1=${k1}&pr=${bolt11}`
  expect((await get(claim)).body).toEqual({ status: 'OK' })
  await world.tick()
  expect((await get(`/boltcards/api/v1/lnurlp/${k1}`)).body).toMatchObject({ tag: 'payRequest' })
})

test('a programming app gets the keys once, in both spellings, and only for the chip of the code', async () => {
  const uid = newUid()
  const card = await make('boltcards', { uid })
  const got = await get(`/boltcards/api/v1/auth?a=${card.otp}`)
  expect(got.body).toMatchObject({ k0: card.k0, k1: card.k1, k2: card.k2, card_name: 'Card' })
  expect(got.body.lnurlw_base).toMatch(/^lnurlw:\/\//)
  const { otp } = (await world.call('POST', `/boltcards/api/v1/${card.id}/rekey`, { key: owner.adminKey })).body
  const post = (query: string, body: object) => world.call('POST', `/boltcards/api/v1/auth?a=${otp}${query}`, { body })
  expect((await post('', { UID: newUid() })).status).toBe(404)
  expect((await post('', {})).status).toBe(422)
  const handed = await post('', { UID: uid.toUpperCase(), LNURLW: 'lnurlw://old.example' })
  expect(handed).toMatchObject({ status: 200, body: { CARD_NAME: 'Card', ID: '1', PROTOCOL_VERSION: '1' } })
  for (const name of ['K0', 'K1', 'K2', 'K3', 'K4']) expect(handed.body[name]).toMatch(/^[0-9a-f]{32}$/)
  expect(handed.body.LNURLW_BASE).toMatch(/^LNURLW:\/\/.*\/boltcards\/scan\//)
  expect((await post('', { UID: uid })).status).toBe(404)
  expect((await get('/boltcards/api/v1/auth?a=nothing')).status).toBe(404)
})

test('the old list of cards works, and the page of a card redirects its owner to the app', async () => {
  const made = await world.call('POST', '/boltcards/api/v1/cards', {
    key: owner.adminKey,
    body: { ...ITEMS['boltcards'], uid: newUid() },
  })
  expect(made.status).toBe(201)
  const { body } = await world.call('GET', `/boltcards/api/v1/cards/${made.body.id}`, { key: owner.invoiceKey })
  expect(body).toMatchObject({ id: made.body.id, external_id: made.body.external_id })
  const page = await get(`/boltcards/${made.body.external_id}`)
  expect([page.status, page.headers['location']]).toEqual([302, '/app/'])
})

test('vouchers are printed by their id of LNbits, by their owner only; only a link without vouchers has a picture', async () => {
  const { id } = await make('withdraw', { uses: 2, is_unique: true })
  const old = 'wioDvR9RKNq9VyNKAq27c6'
  await writeDirectly(world, `UPDATE extension_rows SET id = '${old}' WHERE id = '${id}'`)
  for (const path of [`/withdraw/print/${old}`, `/withdraw/csv/${old}`]) {
    expect((await get(path)).status).toBe(401)
    expect((await world.call('GET', path, { key: owner.adminKey })).status).toBe(200)
  }
  expect((await get(`/withdraw/img/${old}`)).status).toBe(404)
  const forAll = await make('withdraw')
  const picture = await get(`/withdraw/img/${forAll.hash}`)
  expect(picture.status).toBe(303)
  const { pathname } = new URL(picture.headers['location'] as string)
  expect(pathname).toBe(`/api/v1/qrcode/${forAll.lnurl}`)
  expect((await get(pathname)).headers['content-type']).toBe('image/svg+xml')
})

test('an overlay is shown at its old URL with its id; without one, its page says what to do', async () => {
  const { id } = await make('copilot')
  for (const path of [`/copilot/cp/${id}`, `/copilot/chat/${id}`]) expect((await get(path)).status).toBe(200)
  expect((await world.call('GET', `/copilot/pn/${id}`, { key: owner.invoiceKey })).status).toBe(200)
  for (const path of ['/copilot/cp/', '/copilot/pn/']) {
    const page = await get(path)
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('/copilot/overlay/')])
  }
})

test('offers stored by a wallet are paid at their old callbacks', async () => {
  const { id } = await make('copilot')
  const { callback, minSendable } = (await get(`/copilot/lnurl/${id}`)).body
  expect(new URL(callback).pathname.startsWith(`/copilot/lnurl/${id}/cb/`)).toBe(true)
  expect((await get(`/copilot/lnurl/cb/${id}?amount=${minSendable}`)).body.pr).toMatch(/^ln/)
  expect(oldLinkUrl('/offlineshop/lnurl/cb/x9?amount=1')).toBe('/offlineshop/lnurl/x9/cb?amount=1')
})

test('the manifest of an installed app is ours, without the id that was a credential', async () => {
  const { status, headers } = await get(`/manifest/${'ab'.repeat(16)}.webmanifest`)
  expect([status, headers['location']]).toEqual([302, '/app/manifest.webmanifest'])
})

test('a code of a cash machine opens its page, and pays the printed amount', async () => {
  const machine = await driveFossa(
    () => world,
    () => owner,
  ).make()
  const p = codeText(machine.device.authenticated(100))
  const address = `/fossa/api/v1/lnurl/${machine.id}?p=${p}`
  expect((await get(address)).body).toMatchObject({ tag: 'withdrawRequest', maxWithdrawable: 2_000_000 })
  const printed = encodeLnurl(`https://old.example${address}`).toUpperCase()
  const page = await get(`/fossa/atm?lightning=${printed}`)
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
})

test('a device is switched by its printed code; it listens without a token if the owner allows it', async () => {
  const device = await make('bitcoinswitch')
  const old = 'aioDvR9RKNq9VyNKAq27c6'
  await writeDirectly(world, `UPDATE extension_rows SET id = '${old}' WHERE id = '${device.id}'`)
  expect((await get(`/bitcoinswitch/api/v1/lnurl/${old}?pin=3`)).body).toMatchObject({ tag: 'payRequest' })
  await expect(openTestSocket(`${sockets}/api/v1/ws/${old}`)).rejects.toThrow('answered 403')
  const open = await world.call('PUT', `/bitcoinswitch/api/v1/${old}`, {
    key: owner.adminKey,
    body: { open_socket: true },
  })
  expect(open.status).toBe(200)
  const { messages } = await openTextSocket(`${sockets}/api/v1/ws/${old}`)
  const { pr } = (await get(`/bitcoinswitch/api/v1/lnurl/cb/${old}/3?amount=100000`)).body
  await world.send(await world.openWallet(200), pr)
  await world.tick()
  await expect.poll(() => messages).toEqual(['3-2000'])
})

test.each([
  ['tpos', '/tpos/ID'],
  ['paywall', '/paywall/ID'],
  ['satspay', '/satspay/ID'],
  ['invoices', '/invoices/pay/ID'],
  ['tipjar', '/tipjar/ID'],
  ['lnticket', '/lnticket/ID'],
  ['nostrnip5', '/nostrnip5/signup/ID'],
])('a stored page of %s is shown at its old URL', async (extId, path) => {
  const { id } = await make(extId, extId === 'nostrnip5' ? { domain: 'pages.example' } : {})
  const page = await get(path.replace('ID', id))
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
})

test('a web server of a domain that forwards names gets them by the id of the domain', async () => {
  const { id } = await make('nostrnip5')
  const answer = await get(`/nostrnip5/api/v1/domain/${id}/nostr.json?name=unknown`)
  expect([answer.status, answer.body, answer.headers['access-control-allow-origin']]).toEqual([
    200,
    { names: {}, relays: {} },
    '*',
  ])
})

test('stored pages of wallets redirect to the app without the id that was a credential; a voucher shows its code', async () => {
  for (const path of ['/wallet?usr=abc&wal=def', '/wallet/abc', '/wallets', '/uuidv4/abc']) {
    const { status, headers } = await get(path)
    expect([status, headers['location'], headers['referrer-policy']]).toEqual([302, '/app/', 'no-referrer'])
  }
  const lnurl = encodeLnurl('https://old.example/withdraw/api/v1/lnurl/x')
  const voucher = await get(`/lnurlwallet?lightning=${lnurl}`, { host: 'old.example' })
  expect([voucher.status, voucher.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
})
