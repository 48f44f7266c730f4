import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../campaigns/eventually.ts'
import { type LndUnderTest, startLndUnderTest } from './lnd-under-test.ts'
import { type Network, openNetwork } from './network.ts'
import { findNodePrograms } from './node-programs.ts'
import { type NodeStage, openNodeStage } from './node-stage.ts'
import { createPayee } from './payee.ts'

const programs = findNodePrograms(process.env)

const BOOKED_MS = 20_000

interface Surplus {
  readonly reference: string
  readonly msat: bigint
}

describe('a real LND that accepts keysends and AMP', () => {
  let lnd: LndUnderTest
  let network: Network
  let stage: NodeStage
  let isKept = false
  beforeAll(async () => {
    network = await openNetwork({
      programs,
      file: programs.lnd,
      async startOurs(options) {
        lnd = await startLndUnderTest(options, ['--accept-keysend', '--accept-amp'])
        return lnd
      },
    })
    stage = await openNodeStage(network)
  })
  afterEach(({ task }) => {
    isKept ||= task.result?.state === 'fail'
  })
  afterAll(async () => {
    await stage?.close()
    await network?.close({ keepFolder: isKept })
  })

  const listSurplus = (): Promise<Surplus[]> =>
    stage.readBooks((books) =>
      books.rows<Surplus>(
        `SELECT reference, amount_msat AS msat FROM postings WHERE to_account = 'surplus' ORDER BY amount_msat`,
      ),
    )
  const makeAmpInvoice = async ({ calls }: Pick<LndUnderTest, 'calls'>): Promise<{ readonly bolt11: string }> => {
    const { payment_request: bolt11 } = await calls.require('POST', '/v1/invoices', { is_amp: true })
    return { bolt11: String(bolt11) }
  }

  test('each receipt without an invoice of the service is surplus once, whether or not the service runs', async () => {
    const { payee } = stage
    const wallet = await stage.openWallet()
    const made = [await stage.invoice(wallet, 5), await stage.invoice(wallet, 6), await stage.invoice(wallet, 7)]
    const amp = await makeAmpInvoice(lnd)
    const pay = async (...orders: readonly (() => ReturnType<typeof payee.pay>)[]): Promise<void> => {
      for (const order of orders) expect(await order()).toMatchObject({ status: 'SUCCEEDED' })
    }
    await pay(
      () => payee.payAmp(amp, 11_000n),
      () => payee.pay(made[0]?.bolt11 ?? ''),
      () => payee.keysend(lnd.nodeKey, 12_000n),
      () => payee.payAmp({ nodeKey: lnd.nodeKey }, 13_000n),
    )
    await stage.service.kill()
    await pay(
      () => payee.payAmp(amp, 14_000n),
      () => payee.pay(made[1]?.bolt11 ?? ''),
      () => payee.keysend(lnd.nodeKey, 15_000n),
      () => payee.payAmp({ nodeKey: lnd.nodeKey }, 16_000n),
      () => payee.pay(made[2]?.bolt11 ?? ''),
    )
    await stage.restart()
    for (const { checking_id: id } of made) await stage.until(wallet, id, 'success')
    await eventually('all are booked', async () => (await listSurplus()).length >= 6, BOOKED_MS)
    await stage.restart()
    const surplus = await listSurplus()
    expect(surplus.map(({ msat }) => Number(msat))).toEqual([11_000, 12_000, 13_000, 14_000, 15_000, 16_000])
    const { halted, alarms } = await stage.halt()
    expect(halted).toBe(false)
    const references = alarms.map(({ reference }: { reference: string }) => reference)
    expect(references.toSorted()).toEqual(surplus.map(({ reference }) => reference).toSorted())
    expect(await stage.balanceMsat(wallet)).toBe(18_000)
    expect(await stage.differenceMsat()).toBe(0n)
  })

  test('an AMP payment that the operator makes at the node halts payments, and is named by the id of its set', async () => {
    const amp = await makeAmpInvoice(network.payee)
    const { status, paymentHash } = await createPayee(lnd).payAmp(amp, 10_000n)
    expect(status).toBe('SUCCEEDED')
    await eventually('payments are halted', async () => (await stage.halt()).halted === true, BOOKED_MS)
    expect((await stage.halt()).reason).toContain(paymentHash)
  })
})
