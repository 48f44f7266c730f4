import { bech32 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { WITHDRAW } from './withdraw.ts'

const GOOD = { title: 'Gift', min_withdrawable: 10, max_withdrawable: 20, uses: 3 }

extensionContract(WITHDRAW, {
  create: (n) => ({ ...GOOD, title: `Gift ${n}` }),
  missing: 'uses',
  patch: { title: 'Another gift', uses: 5 },
  async settle(world, _owner, item) {
    const hash = String(item['hash'])
    const { k1 } = (await world.call('GET', `/withdraw/lnurl/${hash}`)).body
    const { bolt11 } = await world.foreignInvoice(10_000)
    await world.call('GET', `/withdraw/lnurl/${hash}/cb?k1=${k1}&pr=${bolt11}`)
  },
})

interface Delivery {
  readonly url: string
  readonly body: string
  readonly headers: string
}

/** Computed independently of the tested code. */
function decodeLnurl(lnurl: string): URL {
  const { prefix, words } = bech32.decode(lnurl as `${string}1${string}`, 2000)
  expect(prefix.toLowerCase()).toBe('lnurl')
  return new URL(Buffer.from(bech32.fromWords(words)).toString())
}

describe.each(LOGIC_DIALECTS)('withdraw links, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [WITHDRAW] })
    owner = await world.openWallet(5000)
    await activateExtension(world, owner, 'withdraw')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const make = async (body: object = {}) => {
    const answer = await world.call('POST', '/withdraw/api/v1/', { key: owner.adminKey, body: { ...GOOD, ...body } })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const see = async (id: string) => (await world.call('GET', `/withdraw/api/v1/${id}`, { key: owner.adminKey })).body
  const scan = async (hash: string, code = '') =>
    (await world.call('GET', `/withdraw/lnurl/${hash}${code && `/${code}`}`)).body
  const take = async (hash: string, k1: string, pr: string) =>
    (await world.call('GET', `/withdraw/lnurl/${hash}/cb?k1=${k1}&pr=${pr}`)).body
  const withdraw = async (hash: string, sat = 20, code = '') => {
    const { bolt11 } = await world.foreignInvoice(sat * 1000)
    return take(hash, (await scan(hash, code)).k1, bolt11)
  }
  const refused = (reason: string) => ({ status: 'ERROR', reason: expect.stringContaining(reason) })
  const OK = { status: 'OK' }

  test('a wallet reads the LNURL, gets the range, and is paid', async () => {
    const link = await make()
    const url = decodeLnurl(link.lnurl)
    const offer = (await world.call('GET', url.pathname)).body
    expect(offer).toMatchObject({
      tag: 'withdrawRequest',
      minWithdrawable: 10_000,
      maxWithdrawable: 20_000,
      defaultDescription: 'Gift',
      k1: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const before = await world.balanceMsat(owner)
    const { bolt11, hash } = await world.foreignInvoice(15_000)
    const callback = new URL(offer.callback)
    expect(callback.host).toBe(url.host)
    expect(await take(link.hash, offer.k1, bolt11)).toEqual(OK)
    await world.tick()
    expect(before - (await world.balanceMsat(owner))).toBe(15_000)
    expect(await see(link.id)).toMatchObject({ used: 1, open_time: world.nowSeconds() })
    const { body } = await world.call('GET', `/api/v1/payments/${hash}`, { key: owner.adminKey })
    expect(body.details.extra).toMatchObject({ tag: 'withdraw', item: link.id })
  })

  test('fifty concurrent callbacks on a link with one use pay once', async () => {
    const link = await make({ uses: 1 })
    const offers = await Promise.all(Array.from({ length: 50 }, () => scan(link.hash)))
    const invoices = await Promise.all(offers.map(() => world.foreignInvoice(20_000)))
    const before = await world.balanceMsat(owner)
    const answers = await Promise.all(offers.map(({ k1 }, n) => take(link.hash, k1, invoices[n]?.bolt11 ?? '')))
    await world.tick()
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
    expect(before - (await world.balanceMsat(owner))).toBe(20_000)
    expect(await see(link.id)).toMatchObject({ used: 1 })
  })

  test('fifty concurrent callbacks with one k1 pay once, however many uses are left', async () => {
    const link = await make({ uses: 50, wait_time: 0 })
    const { k1 } = await scan(link.hash)
    const invoices = await Promise.all(Array.from({ length: 50 }, () => world.foreignInvoice(10_000)))
    const before = await world.balanceMsat(owner)
    const answers = await Promise.all(invoices.map(({ bolt11 }) => take(link.hash, k1, bolt11)))
    await world.tick()
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
    expect(before - (await world.balanceMsat(owner))).toBe(10_000)
    expect(await see(link.id)).toMatchObject({ used: 1 })
  })

  test('fifty concurrent callbacks on one voucher pay once', async () => {
    const link = await make({ is_unique: true, wait_time: 0 })
    const [code] = link.codes
    const offers = await Promise.all(Array.from({ length: 50 }, () => scan(link.hash, code)))
    const invoices = await Promise.all(offers.map(() => world.foreignInvoice(10_000)))
    const before = await world.balanceMsat(owner)
    const answers = await Promise.all(offers.map(({ k1 }, n) => take(link.hash, k1, invoices[n]?.bolt11 ?? '')))
    await world.tick()
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
    expect(before - (await world.balanceMsat(owner))).toBe(10_000)
    expect(await see(link.id)).toMatchObject({ used: 1, codes: link.codes.slice(1) })
  })

  test('a payout with an unknown outcome keeps its use and code over a restart, until the node reports it', async () => {
    const link = await make({ is_unique: true, uses: 1 })
    const [code] = link.codes
    const { k1 } = await scan(link.hash, code)
    const { bolt11, hash } = await world.foreignInvoice(20_000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    expect(await take(link.hash, k1, bolt11)).toEqual(OK)
    await world.tick()
    await world.restart()
    world.advance(600)
    await world.tick()
    expect(await see(link.id)).toMatchObject({ used: 1, codes: [] })
    expect(await scan(link.hash, code)).toEqual(refused('used up'))
    expect((await world.call('DELETE', `/withdraw/api/v1/${link.id}`, { key: owner.adminKey })).status).toBe(400)
    await world.node.sendControl('POST /settle', { hash, fee_msat: 0 })
    world.advance(60)
    await world.tick()
    expect(await see(link.id)).toMatchObject({ used: 1, codes: [] })
  })

  test('a failed payout restores its use, code and waiting time, and the k1 stays used', async () => {
    const link = await make({ is_unique: true, uses: 2, wait_time: 3600 })
    const [code] = link.codes
    const { k1 } = await scan(link.hash, code)
    const failing = await world.foreignInvoice(20_000)
    await world.node.sendControl('POST /script', { match: { hash: failing.hash }, pay: ['fail'] })
    expect(await take(link.hash, k1, failing.bolt11)).toEqual(OK)
    await world.tick()
    expect(await see(link.id)).toMatchObject({ used: 0, open_time: 0, codes: link.codes })
    const { bolt11 } = await world.foreignInvoice(20_000)
    expect(await take(link.hash, k1, bolt11)).toEqual(refused('used already'))
    expect(await withdraw(link.hash, 20, code)).toEqual(OK)
    await world.tick()
    expect(await see(link.id)).toMatchObject({ used: 1, codes: link.codes.slice(1) })
  })

  test('an invoice that was paid before is not paid again, and does not use up the link', async () => {
    const link = await make({ wait_time: 0 })
    const { bolt11 } = await world.foreignInvoice(20_000)
    expect(await take(link.hash, (await scan(link.hash)).k1, bolt11)).toEqual(OK)
    await world.tick()
    const before = await world.balanceMsat(owner)
    await take(link.hash, (await scan(link.hash)).k1, bolt11)
    await world.tick()
    expect(await world.balanceMsat(owner)).toBe(before)
    expect(await see(link.id)).toMatchObject({ used: 1 })
  })

  test('the owner’s webhook is called after a payout, with the headers and the body of the link', async () => {
    const webhook = {
      webhook_url: 'http://127.0.0.1:9999/paid',
      webhook_headers: { 'X-Shop': 'seven' },
      webhook_body: { order: 7 },
    }
    const link = await make(webhook)
    expect(await withdraw(link.hash)).toEqual(OK)
    await world.tick()
    const rows = await world.db.list('SELECT url, body, headers FROM deliveries', [], (row) => row as Delivery)
    const deliveries = rows.filter(({ body }) => body.includes(link.id))
    expect(deliveries).toMatchObject([{ url: webhook.webhook_url, headers: JSON.stringify(webhook.webhook_headers) }])
    expect(JSON.parse(deliveries[0]?.body ?? '')).toMatchObject({ item: link.id, amount: 20, body: { order: 7 } })
  })
})
