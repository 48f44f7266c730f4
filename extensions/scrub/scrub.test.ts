import { reservePort } from '@satchel/outbound/world/reserve-port'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { type LnurlService, openLnurlService } from '../../services/wallet/test/world/lnurl-service.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { tokenOf } from '../../services/wallet/test/world/token-of.ts'
import { LNURLP } from '../lnurlp/lnurlp.ts'
import { SPLITPAYMENTS } from '../splitpayments/splitpayments.ts'
import { SCRUB } from './scrub.ts'

/** Another wallet of the same account. */
async function openSecond(world: World, wallet: WorldWallet): Promise<WorldWallet> {
  const token = await tokenOf(world, wallet)
  const { body } = await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Second' } })
  return { id: body.id, userId: wallet.userId, adminKey: body.adminkey, invoiceKey: body.inkey }
}

extensionContract(SCRUB, {
  create: async (_n, world, owner) => ({ description: 'All', payoraddress: (await openSecond(world, owner)).id }),
  missing: 'payoraddress',
  patch: { description: 'Everything', keep_balance: 5 },
  most: 1,
  async settle(world, owner) {
    const payer = await world.openWallet(1000)
    await world.send(payer, (await world.invoice(owner, 100)).payment_request)
  },
})

describe.each(LOGIC_DIALECTS)('a wallet that is scrubbed, on %s', (dialect) => {
  let world: World
  let payer: WorldWallet
  let service: LnurlService
  let port: number
  beforeAll(async () => {
    port = await reservePort()
    const env = { SERVICE_PUBLIC_URL: `http://127.0.0.1:${port}` }
    world = await openWorld({ dialect, builtIns: [LNURLP, SPLITPAYMENTS, SCRUB], env })
    payer = await world.openWallet(10_000_000)
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  /** Our own addresses resolve to us. */
  const listen = async (): Promise<void> => {
    if (!world.app.server.listening) await world.app.listen({ host: '127.0.0.1', port })
  }
  const open = async (balance = 0): Promise<WorldWallet> => {
    const wallet = await world.openWallet(balance)
    for (const id of ['lnurlp', 'splitpayments', 'scrub']) await activateExtension(world, wallet, id)
    return wallet
  }
  const post = (wallet: WorldWallet, body: object, query = '') =>
    world.call('POST', `/scrub/api/v1/${query}`, { key: wallet.adminKey, body: { description: 'All', ...body } })
  const scrub = async (wallet: WorldWallet, body: object): Promise<string> => {
    const answer = await post(wallet, body)
    expect([answer.status, answer.body.detail]).toEqual([201, undefined])
    return answer.body.id
  }
  const scrubOutside = async (wallet: WorldWallet, more: object = {}): Promise<string> => {
    service = await openLnurlService(world)
    return scrub(wallet, { payoraddress: `all@${service.host}`, ...more })
  }
  const see = async (wallet: WorldWallet, id: string) =>
    (await world.call('GET', `/scrub/api/v1/${id}`, { key: wallet.invoiceKey })).body
  const put = (wallet: WorldWallet, id: string, body: object) =>
    world.call('PUT', `/scrub/api/v1/${id}`, { key: wallet.adminKey, body })
  const jobs = async (wallet: WorldWallet, id: string) =>
    (await world.call('GET', `/scrub/api/v1/${id}/jobs`, { key: wallet.invoiceKey })).body
  const receive = async (wallet: WorldWallet, sats: number): Promise<void> => {
    const { status } = await world.send(payer, (await world.invoice(wallet, sats)).payment_request)
    expect(status).toBe(201)
  }
  const sats = async (wallet: WorldWallet): Promise<number> => (await world.balanceMsat(wallet)) / 1000

  test('the balance goes to another wallet, and is not forwarded from there', async () => {
    const wallet = await open(77)
    const second = await openSecond(world, wallet)
    const third = await openSecond(world, wallet)
    const id = await scrub(wallet, { payoraddress: second.id })
    await scrub(second, { payoraddress: third.id })
    await receive(wallet, 1000)
    await world.tick()
    expect(await Promise.all([wallet, second, third].map(sats))).toEqual([77, 1000, 0])
    const shown = await see(wallet, id)
    expect(shown).toMatchObject({ forwarded_total: 1000, held_total: 0 })
    expect(Date.parse(shown.last_forward_at)).toBe(
      world.nowSeconds() * 1000 + (Date.parse(shown.last_forward_at) % 1000),
    )
  })

  test('with many small payments, forwarded plus held amounts plus fees equal the receipts', async () => {
    const wallet = await open()
    const id = await scrubOutside(wallet, { min_forward: 70 })
    const batches = dialect === 'sqlite' ? 20 : 4
    for (let batch = 0; batch < batches; batch += 1) {
      await Promise.all(Array.from({ length: 5 }, () => receive(wallet, 13)))
      await world.tick()
    }
    for (let round = 0; round < 5; round += 1) {
      world.advance(400)
      await world.tick()
    }
    const { forwarded_total, held_total } = await see(wallet, id)
    const sent = (await world.call('GET', '/api/v1/payments?direction=out&limit=100', { key: wallet.invoiceKey })).body
    const fees = sent.reduce((sum: number, { fee_msat = 0 }) => sum + fee_msat, 0)
    expect(forwarded_total).toBeGreaterThan(batches * 65 - 150)
    expect(held_total).toBeLessThan(140)
    const left = await world.balanceMsat(wallet)
    expect(forwarded_total * 1000 + left + fees).toBe(batches * 65_000)
    expect(Math.abs(left / 1000 - held_total)).toBeLessThan(sent.length + 1)
    expect((await jobs(wallet, id)).every(({ state }: { state: string }) => state !== 'waiting')).toBe(true)
  })

  test('less than the minimum is held, and goes with the next payment', async () => {
    const wallet = await open(10)
    const second = await openSecond(world, wallet)
    const id = await scrub(wallet, { payoraddress: second.id, min_forward: 100 })
    for (const amount of [40, 59]) {
      await receive(wallet, amount)
      await world.tick()
    }
    expect(await see(wallet, id)).toMatchObject({ held_total: 99, forwarded_total: 0 })
    expect(await jobs(wallet, id)).toMatchObject([
      { state: 'held', sats: 59 },
      { state: 'held', sats: 40 },
    ])
    await receive(wallet, 1)
    await world.tick()
    expect(await see(wallet, id)).toMatchObject({ held_total: 0, forwarded_total: 100 })
    expect((await jobs(wallet, id)).map(({ state }: { state: string }) => state)).toEqual(['sent', 'merged', 'merged'])
    expect(await Promise.all([wallet, second].map(sats))).toEqual([10, 100])
  })

  test('the kept balance stays in the wallet, and so does the fee reserve until the next time', async () => {
    const wallet = await open()
    const id = await scrubOutside(wallet, { keep_balance: 200 })
    await receive(wallet, 150)
    await world.tick()
    expect(await see(wallet, id)).toMatchObject({ held_total: 150, forwarded_total: 0 })
    await receive(wallet, 150)
    await world.tick()
    expect(await see(wallet, id)).toMatchObject({ forwarded_total: 98 })
    expect(await sats(wallet)).toBeGreaterThanOrEqual(200)
    const rich = await open(1000)
    const other = await scrubOutside(rich)
    await receive(rich, 100)
    await world.tick()
    expect(await see(rich, other)).toMatchObject({ forwarded_total: 100 })
  })

  test('a target that accepts only small payments gets several payouts', async () => {
    const wallet = await open(100)
    service = await openLnurlService(world)
    service.payRequest = { minSendable: 50_000, maxSendable: 400_000 }
    const id = await scrub(wallet, { payoraddress: `all@${service.host}` })
    expect(await see(wallet, id)).toMatchObject({ target_min: 50, target_max: 400 })
    await receive(wallet, 1010)
    await world.tick()
    expect(service.invoices).toHaveLength(3)
    expect(await see(wallet, id)).toMatchObject({ forwarded_total: 1010, held_total: 0 })
    await receive(wallet, 49)
    await world.tick()
    expect(await see(wallet, id)).toMatchObject({ forwarded_total: 1010, held_total: 49 })
  })

  test('a target that is unreachable for a while gets everything later, once, also after restarts', async () => {
    const wallet = await open(100)
    const id = await scrubOutside(wallet)
    service.refusal = 'Closed'
    for (const amount of [100, 200]) {
      await receive(wallet, amount)
      await world.tick()
    }
    expect(await see(wallet, id)).toMatchObject({ held_total: 300, forwarded_total: 0 })
    service.refusal = undefined
    await receive(wallet, 300)
    await world.restart()
    await world.tick()
    await world.restart()
    await world.tick()
    expect(await see(wallet, id)).toMatchObject({ held_total: 0, forwarded_total: 600 })
    expect(service.invoices).toHaveLength(1)
    world.advance(3600)
    await world.tick()
    expect(service.invoices).toHaveLength(1)
  })

  test('a target that is gone is retried repeatedly, and its limits are read again', async () => {
    const wallet = await open(100)
    const answer = await post(wallet, { payoraddress: 'all@127.0.0.1:9' }, '?verify=false')
    expect(answer.status).toBe(201)
    const { id } = answer.body
    await receive(wallet, 100)
    await world.tick()
    expect(await jobs(wallet, id)).toMatchObject([{ state: 'waiting', tries: 1 }])
    world.advance(60)
    await world.tick()
    expect(await jobs(wallet, id)).toMatchObject([{ state: 'waiting', tries: 2 }])
    service = await openLnurlService(world)
    service.payRequest = { maxSendable: 60_000 }
    expect((await put(wallet, id, { payoraddress: 'all@127.0.0.1:9', description: 'x' })).status).toBe(200)
    expect((await put(wallet, id, { payoraddress: 'all@127.0.0.1:8' })).status).toBe(400)
    expect((await put(wallet, id, { payoraddress: `all@${service.host}` })).status).toBe(200)
    world.advance(300)
    await world.tick()
    expect(await see(wallet, id)).toMatchObject({ forwarded_total: 60, held_total: 40 })
  })

  test('a manual retry pays once', async () => {
    const wallet = await open(100)
    const id = await scrubOutside(wallet)
    service.refusal = 'Closed'
    await receive(wallet, 100)
    await world.tick()
    service.refusal = undefined
    const [{ id: job }] = await jobs(wallet, id)
    const retry = () => world.call('POST', `/scrub/api/v1/${id}/jobs/${job}/retry`, { key: wallet.adminKey })
    const answers = await Promise.all([retry(), retry(), retry()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    await world.restart()
    await world.tick()
    expect(service.invoices).toHaveLength(1)
    expect(await see(wallet, id)).toMatchObject({ forwarded_total: 100, held_total: 0 })
  })

  test('with split payments on the same wallet, the shares go first and the rest is scrubbed', async () => {
    const wallet = await open()
    const friend = await openSecond(world, wallet)
    const savings = await openSecond(world, wallet)
    const body = { target: friend.id, percent: 30 }
    expect((await world.call('POST', '/splitpayments/api/v1/', { key: wallet.adminKey, body })).status).toBe(201)
    await scrub(wallet, { payoraddress: savings.id })
    for (let n = 0; n < 8; n += 1) await receive(wallet, 100)
    await world.restart()
    await world.tick()
    expect(await Promise.all([wallet, friend, savings].map(sats))).toEqual([0, 240, 560])
  })

  test('a share that waits for a retry is not scrubbed', async () => {
    const wallet = await open()
    service = await openLnurlService(world)
    service.refusal = 'Closed'
    const savings = await openSecond(world, wallet)
    const body = { target: `friend@${service.host}`, percent: 50 }
    expect((await world.call('POST', '/splitpayments/api/v1/', { key: wallet.adminKey, body })).status).toBe(201)
    await scrub(wallet, { payoraddress: savings.id })
    await receive(wallet, 1000)
    await world.tick()
    expect(await Promise.all([wallet, savings].map(sats))).toEqual([500, 500])
  })

  test('a wallet has one scrub, also after two concurrent requests', async () => {
    const wallet = await open()
    const second = await openSecond(world, wallet)
    const answers = await Promise.all([1, 2, 3].map(() => post(wallet, { payoraddress: second.id })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422])
  })

  test('the wallet itself is no target, neither by its id nor by an address of this service', async () => {
    await listen()
    const wallet = await open()
    expect((await post(wallet, { payoraddress: wallet.id })).status).toBe(422)
    expect((await post(wallet, { payoraddress: 'no address' })).status).toBe(422)
    expect((await post(wallet, { payoraddress: 'missing@127.0.0.1:9' })).status).toBe(400)
    const link = { description: 'Me', min: 1, max: 1000 }
    const { body } = await world.call('POST', '/lnurlp/api/v1/', { key: wallet.adminKey, body: link })
    const refused = await post(wallet, { payoraddress: body.lnurl })
    expect(refused).toMatchObject({
      status: 400,
      body: { detail: 'The target leads back to the wallet that pays.' },
    })
    expect((await post(wallet, { payoraddress: body.lnurl }, '?verify=false')).status).toBe(400)
  })

  test('two wallets that scrub to each other by address do not send the same money in circles', async () => {
    await listen()
    const [one, other] = [await open(10), await open(10)]
    const link = { description: 'Me', min: 1, max: 1000 }
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const { body } = await world.call('POST', '/lnurlp/api/v1/', { key: to.adminKey, body: link })
      await scrub(from, { payoraddress: body.lnurl })
    }
    await receive(one, 100)
    for (let round = 0; round < 3; round += 1) await world.tick()
    expect(await Promise.all([one, other].map(sats))).toEqual([10, 110])
  })
})
