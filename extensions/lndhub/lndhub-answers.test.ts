import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { bufferOf, type Hub, openHub, refusedWith } from '../../services/wallet/test/world/extensions/open-hub.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { LNDHUB } from './lndhub.ts'

describe.each(LOGIC_DIALECTS)('what LndHub answers, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  let hub: Hub
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [LNDHUB] })
    owner = await world.openWallet(100_000)
    await activateExtension(world, owner, 'lndhub')
    hub = openHub(world, owner)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const decode = async (bolt11: string) =>
    (await world.call('POST', '/api/v1/payments/decode', { key: owner.invoiceKey, body: { data: bolt11 } })).body

  test.each([[21], ['21']])('an invoice for %j satoshis, and its row in the list when it is paid', async (amt) => {
    const { token } = await hub.open({ mode: 'invoice' })
    const made = await hub.call('POST', 'addinvoice', token, { amt, memo: 'Coffee' })
    const { payment_hash: hash } = await decode(made.payment_request)
    expect(made).toEqual({
      r_hash: bufferOf(hash),
      payment_request: expect.stringMatching(/^ln/),
      pay_req: made.payment_request,
      add_index: expect.stringMatching(/^\d+$/),
    })
    expect(await hub.call('GET', `checkpayment/${hash}`, token)).toEqual({ paid: false })
    const payer = await world.openWallet(100)
    await world.send(payer, made.payment_request)
    expect(await hub.call('GET', `checkpayment/${hash}`, token)).toEqual({ paid: true })
    const [row] = await hub.call('GET', 'getuserinvoices?limit=1', token)
    expect(row).toEqual({
      type: 'user_invoice',
      r_hash: bufferOf(hash),
      payment_hash: hash,
      payment_request: made.payment_request,
      pay_req: made.payment_request,
      description: 'Coffee',
      timestamp: world.nowSeconds(),
      expire_time: 3600,
      amt: 21,
      ispaid: true,
      keysend: false,
    })
  })

  test.each([
    [{}],
    [{ amt: 0 }],
    [{ amt: -1 }],
    [{ amt: 1.5 }],
    [{ amt: '1e3' }],
    [{ amt: {} }],
    [{ amt: '99999999999999999999' }],
    [{ amt: 5, description_hash: 'xyz' }],
  ])('%j makes no invoice: code 8', async (body) => {
    const { token } = await hub.open()
    expect(await hub.call('POST', 'addinvoice', token, body)).toEqual(refusedWith(8))
  })

  test('an invoice may have a description hash, and a memo that is not text is ignored', async () => {
    const { token } = await hub.open()
    const hash = 'ab'.repeat(32)
    const made = await hub.call('POST', 'addinvoice', token, { amt: 5, description_hash: hash, memo: 7 })
    expect(await hub.call('GET', `decodeinvoice?invoice=${made.pay_req}`, token)).toMatchObject({
      description: '',
      description_hash: hash,
    })
  })

  test('a list has as many rows as were asked for, and its header says how many there are', async () => {
    const wallet = await world.openWallet(1000)
    await activateExtension(world, wallet, 'lndhub')
    const { token } = await hub.open({}, wallet)
    for (let made = 0; made < 260; made += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, n) => world.invoice(wallet, made + n + 1)))
    }
    const list = async (path: string) => {
      const { headers, body } = await world.call('GET', `/lndhub/ext/${path}`, { token })
      return [body.length, headers['x-total-count']]
    }
    expect(await list('getuserinvoices')).toEqual([260, '260'])
    expect(await list('getuserinvoices?limit=10000&offset=0')).toEqual([260, '260'])
    expect(await list('getuserinvoices?limit=255')).toEqual([255, '260'])
    expect(await list('getuserinvoices?limit=255&offset=250')).toEqual([10, '260'])
    expect(await list('gettxs')).toEqual([0, '0'])
    for (const msat of [1000, 2000, 3000]) await world.send(wallet, (await world.foreignInvoice(msat)).bolt11)
    expect(await list('gettxs?limit=2')).toEqual([2, '3'])
  })

  test('lists are of the login’s wallet, and a limit that is no number asks for all', async () => {
    const wallet = await world.openWallet()
    await activateExtension(world, wallet, 'lndhub')
    const { token } = await hub.open({}, wallet)
    for (let n = 1; n <= 3; n += 1) await hub.call('POST', 'addinvoice', token, { amt: n })
    const amounts = async (query: string) =>
      (await hub.call('GET', `getuserinvoices${query}`, token)).map(({ amt }: { amt: number }) => amt)
    expect(await amounts('')).toEqual([3, 2, 1])
    expect(await amounts('?limit=2000')).toEqual([3, 2, 1])
    expect(await amounts('?limit=1&offset=1')).toEqual([2])
    expect(await amounts('?limit=x&offset=-5')).toEqual([3, 2, 1])
    expect(await hub.call('GET', 'gettxs', token)).toEqual([])
  })

  test('getinfo, getbtc, getpending, decodeinvoice and checkrouteinvoice answer in the forms apps read', async () => {
    const { token } = await hub.open()
    expect(await hub.call('GET', 'getinfo', token)).toEqual({
      identity_pubkey: expect.stringMatching(/^0[23][0-9a-f]{64}$/),
      alias: 'Satchel',
      uris: [],
      block_height: 0,
      synced_to_chain: true,
      version: 'satchel-1.0.0',
    })
    expect(await hub.call('GET', 'getbtc', token)).toEqual([])
    expect(await hub.call('GET', 'getpending', token)).toEqual([])
    const { bolt11, hash } = await world.foreignInvoice(2500)
    const decoded = await hub.call('GET', `decodeinvoice?invoice=${bolt11}`, token)
    expect(decoded).toMatchObject({ payment_hash: hash, num_satoshis: '2', num_msat: '2500' })
    expect(decoded.destination).toMatch(/^0[23][0-9a-f]{64}$/)
    expect(await hub.call('GET', `checkrouteinvoice?invoice=${bolt11}`, token)).toEqual(decoded)
    expect(await hub.call('GET', 'decodeinvoice?invoice=lnbc1x', token)).toEqual(refusedWith(4))
  })

  test('a rejection outside the protocol has the form of the protocol, too', async () => {
    const { token } = await hub.open()
    const send = (payload: string) =>
      world.app.inject({
        method: 'POST',
        url: '/lndhub/ext/payinvoice',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload,
      })
    for (const payload of ['{"invoice":', '[]', '7', JSON.stringify({ invoice: 'x'.repeat(2_000_000) })]) {
      const { statusCode, body } = await send(payload)
      expect([statusCode, JSON.parse(body)]).toEqual([200, refusedWith(8)])
    }
  })

  test('an account that deactivates the extension disables its logins', async () => {
    const wallet = await world.openWallet(100)
    await activateExtension(world, wallet, 'lndhub')
    const { token } = await hub.open({}, wallet)
    const { bolt11 } = await world.foreignInvoice(1000)
    await world.call('PUT', '/api/v1/extension/lndhub', { key: wallet.adminKey, body: { active: false } })
    expect(await hub.call('GET', 'balance', token)).toEqual(refusedWith(1))
    expect(await hub.call('POST', 'payinvoice', token, { invoice: bolt11 })).toEqual(refusedWith(1))
  })
})
