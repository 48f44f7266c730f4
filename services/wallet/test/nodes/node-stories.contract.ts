import { hash as digest, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../campaigns/eventually.ts'
import type { StageWallet } from '../campaigns/stages/stage-client.ts'
import { type Network, openNetwork } from './network.ts'
import { mineUntilGivenBack, nodeContract } from './node-contract.ts'
import { type NodeStage, openNodeStage, type StageNow } from './node-stage.ts'
import type { NodeKind } from './node-under-test.ts'
import { receivingStories } from './receiving-stories.contract.ts'
import { troubleStories } from './trouble-stories.contract.ts'

/** The routing fee of the network; the reserve is twice as much (`SERVICE_FEE_RESERVE_MIN_MSAT`). */
const FEE_MSAT = 1000n
const RESERVE_MSAT = 2000n

/** Money moves between the service and others over real nodes, and after each story the books are right. */
export function nodeStories({ name, programs, file, variable, start }: NodeKind): void {
  const isThere = file !== undefined
  describe.skipIf(!isThere)(`a real ${name}${isThere ? '' : `, not run because ${variable} is not set`}`, () => {
    let network: Network | undefined
    let stage: NodeStage | undefined
    let keepFolder = false
    const stageNow: StageNow = () => {
      if (stage === undefined) throw new Error('no stage')
      return stage
    }
    const networkNow = (): Network => {
      if (network === undefined) throw new Error('no network')
      return network
    }
    beforeAll(async () => {
      const since = performance.now()
      network = await openNetwork({ programs, startOurs: start, file: file ?? '' })
      const seconds = ((performance.now() - since) / 1000).toFixed(1)
      process.stdout.write(`${network.ours.name} ${network.ours.version}, channels open after ${seconds} s\n`)
    })
    afterEach(({ task }) => {
      keepFolder ||= task.result?.state === 'fail'
    })
    afterAll(() => network?.close({ keepFolder }))

    describe('the service on it', () => {
      beforeAll(async () => {
        await networkNow().setFee(FEE_MSAT)
        stage = await openNodeStage(networkNow())
      })
      afterEach(() => stageNow().expectRight())
      afterAll(() => stage?.close())
      receivingStories(stageNow)
      sendingStories(stageNow)
      holdStories(stageNow)
      undecidedHoldStories(stageNow)
      troubleStories(stageNow)
      tornHoldStories(stageNow)
    })
    // The adapter's invoices are not the service's, which would report their receipts as surplus.
    nodeContract(networkNow)
  })
}

function sendingStories(stageNow: StageNow): void {
  const send = async (wallet: StageWallet, bolt11: string): Promise<string> => {
    const { status, body } = await stageNow().send(wallet, bolt11)
    expect(status, JSON.stringify(body)).toBe(201)
    return body.checking_id
  }

  test('a payment is settled with its preimage, and costs its amount and the routing fee', async () => {
    const stage = stageNow()
    const wallet = await stage.openWallet(1000)
    const { bolt11, paymentHash } = await stage.payee.invoice(100_001n)
    const { preimage, details } = await stage.until(wallet, await send(wallet, bolt11), 'success')
    expect(digest('sha256', Buffer.from(preimage, 'hex'))).toBe(paymentHash)
    expect(details).toMatchObject({ amount_msat: -100_001, fee: 1000 })
    expect(await stage.payee.receivedMsat(paymentHash)).toBe(100_001n)
    expect(await stage.balanceMsat(wallet)).toBe(1_000_000 - 100_001 - 1000)
  })

  test('an invoice without an amount is paid with the amount that the sender chooses', async () => {
    const stage = stageNow()
    const wallet = await stage.openWallet(1000)
    const { bolt11, paymentHash } = await stage.payee.invoice(undefined)
    const body = { out: true, bolt11, amount: 321 }
    const sent = await stage.service.call('POST', '/api/v1/payments', { key: wallet.adminKey, body })
    await stage.until(wallet, sent.body.checking_id, 'success')
    expect(await stage.payee.receivedMsat(paymentHash)).toBe(321_000n)
  })

  test('a fee of exactly the limit is paid; one millisatoshi more fails the payment and gives all of it back', async () => {
    const stage = stageNow()
    const wallet = await stage.openWallet(1000)
    await stage.network.setFee(RESERVE_MSAT + 1n)
    const dear = await stage.payee.invoice(100_000n)
    const refused = await stage.send(wallet, dear.bolt11)
    if (refused.status === 201) await stage.until(wallet, refused.body.checking_id, 'failed')
    else expect(refused.body.detail).toMatch(/^Payment failed: /)
    expect(await stage.balanceMsat(wallet)).toBe(1_000_000)
    expect(await stage.payee.receivedMsat(dear.paymentHash)).toBe(0n)

    await stage.network.setFee(RESERVE_MSAT)
    const { bolt11 } = await stage.payee.invoice(100_000n)
    const { details } = await stage.until(wallet, await send(wallet, bolt11), 'success')
    expect(details.fee).toBe(Number(RESERVE_MSAT))
    // The same invoice again: a failure gave it free.
    await stage.until(wallet, await send(wallet, dear.bolt11), 'success')
    expect(await stage.balanceMsat(wallet)).toBe(1_000_000 - 2 * 102_000)
    await stage.network.setFee(FEE_MSAT)
  })

  test('a payment that the payee rejects fails, and is fully refunded', async () => {
    const stage = stageNow()
    const wallet = await stage.openWallet(1000)
    const { bolt11, paymentHash } = await stage.payee.invoice(100_000n)
    await stage.payee.cancel(paymentHash)
    const { status, body } = await stage.send(wallet, bolt11)
    if (status === 201) await stage.until(wallet, body.checking_id, 'failed')
    else expect([status, body.detail]).toEqual([400, expect.stringContaining('Payment failed')])
    expect(await stage.balanceMsat(wallet)).toBe(1_000_000)
  })

  test('twenty concurrent payments all arrive, each once', async () => {
    const stage = stageNow()
    const wallet = await stage.openWallet(20_000)
    const invoices = await Promise.all(Array.from({ length: 20 }, () => stage.payee.invoice(500_000n)))
    const ids = await Promise.all(invoices.map(({ bolt11 }) => send(wallet, bolt11)))
    for (const id of ids) await stage.until(wallet, id, 'success')
    for (const { paymentHash } of invoices) expect(await stage.payee.receivedMsat(paymentHash)).toBe(500_000n)
    expect(await stage.balanceMsat(wallet)).toBe(20_000_000 - 20 * 501_000)
  })
}

async function openHold(stage: NodeStage) {
  const wallet = await stage.openWallet()
  const preimage = randomBytes(32)
  const invoice = await stage.invoice(wallet, 700, { payment_hash: digest('sha256', preimage) })
  return { wallet, invoice, path: `/api/v1/payments/${invoice.checking_id}`, preimage: preimage.toString('hex') }
}

function holdStories(stageNow: StageNow): void {
  test('a hold stays held until its preimage settles it; only then the payer gets the preimage', async (context) => {
    onlyWithHolds(context, stageNow)
    const stage = stageNow()
    const { wallet, invoice, path, preimage } = await openHold(stage)
    let paid = false
    const payment = stage.payee.pay(invoice.bolt11).finally(() => {
      paid = true
    })
    await stage.until(wallet, invoice.checking_id, 'held')
    expect([paid, await stage.balanceMsat(wallet)]).toEqual([false, 0])
    const settled = await stage.service.call('PUT', path, { key: wallet.adminKey, body: { preimage } })
    expect(settled.body).toEqual({ detail: 'Payment settled' })
    expect(await payment).toMatchObject({ status: 'SUCCEEDED' })
    await stage.until(wallet, invoice.checking_id, 'success')
    expect(await stage.balanceMsat(wallet)).toBe(700_000)
  })

  test('a cancelled hold is returned to its payer', async (context) => {
    onlyWithHolds(context, stageNow)
    const stage = stageNow()
    const { wallet, invoice, path } = await openHold(stage)
    const payment = stage.payee.pay(invoice.bolt11)
    await stage.until(wallet, invoice.checking_id, 'held')
    const cancelled = await stage.service.call('DELETE', path, { key: wallet.adminKey })
    expect(cancelled.body).toEqual({ detail: 'Payment cancelled' })
    expect(await payment).toMatchObject({ status: 'FAILED', reason: 'FAILURE_REASON_INCORRECT_PAYMENT_DETAILS' })
    await stage.until(wallet, invoice.checking_id, 'failed')
    expect(await stage.balanceMsat(wallet)).toBe(0)
  })
}

function undecidedHoldStories(stageNow: StageNow): void {
  test('a hold without a decision is returned in time, and cannot be settled any more', async (context) => {
    onlyWithHolds(context, stageNow)
    onlyWhereItGivesBack(context, stageNow)
    const stage = stageNow()
    const { wallet, invoice, path, preimage } = await openHold(stage)
    const payment = stage.payee.pay(invoice.bolt11)
    await stage.until(wallet, invoice.checking_id, 'held')
    await mineUntilGivenBack(stage.network, invoice.payment_hash)
    expect(await payment).toMatchObject({ status: 'FAILED' })
    await stage.until(wallet, invoice.checking_id, 'failed')
    expect((await stage.service.call('PUT', path, { key: wallet.adminKey, body: { preimage } })).status).toBe(400)
    expect(await stage.balanceMsat(wallet)).toBe(0)
  })

  test('a payment that arrives for a hold while service and node are killed is held, and can still be settled', async (context) => {
    onlyWithHolds(context, stageNow)
    const stage = stageNow()
    const { wallet, invoice, path, preimage } = await openHold(stage)
    const { ours } = stage.network
    await stage.service.kill()
    const payment = stage.payee.pay(invoice.bolt11)
    await stage.untilOnTheWay()
    await ours.kill()
    await ours.start()
    await stage.network.untilConnected()
    await stage.restart()
    await stage.until(wallet, invoice.checking_id, 'held')
    await stage.service.call('PUT', path, { key: wallet.adminKey, body: { preimage } })
    expect(await payment).toMatchObject({ status: 'SUCCEEDED' })
    await stage.until(wallet, invoice.checking_id, 'success')
    expect(await stage.balanceMsat(wallet)).toBe(700_000)
  })
}

function onlyWithHolds(context: { skip(why: string): void }, stageNow: StageNow): void {
  const { ours } = stageNow().network
  if (!ours.holds) context.skip(`this ${ours.name} cannot hold`)
}

function onlyWhereItGivesBack(context: { skip(why: string): void }, stageNow: StageNow): void {
  if (stageNow().network.ours.holdsUntil === undefined) context.skip('unknown block at which it gives back')
}

/** After how many calls the node is killed; it settles the payment during one of them. */
const ANSWERS_UNTIL_KILLED = [8, 9, 10, 11]
const TAKEN_MS = 20_000

/** Must be last: a hold that the plugin of Core Lightning failed to settle stays undecided forever. */
function tornHoldStories(stageNow: StageNow): void {
  test.for(ANSWERS_UNTIL_KILLED)(
    'killed %d answers after the request to take a hold: only what the node has is credited',
    async (answers, context) => {
      onlyWithHolds(context, stageNow)
      onlyWhereItGivesBack(context, stageNow)
      const stage = stageNow()
      const { ours } = stage.network
      const { wallet, invoice, path, preimage } = await openHold(stage)
      const payment = stage.payee.pay(invoice.bolt11)
      await stage.until(wallet, invoice.checking_id, 'held')
      const settled = stage.service.call('PUT', path, { key: wallet.adminKey, body: { preimage } })
      for (let count = 0; count < answers; count += 1) await ours.height()
      await ours.kill()
      await settled
      await ours.start()
      await stage.network.untilConnected()
      const isTaken = async () => (await stage.readPayment(wallet, invoice.checking_id)).status === 'success'
      const taken = await eventually('it is taken', isTaken, TAKEN_MS).catch(() => false)
      if (!taken) await mineUntilGivenBack(stage.network, invoice.payment_hash)
      expect(await payment).toMatchObject({ status: taken ? 'SUCCEEDED' : 'FAILED' })
      expect(await stage.balanceMsat(wallet)).toBe(taken ? 700_000 : 0)
    },
  )
}
