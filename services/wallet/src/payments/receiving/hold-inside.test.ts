import { hash, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

const HOLD_SECONDS = 3600

describe.each(DIALECTS)('hold invoices between wallets, on %s', (dialect) => {
  let world: World
  let payer: WorldWallet
  let payee: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_HOLD_SECONDS: String(HOLD_SECONDS) } })
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    ;[payer, payee] = [await world.openWallet(1000), await world.openWallet()]
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const look = async (wallet: WorldWallet, id: string) =>
    (await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body
  const balances = async () => [await world.balanceMsat(payer), await world.balanceMsat(payee)]
  const settle = (id: string, body?: object) =>
    world.call('PUT', `/api/v1/payments/${id}`, { key: payee.adminKey, body })
  const cancel = (id: string) => world.call('DELETE', `/api/v1/payments/${id}`, { key: payee.adminKey })

  test('paying reserves the money, settling credits it, and both sides then have the preimage (C4)', async () => {
    const invoice = await world.invoice(payee, 400, { hold: true })
    const sent = await world.send(payer, invoice.payment_request)
    expect([sent.status, Object.keys(sent.body).sort()]).toEqual([201, ['checking_id', 'payment_hash']])
    expect(await balances()).toEqual([600_000, 0])
    expect(await look(payer, sent.body.checking_id)).toMatchObject({ status: 'pending', preimage: null })
    expect(await look(payee, invoice.checking_id)).toMatchObject({ status: 'pending', details: { held: true } })
    expect((await settle(invoice.checking_id)).body).toEqual({ detail: 'Payment settled' })
    expect(await balances()).toEqual([600_000, 400_000])
    const [outgoing, incoming] = [await look(payer, sent.body.checking_id), await look(payee, invoice.checking_id)]
    expect(outgoing).toMatchObject({ paid: true, preimage: incoming.preimage, details: { amount: -400, fee: 0 } })
    expect(hash('sha256', Buffer.from(incoming.preimage, 'hex'), 'hex')).toBe(invoice.payment_hash)
    expect((await settle(invoice.checking_id)).status).toBe(200)
    expect((await cancel(invoice.checking_id)).status).toBe(400)
  })

  test('cancelling refunds the payer exactly, and the invoice cannot be paid any more (C4)', async () => {
    const invoice = await world.invoice(payee, 400, { hold: true })
    const sent = await world.send(payer, invoice.payment_request)
    expect((await cancel(invoice.checking_id)).body).toEqual({ detail: 'Payment cancelled' })
    expect(await balances()).toEqual([1_000_000, 0])
    expect(await look(payer, sent.body.checking_id)).toMatchObject({ status: 'failed' })
    expect(await look(payee, invoice.checking_id)).toMatchObject({ status: 'failed' })
    expect((await cancel(invoice.checking_id)).status).toBe(200)
    expect((await settle(invoice.checking_id)).status).toBe(400)
    expect((await world.send(payer, invoice.payment_request)).status).toBe(400)
    expect((await world.node.sendControl('POST /receive', { hash: invoice.payment_hash })).status).toBe(400)
  })

  test.each(['cancel', 'settle'])(
    'to %s while a payment claims the invoice decides on that payment (C4)',
    async (what) => {
      const invoice = await world.invoice(payee, 400, { hold: true })
      await world.node.sendControl('POST /script', {
        match: { hash: invoice.payment_hash },
        close: [{ do: 'hang' }, 'ok'],
      })
      const paying = world.send(payer, invoice.payment_request)
      // Claimed, and the node does not confirm that it has closed it.
      await expect.poll(balances).toEqual([600_000, 0])
      const decided = await (what === 'cancel' ? cancel : settle)(invoice.checking_id)
      expect([decided.status, (await paying).status]).toEqual([200, what === 'cancel' ? 400 : 201])
      expect(await balances()).toEqual(what === 'cancel' ? [1_000_000, 0] : [600_000, 400_000])
    },
  )

  test.each(['cancel', 'settle'])(
    'to %s a payment that arrives between the check and the decision decides on that payment (C4)',
    async (what) => {
      const invoice = await world.invoice(payee, 400, { hold: true })
      const { transact } = world.db
      const beaten: typeof transact = async (command, input) => {
        if (command.name !== 'decide-hold') return transact(command, input)
        Object.assign(world.db, { transact })
        expect((await world.send(payer, invoice.payment_request)).status).toBe(201)
        return transact(command, input)
      }
      Object.assign(world.db, { transact: beaten })
      expect((await (what === 'cancel' ? cancel : settle)(invoice.checking_id)).status).toBe(200)
      expect(await balances()).toEqual(what === 'cancel' ? [1_000_000, 0] : [600_000, 400_000])
    },
  )

  test("with the caller's own hash the payee's preimage settles it, and it is the payer's proof (C4)", async () => {
    const preimage = randomBytes(32).toString('hex')
    const paymentHash = hash('sha256', Buffer.from(preimage, 'hex'), 'hex')
    const invoice = await world.invoice(payee, 400, { payment_hash: paymentHash })
    const sent = await world.send(payer, invoice.payment_request)
    expect((await settle(invoice.checking_id)).status).toBe(400)
    expect((await settle(invoice.checking_id, { preimage: randomBytes(32).toString('hex') })).status).toBe(400)
    expect(await balances()).toEqual([600_000, 0])
    expect((await settle(invoice.checking_id, { preimage })).status).toBe(200)
    expect(await look(payer, sent.body.checking_id)).toMatchObject({ paid: true, preimage })
    expect(await balances()).toEqual([600_000, 400_000])
  })

  test('while it is held it cannot be paid a second time, inside or outside (A2, A5)', async () => {
    const invoice = await world.invoice(payee, 400, { hold: true })
    expect((await world.send(payer, invoice.payment_request)).status).toBe(201)
    const others = await Promise.all(Array.from({ length: 5 }, () => world.openWallet(500)))
    const answers = await Promise.all(others.map((other) => world.send(other, invoice.payment_request)))
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    expect((await world.node.sendControl('POST /receive', { hash: invoice.payment_hash })).status).toBe(400)
    expect((await settle(invoice.checking_id)).status).toBe(200)
  })

  test('undecided it is returned to the payer at the deadline, not earlier (A49)', async () => {
    const invoice = await world.invoice(payee, 400, { hold: true })
    await world.send(payer, invoice.payment_request)
    world.advance(HOLD_SECONDS - 1)
    await world.tick()
    expect(await balances()).toEqual([600_000, 0])
    world.advance(1)
    await world.tick()
    expect(await balances()).toEqual([1_000_000, 0])
    expect((await settle(invoice.checking_id)).status).toBe(400)
  })

  test('a wallet may hold and settle its own payment, and its balance is unchanged (C4)', async () => {
    const invoice = await world.invoice(payer, 400, { hold: true })
    expect((await world.send(payer, invoice.payment_request)).status).toBe(201)
    expect(await world.balanceMsat(payer)).toBe(600_000)
    const answer = await world.call('PUT', `/api/v1/payments/${invoice.checking_id}`, { key: payer.adminKey })
    expect(answer.status).toBe(200)
    expect(await world.balanceMsat(payer)).toBe(1_000_000)
  })

  test('a hash with both directions in the wallet means the incoming payment, for reading, settling and cancelling (S516)', async () => {
    const wallet = await world.openWallet(100)
    for (const [method, status] of [
      ['PUT', 'success'],
      ['DELETE', 'failed'],
    ] as const) {
      const invoice = await world.invoice(wallet, 50, { hold: true })
      expect((await world.send(wallet, invoice.payment_request)).status).toBe(201)
      const url = `/api/v1/payments/${invoice.payment_hash}`
      const asked = async () => (await world.call('GET', url, { key: wallet.invoiceKey })).body.details
      expect(await asked()).toMatchObject({ checking_id: invoice.checking_id, amount: 50, held: true })
      expect((await world.call(method, url, { key: wallet.adminKey })).status).toBe(200)
      expect(await asked()).toMatchObject({ checking_id: invoice.checking_id, amount: 50, status })
      expect(await world.balanceMsat(wallet)).toBe(100_000)
    }
  })

  test('held and then restarted, it can still be settled (C4)', async () => {
    const invoice = await world.invoice(payee, 400, { hold: true })
    await world.send(payer, invoice.payment_request)
    await world.restart()
    expect(await balances()).toEqual([600_000, 0])
    expect((await settle(invoice.payment_hash)).status).toBe(200)
    expect(await balances()).toEqual([600_000, 400_000])
  })

  test('neither wallet can be deleted while a payment between them is held (D12)', async () => {
    const invoice = await world.invoice(payee, 1000, { hold: true })
    await world.send(payer, invoice.payment_request)
    for (const { adminKey } of [payer, payee]) {
      expect((await world.call('DELETE', '/api/v1/wallet', { key: adminKey })).status).toBe(400)
    }
    expect((await cancel(invoice.checking_id)).status).toBe(200)
  })

  test.each(['inside', 'outside'])(
    'settle and cancel concurrently, fifty times %s: exactly one succeeds (A50)',
    async (where) => {
      let expected = 0
      for (let round = 0; round < 50; round += 1) {
        const invoice = await world.invoice(payee, 1, { hold: true })
        if (where === 'inside') expect((await world.send(payer, invoice.payment_request)).status).toBe(201)
        else {
          await world.node.sendControl('POST /receive', { hash: invoice.payment_hash })
          await world.tick()
        }
        const race = round % 2 === 0 ? [settle, cancel] : [cancel, settle]
        const answers = await Promise.all(race.map((decide) => decide(invoice.checking_id)))
        const [settled, cancelled] = round % 2 === 0 ? answers : answers.reverse()
        expect(answers.map(({ status }) => String(status)).sort(), `round ${round}`).toEqual(['200', '400'])
        if (settled?.status === 200) expected += 1
        const end = settled?.status === 200 ? 'success' : 'failed'
        expect(await look(payee, invoice.checking_id)).toMatchObject({ status: end })
        expect((await settle(invoice.checking_id)).status).toBe(settled?.status)
        expect((await cancel(invoice.checking_id)).status).toBe(cancelled?.status)
      }
      await world.tick()
      const paid = where === 'inside' ? expected * 1000 : 0
      expect(await balances()).toEqual([1_000_000 - paid, expected * 1000])
    },
  )
})
