import { openClnPeer } from '@satchel/lightning/world/peers/cln/cln-peer'
import { openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { msat } from '@satchel/money/units'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { resumePayments, stopPayments } from '../../ledger/halt.ts'

const BACKENDS = [
  ['LND', 'sqlite', { pay: 'POST /v2/router/send', look: 'GET /v2/router/track' }, openLndPeer],
  ['Core Lightning', 'postgres', { pay: 'POST /v1/xpay', look: 'POST /v1/listpays' }, () => openClnPeer()],
] as const
/** Requests; a poll makes up to two. After eight polls without an answer the pause between them is the longest. */
const UNANSWERED = 16
const DAY = 86_400

describe.each(BACKENDS)('an order that did not reach %s, on %s', (_name, dialect, calls, openPeer) => {
  let peer: Awaited<ReturnType<typeof openPeer>>
  let world: World
  beforeAll(async () => {
    peer = await openPeer()
    world = await openWorld({ dialect, env: { SERVICE_PAY_WAIT_MS: '250', ...peer.env } })
    await world.tick()
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })
  afterAll(async () => {
    await world.close()
    await peer.close()
  })

  /** A payment of 100 sat out of 1000 whose request was lost. */
  async function lose() {
    const wallet = await world.openWallet(1000)
    const { bolt11, paymentHash } = await peer.node.outside.makeInvoice(msat(100_000))
    peer.server.plan(calls.pay, { do: 'lose-request' })
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    expect(peer.node.sends(paymentHash)).toBe(0)
    const status = async (): Promise<string> =>
      (await world.call('GET', `/api/v1/payments/${paymentHash}`, { key: wallet.invoiceKey })).body.status
    return { wallet, bolt11, paymentHash, status }
  }
  const later = async (seconds: number): Promise<void> => {
    world.advance(seconds)
    await world.tick()
  }

  test('is sent again within half a minute, and paid once', async () => {
    const { wallet, paymentHash, status } = await lose()
    await later(11)
    expect(peer.node.sends(paymentHash)).toBe(0)
    await later(11)
    await expect.poll(() => peer.node.sends(paymentHash)).toBe(1)
    await later(31)
    expect(await status()).toBe('success')
    expect(await world.balanceMsat(wallet)).toBe(900_000)
    expect(peer.node.attempts.filter((each) => each.paymentHash === paymentHash)).toHaveLength(1)
  })

  test('is sent again eleven seconds after the first answer of a node that was down for minutes', async () => {
    const { paymentHash } = await lose()
    const answer = async (): Promise<string | null | undefined> => {
      const sql = 'SELECT node_answer FROM payments WHERE payment_hash = $1'
      return world.db.first(sql, [paymentHash], (row: { node_answer: string | null }) => row.node_answer)
    }
    peer.server.plan(calls.look, ...Array.from({ length: UNANSWERED }, () => ({ do: 'lose-answer' }) as const))
    for (let round = 0; round < 2 * UNANSWERED && (await answer()) !== 'not found'; round += 1) await later(31)
    expect(await answer()).toBe('not found')
    await later(11)
    await expect.poll(() => peer.node.sends(paymentHash)).toBe(1)
  })

  test('refunds nothing if it fails the second time, because the first request may still arrive', async () => {
    const { wallet, bolt11, paymentHash, status } = await lose()
    await peer.node.outside.refusePayment(paymentHash)
    await later(130)
    await later(11)
    await expect.poll(() => peer.node.attempts.some((each) => each.paymentHash === paymentHash)).toBe(true)
    for (let hour = 0; hour < 3; hour += 1) await later(3600)
    expect(await status()).toBe('pending')
    await peer.node.outside.setFee(paymentHash, msat(0))
    peer.node.pay({ bolt11 })
    await later(31)
    expect(await status()).toBe('success')
    expect(await world.balanceMsat(wallet)).toBe(900_000)
  })

  test('is not sent while payments are halted', async () => {
    const { paymentHash, status } = await lose()
    await world.db.transact(stopPayments, { reason: 'by hand', at: 0 })
    await later(130)
    for (let round = 0; round < 5; round += 1) await later(20)
    expect(peer.node.sends(paymentHash)).toBe(0)
    expect(await status()).toBe('pending')
    await world.db.transact(resumePayments, {})
  })

  test('ends as failed when its invoice has expired', async () => {
    const { wallet, paymentHash, status } = await lose()
    await peer.node.outside.refusePayment(paymentHash)
    await later(130)
    await later(11)
    await expect.poll(() => peer.node.attempts.some((each) => each.paymentHash === paymentHash)).toBe(true)
    // LND rejects expired invoices by its own clock.
    if ('mood' in peer && 'aheadSeconds' in peer.mood) peer.mood.aheadSeconds = 32 * DAY
    await later(31 * DAY)
    await later(31)
    expect(await status()).toBe('failed')
    expect(await world.balanceMsat(wallet)).toBe(1_000_000)
  })
})
