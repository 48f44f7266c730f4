import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { bufferOf, openHub } from '../../services/wallet/test/world/extensions/open-hub.ts'
import { type Answer, openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LNDHUB } from './lndhub.ts'

interface BufferJson {
  readonly data: readonly number[]
}
const hexOf = ({ data }: BufferJson): string => Buffer.from(data).toString('hex')

/** The calls that apps make in order, with the fields they read of each answer. */
describe('apps of others', () => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect: 'sqlite', builtIns: [LNDHUB] })
    owner = await world.openWallet(10_000)
    await activateExtension(world, owner, 'lndhub')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  /** As both apps read the address: the parts before and after the @, without the slash at the end. */
  async function scan(mode: string) {
    const { uri } = await openHub(world, owner).make({ mode })
    const [, login = '', password = '', base = ''] = /^lndhub:\/\/([^:]+):([^@]+)@(.+?)\/?$/.exec(String(uri)) ?? []
    const call = async (
      method: 'GET' | 'POST',
      path: string,
      token?: string,
      body?: object,
    ): Promise<Answer['body']> => {
      const { pathname, search } = new URL(base + path)
      const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' }
      return (await world.call(method, pathname + search, { token, body, headers })).body
    }
    return { login, password, call }
  }

  test('BlueWallet logs in, shows balance and history, makes an invoice, pays one, and refreshes by itself', async () => {
    const { login, password, call } = await scan('admin')
    let tokens = await call('POST', '/auth?type=auth', undefined, { login, password })
    const get = (path: string) => call('GET', path, tokens.access_token)
    expect((await get('/getinfo')).identity_pubkey).toBeTruthy()
    expect(await get('/getbtc')).toEqual([])
    expect((await get('/balance')).BTC.AvailableBalance).toBe(10_000)
    expect(await get('/gettxs?limit=10000&offset=0')).toEqual([])
    expect(await get('/getpending')).toEqual([])

    const made = await call('POST', '/addinvoice', tokens.access_token, { amt: '150', memo: 'Tea' })
    expect(made.pay_req).toMatch(/^ln/)
    const mine = async () =>
      (await get('/getuserinvoices')).find((one: { r_hash: BufferJson }) => hexOf(one.r_hash) === hexOf(made.r_hash))
    const open = await mine()
    expect(open).toMatchObject({ ispaid: false, description: 'Tea', amt: 150 })
    expect(open.timestamp + open.expire_time).toBeGreaterThan(world.nowSeconds())
    const payer = await world.openWallet(1000)
    await world.send(payer, made.pay_req)
    expect(await mine()).toMatchObject({ ispaid: true })

    world.advance(2 * 3600)
    expect(await get('/balance')).toMatchObject({ error: true, code: 1 })
    tokens = await call('POST', '/auth?type=refresh_token', undefined, { refresh_token: tokens.refresh_token })
    const { bolt11, hash } = await world.foreignInvoice(70_000)
    expect(await get(`/decodeinvoice?invoice=${bolt11}`)).toMatchObject({ num_satoshis: '70', payment_hash: hash })
    const paid = await call('POST', '/payinvoice', tokens.access_token, { invoice: bolt11, amount: 0 })
    expect(paid.error).toBeUndefined()
    expect(hexOf(paid.payment_hash)).toBe(hash)
    expect((await get('/gettxs?limit=10000&offset=0'))[0]).toMatchObject({ type: 'paid_invoice', value: 70 })
    expect((await get('/balance')).BTC.AvailableBalance).toBe(10_080)
  })

  test('Zeus receives with amounts as text, polls the list until its hash is paid, and finds earlier invoices on a retry', async () => {
    const { login, password, call } = await scan('admin')
    const { access_token: token } = await call('POST', '/auth', undefined, { login, password })
    const made = await call('POST', '/addinvoice', token, { amt: '33', memo: '' })
    const isPaid = async (): Promise<boolean> => {
      const list: { payment_hash: string; ispaid: boolean }[] = await call('GET', '/getuserinvoices?limit=200', token)
      return list.some(({ payment_hash: hash, ispaid }) => hash === hexOf(made.r_hash) && ispaid)
    }
    expect(await isPaid()).toBe(false)
    const payer = await world.openWallet(100)
    await world.send(payer, made.payment_request)
    expect(await isPaid()).toBe(true)
    expect(await call('GET', `/checkpayment/${hexOf(made.r_hash)}`, token)).toEqual({ paid: true })

    const { bolt11, hash, preimage } = await world.foreignInvoice(5000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    const before = await world.balanceMsat(owner)
    expect(await call('POST', '/payinvoice', token, { invoice: bolt11, amount: '5' })).toMatchObject({ code: 9 })
    await world.node.sendControl('POST /settle', { hash, fee_msat: 0 })
    world.advance(61)
    await world.tick()
    const again = await call('POST', '/payinvoice', token, { invoice: bolt11, amount: '5' })
    expect(again).toMatchObject({ payment_error: '', payment_preimage: bufferOf(preimage) })
    expect(before - (await world.balanceMsat(owner))).toBe(5000)
  })

  test('a receive-only app cannot pay by any call', async () => {
    const { login, password, call } = await scan('invoice')
    const { access_token: token } = await call('POST', '/auth', undefined, { login, password })
    const { bolt11 } = await world.foreignInvoice(1000)
    const before = await world.balanceMsat(owner)
    for (const path of ['/payinvoice', '/keysend', '/payments/bolt11', '/v2/payments/bolt11']) {
      const answer = await call('POST', path, token, { invoice: bolt11, amount: 1 })
      expect(answer.error ?? answer.detail).toBeTruthy()
    }
    await world.tick()
    expect(await world.balanceMsat(owner)).toBe(before)
  })
})

test('an app that exceeds the rate limit gets an error of the protocol', async () => {
  const env = { SERVICE_RATE_LIMIT_NO: '3' }
  const world = await openWorld({ dialect: 'sqlite', builtIns: [LNDHUB], env })
  onTestFinished(() => world.close())
  const answers: Answer[] = []
  for (let n = 0; n < 4; n += 1) answers.push(await world.call('GET', '/lndhub/ext/balance'))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(answers.map(({ body }) => body.code)).toEqual([1, 1, 1, 6])
})
