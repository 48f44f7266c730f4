import { decodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { TPOS } from './tpos.ts'

describe.each(LOGIC_DIALECTS)('cash-outs of a till, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [TPOS], env: { SERVICE_FIXED_RATES: '{"EUR":50000}' } })
    owner = await world.openWallet(1_000_000)
    await activateExtension(world, owner, 'tpos')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const open = async (body: object = {}) => {
    const till = { name: 'Bar', currency: 'sat', withdraw_limit: 1000, withdraw_between: 0, ...body }
    const answer = await world.call('POST', '/tpos/api/v1/', { key: owner.adminKey, body: till })
    expect(answer).toMatchObject({ status: 201, body: { name: 'Bar' } })
    return answer.body.id as string
  }
  const see = async (id: string) => (await world.call('GET', `/tpos/api/v1/${id}`, { key: owner.invoiceKey })).body
  const ask = (id: string, amount: number, key = owner.adminKey) =>
    world.call('POST', `/tpos/api/v1/${id}/charges`, { key, body: { amount } })
  const offer = async (id: string, amount: number) => {
    const answer = await ask(id, amount)
    expect(answer).toMatchObject({ status: 201, body: { state: 'open' } })
    return answer.body
  }
  /** Like a wallet: the offer, then the callback with an invoice. */
  const scan = async (lnurl: string) => (await world.call('GET', new URL(decodeLnurl(lnurl)).pathname)).body
  const claim = async (lnurl: string, msat?: number) => {
    const { callback, k1, maxWithdrawable } = await scan(lnurl)
    const { bolt11, hash } = await world.foreignInvoice(msat ?? maxWithdrawable)
    const url = new URL(callback)
    const answer = await world.call('GET', `${url.pathname}?k1=${k1}&pr=${bolt11}`)
    return { answer: answer.body, hash, again: `${url.pathname}?k1=${k1}&pr=` }
  }

  test('the cash is paid out once, less the displayed premium', async () => {
    const id = await open({ currency: 'EUR', withdraw_limit: 100_000, withdraw_premium: 5 })
    const charge = await offer(id, 10)
    expect(charge).toMatchObject({ amount: 10, premium: 5, sats: 19_000 })
    expect(await scan(charge.lnurl)).toMatchObject({
      tag: 'withdrawRequest',
      minWithdrawable: 19_000_000,
      maxWithdrawable: 19_000_000,
    })
    const before = await world.balanceMsat(owner)
    const { answer, again } = await claim(charge.lnurl)
    expect(answer).toEqual({ status: 'OK' })
    const second = await world.foreignInvoice(19_000_000)
    expect((await world.call('GET', `${again}${second.bolt11}`)).body).toMatchObject({ status: 'ERROR' })
    await world.tick()
    expect(before - (await world.balanceMsat(owner))).toBeLessThan(19_000_000 + 200_000)
    expect(before - (await world.balanceMsat(owner))).toBeGreaterThanOrEqual(19_000_000)
    expect(await see(id)).toMatchObject({ withdrawn_today: 19_000, offered: 0 })
    expect(await scan(charge.lnurl)).toMatchObject({ status: 'ERROR' })
    const list = await world.call('GET', `/tpos/api/v1/${id}/charges`, { key: owner.invoiceKey })
    expect(list.body).toMatchObject([{ state: 'paid', sats: 19_000, premium: 5 }])
    expect(JSON.stringify(list.body)).not.toContain('lnurl')
  })

  test('of twenty concurrent requests, exactly as many get an offer as the daily limit allows', async () => {
    const id = await open({ withdraw_limit: 1000 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(id, 300)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(17)
    expect(await see(id)).toMatchObject({ withdrawn_today: 900, offered: 900 })
    expect((await ask(id, 101)).status).toBe(400)
    expect((await ask(id, 100)).status).toBe(201)
    expect((await ask(id, 1)).status).toBe(400)
  })

  test('of twenty concurrent claims of one code, one is paid', async () => {
    const id = await open()
    const { lnurl } = await offer(id, 500)
    const { callback, k1 } = await scan(lnurl)
    const before = await world.balanceMsat(owner)
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { bolt11 } = await world.foreignInvoice(500_000)
        return (await world.call('GET', `${new URL(callback).pathname}?k1=${k1}&pr=${bolt11}`)).body
      }),
    )
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
    await world.tick()
    const spent = before - (await world.balanceMsat(owner))
    expect(spent).toBeGreaterThanOrEqual(500_000)
    expect(spent).toBeLessThan(600_000)
  })

  test('a code is valid for five minutes; an expired one no longer counts', async () => {
    const id = await open()
    const { lnurl } = await offer(id, 1000)
    expect((await ask(id, 1)).status).toBe(400)
    world.advance(299)
    expect(await scan(lnurl)).toMatchObject({ tag: 'withdrawRequest' })
    world.advance(1)
    expect(await scan(lnurl)).toMatchObject({ status: 'ERROR', reason: 'This cash-out has expired.' })
    world.advance(60)
    await world.tick()
    expect(await see(id)).toMatchObject({ withdrawn_today: 0, offered: 0 })
    expect(await scan(lnurl)).toMatchObject({ status: 'ERROR', reason: 'This cash-out has expired.' })
    await offer(id, 1000)
  })

  test('the limit of cash-outs is per day', async () => {
    const id = await open()
    await claim((await offer(id, 1000)).lnurl)
    await world.tick()
    expect((await ask(id, 1)).status).toBe(400)
    world.advance(86_400)
    expect(await see(id)).toMatchObject({ withdrawn_today: 0 })
    await offer(id, 1000)
  })

  test('the waiting time of the till must pass between two cash-outs, unless the last one failed', async () => {
    const id = await open({ withdraw_between: 10 })
    await offer(id, 100)
    expect(await ask(id, 100)).toMatchObject({
      status: 400,
      body: { detail: 'The next cash-out is possible in 10 minutes.' },
    })
    world.advance(301)
    await claim((await offer(id, 100)).lnurl)
    world.advance(540)
    expect((await ask(id, 100)).status).toBe(400)
    world.advance(60)
    await offer(id, 100)
  })

  test('a failed payout does not count for the day, and its code is used up', async () => {
    const id = await open()
    const { lnurl } = await offer(id, 1000)
    await world.node.sendControl('POST /script', { match: { any: true }, pay: ['fail'] })
    expect((await claim(lnurl)).answer).toEqual({ status: 'OK' })
    await world.tick()
    await world.node.sendControl('POST /script', { match: { any: true }, pay: [] })
    expect(await see(id)).toMatchObject({ withdrawn_today: 0, offered: 0 })
    expect(await scan(lnurl)).toMatchObject({ status: 'ERROR' })
  })

  test('a payout with an unknown outcome stays counted, over a restart', async () => {
    const id = await open()
    const { callback, k1 } = await scan((await offer(id, 1000)).lnurl)
    const { bolt11, hash } = await world.foreignInvoice(1_000_000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    await world.call('GET', `${new URL(callback).pathname}?k1=${k1}&pr=${bolt11}`)
    await world.tick()
    await world.restart()
    await world.tick()
    expect(await see(id)).toMatchObject({ withdrawn_today: 1000 })
    expect((await ask(id, 1)).status).toBe(400)
    await world.node.sendControl('POST /settle', { hash, fee_msat: 0 })
    world.advance(60)
    await world.tick()
  })

  test('only the exact amount and the right k1 are accepted', async () => {
    const id = await open()
    const { lnurl } = await offer(id, 100)
    expect((await claim(lnurl, 100_001)).answer).toMatchObject({ status: 'ERROR' })
    const { callback } = await scan(lnurl)
    const { bolt11 } = await world.foreignInvoice(100_000)
    const wrong = await world.call('GET', `${new URL(callback).pathname}?k1=${'0'.repeat(64)}&pr=${bolt11}`)
    expect(wrong.body).toMatchObject({ status: 'ERROR' })
    expect((await world.call('GET', '/tpos/lnurl/nothing')).body).toMatchObject({ status: 'ERROR' })
    expect((await claim(lnurl)).answer).toEqual({ status: 'OK' })
    await world.tick()
  })

  test('only the owner offers a cash-out: 401, 403 and 404 for others, 400 if disabled, 422 without an amount', async () => {
    const id = await open()
    const stranger = await world.openWallet()
    await activateExtension(world, stranger, 'tpos')
    expect((await world.call('POST', `/tpos/api/v1/${id}/charges`, { body: { amount: 1 } })).status).toBe(401)
    expect((await ask(id, 1, owner.invoiceKey)).status).toBe(403)
    expect((await ask(id, 1, stranger.adminKey)).status).toBe(404)
    expect((await ask(id, 0)).status).toBe(422)
    expect((await ask(id, 1.5)).status).toBe(422)
    const off = await open({ withdraw_limit: undefined })
    expect((await ask(off, 1)).status).toBe(400)
    expect((await world.call('GET', `/tpos/p/${off}/cash-out`)).status).toBe(404)
    const poor = await open({ withdraw_limit: 100_000_000 })
    expect(await ask(poor, 90_000_000)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('hold') },
    })
  })

  test('its pages: a form that asks for the key, and a code for the customer with the result', async () => {
    const id = await open({ withdraw_premium: 2 })
    expect((await world.call('GET', `/tpos/p/${id}`)).body).toContain(`/tpos/p/${id}/cash-out`)
    expect((await world.call('GET', `/tpos/p/${id}/cash-out`)).body).toContain('Admin key')
    const { lnurl, href } = await offer(id, 100)
    const page = async () => (await world.call('GET', `/tpos${href}`)).body
    expect(await page()).toContain(lnurl)
    expect(await page()).toContain('98 sat')
    await claim(lnurl)
    await world.tick()
    expect(await page()).toContain('Paid out.')
    expect((await world.call('GET', `/tpos/p/${await open()}/cash-out/${href.split('/').at(-1)}`)).status).toBe(404)
  })
})
