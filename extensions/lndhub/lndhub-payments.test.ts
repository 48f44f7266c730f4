import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { bufferOf, type Hub, openHub, refusedWith } from '../../services/wallet/test/world/extensions/open-hub.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { LNDHUB } from './lndhub.ts'

describe.each(LOGIC_DIALECTS)('paying over LndHub, on %s', (dialect) => {
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

  test('an invoice is paid and listed, and its cost counts against the daily limit', async () => {
    const { id, token } = await hub.open()
    const { bolt11, hash, preimage } = await world.foreignInvoice(30_500, { description: 'Lunch' })
    await world.node.sendControl('POST /script', { match: { hash }, pay: [{ do: 'settle', fee_msat: 1200 }] })
    const before = await world.balanceMsat(owner)
    const paid = await hub.call('POST', 'payinvoice', token, { invoice: bolt11, amount: 0 })
    expect(paid).toEqual({
      payment_hash: bufferOf(hash),
      payment_preimage: bufferOf(preimage),
      payment_error: '',
      payment_route: { total_amt: 31, total_fees: 2 },
      payment_request: bolt11,
      pay_req: bolt11,
      num_satoshis: 31,
      description: expect.any(String),
      description_hash: '',
    })
    expect(before - (await world.balanceMsat(owner))).toBe(31_700)
    const [row] = await hub.call('GET', 'gettxs?limit=1', token)
    expect(row).toEqual({
      type: 'paid_invoice',
      r_hash: bufferOf(hash),
      payment_hash: bufferOf(hash),
      payment_preimage: preimage,
      value: 32,
      fee: 2,
      timestamp: world.nowSeconds(),
      memo: expect.any(String),
      keysend: false,
      custom_records: {},
    })
    expect(await hub.see(id)).toMatchObject({ spent_today: 32, last_used_at: expect.any(String) })
    const history = await world.call('GET', '/api/v1/payments?limit=1', { key: owner.invoiceKey })
    expect(history.body[0].extra).toMatchObject({ tag: 'lndhub', item: id })
  })

  test('a repeated payinvoice answers the existing payment, also after the invoice has expired, and pays nothing', async () => {
    const { token } = await hub.open()
    const { bolt11 } = await world.foreignInvoice(10_000, { expiry: 600 })
    const first = await hub.call('POST', 'payinvoice', token, { invoice: bolt11 })
    const before = await world.balanceMsat(owner)
    world.advance(3700)
    expect(await hub.call('POST', 'payinvoice', token, { invoice: bolt11 })).toEqual(first)
    expect(await world.balanceMsat(owner)).toBe(before)
  })

  test('ten concurrent calls with one invoice pay it once, and all that succeed answer the same', async () => {
    const { id, token } = await hub.open()
    const { bolt11 } = await world.foreignInvoice(10_000)
    const before = await world.balanceMsat(owner)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => hub.call('POST', 'payinvoice', token, { invoice: bolt11 })),
    )
    expect(before - (await world.balanceMsat(owner))).toBe(10_000)
    const paid = answers.filter(({ error }) => error === undefined)
    expect(paid.length).toBeGreaterThan(0)
    for (const answer of paid) expect(answer).toEqual(paid[0])
    for (const { error, code } of answers) if (error) expect(code).toBe(9)
    expect(await hub.see(id)).toMatchObject({ spent_today: 10 })
    expect(await hub.call('POST', 'payinvoice', token, { invoice: bolt11 })).toEqual(paid[0])
  })

  test('a slow payment is code 9 until the node has answered, also after a restart, and then the stored result', async () => {
    const { id, token } = await hub.open()
    const { bolt11, hash, preimage } = await world.foreignInvoice(20_000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    expect(await hub.call('POST', 'payinvoice', token, { invoice: bolt11 })).toEqual(refusedWith(9))
    expect((await hub.call('GET', 'gettxs', token))[0]).toMatchObject({
      payment_hash: bufferOf(hash),
      payment_preimage: '',
    })
    await world.restart()
    expect(await hub.call('POST', 'payinvoice', token, { invoice: bolt11 })).toEqual(refusedWith(9))
    // With the maximum routing fee, until the node has answered.
    expect(await hub.see(id)).toMatchObject({ spent_today: 22 })
    await world.node.sendControl('POST /settle', { hash, fee_msat: 0 })
    world.advance(60)
    await world.tick()
    const paid = await hub.call('POST', 'payinvoice', token, { invoice: bolt11 })
    expect(paid).toMatchObject({ payment_preimage: bufferOf(preimage), num_satoshis: 20 })
  })

  test('a failed payment is code 10, does not count, and can be retried', async () => {
    const { id, token } = await hub.open({ daily_limit: 40 })
    const { bolt11, hash } = await world.foreignInvoice(40_000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['fail', { do: 'settle', fee_msat: 0 }] })
    expect(await hub.call('POST', 'payinvoice', token, { invoice: bolt11 })).toEqual(refusedWith(10))
    expect(await hub.see(id)).toMatchObject({ spent_today: 0 })
    await world.tick()
    expect(await hub.see(id)).toMatchObject({ spent_today: 0 })
    const retried = await hub.call('POST', 'payinvoice', token, { invoice: bolt11 })
    expect(retried).toMatchObject({ num_satoshis: 40, payment_error: '' })
    expect(await hub.see(id)).toMatchObject({ spent_today: 40 })
  })

  test('a login of mode invoice pays nothing', async () => {
    const { token } = await hub.open({ mode: 'invoice' })
    const { bolt11 } = await world.foreignInvoice(1000)
    const before = await world.balanceMsat(owner)
    expect(await hub.call('POST', 'payinvoice', token, { invoice: bolt11 })).toEqual(refusedWith(1))
    expect(await world.balanceMsat(owner)).toBe(before)
  })

  test('max_payment is the most that one payment may be', async () => {
    const { token } = await hub.open({ max_payment: 10 })
    const [fits, above] = [await world.foreignInvoice(10_000), await world.foreignInvoice(10_001)]
    expect(await hub.call('POST', 'payinvoice', token, { invoice: above.bolt11 })).toEqual(refusedWith(2))
    expect(await hub.call('POST', 'payinvoice', token, { invoice: fits.bolt11 })).toMatchObject({ num_satoshis: 10 })
  })

  test('concurrent payments share the daily limit, and the next day has the full limit again', async () => {
    const made = await hub.make({ daily_limit: 25 })
    const { id } = made
    const { access_token: token } = await hub.logIn(made)
    const invoices = await Promise.all(Array.from({ length: 8 }, () => world.foreignInvoice(10_000)))
    const answers = await Promise.all(
      invoices.map(({ bolt11 }) => hub.call('POST', 'payinvoice', token, { invoice: bolt11 })),
    )
    expect(answers.filter(({ num_satoshis: paid }) => paid === 10)).toHaveLength(2)
    expect(answers.filter(({ code }) => code === 2)).toHaveLength(6)
    expect(await hub.see(id)).toMatchObject({ spent_today: 20 })
    world.advance(86_400)
    expect(await hub.see(id)).toMatchObject({ spent_today: 0 })
    const { access_token: later } = await hub.logIn(made)
    const { bolt11 } = await world.foreignInvoice(25_000)
    expect(await hub.call('POST', 'payinvoice', later, { invoice: bolt11 })).toMatchObject({ num_satoshis: 25 })
  })

  test('an amountless invoice needs an amount, as a number or as text; other invoices reject a different one', async () => {
    const { token } = await hub.open()
    const pay = (invoice: string, amount?: unknown) => hub.call('POST', 'payinvoice', token, { invoice, amount })
    const free = await world.foreignInvoice(0, { amount_msat: null })
    expect(await pay(free.bolt11)).toEqual(refusedWith(8))
    expect(await pay(free.bolt11, 'many')).toEqual(refusedWith(8))
    expect(await pay(free.bolt11, '7')).toMatchObject({ num_satoshis: 7 })
    const fixed = await world.foreignInvoice(9000)
    expect(await pay(fixed.bolt11, 8)).toEqual(refusedWith(8))
    expect(await pay(fixed.bolt11, 9)).toMatchObject({ num_satoshis: 9 })
  })

  test('an invalid, expired or unaffordable invoice is rejected with its own code', async () => {
    const { token } = await hub.open()
    expect(await hub.call('POST', 'payinvoice', token, {})).toEqual(refusedWith(4))
    expect(await hub.call('POST', 'payinvoice', token, { invoice: 'lnbc1nonsense' })).toEqual(refusedWith(4))
    expect(await hub.call('POST', 'payinvoice', token, { invoice: { a: 1 } })).toEqual(refusedWith(4))
    const { bolt11: dear } = await world.foreignInvoice(1_000_000_000)
    expect(await hub.call('POST', 'payinvoice', token, { invoice: dear })).toEqual(refusedWith(2))
    const { bolt11: old } = await world.foreignInvoice(1000, { expiry: 60 })
    world.advance(3601)
    expect(await hub.call('POST', 'payinvoice', token, { invoice: old })).toEqual(refusedWith(4))
  })
})
