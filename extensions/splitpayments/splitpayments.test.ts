import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { type LnurlService, openLnurlService } from '../../services/wallet/test/world/lnurl-service.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { tokenOf } from '../../services/wallet/test/world/token-of.ts'
import { writeDirectly } from '../../services/wallet/test/world/write-directly.ts'
import { SPLITPAYMENTS } from './splitpayments.ts'

/** Another wallet of the same account. */
async function openSecond(world: World, wallet: WorldWallet): Promise<WorldWallet> {
  const token = await tokenOf(world, wallet)
  const { body } = await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Second' } })
  return { id: body.id, userId: wallet.userId, adminKey: body.adminkey, invoiceKey: body.inkey }
}

extensionContract(SPLITPAYMENTS, {
  create: async (_n, world, owner) => ({ target: (await openSecond(world, owner)).id, percent: 10 }),
  missing: 'percent',
  patch: { percent: 12.5, alias: 'Savings' },
  async settle(world, owner) {
    const payer = await world.openWallet(1000)
    await world.send(payer, (await world.invoice(owner, 100)).payment_request)
  },
})

describe.each(LOGIC_DIALECTS)('shares of what a wallet receives, on %s', (dialect) => {
  let world: World
  let payer: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [SPLITPAYMENTS] })
    payer = await world.openWallet(10_000_000)
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const open = async (balance = 0): Promise<WorldWallet> => {
    const wallet = await world.openWallet(balance)
    await activateExtension(world, wallet, 'splitpayments')
    return wallet
  }
  const post = (wallet: WorldWallet, body: object) =>
    world.call('POST', '/splitpayments/api/v1/', { key: wallet.adminKey, body })
  const split = async (wallet: WorldWallet, target: string, percent: number, more: object = {}): Promise<string> => {
    const { status, body } = await post(wallet, { target, percent, ...more })
    expect([status, body.detail]).toEqual([201, undefined])
    return body.id
  }
  const put = (wallet: WorldWallet, id: string, body: object) =>
    world.call('PUT', `/splitpayments/api/v1/${id}`, { key: wallet.adminKey, body })
  const see = async (wallet: WorldWallet, id: string) =>
    (await world.call('GET', `/splitpayments/api/v1/${id}`, { key: wallet.invoiceKey })).body
  const jobs = async (wallet: WorldWallet, id: string) =>
    (await world.call('GET', `/splitpayments/api/v1/${id}/jobs`, { key: wallet.invoiceKey })).body
  const retry = (wallet: WorldWallet, id: string, job: string) =>
    world.call('POST', `/splitpayments/api/v1/${id}/jobs/${job}/retry`, { key: wallet.adminKey })
  const receive = async (wallet: WorldWallet, sats: number): Promise<void> => {
    const { status } = await world.send(payer, (await world.invoice(wallet, sats)).payment_request)
    expect(status).toBe(201)
  }
  const sats = async (wallet: WorldWallet): Promise<number> => (await world.balanceMsat(wallet)) / 1000

  test('three times 33.33 percent of 100 leave 1 in the source', async () => {
    const source = await open()
    const targets = [await openSecond(world, source), await openSecond(world, source), await openSecond(world, source)]
    for (const { id } of targets) await split(source, id, 33.33)
    await receive(source, 100)
    await world.tick()
    expect(await Promise.all([source, ...targets].map(sats))).toEqual([1, 33, 33, 33])
  })

  test('shares are rounded down to whole satoshis, and a share below one is not sent', async () => {
    const source = await open()
    const [big, small] = [await openSecond(world, source), await openSecond(world, source)]
    await split(source, big.id, 99.99)
    const id = await split(source, small.id, 0.01)
    await receive(source, 9999)
    await world.tick()
    expect(await Promise.all([source, big, small].map(sats))).toEqual([1, 9998, 0])
    expect(await jobs(source, id)).toEqual([])
  })

  test('a transfer by an extension is not split again', async () => {
    const source = await open()
    const middle = await openSecond(world, source)
    const last = await openSecond(world, source)
    await split(source, middle.id, 50)
    await split(middle, last.id, 50)
    await receive(source, 100)
    await world.tick()
    expect(await Promise.all([source, middle, last].map(sats))).toEqual([50, 50, 0])
  })

  test('shares of more than 100 percent together are rejected, in any order', async () => {
    const source = await open()
    const target = await openSecond(world, source)
    await split(source, target.id, 60)
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(source, { target: target.id, percent: 30 })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422, 422])
    expect(answers.find(({ status }) => status === 422)?.body.detail).toContain('10 are left')
    const off = await split(source, target.id, 90, { enabled: false })
    expect((await put(source, off, { enabled: true })).status).toBe(422)
    expect((await put(source, off, { enabled: true, percent: 10 })).status).toBe(200)
    expect((await put(source, off, { percent: 10.01 })).status).toBe(422)
  })

  test.each([[0], [0.005], [100.5], [33.333], ['5']])('a share of %j percent is refused with 422', async (percent) => {
    const source = await open()
    const target = await openSecond(world, source)
    const answer = await post(source, { target: target.id, percent })
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toContain('percent')
  })

  test('a target that leads back to the source is rejected, also over several wallets and after a change', async () => {
    const a = await open()
    const b = await openSecond(world, a)
    const c = await openSecond(world, a)
    expect((await post(a, { target: a.id, percent: 1 })).status).toBe(422)
    const first = await split(a, b.id, 10)
    expect((await post(b, { target: a.id, percent: 10 })).status).toBe(422)
    await split(b, c.id, 10)
    expect((await post(c, { target: a.id, percent: 10 })).status).toBe(422)
    expect((await put(a, first, { target: a.id })).status).toBe(422)
    expect((await put(a, first, { percent: 20 })).status).toBe(200)
    expect((await post(a, { target: 'nothing at all', percent: 1 })).status).toBe(422)
  })

  test('a change applies to later payments, and an item to payments after its creation', async () => {
    const source = await open()
    const target = await openSecond(world, source)
    const late = await openSecond(world, source)
    const id = await split(source, target.id, 50)
    world.advance(10)
    await receive(source, 100)
    world.advance(10)
    expect((await put(source, id, { percent: 10 })).status).toBe(200)
    await split(source, late.id, 50)
    await world.tick()
    expect(await Promise.all([target, late].map(sats))).toEqual([50, 0])
    world.advance(10)
    await receive(source, 100)
    world.advance(10)
    expect((await put(source, id, { enabled: false })).status).toBe(200)
    await world.tick()
    expect(await Promise.all([target, late].map(sats))).toEqual([60, 50])
    await receive(source, 100)
    await world.tick()
    expect(await Promise.all([target, late].map(sats))).toEqual([60, 100])
  })

  test('nothing is forwarded while the account has the extension deactivated', async () => {
    const source = await open()
    const target = await openSecond(world, source)
    await split(source, target.id, 50)
    await writeDirectly(world, `UPDATE extension_accounts SET active = 0 WHERE user_id = '${source.userId}'`)
    await receive(source, 100)
    await world.tick()
    expect(await sats(target)).toBe(0)
  })

  test('crashes between the settlement and the payout, and before its outcome is stored, pay it once', async () => {
    const service = await openLnurlService(world)
    const source = await open()
    const id = await split(source, `tips@${service.host}`, 50)
    await receive(source, 1000)
    await world.restart()
    await world.tick()
    await world.restart()
    await world.tick()
    expect(service.invoices).toHaveLength(1)
    expect(await see(source, id)).toMatchObject({ forwarded_total: 495, held_total: 0 })
    expect(await jobs(source, id)).toMatchObject([{ sats: 500, state: 'sent', tries: 0, error: null }])
    expect(await sats(source)).toBeGreaterThanOrEqual(500)
    expect(await sats(source)).toBeLessThanOrEqual(505)
  })

  describe('with an address outside', () => {
    let service: LnurlService
    let source: WorldWallet
    let id: string
    const refusing = async (): Promise<void> => {
      service = await openLnurlService(world)
      service.refusal = 'Closed'
      source = await open()
      id = await split(source, `tips@${service.host}`, 50)
      await receive(source, 1000)
      await world.tick()
    }

    test('it is retried with backoff, then held, and its amount stays in the source', async () => {
      await refusing()
      expect(await jobs(source, id)).toMatchObject([{ state: 'waiting', tries: 1, error: 'The service says: Closed' }])
      expect(await see(source, id)).toMatchObject({
        held_total: 500,
        open_jobs: 1,
        forwarded_total: 0,
        last_error: 'The service says: Closed',
      })
      world.advance(59)
      await world.tick()
      expect(await jobs(source, id)).toMatchObject([{ tries: 1 }])
      for (let hour = 0; hour < 32; hour += 2) {
        world.advance(7200)
        await world.tick()
      }
      const [job] = await jobs(source, id)
      expect(job).toMatchObject({ state: 'held', sats: 500 })
      expect(job.tries).toBeGreaterThan(5)
      expect(job.tries).toBeLessThan(15)
      service.refusal = undefined
      world.advance(86_400)
      await world.tick()
      expect(await jobs(source, id)).toEqual([job])
      expect(await sats(source)).toBe(1000)
    })

    test('when it answers again the share is sent automatically, once', async () => {
      await refusing()
      service.refusal = undefined
      world.advance(60)
      await world.tick()
      world.advance(60)
      await world.tick()
      expect(service.invoices).toHaveLength(1)
      expect(await jobs(source, id)).toMatchObject([{ state: 'sent', tries: 1, error: null }])
      const shown = await see(source, id)
      expect(shown).toMatchObject({ held_total: 0, forwarded_total: 495 })
      expect(shown).not.toHaveProperty('last_error')
    })

    test('concurrent manual retries pay a share once', async () => {
      await refusing()
      service.refusal = undefined
      const [{ id: job }] = await jobs(source, id)
      expect((await world.call('POST', `/splitpayments/api/v1/${id}/jobs/${job}/retry`)).status).toBe(401)
      const asInvoiceKey = { key: source.invoiceKey }
      expect((await world.call('POST', `/splitpayments/api/v1/${id}/jobs/${job}/retry`, asInvoiceKey)).status).toBe(403)
      expect((await retry(await open(), id, job)).status).toBe(404)
      expect((await retry(source, id, 'other')).status).toBe(404)
      const answers = await Promise.all(Array.from({ length: 5 }, () => retry(source, id, job)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400])
      await world.restart()
      await world.tick()
      expect(service.invoices).toHaveLength(1)
      expect((await retry(source, id, job)).status).toBe(400)
      expect(await see(source, id)).toMatchObject({ held_total: 0, forwarded_total: 495 })
    })

    test('a payout with an unknown outcome is neither retried nor returned, and counts as waiting', async () => {
      service = await openLnurlService(world)
      source = await open()
      id = await split(source, `tips@${service.host}`, 50)
      await world.node.sendControl('POST /script', { match: { nth: 1 }, pay: ['hang'] })
      await receive(source, 1000)
      await world.tick()
      const [{ id: job }] = await jobs(source, id)
      world.advance(2 * 86_400)
      await world.tick()
      expect(await jobs(source, id)).toMatchObject([{ state: 'sending' }])
      expect(await see(source, id)).toMatchObject({ held_total: 500, forwarded_total: 0 })
      expect((await retry(source, id, job)).status).toBe(400)
      expect(service.invoices).toHaveLength(1)
      expect((await world.call('DELETE', `/splitpayments/api/v1/${id}`, { key: source.adminKey })).status).toBe(400)
      await world.node.sendControl('POST /settle', { hash: service.invoices[0]?.hash, fee_msat: 0 })
      world.advance(120)
      await world.tick()
      world.advance(120)
      await world.tick()
      expect(await jobs(source, id)).toMatchObject([{ state: 'sent' }])
      expect(await see(source, id)).toMatchObject({ held_total: 0, forwarded_total: 495 })
    })

    test('an invoice with another amount than requested is not paid', async () => {
      await refusing()
      service.refusal = undefined
      service.invoiceMsat = 900_000
      world.advance(60)
      await world.tick()
      expect(await jobs(source, id)).toMatchObject([{ state: 'waiting', tries: 2 }])
      expect(await sats(source)).toBe(1000)
    })

    test('a payout that the balance does not cover is retried when it does', async () => {
      await refusing()
      service.refusal = undefined
      const { bolt11 } = await world.foreignInvoice(900_000)
      await world.send(source, bolt11)
      world.advance(60)
      await world.tick()
      expect(await jobs(source, id)).toMatchObject([{ state: 'waiting', error: 'The wallet does not hold enough.' }])
    })
  })
})
