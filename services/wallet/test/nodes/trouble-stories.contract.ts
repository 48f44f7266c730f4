import { expect, test } from 'vitest'
import { eventually } from '../campaigns/eventually.ts'
import { CRASHING_SERVICE } from '../campaigns/stages/service-process.ts'
import type { StageWallet } from '../campaigns/stages/stage-client.ts'
import { type NodeStage, type StageNow, untilNodeIsAway } from './node-stage.ts'
import type { ForeignHold } from './payee.ts'

const AMOUNT_MSAT = 100_000n
const FEE_MSAT = 1000
const FILLED_SAT = 1000
const PAID = { status: 'success', balanceMsat: FILLED_SAT * 1000 - Number(AMOUNT_MSAT) - FEE_MSAT } as const
const GIVEN_BACK = { status: 'failed', balanceMsat: FILLED_SAT * 1000 } as const
/** The service retries an unreachable node after half a minute at most. */
const KNOWN_MS = 40_000
const CRASHING = { entry: CRASHING_SERVICE }
/** The service resends an order that the node does not know after ten seconds. */
const SENT_AGAIN_MS = 45_000
/** If a node reports its own time, the story waits until the node's clock has reached this time. */
const EXPIRY_SECONDS = 45
/** If only our clock counts, a payment is returned this long after the expiry and the node's first answer (A17). */
const LONG_AFTER = { CLOCK_SHIFT_SECONDS: '5000' }

/** Service, node or the line between them die during a payment: nothing is lost, and nothing is sent twice. */
export function troubleStories(stageNow: StageNow): void {
  for (const stories of [crashStories, lineStories, restartStories, absenceStories]) stories(stageNow)
}

interface UnderWay {
  readonly wallet: StageWallet
  readonly id: string
  readonly hold: ForeignHold
}

/** A payment that the payee holds. */
async function startPayment(stage: NodeStage): Promise<UnderWay> {
  const wallet = await stage.openWallet(FILLED_SAT)
  const hold = await stage.payee.holdInvoice(AMOUNT_MSAT)
  const { status, body } = await stage.send(wallet, hold.bolt11)
  expect(status).toBe(201)
  await hold.untilHeld()
  return { wallet, id: body.checking_id, hold }
}

async function expectPending(stage: NodeStage, { wallet, id }: UnderWay): Promise<void> {
  expect((await stage.readPayment(wallet, id)).status).toBe('pending')
  expect(await stage.balanceMsat(wallet)).toBe(FILLED_SAT * 1000 - Number(AMOUNT_MSAT) - 2 * FEE_MSAT)
}

async function expectEnd(stage: NodeStage, { wallet, id }: UnderWay, end: typeof PAID | typeof GIVEN_BACK) {
  await stage.until(wallet, id, end.status)
  expect(await stage.balanceMsat(wallet)).toBe(end.balanceMsat)
}

const ENDS = [
  { decision: 'settle', end: PAID },
  { decision: 'cancel', end: GIVEN_BACK },
] as const

function crashStories(stageNow: StageNow): void {
  test.each(ENDS)(
    'killed in mid-payment, it learns at its next start of a $decision while it was away',
    async (row) => {
      const stage = stageNow()
      const payment = await startPayment(stage)
      await stage.service.kill()
      await payment.hold[row.decision]()
      await stage.restart()
      await expectEnd(stage, payment, row.end)
    },
  )

  test.each(ENDS)('killed during a payment, the service tracks it until the $decision', async (row) => {
    const stage = stageNow()
    const payment = await startPayment(stage)
    await stage.restart()
    await expectPending(stage, payment)
    await payment.hold[row.decision]()
    await expectEnd(stage, payment, row.end)
  })

  test('killed after the node has paid and before it is booked: booked once', async () => {
    const stage = stageNow()
    const wallet = await stage.openWallet(FILLED_SAT)
    const { bolt11, paymentHash } = await stage.payee.invoice(AMOUNT_MSAT)
    await stage.restart(CRASHING)
    await stage.service.armed('after pay')
    await stage.send(wallet, bolt11).catch(() => undefined)
    await stage.service.ended
    expect(await stage.payee.receivedMsat(paymentHash)).toBe(AMOUNT_MSAT)
    await stage.restart()
    await stage.until(wallet, paymentHash, 'success')
    expect(await stage.balanceMsat(wallet)).toBe(PAID.balanceMsat)
  })

  test('killed before the node is asked: the order is resent after a restart, and paid once within seconds', async () => {
    const stage = stageNow()
    const wallet = await stage.openWallet(FILLED_SAT)
    const { bolt11, paymentHash } = await stage.payee.invoice(AMOUNT_MSAT)
    await dieBeforePay(stage, wallet, bolt11)
    await stage.restart()
    const since = performance.now()
    await stage.until(wallet, paymentHash, 'success')
    expect(performance.now() - since).toBeLessThan(SENT_AGAIN_MS)
    expect(await stage.balanceMsat(wallet)).toBe(PAID.balanceMsat)
    expect(await stage.payee.receivedMsat(paymentHash)).toBe(AMOUNT_MSAT)
  })

  test('killed before the node is asked: pending until the invoice has expired, then refunded, and never sent', async () => {
    const stage = stageNow()
    const wallet = await stage.openWallet(FILLED_SAT)
    const { bolt11, paymentHash } = await stage.payee.invoice(AMOUNT_MSAT, { expirySeconds: EXPIRY_SECONDS })
    await dieBeforePay(stage, wallet, bolt11)
    await stage.restart(CRASHING)
    expect((await stage.readPayment(wallet, paymentHash)).status).toBe('pending')
    expect(await stage.balanceMsat(wallet)).toBeLessThan(FILLED_SAT * 1000)
    await stage.restart({ ...CRASHING, env: LONG_AFTER })
    try {
      await stage.until(wallet, paymentHash, 'failed')
      expect(await stage.balanceMsat(wallet)).toBe(FILLED_SAT * 1000)
      expect(await stage.payee.receivedMsat(paymentHash)).toBe(0n)
    } finally {
      // Restarts with the right clock, also after a failure.
      await stage.restart()
      await acknowledgeClock(stage)
    }
  })
}

/** A clock that is an hour ahead of the node's is an alarm, which stays until an operator has seen it. */
async function acknowledgeClock(stage: NodeStage): Promise<void> {
  for (const { id, kind } of (await stage.admin('GET', 'alarms')).body.data) {
    expect(kind).toBe('node-clock-apart')
    expect((await stage.admin('PUT', `alarms/${id}`, { acknowledged: true })).status).toBe(200)
  }
}

/** The service stores the order and dies before its node is asked. */
async function dieBeforePay(stage: NodeStage, wallet: StageWallet, bolt11: string): Promise<void> {
  await stage.restart(CRASHING)
  await stage.service.armed('before pay')
  await stage.send(wallet, bolt11).catch(() => undefined)
  await stage.service.ended
}

function lineStories(stageNow: StageNow): void {
  test.each(ENDS)('the line breaks during a payment: pending until the $decision', async (row) => {
    const stage = stageNow()
    const payment = await startPayment(stage)
    stage.line.cut()
    await untilNodeIsAway(stage)
    await expectPending(stage, payment)
    await payment.hold[row.decision]()
    await expectPending(stage, payment)
    stage.line.mend()
    await expectEnd(stage, payment, row.end)
  })
}

function restartStories(stageNow: StageNow): void {
  test.each(['stop', 'kill'] as const)(
    '%s of the node in mid-payment: pending, and settled when it is back',
    async (how) => {
      const stage = stageNow()
      const { ours } = stage.network
      const payment = await startPayment(stage)
      await ours[how]()
      await untilNodeIsAway(stage)
      await expectPending(stage, payment)
      await ours.start()
      await stage.network.untilConnected()
      await expectPending(stage, payment)
      await payment.hold.settle()
      await expectEnd(stage, payment, PAID)
    },
  )

  test.each(ENDS)('the $decision comes while the node is killed: the node receives it when it is back', async (row) => {
    const stage = stageNow()
    const { ours } = stage.network
    const payment = await startPayment(stage)
    await ours.kill()
    await untilNodeIsAway(stage)
    await payment.hold[row.decision]()
    await expectPending(stage, payment)
    await ours.start()
    await stage.network.untilConnected()
    await expectEnd(stage, payment, row.end)
  })
}

function absenceStories(stageNow: StageNow): void {
  test('a payment to a payee that is down fails, and succeeds after the payee has restarted', async () => {
    const stage = stageNow()
    const { ours, payee } = stage.network
    const wallet = await stage.openWallet(FILLED_SAT)
    const { bolt11, paymentHash } = await stage.payee.invoice(AMOUNT_MSAT)
    await payee.stop()
    const { status, body } = await stage.send(wallet, bolt11)
    if (status === 201) await stage.until(wallet, body.checking_id, 'failed')
    else expect([status, body.detail]).toEqual([400, expect.stringContaining('Payment failed')])
    expect(await stage.balanceMsat(wallet)).toBe(FILLED_SAT * 1000)
    await payee.start()
    if (ours.dropsChannels === true) {
      await ours.stop()
      await ours.start()
    }
    await stage.network.untilConnected()
    const again = await stage.send(wallet, bolt11)
    expect(again.status, JSON.stringify(again.body)).toBe(201)
    await stage.until(wallet, again.body.checking_id, 'success')
    expect(await stage.balanceMsat(wallet)).toBe(PAID.balanceMsat)
    expect(await stage.payee.receivedMsat(paymentHash)).toBe(AMOUNT_MSAT)
  })

  test('a service that starts while the node is down sends nothing, and sends and receives as soon as the node is up', async () => {
    const stage = stageNow()
    const { ours } = stage.network
    const wallet = await stage.openWallet(FILLED_SAT)
    await ours.stop()
    await stage.restart()
    expect((await stage.service.call('GET', '/api/v1/status')).body).toMatchObject({
      network: null,
      node_answers: false,
    })
    expect((await stage.send(wallet, (await stage.payee.invoice(AMOUNT_MSAT)).bolt11)).status).toBe(503)
    await ours.start()
    await stage.network.untilConnected()
    const isKnown = async () => (await stage.service.call('GET', '/api/v1/status')).body.network === 'bcrt'
    await eventually('the service knows its node', isKnown, KNOWN_MS)
    await expectTrade(stage)
  })

  test('while the node is down a payment fails immediately and costs nothing; payments work again when the node is up', async () => {
    const stage = stageNow()
    const { ours } = stage.network
    const wallet = await stage.openWallet(FILLED_SAT)
    const { bolt11, paymentHash } = await stage.payee.invoice(AMOUNT_MSAT)
    await ours.stop()
    await untilNodeIsAway(stage)
    expect((await stage.send(wallet, bolt11)).status).toBe(400)
    expect(await stage.balanceMsat(wallet)).toBe(FILLED_SAT * 1000)
    const refused = { key: wallet.invoiceKey, body: { out: false, amount: 7 } }
    expect([500, 503]).toContain((await stage.service.call('POST', '/api/v1/payments', refused)).status)
    await ours.start()
    await stage.network.untilConnected()
    const { status, body } = await stage.send(wallet, bolt11)
    expect(status, JSON.stringify(body)).toBe(201)
    await stage.until(wallet, body.checking_id, 'success')
    expect(await stage.payee.receivedMsat(paymentHash)).toBe(AMOUNT_MSAT)
    const made = await stage.invoice(wallet, 50)
    expect(await stage.payee.pay(made.bolt11)).toMatchObject({ status: 'SUCCEEDED' })
    await stage.until(wallet, made.checking_id, 'success')
    expect(await stage.balanceMsat(wallet)).toBe(PAID.balanceMsat + 50_000)
  })
}

/** Waits until both sides of the network report that the node is connected. */
async function expectTrade(stage: NodeStage): Promise<void> {
  const wallet = await stage.openWallet(FILLED_SAT)
  const { bolt11 } = await stage.payee.invoice(AMOUNT_MSAT)
  const { status, body } = await stage.send(wallet, bolt11)
  expect(status, JSON.stringify(body)).toBe(201)
  await stage.until(wallet, body.checking_id, 'success')
  expect(await stage.balanceMsat(wallet)).toBe(PAID.balanceMsat)
}
