import { hash } from 'node:crypto'
import { LightningAddress } from '@getalby/lightning-tools'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { makeZapRequest, validateZapRequest } from 'nostr-tools/nip57'
import {
  type Event,
  type EventTemplate,
  finalizeEvent,
  generateSecretKey,
  getPublicKey,
  verifyEvent,
} from 'nostr-tools/pure'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openTestRelay } from '../../packages/lightning/world/peers/nwc/test-relay.ts'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { writeDirectly } from '../../services/wallet/test/world/write-directly.ts'
import { LNURLP } from './lnurlp.ts'

let world: World
let owner: WorldWallet

async function open(dialect: (typeof LOGIC_DIALECTS)[number], publicUrl = 'https://pay.example'): Promise<void> {
  world = await openWorld({ dialect, builtIns: [LNURLP], env: { SERVICE_PUBLIC_URL: publicUrl } })
  owner = await world.openWallet(10_000)
  await activateExtension(world, owner, 'lnurlp')
}

async function close(): Promise<void> {
  expect(await world.violations()).toEqual([])
  await world.close()
}

async function make(body: object = {}) {
  const link = { description: 'Zap me', min: 1, max: 1000, username: 'ada', zaps: true, ...body }
  const answer = await world.call('POST', '/lnurlp/api/v1/', { key: owner.adminKey, body: link })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}

const sender = generateSecretKey()
const recipient = getPublicKey(generateSecretKey())
const note = 'e'.repeat(64)

const request = (
  relays: string[],
  amount = 21_000,
  change: (template: EventTemplate) => void = () => undefined,
): Event => {
  const template = makeZapRequest({ pubkey: recipient, amount, comment: 'Zap!', relays })
  change(template)
  return finalizeEvent(template, sender)
}
const zap = (id: string, event: Event | string, amount = 21_000) => {
  const nostr = typeof event === 'string' ? event : JSON.stringify(event)
  return world.call('GET', `/lnurlp/lnurl/${id}/cb?amount=${amount}&nostr=${encodeURIComponent(nostr)}`)
}

describe.each(LOGIC_DIALECTS)('zaps, on %s', (dialect) => {
  beforeEach(() => open(dialect))
  afterEach(close)

  test('a paid zap has one receipt on its relays, and the same one if the settlement is delivered again', async () => {
    const { id } = await make()
    const relay = await openTestRelay()
    const offered = (await world.call('GET', '/.well-known/lnurlp/ada', { headers: { host: 'pay.example' } })).body
    expect(offered).toMatchObject({ allowsNostr: true, nostrPubkey: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const asked = request([relay.url], 21_000, ({ tags }) => tags.push(['e', note], ['a', `30023:${recipient}:post`]))
    const description = JSON.stringify(asked)
    expect(validateZapRequest(description)).toBeNull()
    const { pr } = (await zap(id, asked)).body
    const decoded = await world.call('POST', '/api/v1/payments/decode', { key: owner.invoiceKey, body: { data: pr } })
    expect(decoded.body.description_hash).toBe(hash('sha256', description))
    await world.tick()
    expect(relay.events).toEqual([])
    await world.send(await world.openWallet(100), pr)
    const paidAt = world.nowSeconds()
    world.advance(1)
    await world.tick()
    await writeDirectly(world, `UPDATE cursors SET value = '0' WHERE name = 'extensions'`)
    await world.restart()
    await world.tick()
    expect(relay.received).toHaveLength(1)
    const [receipt] = relay.events
    if (receipt === undefined) throw new Error('no receipt')
    expect(verifyEvent(receipt)).toBe(true)
    expect(receipt).toMatchObject({ kind: 9735, content: '', pubkey: offered.nostrPubkey, created_at: paidAt })
    const tags = Object.fromEntries(receipt.tags.map(([name = '', value = '']) => [name, value]))
    expect(tags).toEqual({
      p: recipient,
      e: note,
      a: `30023:${recipient}:post`,
      P: getPublicKey(sender),
      bolt11: pr,
      description,
      preimage: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(hash('sha256', Buffer.from(tags['preimage'] ?? '', 'hex'))).toBe(decoded.body.payment_hash)
  })

  test('an account that pays itself cannot get a receipt that names another recipient', async () => {
    const { id } = await make()
    const relay = await openTestRelay()
    const { pr } = (await zap(id, request([relay.url]))).body
    await world.send(owner, pr)
    await world.tick()
    expect(relay.events).toEqual([])
    const own = request([relay.url], 21_000, ({ tags }) => {
      for (const tag of tags) if (tag[0] === 'p') tag[1] = getPublicKey(sender)
    })
    await world.send(owner, (await zap(id, own)).body.pr)
    await world.tick()
    expect(relay.events).toHaveLength(1)
  })

  test('a receipt is signed with a key that only the paid link offers, for any recipient the zap names', async () => {
    const accomplice = await world.openWallet(1000)
    const [victim, own] = [await make(), await make({ username: 'mallory' })]
    const keyOf = async (id: string): Promise<string> =>
      (await world.call('GET', `/lnurlp/lnurl/${id}`)).body.nostrPubkey
    const [ofVictim, ofOwn] = [await keyOf(victim.id), await keyOf(own.id)]
    const relay = await openTestRelay()
    const { pr } = (await zap(own.id, request([relay.url]))).body
    await world.call('DELETE', `/lnurlp/api/v1/${own.id}`, { key: owner.adminKey })
    await world.send(accomplice, pr)
    await world.tick()
    expect(relay.events.map(({ pubkey }) => pubkey)).toEqual([ofOwn])
    expect(ofOwn).not.toBe(ofVictim)
  })

  test('a link from before links had their own keys offers the shared key until its zaps are enabled again', async () => {
    const { id } = await make()
    const offered = async () => (await world.call('GET', `/lnurlp/lnurl/${id}`)).body.nostrPubkey as string
    const own = await offered()
    const [from, to] = ['"own_zap_key":true', '"own_zap_key":false']
    await writeDirectly(world, `UPDATE extension_rows SET data = replace(data, '${from}', '${to}') WHERE id = '${id}'`)
    const shared = await offered()
    expect(shared).not.toBe(own)
    const relay = await openTestRelay()
    await world.send(await world.openWallet(100), (await zap(id, request([relay.url]))).body.pr)
    await world.tick()
    expect(relay.events[0]?.pubkey).toBe(shared)
    const put = (zaps: boolean) => world.call('PUT', `/lnurlp/api/v1/${id}`, { key: owner.adminKey, body: { zaps } })
    expect((await put(false)).status).toBe(200)
    expect((await put(true)).status).toBe(200)
    expect(await offered()).toBe(own)
  })

  test('a zap to a link that was deleted in the meantime still has its receipt', async () => {
    const { id } = await make()
    const relay = await openTestRelay()
    const { pr } = (await zap(id, request([relay.url]))).body
    await world.call('DELETE', `/lnurlp/api/v1/${id}`, { key: owner.adminKey })
    await world.send(await world.openWallet(100), pr)
    await world.tick()
    expect(relay.events).toHaveLength(1)
  })
})

describe('a zap request', () => {
  const relays = ['wss://relay.example']
  let id: string
  beforeAll(async () => {
    await open('sqlite')
    id = (await make()).id
  })
  afterAll(close)

  test.each<[what: string, text: () => Event | string]>([
    ['is no JSON', () => 'zap'],
    ['is no event', () => '{"kind":9734}'],
    ['is null', () => 'null'],
    ['was changed after it was signed', () => ({ ...request(relays), content: 'other' })],
    ['has the signature of another', () => ({ ...request(relays), sig: request(relays, 1).sig })],
    ['is of another kind', () => request(relays, 21_000, (template) => (template.kind = 1))],
    [
      'names no recipient',
      () => request(relays, 21_000, (template) => (template.tags = template.tags.filter(([name]) => name !== 'p'))),
    ],
    ['names two people', () => request(relays, 21_000, ({ tags }) => tags.push(['p', recipient]))],
    [
      'names a person badly',
      () => request(relays, 21_000, ({ tags }) => tags.splice(0, 9, ['p', 'ada'], ['relays', ...relays])),
    ],
    ['names two notes', () => request(relays, 21_000, ({ tags }) => tags.push(['e', note], ['e', note]))],
    ['names a bad address', () => request(relays, 21_000, ({ tags }) => tags.push(['a', 'post']))],
    ['wants another to sign', () => request(relays, 21_000, ({ tags }) => tags.push(['P', recipient]))],
    ['is about another amount', () => request(relays, 22_000)],
    ['names no relays', () => request([])],
    ['is too long to be kept', () => request(relays, 21_000, (template) => (template.content = 'x'.repeat(3000)))],
  ])('a zap request that %s is rejected, and no invoice is created', async (_what, text) => {
    const before = await countInvoices()
    expect(await zap(id, text())).toMatchObject({ status: 200, body: { status: 'ERROR' } })
    expect(await countInvoices()).toBe(before)
  })

  test('a zap request to a link without zaps is ignored, whatever it contains', async () => {
    const plain = await make({ zaps: false, username: 'plain' })
    for (const extra of [request(relays), 'no event', '', 'x'.repeat(5000)])
      expect((await zap(plain.id, extra)).body.pr).toMatch(/^ln/)
    expect((await zap(id, '')).body.pr).toMatch(/^ln/)
    expect((await world.call('GET', `/lnurlp/lnurl/${plain.id}`)).body).not.toHaveProperty('nostrPubkey')
  })

  test('a zap request without an amount that names the signer of receipts is accepted', async () => {
    const { nostrPubkey } = (await world.call('GET', `/lnurlp/lnurl/${id}`)).body
    const asked = request(relays, 21_000, (template) => {
      template.tags = [...template.tags.filter(([name]) => name !== 'amount'), ['P', nostrPubkey]]
    })
    expect((await zap(id, asked)).body.pr).toMatch(/^ln/)
  })
})

const countInvoices = () =>
  world.db.first('SELECT count(*) AS n FROM payments', [], ({ n }: { n: bigint }) => Number(n))

describe('other wallets', () => {
  afterEach(close)

  test('an independent client resolves the address, comments, zaps, and sees that it was paid', async () => {
    await open('sqlite')
    await make({ comment_chars: 30, success_text: 'Thank you!' })
    throughWorld()
    const relay = await openTestRelay()
    const address = new LightningAddress('ada@pay.example', { proxy: false })
    await address.fetch()
    expect(address.lnurlpData).toMatchObject({ min: 1000, max: 1_000_000, commentAllowed: 30, description: 'Zap me' })
    const invoice = await address.requestInvoice({ satoshi: 21, comment: 'Bravo' })
    expect(invoice.successAction).toEqual({ tag: 'message', message: 'Thank you!' })
    expect(await invoice.isPaid()).toBe(false)
    await world.send(await world.openWallet(100), invoice.paymentRequest)
    expect(await invoice.isPaid()).toBe(true)
    const nostr = {
      getPublicKey: async () => getPublicKey(sender),
      signEvent: async (event: object) => finalizeEvent(event as EventTemplate, sender),
    }
    const zapped = await address.zapInvoice(
      { satoshi: 5, comment: 'Zap!', relays: [relay.url], p: recipient },
      { nostr },
    )
    await world.send(await world.openWallet(100), zapped.paymentRequest)
    await world.tick()
    expect(relay.events).toMatchObject([{ kind: 9735 }])
  })

  test('this service’s own LNURL client pays the address and the LNURL over HTTP', async () => {
    const port = await reservePort()
    await open('sqlite', `http://127.0.0.1:${port}`)
    const { lnurl } = await make({ description: 'Zap & me', comment_chars: 10 })
    await world.app.listen({ port, host: '127.0.0.1' })
    const payer = await world.openWallet(100)
    for (const code of [lnurl, `ada@127.0.0.1:${port}`]) {
      const scanned = await world.call('GET', `/api/v1/lnurlscan/${encodeURIComponent(code)}`, {
        key: payer.invoiceKey,
      })
      expect(scanned).toMatchObject({ status: 200 })
      const { description_hash, callback } = scanned.body
      const body = { description_hash, callback, amount: 5000, comment: 'Bravo', description: 'Zap & me' }
      const paid = await world.call('POST', '/api/v1/payments/lnurl', { key: payer.adminKey, body })
      expect(paid).toMatchObject({ status: 201 })
    }
    expect(await world.balanceMsat(owner)).toBe(10_010_000)
  })
})

/** Requests of the client to the public host go to the test world, except the one for the key of the name. */
function throughWorld(): void {
  const before = globalThis.fetch
  onTestFinished(() => {
    globalThis.fetch = before
  })
  globalThis.fetch = async (input) => {
    const { host, pathname, search } = new URL(input instanceof Request ? input.url : input)
    if (pathname === '/.well-known/nostr.json') return Response.json({ names: { ada: recipient } })
    if (host !== 'pay.example') throw new TypeError('fetch failed')
    const { status, body } = await world.call('GET', `${pathname}${search}`, { headers: { host } })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  }
}
