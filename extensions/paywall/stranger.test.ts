import { openHttpServer } from '@satchel/outbound/world/loopback-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { PAYWALL } from './paywall.ts'

/** The stranger knows the item and has seen the invoice: its text and its payment hash. */
describe.each(LOGIC_DIALECTS)('a stranger who has seen the invoice of a purchase, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  let buyer: WorldWallet
  let item: { id: string }
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [PAYWALL] })
    owner = await world.openWallet()
    buyer = await world.openWallet(100_000)
    await activateExtension(world, owner, 'paywall')
  })
  beforeEach(async () => {
    const server = await openHttpServer((_request, response) => response.end('secret'))
    const url = `http://127.0.0.1:${server.port}/essay.txt`
    const body = { memo: 'Essay', amount: 21, kind: 'file', url, max_downloads: 1 }
    item = (await world.call('POST', '/paywall/api/v1/', { key: owner.adminKey, body })).body
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const get = (path: string) => world.call('GET', path)
  const pay = async (bolt11: string): Promise<{ hash: string; preimage: string }> => {
    const { payment_hash: hash } = (await world.send(buyer, bolt11)).body
    await world.tick()
    const { preimage } = (await world.call('GET', `/api/v1/payments/${hash}`, { key: buyer.adminKey })).body
    return { hash, preimage }
  }
  /** Everything that the stranger can try with the data of public routes. */
  const takeOver = async (hash: string): Promise<void> => {
    const seen = [hash]
    for (const route of ['verify', 'state']) {
      const { body } = await get(`/paywall/${route}/${hash}`)
      seen.push(...Object.values(body as Record<string, unknown>).filter((value) => typeof value === 'string'))
    }
    const shown = JSON.stringify((await get(`/api/v1/payments/${hash}`)).body)
    seen.push(...(shown.match(/[0-9a-f]{64}/g) ?? []))
    for (const proof of seen.map(encodeURIComponent)) {
      for (const name of ['claim', 'preimage']) {
        const { status, body } = await get(`/paywall/public/${item.id}/access?${name}=${proof}`)
        if (status === 200) await get(new URL(body.url).pathname)
        expect(status).toBeOneOf([402, 422])
      }
    }
  }
  const download = async (claim: string) => {
    const { body } = await get(`/paywall/public/${item.id}/access?claim=${claim}`)
    return (await get(new URL(body.url).pathname)).body
  }

  test('opens nothing of a purchase by HTTP, and the buyer has the one download that was paid for', async () => {
    const { body: order } = await world.call('POST', `/paywall/public/${item.id}/invoices`, { body: {} })
    const { hash, preimage } = await pay(order.payment_request)
    expect((await get(`/paywall/verify/${hash}`)).body).toMatchObject({ settled: true, preimage: null })
    await takeOver(hash)
    expect((await get(`/paywall/public/${item.id}/access?preimage=${preimage}`)).status).toBe(200)
    expect(await download(order.claim)).toBe('secret')
  })

  test('opens nothing of a purchase by LNURL, although its verify address shows the preimage', async () => {
    const { body: answer } = await get(`/paywall/lnurl/${item.id}/cb?amount=21000`)
    const { hash, preimage } = await pay(answer.pr)
    expect((await get(`/paywall/verify/${hash}`)).body).toMatchObject({ settled: true, preimage })
    await takeOver(hash)
    expect(await download(new URL(answer.successAction.url).searchParams.get('claim') ?? '')).toBe('secret')
  })
})
