import { expect, test } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import type { WorldWallet } from '../open-world.ts'
import { until } from './drive-sends.ts'
import { type FaultBench, later } from './fault-bench.ts'

/** Receiving while the node fails: every receipt is credited once. */
export function receivingFaults(bench: FaultBench): void {
  silentStreams(bench)
  absences(bench)
}

const receive = async (
  { world }: FaultBench,
  wallet: WorldWallet,
): Promise<{ bolt11: string; paymentHash: string }> => {
  const { payment_request: bolt11, payment_hash: paymentHash } = await world.invoice(wallet, 21)
  return { bolt11, paymentHash }
}

const credited = ({ world }: FaultBench, wallet: WorldWallet, msats = 21_000): Promise<void> =>
  until('the money is credited', async () => {
    await world.tick()
    return (await world.balanceMsat(wallet)) >= msats
  })

/** Rule A47: how long after the node is back, or the stream has fallen silent, money may take at most. */
const MAX_MS = 10_000
/** A sweep that began while the node was down may hang for this long. */
const HANGS_MS = 5000

/** The first sweep that begins from now on. With what the operator has not changed it comes, and is over, in time. */
async function nextSweep({ faulty, world }: FaultBench): Promise<void> {
  const read = readConfig({ AUTH_SECRET_KEY: 'x'.repeat(40), ...faulty.env })
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  expect(HANGS_MS + read.config.reconcileMs).toBeLessThan(MAX_MS)
  await world.tick()
}

function silentStreams(bench: FaultBench): void {
  test('a receipt that the stream does not report is swept up, once, within ten seconds', async () => {
    const { faulty, world } = bench
    faulty.muteStream?.()
    const wallet = await world.openWallet()
    const { bolt11 } = await receive(bench, wallet)
    await faulty.node.outside.payOurInvoice(bolt11)
    await nextSweep(bench)
    expect(await world.balanceMsat(wallet)).toBe(21_000)
    faulty.server.cut()
    await later(bench)
    expect(await world.balanceMsat(wallet)).toBe(21_000)
  })

  test('a receipt that the node reports again and again is credited once', async () => {
    const { faulty, world } = bench
    const wallet = await world.openWallet()
    const { bolt11, paymentHash } = await receive(bench, wallet)
    await faulty.node.outside.payOurInvoice(bolt11)
    for (let times = 0; times < 5; times += 1) faulty.repeatReceipt?.(paymentHash)
    await credited(bench, wallet)
    await world.restart()
    faulty.repeatReceipt?.(paymentHash)
    await later(bench)
    expect(await world.balanceMsat(wallet)).toBe(21_000)
  })
}

function absences(bench: FaultBench): void {
  test('what arrives while the service cannot reach the node is credited once when it can, within ten seconds', async () => {
    const { faulty, world } = bench
    const wallet = await world.openWallet()
    const made = [await receive(bench, wallet), await receive(bench, wallet)]
    await faulty.server.goDown()
    for (const { bolt11 } of made) await faulty.node.outside.payOurInvoice(bolt11)
    await later(bench)
    expect(await world.balanceMsat(wallet)).toBe(0)
    await faulty.server.comeUp()
    await nextSweep(bench)
    expect(await world.balanceMsat(wallet)).toBe(42_000)
    await later(bench)
    expect(await world.balanceMsat(wallet)).toBe(42_000)
  })

  test('what arrives while the service is down is credited once when it is back, by its start', async () => {
    const { faulty, world } = bench
    const wallet = await world.openWallet()
    const { bolt11 } = await receive(bench, wallet)
    await world.restart({}, () => faulty.node.outside.payOurInvoice(bolt11))
    expect(await world.balanceMsat(wallet)).toBe(21_000)
    await world.restart()
    await later(bench)
    expect(await world.balanceMsat(wallet)).toBe(21_000)
  })

  test('an invoice whose answer is lost reaches no caller, and the next one does', async () => {
    const { faulty, world } = bench
    const wallet = await world.openWallet()
    const ask = { key: wallet.invoiceKey, body: { out: false, amount: 21 } }
    for (const fault of [{ do: 'lose-answer' }, { do: 'deny', status: 500 }, { do: 'garble' }] as const) {
      faulty.server.plan(faulty.invoiceCall, fault)
      expect((await world.call('POST', '/api/v1/payments', ask)).status).toBe(503)
    }
    expect((await world.call('GET', '/api/v1/payments', { key: wallet.invoiceKey })).body).toEqual([])
    const { bolt11 } = await receive(bench, wallet)
    await faulty.node.outside.payOurInvoice(bolt11)
    await credited(bench, wallet)
    expect(await world.balanceMsat(wallet)).toBe(21_000)
  })
}
