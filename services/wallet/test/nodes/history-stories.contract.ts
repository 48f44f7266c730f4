import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../campaigns/eventually.ts'
import type { StageWallet } from '../campaigns/stages/stage-client.ts'
import { type Network, openNetwork } from './network.ts'
import { type NodeStage, openNodeStage } from './node-stage.ts'
import type { NodeKind } from './node-under-test.ts'
import type { ForeignHold } from './payee.ts'

/** The service compares its node with the books every 15 s. */
const NOTICED_MS = 60_000
const AMOUNT_MSAT = 100_000n

/** A node that lost a part of its history: it is restored from its seed, or from an older copy of its database. */
export function historyStories({ name, programs, file, variable, start }: NodeKind): void {
  describe.skipIf(file === undefined)(`a restored ${name} (${variable})`, () => {
    let network: Network
    let stage: NodeStage
    let isKept = false
    beforeAll(async () => {
      network = await openNetwork({ programs, startOurs: start, file: file ?? '' })
      stage = await openNodeStage(network)
    })
    afterEach(({ task }) => {
      isKept ||= task.result?.state === 'fail'
    })
    afterAll(async () => {
      await stage?.close()
      await network?.close({ keepFolder: isKept })
    })
    test('new receipts are credited, payments in flight stay reserved, and manual payments are compared', async () => {
      const putBack = await network.ours.copy?.()
      if (putBack === undefined) throw new Error(`${name} cannot be restored from a copy`)
      await network.untilConnected()
      const flight = await leaveInFlight(stage)
      await putBack()
      await network.openAgain()
      await eventually('payments are halted', async () => (await stage.halt()).halted === true, NOTICED_MS)
      expect((await stage.halt()).reason).toContain('restored from an older copy, or made from scratch')
      await receive(stage)
      await keepsInFlight(stage, flight)
      // Core Lightning shows who ordered a payment: a manual one is no difference.
      if (name === 'LND') await namesByHand(stage)
      await stage.restart()
      expect((await stage.readPayment(flight.wallet, flight.id)).status).toBe('pending')
      const resolution = { outcome: 'paid', reason: 'the payee has it', force: true, fee_msat: 1000 }
      expect((await stage.admin('POST', `payments/${flight.id}/resolve`, resolution)).status).toBe(200)
      expect((await stage.admin('PUT', 'halt', { halted: false })).status).toBe(200)
    })
  })
}

interface InFlight {
  readonly wallet: StageWallet
  readonly id: string
  readonly hold: ForeignHold
  /** While it is. */
  readonly balanceMsat: number
}

/** A payment that the payee holds, after payments on which node and books agree. */
async function leaveInFlight(stage: NodeStage): Promise<InFlight> {
  const wallet = await stage.openWallet(1000)
  await stage.openWallet(10)
  const { bolt11 } = await stage.payee.invoice(AMOUNT_MSAT)
  const sent = await stage.send(wallet, bolt11)
  await stage.until(wallet, sent.body.checking_id, 'success')
  const hold = await stage.payee.holdInvoice(AMOUNT_MSAT)
  const { body } = await stage.send(wallet, hold.bolt11)
  await hold.untilHeld()
  const rows = (sql: string) => stage.readBooks((books) => books.rows(sql))
  await eventually(
    'node and books agree on a payment, and the one in flight is known',
    async () =>
      (await rows(`SELECT name FROM cursors WHERE name = 'witness-out:1'`)).length === 1 &&
      (await rows(`SELECT seq FROM payments WHERE at_node = 'known' AND state = 'dispatched'`)).length === 1,
    NOTICED_MS,
  )
  return { wallet, id: body.checking_id, hold, balanceMsat: await stage.balanceMsat(wallet) }
}

async function receive(stage: NodeStage): Promise<void> {
  const wallet = await stage.openWallet()
  const { bolt11, checking_id: id } = await stage.invoice(wallet, 7)
  expect(await stage.payee.pay(bolt11)).toMatchObject({ status: 'SUCCEEDED' })
  await stage.until(wallet, id, 'success')
  expect(await stage.balanceMsat(wallet)).toBe(7000)
}

/** The payment stays pending even if the payee settles it, because the restored node is not notified. */
async function keepsInFlight(stage: NodeStage, { wallet, id, hold, balanceMsat }: InFlight): Promise<void> {
  await hold.settle()
  await stage.network.mine(1)
  await isNamed(stage, hold.paymentHash)
  expect((await stage.readPayment(wallet, id)).status).toBe('pending')
  expect(await stage.balanceMsat(wallet)).toBe(balanceMsat)
  const refused = await stage.admin('PUT', 'halt', { halted: false })
  expect([refused.status, refused.body.node_differences]).toEqual([
    409,
    [expect.objectContaining({ kind: 'lost-payment', payment_hash: hold.paymentHash })],
  ])
}

async function namesByHand(stage: NodeStage): Promise<void> {
  const { bolt11, paymentHash } = await stage.payee.invoice(43_000n)
  await stage.network.ours.payByHand(bolt11)
  await isNamed(stage, paymentHash)
  const acceptance = { reason: 'paid by hand', amount_msat: 43_000 }
  const accepted = await stage.admin('POST', `node-payments/${paymentHash}/accept`, acceptance)
  expect([accepted.status, accepted.body]).toEqual([200, expect.objectContaining({ amount_msat: 43_000 })])
}

const isNamed = (stage: NodeStage, paymentHash: string): Promise<true> =>
  eventually(
    'the payment is named in an alarm',
    async () =>
      ((await stage.halt()).alarms as { reference: string }[]).some(({ reference }) => reference === paymentHash),
    NOTICED_MS,
  )
