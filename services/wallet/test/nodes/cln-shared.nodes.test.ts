import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startClnUnderTest } from './cln-under-test.ts'
import { type Network, openNetwork } from './network.ts'
import { findNodePrograms } from './node-programs.ts'
import { type NodeStage, openNodeStage } from './node-stage.ts'

const programs = findNodePrograms(process.env)
const { lightningd: file } = programs

const AMOUNT_MSAT = 100_000n
/** Labels of other programs, and none. */
const LABELS = ['x', 'satchel', '00000000-0000-4000-8000-000000000000', undefined]

describe.skipIf(file === undefined)('a Core Lightning that another program uses, too', () => {
  let network: Network
  let stage: NodeStage
  let isKept = false
  beforeAll(async () => {
    network = await openNetwork({ programs, startOurs: startClnUnderTest(undefined), file: file ?? '' })
    stage = await openNodeStage(network)
  })
  afterEach(({ task }) => {
    isKept ||= task.result?.state === 'fail'
  })
  afterAll(async () => {
    await stage?.close()
    await network?.close({ keepFolder: isKept })
  })

  test.each(['false', 'true'])(
    'payments with any label of that program never halt ours: paid, failed and in flight, SERVICE_NODE_IS_SHARED=%s',
    async (shared) => {
      await stage.restart({ env: { SERVICE_NODE_IS_SHARED: shared } })
      const { ours } = network
      for (const label of LABELS) {
        const paid = await stage.payee.invoice(AMOUNT_MSAT)
        await ours.payByHand(paid.bolt11, label)
        expect(await stage.payee.receivedMsat(paid.paymentHash)).toBe(AMOUNT_MSAT)
        const refused = await stage.payee.invoice(AMOUNT_MSAT)
        await stage.payee.cancel(refused.paymentHash)
        await expect(ours.payByHand(refused.bolt11, label)).rejects.toThrow()
      }
      const held = await stage.payee.holdInvoice(AMOUNT_MSAT)
      const inFlight = ours.payByHand(held.bolt11, 'x')
      await held.untilHeld()
      // Compares twice, immediately.
      const resumed = await stage.admin('PUT', 'halt', { halted: false })
      expect([resumed.status, resumed.body]).toEqual([200, expect.objectContaining({ halted: false, alarms: [] })])
      const wallet = await stage.openWallet(1000)
      const { bolt11 } = await stage.payee.invoice(AMOUNT_MSAT)
      const sent = await stage.send(wallet, bolt11)
      await stage.until(wallet, sent.body.checking_id, 'success')
      await held.settle()
      await inFlight
      expect(await stage.admin('PUT', 'halt', { halted: false })).toMatchObject({ status: 200 })
      expect(await stage.halt()).toEqual({ halted: false, reason: null, comparison_due: null, alarms: [] })
    },
  )
})
