import { readInvoice } from '@satchel/bolt11/read-invoice'
import { msat } from '@satchel/money/units'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { listHashes, now, orderFor, request } from '../../../world/contract/contract-world.ts'
import { payingOnceContract } from '../../../world/contract/paying-once.contract.ts'
import { sentSinceContract } from '../../../world/contract/sent-since.contract.ts'
import { readFundingEnv } from '../../../world/own-process/read-funding-env.ts'
import { SILENT_LOG } from '../../../world/peer-parts/silent-log.ts'
import { type BlinkPeer, openBlinkPeer } from '../../../world/peers/blink/blink-peer.ts'
import type { CreatedInvoice, FundingSource, Receipt } from '../../port/funding-source.ts'
import { openBlink } from './open-blink.ts'

let peer: BlinkPeer
beforeEach(async () => {
  peer = await openBlinkPeer()
})
afterEach(() => peer.close())

async function open(changed: { token?: string; network?: string } = {}): Promise<FundingSource> {
  const { token = peer.token, network } = changed
  const url = `${peer.server.url}/graphql`
  const config = { kind: 'blink', url, socketUrl: url, token } as const
  const source = await openBlink(config, { network, clock: Date.now, log: SILENT_LOG })
  onTestFinished(() => source.close())
  return source
}

describe('opening', () => {
  test('a refused token stops the start and names its variable', async () => {
    await expect(open({ token: 'wrong' })).rejects.toThrow('BLINK_TOKEN: Blink refuses it')
  })

  test.each([['READ'], ['READ', 'RECEIVE'], ['READ', 'WRITE']])(
    'a token for %s only stops the start',
    async (...scopes) => {
      peer.appearAs({ scopes })
      await expect(open()).rejects.toThrow(/BLINK_TOKEN.*READ, RECEIVE and WRITE/)
    },
  )

  test('an account without a bitcoin wallet stops the start', async () => {
    peer.appearAs({ currencies: ['USD'] })
    await expect(open()).rejects.toThrow(/BLINK_TOKEN.*bitcoin wallet/)
  })

  test('another network stops the start', async () => {
    await expect(open({ network: 'bc' })).rejects.toThrow('SERVICE_NETWORK')
  })

  test('an unreachable Blink does not stop the start, gets no payment, and is usable once it answers', async () => {
    await peer.server.goDown()
    const source = await open()
    expect(source.identity()).toBeUndefined()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    expect((await source.pay(orderFor(invoice))).status).toBe('not_sent')
    await peer.server.comeUp()
    await expect.poll(() => source.identity(), { timeout: 5000 }).toMatchObject({ network: 'bcrt', nodeKey: '' })
    expect((await source.pay(orderFor(invoice))).status).toBe('settled')
  })

  const env = { SERVICE_FUNDING_SOURCE: 'blink' }

  test('only the token is required: the endpoints have defaults', () => {
    const read = readFundingEnv({ ...env, BLINK_TOKEN: 'blink_x' })
    if ('problems' in read) throw new Error(read.problems.join('\n'))
    expect(read.funding.source).toEqual({
      kind: 'blink',
      url: 'https://api.blink.sv/graphql',
      socketUrl: 'https://ws.blink.sv/graphql',
      token: 'blink_x',
    })
  })

  test.each([
    [{}, ['BLINK_TOKEN: must be set for this SERVICE_FUNDING_SOURCE']],
    [{ BLINK_TOKEN: 'two words' }, ['BLINK_TOKEN: must be an API key as Blink shows it']],
    [
      { BLINK_TOKEN: 'x', BLINK_API_ENDPOINT: 'wss://secret', BLINK_WS_ENDPOINT: 'ftp://secret' },
      ['BLINK_API_ENDPOINT', 'BLINK_WS_ENDPOINT'].map(
        (name) => `${name}: must be an http or https URL without user and query`,
      ),
    ],
  ])('configuration %j: every problem names its variable and never its value', (wrong, problems) => {
    expect(readFundingEnv({ ...env, ...wrong })).toEqual({ problems })
  })
})

describe('invoices', () => {
  test('an invoice over a fraction of a satoshi is rejected', async () => {
    const source = await open()
    await expect(source.createInvoice(request({ amountMsat: msat(1500n) }))).rejects.toThrow('whole satoshis')
  })

  test.each([
    [1, 60],
    [61, 120],
    [86_400, 86_400],
    [604_800, 86_400],
  ])('an invoice requested for %i s lasts %i s', async (expirySeconds, lasts) => {
    const { bolt11 } = await (await open()).createInvoice(request({ expirySeconds }))
    expect(readInvoice(bolt11).expirySeconds).toBe(lasts)
  })

  test('an invoice that differs from the request is rejected and never returned', async () => {
    const source = await open()
    const other = peer.node.addInvoice({ amountMsat: 20_000n })
    const own = peer.node.addInvoice({ amountMsat: 21_000n })
    for (const invoice of [
      { paymentHash: other.paymentHash, paymentRequest: other.bolt11 },
      { paymentHash: other.paymentHash, paymentRequest: own.bolt11 },
    ]) {
      const text = JSON.stringify({ data: { made: { invoice, errors: [] } } })
      peer.server.plan('POST /graphql CreateInvoice', { do: 'answer', text })
      await expect(source.createInvoice(request())).rejects.toThrow('the node made')
    }
  })

  test('a success with errors in its payload is not read as an invoice', async () => {
    const source = await open()
    const text = JSON.stringify({ data: { made: { invoice: null, errors: [{ message: 'too many' }] } } })
    peer.server.plan('POST /graphql CreateInvoice', { do: 'answer', text })
    await expect(source.createInvoice(request())).rejects.toThrow('Blink')
  })

  test('closing reports an open invoice as refused, a paid one as paid, an unknown one as closed', async () => {
    const source = await open()
    const invoice = await source.createInvoice(request())
    expect(await source.closeInvoice(invoice.paymentHash)).toBe('refused')
    expect(await source.closeInvoice('ab'.repeat(32))).toBe('closed')
    await peer.node.outside.payOurInvoice(invoice.bolt11)
    expect(await source.closeInvoice(invoice.paymentHash)).toBe('paid')
  })
})

describe('receipts', () => {
  test('a backlog of several pages is listed oldest first, each receipt once, without outgoing payments', async () => {
    const source = await open()
    const paid: string[] = []
    for (let count = 0; count < 130; count += 1) {
      const { bolt11, paymentHash } = peer.node.addInvoice({ amountMsat: 21_000n })
      await peer.node.outside.payOurInvoice(bolt11)
      paid.push(paymentHash)
    }
    const [sent, failed] = [
      await peer.node.outside.makeInvoice(msat(50_000n)),
      await peer.node.outside.makeInvoice(msat(50_000n)),
    ]
    await peer.node.outside.refusePayment(failed.paymentHash)
    await source.pay(orderFor(sent))
    await source.pay(orderFor(failed))
    expect(peer.ledger.movements.length).toBeGreaterThan(133)
    expect(await listHashes(source, 50)).toEqual(paid)
  })

  test('a socket that breaks off is subscribed again, and later receipts are reported', async () => {
    const source = await open()
    const heard: Receipt[] = []
    source.onReceipt((receipt) => heard.push(receipt))
    await expect.poll(() => peer.subscriptions(), { timeout: 5000 }).toBe(1)
    peer.server.cut()
    await expect.poll(() => peer.subscriptions(), { timeout: 5000 }).toBe(2)
    const { bolt11, paymentHash } = await source.createInvoice(request())
    await peer.node.outside.payOurInvoice(bolt11)
    await expect.poll(() => heard.map((receipt) => receipt.paymentHash), { timeout: 5000 }).toEqual([paymentHash])
  })

  test('an event of a payment that the history does not show is not a receipt', async () => {
    const source = await open()
    const heard: Receipt[] = []
    source.onReceipt((receipt) => heard.push(receipt))
    await expect.poll(() => peer.subscriptions(), { timeout: 5000 }).toBe(1)
    const { bolt11, paymentHash } = await source.createInvoice(request())
    peer.repeatReceipt?.(paymentHash)
    await expect.poll(() => peer.server.calls.filter((call) => call.endsWith('TransactionsOf')).length).toBe(1)
    expect(heard).toEqual([])
    await peer.node.outside.payOurInvoice(bolt11)
    await expect.poll(() => heard.length).toBe(1)
  })
})

/** A payment in Blink's own app. */
const payByHand = ({ bolt11 }: CreatedInvoice): void => peer.ledger.begin(peer.node.pay({ bolt11 }), 'for the coffee')

describe('the list of payments', () => {
  sentSinceContract({
    peer: () => peer,
    open,
    keepsIds: true,
    payByHand,
    listCall: 'POST /graphql ListTransactions',
  })
})

describe('paying', () => {
  payingOnceContract({
    peer: () => peer,
    open,
    asksBefore: ['POST /graphql TransactionsOf'],
    lostIs: 'not_found',
  })

  test('the failure of a manual payment does not fail an attempt that never reached Blink', async () => {
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    await peer.node.outside.refusePayment(invoice.paymentHash)
    payByHand(invoice)
    expect(peer.ledger.ofHash(invoice.paymentHash)).toMatchObject([{ status: 'FAILURE' }, { status: 'FAILURE' }])
    expect(await (await open()).outgoingStatus(orderFor(invoice))).toEqual({ status: 'not_found' })
  })

  test('a payment that is still pending after Blink’s wait is pending, and settled later', async () => {
    peer.appearAs({ waitMs: 20 })
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    peer.node.plan(invoice.paymentHash, { ends: 'on-command', feeMsat: 2500n })
    expect(await source.pay(orderFor(invoice))).toEqual({ status: 'pending' })
    expect(await source.outgoingStatus(orderFor(invoice))).toEqual({ status: 'pending' })
    peer.node.finish(invoice.paymentHash, 'settled')
    expect(await source.outgoingStatus(orderFor(invoice))).toMatchObject({ status: 'settled', feeMsat: 3000n })
  })

  test('an empty history of Blink counts only after its lock, an hour after the attempt began', async () => {
    const source = await open()
    const query = { paymentHash: 'ab'.repeat(32), attemptId: 'one' }
    expect(await source.outgoingStatus({ ...query, begunAt: now() - 3600 })).toEqual({
      status: 'pending',
      unheard: true,
    })
    expect(await source.outgoingStatus({ ...query, begunAt: now() - 3661 })).toEqual({ status: 'not_found' })
  })

  test('an amount that is not whole satoshis is not sent, whether the invoice or the order names it', async () => {
    const source = await open()
    const [open0, named] = [
      await peer.node.outside.makeInvoice(undefined),
      await peer.node.outside.makeInvoice(msat(1500n)),
    ]
    expect(await source.pay({ ...orderFor(open0), amountMsat: msat(1500n) })).toMatchObject({ status: 'not_sent' })
    expect(await source.pay(orderFor(named))).toMatchObject({ status: 'not_sent' })
    expect(peer.server.calls.filter((call) => call.endsWith('PayInvoice'))).toEqual([])
  })
})
