import { hash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECTS } from '../world/test-database.ts'
import { eventually } from './eventually.ts'
import { type CrashStage, openCrashStage } from './stages/crash-stage.ts'
import { CRASHING_SERVICE } from './stages/service-process.ts'
import type { StageWallet } from './stages/stage-client.ts'
import { startReceiver } from './stages/start-receiver.ts'

const CRASHING = { entry: CRASHING_SERVICE }
/** With a spending limit, internal payments take two steps (rule C3). */
const TWO_STEPS = { entry: CRASHING_SERVICE, env: { SERVICE_DAILY_LIMIT_WALLET_SATS: '100000000' } }

describe.each(DIALECTS)('kill -9 while a payment goes out, on %s', (dialect) => {
  let stage: CrashStage
  let wallet: StageWallet
  beforeAll(async () => {
    stage = await openCrashStage(dialect)
    wallet = await stage.openWallet(1_000_000)
  })
  afterAll(() => stage.close())

  /** A payment of 10 000 sat for a fee of 1 sat, at whose n-th step the process dies. */
  async function dieWhilePaying(at: string, pay: object = { do: 'settle', fee_msat: 1000 }) {
    const before = await stage.balanceMsat(wallet)
    const invoice = await stage.foreignInvoice(10_000_000)
    await stage.service.sendControl('POST /script', { match: { hash: invoice.hash }, pay: [pay] })
    const headers = { 'idempotency-key': invoice.hash }
    const body = { out: true, bolt11: invoice.bolt11 }
    const answer = await stage.dies(at, () => stage.send(wallet, invoice.bolt11, { headers }))
    expect(answer).toBeUndefined()
    await stage.restart(CRASHING)
    const again = () => stage.send(wallet, invoice.bolt11, { headers, body })
    return { invoice, before, again, spent: async () => before - (await stage.balanceMsat(wallet)) }
  }
  const ends = (id: string, status: string) =>
    eventually(`${id} is ${status}`, async () => (await stage.statusOf(wallet, id)) === status, 20_000)

  test('before the reserve is stored: nothing happened, and the payment can be made (K1)', async () => {
    const { spent, again, invoice } = await dieWhilePaying('before open-send')
    expect([await spent(), (await stage.truth()).sent.some(({ hash: sent }) => sent === invoice.hash)]).toEqual([
      0,
      false,
    ])
    expect((await again()).status).toBe(201)
    await ends(invoice.hash, 'success')
    expect(await spent()).toBe(10_001_000)
  })

  test.each(['after open-send', 'before dispatch-send'])(
    '%s: given back, the node was never asked (K2)',
    async (at) => {
      const { spent, invoice } = await dieWhilePaying(at)
      await ends(invoice.hash, 'failed')
      expect(await spent()).toBe(0)
      expect(JSON.stringify(await stage.truth())).not.toContain(invoice.hash)
    },
  )

  test('dispatched, but the node never received it: reserved until the payment can no longer happen, then returned (K3)', async () => {
    const { spent, invoice } = await dieWhilePaying('before pay')
    expect([await stage.statusOf(wallet, invoice.hash), await spent()]).toEqual(['pending', 10_100_000])
    for (const CLOCK_SHIFT_SECONDS of ['5000', '6000']) {
      await stage.restart({ ...CRASHING, env: { CLOCK_SHIFT_SECONDS } })
    }
    await ends(invoice.hash, 'failed')
    expect(await spent()).toBe(0)
    await stage.restart(CRASHING)
  })

  test.each([
    { truth: 'POST /settle', status: 'success', cost: 10_001_000 },
    { truth: 'POST /fail', status: 'failed', cost: 0 },
  ])('the node has it and does not answer: pending, then $status (K4)', async ({ truth, status, cost }) => {
    const before = await stage.balanceMsat(wallet)
    const invoice = await stage.foreignInvoice(10_000_000)
    const name = `${dialect} ${status}`
    await stage.service.sendControl('POST /script', { match: { hash: invoice.hash }, pay: [{ do: 'barrier', name }] })
    await stage.killedWhen(
      async () => (await stage.truth()).open.some(({ hash: open }) => open === invoice.hash),
      () => stage.send(wallet, invoice.bolt11),
    )
    await stage.restart(CRASHING)
    expect([await stage.statusOf(wallet, invoice.hash), await stage.balanceMsat(wallet)]).toEqual([
      'pending',
      before - 10_100_000,
    ])
    await stage.service.sendControl(
      truth,
      truth === 'POST /settle' ? { hash: invoice.hash, fee_msat: 1000 } : { hash: invoice.hash },
    )
    await ends(invoice.hash, status)
    expect(before - (await stage.balanceMsat(wallet))).toBe(cost)
  })

  test('the node paid, not yet booked: the recovery asks again and books it once (K5)', async () => {
    const { spent, invoice } = await dieWhilePaying('before settle-outgoing')
    await ends(invoice.hash, 'success')
    expect(await spent()).toBe(10_001_000)
  })

  test('the node failed, not yet booked: the recovery asks again and returns the money once (K5)', async () => {
    const { spent, invoice } = await dieWhilePaying('before fail-outgoing', { do: 'fail' })
    await ends(invoice.hash, 'failed')
    expect(await spent()).toBe(0)
  })

  test('booked without an answer: a repeat with its key gets the payment, one without is rejected (K6)', async () => {
    const { spent, again, invoice } = await dieWhilePaying('after settle-outgoing')
    expect(await stage.statusOf(wallet, invoice.hash)).toBe('success')
    const [repeat, other] = [await again(), await stage.send(wallet, invoice.bolt11)]
    expect([repeat.status, repeat.body.payment_hash, other.status]).toEqual([201, invoice.hash, 400])
    expect([
      await spent(),
      (await stage.truth()).sent.filter(({ hash: sent }) => sent === invoice.hash).length,
    ]).toEqual([10_001_000, 1])
  })

  test.each([
    ['before closeInvoice', 0],
    ['after closeInvoice', 0],
    ['before pay-inside-at-once', 0],
    ['after pay-inside-at-once', 500_000],
  ])('%s of a payment inside in one step: %s msat have moved, and the invoice can be paid (K8)', async (at, moved) => {
    const payee = await stage.openWallet()
    const before = await stage.balanceMsat(wallet)
    const invoice = await stage.invoice(payee, 500)
    expect(await stage.dies(at, () => stage.send(wallet, invoice.bolt11))).toBeUndefined()
    await stage.restart(CRASHING)
    expect([before - (await stage.balanceMsat(wallet)), await stage.balanceMsat(payee)]).toEqual([moved, moved])
    expect((await stage.send(wallet, invoice.bolt11)).status).toBe(moved === 0 ? 201 : 400)
    expect([before - (await stage.balanceMsat(wallet)), await stage.balanceMsat(payee)]).toEqual([500_000, 500_000])
  })

  test('after all of them the books are exact to the millisatoshi', () => stage.expectSound(true))
})

describe.each(DIALECTS)('kill -9 while money comes in or moves inside, on %s', (dialect) => {
  let stage: CrashStage
  let payer: StageWallet
  let payee: StageWallet
  beforeAll(async () => {
    stage = await openCrashStage(dialect, TWO_STEPS)
    payer = await stage.openWallet(1_000_000)
    payee = await stage.openWallet()
  })
  afterAll(() => stage.close())

  const ends = (wallet: StageWallet, id: string, status: string) =>
    eventually(`${id} is ${status}`, async () => (await stage.statusOf(wallet, id)) === status, 20_000)
  const stands = (hash: string, state: string) => async () => {
    const rows = await stage.stateOf(hash)
    return rows === state
  }

  test.each([
    ['before credit-receipt', 700, {}],
    ['after credit-receipt', 700, {}],
    ['before credit-receipt', undefined, { amount_msat: 700_000 }],
    ['after credit-receipt', undefined, { amount_msat: 700_000 }],
  ])('%s of an invoice over %s: credited once, with one event (K7)', async (at, amount, arrives) => {
    const before = await stage.balanceMsat(payee)
    const invoice = await stage.invoice(payee, amount)
    await stage.dies(at, async () => (await stage.receive(invoice.payment_hash, arrives), NOTHING))
    await stage.restart(TWO_STEPS)
    await ends(payee, invoice.payment_hash, 'success')
    expect((await stage.balanceMsat(payee)) - before).toBe(700_000)
    expect(await stage.eventsOf(invoice.checking_id)).toEqual(['payment-received'])
  })

  test.each(['after credit-receipt', 'before owe-deliveries', 'after owe-deliveries', 'before finish-work'])(
    '%s: the webhook arrives all the same, with one id however often (K7)',
    async (at) => {
      const receiver = await startReceiver()
      const invoice = await stage.invoice(payee, 7, { webhook: receiver.url })
      await stage.dies(at, async () => (await stage.receive(invoice.payment_hash), NOTHING))
      await stage.restart(TWO_STEPS)
      await eventually('the webhook arrives', async () => receiver.ids.length > 0, 20_000)
      expect(new Set(receiver.ids).size).toBe(1)
      expect(await stage.statusOf(payee, invoice.payment_hash)).toBe('success')
      await receiver.close()
    },
  )

  test.each([
    ['after begin-internal', 500],
    ['before closeInvoice', 500],
    ['after closeInvoice', 500],
    ['before settle-internal', 500],
    ['after settle-internal', 500],
    ['after begin-internal', undefined],
    ['before settle-internal', undefined],
  ])('%s of an invoice over %s: the payment continues, on both sides together (K8)', async (at, amount) => {
    const [paid, got] = [await stage.balanceMsat(payer), await stage.balanceMsat(payee)]
    const invoice = await stage.invoice(payee, amount)
    const body = { out: true, bolt11: invoice.bolt11, ...(amount === undefined && { amount: 500 }) }
    await stage.dies(at, () => stage.send(payer, invoice.bolt11, { body }))
    await stage.restart(TWO_STEPS)
    await ends(payee, invoice.payment_hash, 'success')
    expect([paid - (await stage.balanceMsat(payer)), (await stage.balanceMsat(payee)) - got]).toEqual([
      500_000, 500_000,
    ])
  })

  test('an external payer pays while no process runs: the payer is restored, the payee credited (K8)', async () => {
    const [paid, got] = [await stage.balanceMsat(payer), await stage.balanceMsat(payee)]
    const invoice = await stage.invoice(payee, 500)
    const { payment_hash: hashOfIt } = invoice
    await stage.service.sendControl('POST /script', {
      match: { hash: hashOfIt },
      close: [{ do: 'barrier', name: `${hashOfIt}` }, 'accepted', 'ok'],
    })
    await stage.killedWhen(stands(hashOfIt, 'closing'), () => stage.send(payer, invoice.bolt11))
    await stage.restart(TWO_STEPS)
    await ends(payee, hashOfIt, 'success')
    expect([paid - (await stage.balanceMsat(payer)), (await stage.balanceMsat(payee)) - got]).toEqual([0, 500_000])
  })

  test.each([
    { method: 'PUT', other: 'DELETE', decided: 'settling', kind: 'settle', status: 'success', gain: 300_000 },
    { method: 'DELETE', other: 'PUT', decided: 'cancelling', kind: 'cancel', status: 'failed', gain: 0 },
  ] as const)(
    '$decided: the same is done again, never the other (K9)',
    async ({ method, other, decided, kind, status, gain }) => {
      const before = await stage.balanceMsat(payee)
      const { payment_hash: held } = await stage.invoice(payee, 300, { hold: true })
      await stage.receive(held)
      await eventually('the payment is held', stands(held, 'held'))
      await stage.service.sendControl('POST /script', {
        match: { hash: held },
        [kind]: [{ do: 'barrier', name: held }, 'ok'],
      })
      const path = `/api/v1/payments/${held}`
      await stage.killedWhen(stands(held, decided), () => stage.service.call(method, path, { key: payee.adminKey }))
      await stage.restart(TWO_STEPS)
      await ends(payee, held, status)
      expect((await stage.service.call(method, path, { key: payee.adminKey })).status).toBe(200)
      expect((await stage.service.call(other, path, { key: payee.adminKey })).status).toBe(400)
      expect((await stage.balanceMsat(payee)) - before).toBe(gain)
    },
  )

  test.each(['after settleHold', 'after cancelHold'])(
    '%s: the node has done it, not yet booked: the same decision is carried out, never the other (K9)',
    async (at) => {
      const settles = at === 'after settleHold'
      const before = await stage.balanceMsat(payee)
      const { payment_hash: held } = await stage.invoice(payee, 300, { hold: true })
      await stage.receive(held)
      await eventually('the payment is held', stands(held, 'held'))
      const path = `/api/v1/payments/${held}`
      await stage.dies(at, () => stage.service.call(settles ? 'PUT' : 'DELETE', path, { key: payee.adminKey }))
      await stage.restart(TWO_STEPS)
      await ends(payee, held, settles ? 'success' : 'failed')
      expect((await stage.balanceMsat(payee)) - before).toBe(settles ? 300_000 : 0)
    },
  )

  test('an invoice created at the node and not stored is never shown, and a repeat creates another (K10)', async () => {
    const headers = { 'idempotency-key': 'K10' }
    const create = () =>
      stage.service.call('POST', '/api/v1/payments', {
        key: payee.invoiceKey,
        headers,
        body: { out: false, amount: 42 },
      })
    expect(await stage.dies('before store-invoice', create)).toBeUndefined()
    await stage.restart(TWO_STEPS)
    expect((await create()).status).toBe(201)
  })

  test('a hold invoice with the caller’s own hash: the node has it, so a repeat is rejected (K10)', async () => {
    const paymentHash = hash('sha256', randomBytes(32), 'hex')
    const create = () =>
      stage.service.call('POST', '/api/v1/payments', {
        key: payee.invoiceKey,
        body: { out: false, amount: 42, payment_hash: paymentHash },
      })
    expect(await stage.dies('before store-invoice', create)).toBeUndefined()
    await stage.restart(TWO_STEPS)
    // The caller got no answer, and retries with a new hash (decision 0008).
    expect((await create()).status).toBe(400)
  })

  test('after all of them the books are exact to the millisatoshi', () => stage.expectSound(true))
})

const NOTHING = { status: 0, headers: {}, body: undefined }
