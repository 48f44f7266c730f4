import { readInvoice } from '@satchel/bolt11/read-invoice'
import { msat } from '@satchel/money/units'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { attempt, listHashes, orderFor, readSent, request } from '../../../world/contract/contract-world.ts'
import { payingOnceContract } from '../../../world/contract/paying-once.contract.ts'
import { sentSinceContract } from '../../../world/contract/sent-since.contract.ts'
import { unaskedContract } from '../../../world/contract/unasked.contract.ts'
import { readFundingEnv } from '../../../world/own-process/read-funding-env.ts'
import { REFUSING_PORT } from '../../../world/peer-parts/refusing-port.ts'
import { SILENT_LOG } from '../../../world/peer-parts/silent-log.ts'
import { openPhoenixdPeer, type PhoenixdPeer } from '../../../world/peers/phoenixd/phoenixd-peer.ts'
import type { FundingSource } from '../../port/funding-source.ts'
import { openPhoenixd } from './open-phoenixd.ts'
import { shorten } from './phoenixd-calls.ts'

let peer: PhoenixdPeer
beforeEach(async () => {
  peer = await openPhoenixdPeer()
})
afterEach(() => peer.close())

async function open(changed: { url?: string; password?: string; network?: string } = {}): Promise<FundingSource> {
  const { url = peer.server.url, password = peer.password, network } = changed
  const source = await openPhoenixd({ kind: 'phoenixd', url, password }, { network, clock: Date.now, log: SILENT_LOG })
  onTestFinished(() => source.close())
  return source
}

describe('opening', () => {
  test('a refused password stops the start and names its variable', async () => {
    await expect(open({ password: 'wrong' })).rejects.toThrow('PHOENIXD_API_PASSWORD')
  })

  test('the limited password, which cannot pay, stops the start', async () => {
    await expect(open({ password: peer.limitedPassword })).rejects.toThrow(/PHOENIXD_API_PASSWORD.*full access/)
  })

  test('another network stops the start', async () => {
    await expect(open({ network: 'bc' })).rejects.toThrow('SERVICE_NETWORK')
  })

  test('a phoenixd that omits the requested amount of an invoice stops the start', async () => {
    peer.appearAs({ version: '0.6.0' })
    await expect(open()).rejects.toThrow(/PHOENIXD_API_ENDPOINT.*0\.6\.1/)
    peer.appearAs({ version: '0.10.0-abc' })
    expect((await open()).identity()).toBeDefined()
  })

  test('an unreachable phoenixd does not stop the start, and is known once it answers', async () => {
    await peer.server.goDown()
    const source = await open()
    expect(source.identity()).toBeUndefined()
    await peer.server.comeUp()
    await expect
      .poll(() => source.identity(), { timeout: 5000 })
      .toEqual({
        network: 'bcrt',
        nodeKey: peer.node.own.nodeKey,
      })
  })

  test.each([
    [{}, ['PHOENIXD_API_PASSWORD: must be set for this SERVICE_FUNDING_SOURCE']],
    [
      { PHOENIXD_API_ENDPOINT: 'ftp://secret', PHOENIXD_API_PASSWORD: 'secret' },
      ['PHOENIXD_API_ENDPOINT: must be an http or https URL without user and query'],
    ],
  ])('configuration %j: every problem names its variable and never its value', (env, problems) => {
    const read = readFundingEnv({ SERVICE_FUNDING_SOURCE: 'phoenixd', ...env })
    expect(read).toEqual({ problems })
  })

  test('the endpoint defaults to that of phoenixd', () => {
    const env = { SERVICE_FUNDING_SOURCE: 'phoenixd', PHOENIXD_API_PASSWORD: 'p' }
    const read = readFundingEnv(env)
    expect('funding' in read && read.funding.source).toEqual({
      kind: 'phoenixd',
      url: 'http://127.0.0.1:9740',
      password: 'p',
    })
  })
})

describe('invoices', () => {
  test('an invoice over a fraction of a satoshi is rejected', async () => {
    const source = await open()
    await expect(source.createInvoice(request({ amountMsat: msat(1500n) }))).rejects.toThrow('whole satoshis')
  })

  test('an invoice that differs from the request is rejected and never returned', async () => {
    const source = await open()
    const other = peer.node.addInvoice({ amountMsat: 20_000n })
    const foreign = await peer.node.outside.makeInvoice(msat(21_000n))
    const own = peer.node.addInvoice({ amountMsat: 21_000n })
    const answers = [
      { paymentHash: other.paymentHash, serialized: other.bolt11 },
      { paymentHash: foreign.paymentHash, serialized: foreign.bolt11 },
      { paymentHash: other.paymentHash, serialized: own.bolt11 },
    ]
    for (const answer of answers) {
      peer.server.plan('POST /createinvoice', { do: 'answer', text: JSON.stringify(answer) })
      await expect(source.createInvoice(request())).rejects.toThrow()
    }
  })

  test('a memo that is too long for phoenixd is cut at whole characters', async () => {
    const source = await open()
    const { bolt11 } = await source.createInvoice(request({ memo: '☕'.repeat(200) }))
    expect(readInvoice(bolt11).description).toBe(`${'☕'.repeat(127)}…`)
    expect(shorten('a'.repeat(128))).toBe('a'.repeat(128))
    expect(shorten(`${'a'.repeat(126)}😀😀`)).toBe(`${'a'.repeat(126)}…`)
  })

  test('closing reports an open invoice as refused, an expired one as closed, a paid one as paid', async () => {
    const source = await open()
    const expired = peer.node.addInvoice({ amountMsat: 21_000n, expirySeconds: 0 })
    const invoice = await source.createInvoice(request())
    expect(await source.closeInvoice(invoice.paymentHash)).toBe('refused')
    expect(await source.closeInvoice(expired.paymentHash)).toBe('closed')
    expect(await source.closeInvoice('ab'.repeat(32))).toBe('closed')
    await peer.node.outside.payOurInvoice(invoice.bolt11)
    expect(await source.closeInvoice(invoice.paymentHash)).toBe('paid')
  })
})

describe('receipts', () => {
  unaskedContract({ peer: () => peer, open, kinds: ['offer'] })

  test("the cost of a channel is not deducted from the payee's amount", async () => {
    const source = await open()
    const { bolt11, paymentHash } = await source.createInvoice(request())
    peer.takeLiquidityFee(paymentHash, 9n)
    await peer.node.outside.payOurInvoice(bolt11)
    expect(await source.incomingStatus(paymentHash)).toEqual({ status: 'settled', amountMsat: 21_000n })
    const { receipts } = await source.receiptsSince(undefined, 10)
    expect(receipts).toEqual([
      {
        receiptId: `phoenixd:${paymentHash}`,
        paymentHash,
        kind: 'settled',
        amountMsat: 21_000n,
        channelCostMsat: 9000n,
      },
    ])
  })

  test('a long backlog is listed oldest first, each receipt once', async () => {
    const source = await open()
    const paid: string[] = []
    for (let count = 0; count < 23; count += 1) {
      const { bolt11, paymentHash } = peer.node.addInvoice({ amountMsat: 21_000n })
      await peer.node.outside.payOurInvoice(bolt11)
      paid.push(paymentHash)
    }
    expect(await listHashes(source, 2)).toEqual(paid)
  })

  test('after a cursor of another source no receipt is lost', async () => {
    const source = await open()
    const { bolt11 } = await source.createInvoice(request())
    await peer.node.outside.payOurInvoice(bolt11)
    for (const cursor of ['17', 'eclair 9999999999999 '])
      expect((await source.receiptsSince(cursor, 10)).receipts).toHaveLength(1)
  })
})

describe('paying', () => {
  payingOnceContract({
    datesOthers: true,
    peer: () => peer,
    open,
    asksBefore: ['GET /payments/outgoingbyhash'],
    lostIs: 'not_found',
    // Each start queries once the permissions of its password.
    sentOnce: () => expect(peer.server.calls.filter((call) => call === 'POST /payinvoice')).toHaveLength(3),
  })

  test('the failure of a third attempt is found beside the older ones, of which phoenixd lists the oldest', async () => {
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    await peer.node.outside.refusePayment(invoice.paymentHash)
    for (const id of ['one', 'two'])
      expect((await source.pay(await attempt(source, invoice, id))).status).toBe('failed')
    const third = await attempt(source, invoice, 'three')
    peer.server.plan('POST /payinvoice', { do: 'lose-answer' })
    await expect(source.pay(third)).rejects.toThrow()
    const after = await open()
    expect(await after.outgoingStatus(third)).toMatchObject({ status: 'failed', attemptId: 'three' })
    // Without the marks stored before, it could belong to any of the three.
    expect(await after.outgoingStatus({ ...third, mark: undefined })).toEqual({
      status: 'not_found',
      unattributed: true,
    })
  })

  test('a payment of another program from before the attempt, failed since, does not fail the attempt', async () => {
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    peer.node.plan(invoice.paymentHash, { ends: 'on-command' })
    peer.node.pay(invoice)
    const order = await attempt(source, invoice, 'ours')
    peer.node.finish(invoice.paymentHash, 'failed')
    peer.server.plan('POST /payinvoice', { do: 'lose-request' })
    await expect(source.pay(order)).rejects.toThrow()
    expect(await (await open()).outgoingStatus(order)).toEqual({ status: 'not_found' })
  })

  test('an amount that is not whole satoshis is not sent', async () => {
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(undefined)
    expect(await source.pay({ ...orderFor(invoice), amountMsat: msat(1500n) })).toMatchObject({ status: 'not_sent' })
  })

  test('a payment to an unreachable phoenixd counts as not sent', async () => {
    const source = await open({ url: `http://127.0.0.1:${REFUSING_PORT}` })
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    expect((await source.pay(orderFor(invoice))).status).toBe('not_sent')
  })
})

describe('the list of payments', () => {
  sentSinceContract({ peer: () => peer, open, listCall: 'GET /payments/outgoing' })

  test('more payments than one page of phoenixd are all listed', async () => {
    const source = await open()
    const { cursor = '' } = (await source.sentSince?.(undefined, 1)) ?? {}
    const hashes: string[] = []
    for (let count = 0; count < 620; count += 1) {
      const invoice = await peer.node.outside.makeInvoice(msat(1000n))
      peer.node.pay(invoice)
      hashes.push(invoice.paymentHash)
    }
    const { payments } = await readSent(source, cursor, 300)
    expect(payments.map(({ paymentHash }) => paymentHash).sort()).toEqual(hashes.sort())
  })
})
