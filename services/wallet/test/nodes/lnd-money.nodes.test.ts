import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../campaigns/eventually.ts'
import type { StageWallet } from '../campaigns/stages/stage-client.ts'
import { compareWithLnd } from './compare-with-lnd.ts'
import { type DelayingProxy, openDelayingProxy } from './delaying-proxy.ts'
import { giveBack } from './give-back.ts'
import { isStuck } from './is-stuck.ts'
import { type LndUnderTest, startLndUnderTest } from './lnd-under-test.ts'
import { blocksUntilOver } from './lost-payments.ts'
import { mixedRun } from './mixed-run.ts'
import { type Network, openNetwork } from './network.ts'
import { findNodePrograms } from './node-programs.ts'
import { type NodeStage, openNodeStage } from './node-stage.ts'
import { createPayee } from './payee.ts'

const programs = findNodePrograms(process.env)

const AMOUNT_MSAT = 100_000n
const FEE_MSAT = 1000n
/** A fee above the reserve for this amount: LND fails immediately, without a route. */
const TOO_DEAR_MSAT = 2001n
const FILLED_SAT = 1000
const FILLED_MSAT = FILLED_SAT * 1000
/** The balance of a wallet while such a payment is pending, and after it is paid. */
const RESERVED_MSAT = FILLED_MSAT - Number(AMOUNT_MSAT) - 2000
const PAID_MSAT = FILLED_MSAT - Number(AMOUNT_MSAT + FEE_MSAT)
const PAY = 'POST /v2/router/send'
const TRACK = 'GET /v2/router/track'
/** Long enough for a failure, two changes of fees and a restart on a busy machine. */
const EXPIRY_SECONDS = 60
const ASKED_MS = 30_000
/** More requests than the service resends within a story. */
const SENT_AGAIN = 6
/** The service polls a failed payment eight more times, in the end every half a minute. */
const CHECKED_MS = 170_000

describe('the money of a real LND', () => {
  let lnd: LndUnderTest
  let network: Network
  let stage: NodeStage
  let proxy: DelayingProxy
  let isKept = false
  const start = async (options: Parameters<typeof startLndUnderTest>[0]): Promise<LndUnderTest> => {
    lnd = await startLndUnderTest(options)
    return lnd
  }
  beforeAll(async () => {
    network = await openNetwork({ programs, startOurs: start, file: programs.lnd })
    await network.setFee(FEE_MSAT)
    proxy = await openDelayingProxy({ port: lnd.port, certificate: lnd.certificate })
    stage = await openNodeStage(network)
  })
  afterEach(({ task }) => {
    isKept ||= task.result?.state === 'fail'
  })
  afterAll(async () => {
    await stage?.close()
    await proxy?.close()
    await network?.close({ keepFolder: isKept })
  })

  const throughProxy = () => ({ env: { LND_REST_ENDPOINT: proxy.url, LND_REST_CERT: proxy.certificate } })

  const neighbours = () => [network.router.calls, network.payee.calls]
  const compare = () => stage.readBooks((books) => compareWithLnd(lnd.calls, books, neighbours()))

  /** The payment fails at LND, terminally and at once, because no route is cheap enough. */
  async function failOnce(wallet: StageWallet, { bolt11, paymentHash }: { bolt11: string; paymentHash: string }) {
    const { status, body } = await stage.send(wallet, bolt11)
    if (status === 201) await stage.until(wallet, body.checking_id, 'failed')
    else expect([status, body.detail]).toEqual([400, expect.stringContaining('Payment failed')])
    expect((await stage.readPayment(wallet, paymentHash)).status).toBe('failed')
  }

  /** A failed payment, and its immediate retry: the service is killed, and the resent request is delayed as well. */
  async function delayRetry(expirySeconds: number) {
    const wallet = await stage.openWallet(FILLED_SAT)
    const invoice = await stage.payee.invoice(AMOUNT_MSAT, { expirySeconds })
    await stage.restart(throughProxy())
    await network.setFee(TOO_DEAR_MSAT)
    await failOnce(wallet, invoice)
    await network.setFee(FEE_MSAT)
    // Not the request without an invoice, with which the service checks its permissions at the start.
    const holdBack = () => proxy.holdBack(PAY, invoice.bolt11)
    const first = holdBack()
    const again = Array.from({ length: SENT_AGAIN }, holdBack)
    const { status, body } = await stage.send(wallet, invoice.bolt11)
    expect(status, JSON.stringify(body)).toBe(201)
    await first.untilArrived()
    const asked = proxy.passed(TRACK)
    await stage.restart(throughProxy())
    await again[0]?.untilArrived()
    expect(proxy.passed(TRACK) - asked).toBeGreaterThanOrEqual(1)
    return { wallet, invoice, first, again, id: String(body.checking_id) }
  }

  test('a retry that is delayed while the service is killed: nothing is returned, and only one of its requests is paid', async () => {
    const { wallet, invoice, first, again, id } = await delayRetry(3600)
    expect((await stage.readPayment(wallet, id)).status).toBe('pending')
    expect(await stage.balanceMsat(wallet)).toBe(RESERVED_MSAT)
    expect((await again[0]?.release())?.text).toContain('SUCCEEDED')
    expect((await first.release()).text).toContain('invoice is already paid')
    await stage.until(wallet, id, 'success')
    expect(await stage.balanceMsat(wallet)).toBe(PAID_MSAT)
    expect(await stage.payee.receivedMsat(invoice.paymentHash)).toBe(AMOUNT_MSAT)
    await stage.restart()
    await stage.expectRight()
  })

  test('a retry that is delayed beyond the expiry of its invoice is returned by LND’s clock, and LND rejects all its requests then', async () => {
    const { wallet, invoice, first, again, id } = await delayRetry(EXPIRY_SECONDS)
    expect((await stage.readPayment(wallet, id)).status).toBe('pending')
    await stage.until(wallet, id, 'failed')
    expect(await stage.balanceMsat(wallet)).toBe(FILLED_MSAT)
    for (const held of [first, again[0]]) expect((await held?.release())?.text).toContain('invoice expired')
    expect(await stage.payee.receivedMsat(invoice.paymentHash)).toBe(0n)
    await stage.restart()
    await stage.expectRight()
  }, 300_000)

  test('200 receives and 200 sends with kills, restarts of the node and cut lines: every msat is where the books say', async () => {
    const isLost = (hash: string) => isStuck(network, hash)
    const figures = await mixedRun(stage, { receives: 200, sends: 200, isLost })
    const blocks = await blocksUntilOver(lnd.calls)
    if (blocks > 0) await network.mine(blocks)
    await stage.expectRight()
    const { payments, invoices, lost, differences } = await compare()
    process.stdout.write(
      `mixed run on LND: ${figures.seconds.toFixed(0)} s, ${figures.sendCalls} calls for 200 sends ` +
        `(${figures.expired} invoices expired unpaid), ` +
        `${figures.payerTries} tries for 200 receives; the router kept ${figures.kept} payments, LND lost ${lost.length}; ` +
        `compared ${payments} payments and ${invoices} invoices, ` +
        `${differences.length} differences; balance less books ${await stage.differenceMsat()} msat\n`,
    )
    expect(differences).toEqual([])
    // Resolves them as docs/guide/nodes-lnd.md tells operators to.
    for (const { checking_id: id } of lost) await giveBack(stage, id)
    await stage.expectRight()
    expect((await compare()).differences).toEqual([])
    expect(payments).toBeGreaterThanOrEqual(200)
  }, 1_200_000)

  test('an invoice that failed three times and is then paid manually at the node is one loss, and halts payments', async () => {
    const wallet = await stage.openWallet(FILLED_SAT)
    const invoice = await stage.payee.invoice(AMOUNT_MSAT)
    await network.setFee(TOO_DEAR_MSAT)
    for (let count = 0; count < 3; count += 1) await failOnce(wallet, invoice)
    await network.setFee(FEE_MSAT)
    expect(await createPayee(lnd).pay(invoice.bolt11)).toMatchObject({ status: 'SUCCEEDED' })
    await eventually('payments are halted', async () => (await stage.halt()).halted === true, ASKED_MS)
    const checked = async (): Promise<boolean> =>
      stage.readBooks(async (books) => {
        const due = await books.rows(`SELECT seq FROM payments WHERE state = 'failed' AND due_at IS NOT NULL`)
        return due.length === 0
      })
    await eventually('no failed payment is asked about any more', checked, CHECKED_MS)
    const losses = await stage.readBooks((books) =>
      books.rows<{ amount_msat: bigint }>(`SELECT amount_msat FROM postings WHERE from_account = 'losses'`),
    )
    expect(losses.map(({ amount_msat: amount }) => amount)).toEqual([AMOUNT_MSAT + FEE_MSAT])
    const { alarms } = await stage.halt()
    // It may also have been reported while it was in flight.
    const kinds = (alarms as { kind: string }[]).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind !== 'node-failed-in-books')).toEqual(['failed-but-paid'])
    expect(await stage.differenceMsat()).toBe(0n)
    expect(await stage.balanceMsat(wallet)).toBe(FILLED_MSAT)
    // The payment is the operator's, not the wallet's.
    const { differences } = await compare()
    expect(differences).toEqual([expect.stringContaining(`${invoice.paymentHash} sent: LND 100000 + 1000 msat`)])
  }, 300_000)
})
