import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { openLoopbackDns } from '@satchel/outbound/world/loopback-dns'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openLnurlService } from '../../services/wallet/test/world/lnurl-service.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { tokenOf } from '../../services/wallet/test/world/token-of.ts'
import { LNURLP } from '../lnurlp/lnurlp.ts'
import { SCHEDULER } from '../scheduler/scheduler.ts'
import { SCRUB } from '../scrub/scrub.ts'
import { TPOS } from '../tpos/tpos.ts'
import { SPLITPAYMENTS } from './splitpayments.ts'

const ENV = {
  SERVICE_PUBLIC_URL: 'https://pay.example',
  SERVICE_DOMAINS: 'shop.example',
  SERVICE_FORMER_URLS: 'https://former.example',
}

describe.each(LOGIC_DIALECTS)('payees of this service cost no routing reserve, on %s', (dialect) => {
  let world: World
  let payee: WorldWallet
  let payer: WorldWallet
  let link: { readonly id: string; readonly lnurl: string }
  let port: number
  beforeEach(async () => {
    const dns = await openLoopbackDns((name) => (name === 'moved.example' ? ['127.0.0.1'] : undefined))
    port = await reservePort()
    const env = { ...ENV, SERVICE_OUTBOUND_DNS: dns.address }
    const builtIns = [LNURLP, SPLITPAYMENTS, SCRUB, TPOS, SCHEDULER]
    world = await openWorld({ dialect, builtIns, env: { ...env, SERVICE_PUBLIC_URL: 'https://moved.example' } })
    payee = await world.openWallet()
    await activateExtension(world, payee, 'lnurlp')
    await world.restart(env)
    await world.app.listen({ host: '127.0.0.1', port })
    payer = await world.openWallet(1_000_000)
    link = await create(payee, 'lnurlp', { description: 'Choir', min: 1, max: 100_000, username: 'choir' })
    await create(payee, 'lnurlp', {
      description: 'Shop',
      min: 1,
      max: 100_000,
      username: 'shop',
      domain: 'shop.example',
    })
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const create = async (wallet: WorldWallet, ext: string, body: object) => {
    const { status, body: made } = await world.call('POST', `/${ext}/api/v1/`, { key: wallet.adminKey, body })
    expect([status, made.detail]).toEqual([201, undefined])
    return made
  }
  const openSource = async (...extIds: string[]): Promise<WorldWallet> => {
    const wallet = await world.openWallet()
    for (const extId of extIds) await activateExtension(world, wallet, extId)
    return wallet
  }
  const receive = async (wallet: WorldWallet, sat: number): Promise<void> => {
    expect((await world.send(payer, (await world.invoice(wallet, sat)).payment_request)).status).toBe(201)
    await world.tick()
  }
  /** The part of the amount that arrives at the payee. */
  const arrived = async (work: () => Promise<void>): Promise<number> => {
    const before = await world.balanceMsat(payee)
    await work()
    return ((await world.balanceMsat(payee)) - before) / 1000
  }
  const targets = (): Record<string, string> => ({
    'a Lightning address': 'choir@pay.example',
    'an address of a further domain': 'shop@shop.example',
    'an address of a former public URL': 'choir@former.example',
    'a link of a recorded former URL that leads here': `http://moved.example:${port}/lnurlp/lnurl/${link.id}`,
    'an LNURL': link.lnurl,
    'an LNURL of a further domain': encodeLnurl(`https://shop.example/lnurlp/lnurl/${link.id}`),
    'a link with a scheme': `lnurlp://pay.example/lnurlp/lnurl/${link.id}`,
    'its page': `https://pay.example/lnurlp/p/${link.id}`,
  })

  test('four shares to addresses of this service pay out all of it, and jobs and totals say the same', async () => {
    const source = await openSource('splitpayments')
    const splits: { id: string }[] = []
    for (const [percent, target] of [
      [40, 'choir@pay.example'],
      [20, 'shop@shop.example'],
      [20, link.lnurl],
      [20, 'choir@former.example'],
    ])
      splits.push(await create(source, 'splitpayments', { target, percent }))
    expect(await arrived(() => receive(source, 3000))).toBe(3000)
    expect(await world.balanceMsat(source)).toBe(0)
    const get = async (path: string) => (await world.call('GET', path, { key: source.invoiceKey })).body
    for (const [index, sats] of [1200, 600, 600, 600].entries()) {
      const path = `/splitpayments/api/v1/${splits[index]?.id}`
      expect(await get(path)).toMatchObject({ forwarded_total: sats, held_total: 0, open_jobs: 0 })
      expect(await get(`${path}/jobs`)).toMatchObject([{ sats, state: 'sent' }])
    }
  })

  test('a share of two satoshis is sent, for every notation of the payee', async () => {
    for (const [name, target] of Object.entries(targets())) {
      const source = await openSource('splitpayments')
      await create(source, 'splitpayments', { target, percent: 40 })
      expect([name, await arrived(() => receive(source, 5))]).toEqual([name, 2])
    }
  })

  test('a scrub forwards all receipts, for every notation of the payee', async () => {
    for (const [name, payoraddress] of Object.entries(targets())) {
      const source = await openSource('scrub')
      const { id } = await create(source, 'scrub', { description: 'All', payoraddress })
      expect([name, await arrived(() => receive(source, 1000))]).toEqual([name, 1000])
      const { body } = await world.call('GET', `/scrub/api/v1/${id}`, { key: source.invoiceKey })
      expect(body).toMatchObject({ forwarded_total: 1000, held_total: 0 })
    }
  })

  test('a till forwards all of a sale, for every notation of the payee', async () => {
    for (const [name, forward_address] of Object.entries(targets())) {
      const source = await openSource('tpos')
      const { id } = await create(source, 'tpos', { name: 'Bar', currency: 'sat', forward_address })
      const sell = async () => {
        const sale = await world.call('POST', `/tpos/public/${id}/invoices`, { body: { amount: 1000 } })
        await world.send(payer, sale.body.payment_request)
        await world.tick()
      }
      expect([name, await arrived(sell)]).toEqual([name, 1000])
      const { body } = await world.call('GET', `/tpos/api/v1/${id}`, { key: source.invoiceKey })
      expect(body).toMatchObject({ held: 0 })
    }
  })

  test('a scheduled payment needs only its amount of the monthly cap, and a fee only for other services', async () => {
    const elsewhere = await openLnurlService(world)
    const pay = async (target: string) => {
      const source = await openSource('scheduler')
      await receive(source, 200)
      const body = {
        name: 'Rent',
        action: 'pay',
        target,
        amount: 100,
        monthly_cap: 100,
        max_fee: 10,
        cron: '0 0 1 1 *',
      }
      const { id } = await create(source, 'scheduler', body)
      await world.call('POST', `/scheduler/api/v1/${id}/run`, { key: source.adminKey })
      await world.tick()
      const { body: runs } = await world.call('GET', `/scheduler/api/v1/${id}/runs`, { key: source.invoiceKey })
      return runs[0].detail
    }
    for (const target of Object.values(targets())) expect(await pay(target)).toBe('Paid 100 sat, 0 sat for routing.')
    expect(await pay(`all@${elsewhere.host}`)).toBe('The cap of the month does not allow it.')
  })

  test('the fee reserve of an address or LNURL of this service is 0, that of another service a share', async () => {
    const reserve = async (invoice: string) =>
      (
        await world.call(
          'GET',
          `/api/v1/payments/fee-reserve?amount_msat=1000000&invoice=${encodeURIComponent(invoice)}`,
        )
      ).body
    for (const target of [
      'choir@pay.example',
      'shop@shop.example',
      link.lnurl,
      `https://pay.example/lnurlp/p/${link.id}`,
    ])
      expect([target, await reserve(target)]).toEqual([target, { fee_reserve: 0 }])
    // Paths of our host without an LNURL, and other hosts.
    for (const target of ['https://pay.example/btcpay/lnurl', 'choir@elsewhere.example'])
      expect([target, await reserve(target)]).toEqual([target, { fee_reserve: 10_000 }])
  })

  test('other payees still leave the reserve', async () => {
    const elsewhere = await openLnurlService(world)
    const source = await openSource('splitpayments')
    await create(source, 'splitpayments', { target: `all@${elsewhere.host}`, percent: 100 })
    await receive(source, 1000)
    const token = await tokenOf(world, source)
    const { body } = await world.call('GET', `/api/v1/payments?wallet_id=${source.id}&direction=out`, { token })
    expect(body.map(({ amount }: { amount: number }) => Math.abs(amount))).toEqual([990])
  })
})
