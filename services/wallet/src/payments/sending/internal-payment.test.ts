import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

describe.each(DIALECTS)('payments inside, on %s', (dialect) => {
  let world: World
  beforeEach(async () => {
    world = await openWorld({ dialect })
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  test('a payment between two wallets arrives completely, costs nothing, and is listed on both sides', async () => {
    const [payer, payee] = [await world.openWallet(1000), await world.openWallet()]
    const invoice = await world.invoice(payee, 1000, { memo: 'tea' })
    const sent = await world.send(payer, invoice.payment_request)
    expect([sent.status, Object.keys(sent.body).sort()]).toEqual([201, ['checking_id', 'payment_hash']])
    expect([await world.balanceMsat(payer), await world.balanceMsat(payee)]).toEqual([0, 1_000_000])
    const status = await world.call('GET', `/api/v1/payments/${invoice.payment_hash}`, { key: payee.invoiceKey })
    expect(status.body).toMatchObject({ paid: true, details: { amount: 1000, fee: 0, memo: 'tea', status: 'success' } })
    expect((await world.node.sendControl('GET /truth')).body).toMatchObject({ sent: [], received: [] })
  })

  test('a wallet that pays its own invoice keeps its balance, with one row in each direction (A4)', async () => {
    const wallet = await world.openWallet(500)
    const invoice = await world.invoice(wallet, 200)
    expect((await world.send(wallet, invoice.payment_request)).status).toBe(201)
    expect(await world.balanceMsat(wallet)).toBe(500_000)
    const list = await world.call('GET', '/api/v1/payments', { key: wallet.invoiceKey })
    expect(list.body.map(({ amount, status }: { amount: number; status: string }) => [amount, status])).toEqual([
      [-200, 'success'],
      [200, 'success'],
    ])
  })

  test('thirty wallets pay one invoice concurrently: one succeeds, the payee is credited once (A5)', async () => {
    const payee = await world.openWallet()
    const payers = await Promise.all(Array.from({ length: 30 }, () => world.openWallet(100)))
    const invoice = await world.invoice(payee, 100)
    const answers = await Promise.all(payers.map((payer) => world.send(payer, invoice.payment_request)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(29)
    expect(await world.balanceMsat(payee)).toBe(100_000)
  })

  test.each([
    ['begin-internal', { SERVICE_DAILY_LIMIT_WALLET_SATS: '1000' }],
    ['pay-inside-at-once', {}],
  ])(
    'a payment whose %s was committed and not answered is never reported as rejected, also after it has ended (A25)',
    async (step, limits) => {
      await world.restart(limits)
      const [payer, payee] = [await world.openWallet(100), await world.openWallet()]
      const invoice = await world.invoice(payee, 100)
      const { transact } = world.db
      const losing: typeof transact = async (command, input) => {
        const answer = await transact(command, input)
        if (command.name !== step) return answer
        Object.assign(world.db, { transact })
        world.advance(6)
        await world.tick()
        throw new Error('the answer was lost')
      }
      Object.assign(world.db, { transact: losing })
      expect((await world.send(payer, invoice.payment_request)).status).toBe(500)
      const seen = await world.call('GET', `/api/v1/payments/${invoice.payment_hash}`, { key: payer.invoiceKey })
      expect(seen.body).toMatchObject({ paid: true })
      expect([await world.balanceMsat(payer), await world.balanceMsat(payee)]).toEqual([0, 100_000])
    },
  )
})
