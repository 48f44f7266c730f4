import { msat } from '@satchel/money/units'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { listHashes, orderFor, readSent, request } from '../../../world/contract/contract-world.ts'
import { payingOnceContract } from '../../../world/contract/paying-once.contract.ts'
import { sentSinceContract } from '../../../world/contract/sent-since.contract.ts'
import { unaskedContract } from '../../../world/contract/unasked.contract.ts'
import { readFundingEnv } from '../../../world/own-process/read-funding-env.ts'
import { SILENT_LOG } from '../../../world/peer-parts/silent-log.ts'
import { type EclairPeer, openEclairPeer } from '../../../world/peers/eclair/eclair-peer.ts'
import type { CreatedInvoice } from '../../port/funding-source.ts'
import { openEclair } from './open-eclair.ts'

let peer: EclairPeer
beforeEach(async () => {
  peer = await openEclairPeer()
})
afterEach(() => peer.close())

async function open({ password = peer.password, network }: { password?: string; network?: string } = {}) {
  const config = { kind: 'eclair', url: peer.server.url, password } as const
  const source = await openEclair(config, { network, clock: Date.now, log: SILENT_LOG })
  onTestFinished(() => source.close())
  return source
}

describe('opening', () => {
  test('a refused password stops the start and names its variable', async () => {
    await expect(open({ password: 'wrong' })).rejects.toThrow('ECLAIR_PASS')
  })

  test('another network stops the start', async () => {
    await expect(open({ network: 'bc' })).rejects.toThrow('SERVICE_NETWORK')
  })

  test('an Eclair that omits payments between two attempts stops the start', async () => {
    peer.appearAs({ version: '0.6.2-abc' })
    await expect(open()).rejects.toThrow(/ECLAIR_URL.*0\.7\.0/)
  })

  test('an unreachable Eclair does not stop the start, and is known once it answers', async () => {
    await peer.server.goDown()
    const source = await open()
    expect(source.identity()).toBeUndefined()
    await peer.server.comeUp()
    const known = { network: 'bcrt', nodeKey: peer.node.own.nodeKey }
    await expect.poll(() => source.identity(), { timeout: 5000 }).toEqual(known)
  })

  test.each([
    [
      {},
      [
        'ECLAIR_URL: must be set for this SERVICE_FUNDING_SOURCE',
        'ECLAIR_PASS: must be set for this SERVICE_FUNDING_SOURCE',
      ],
    ],
    [
      { ECLAIR_URL: 'ftp://secret', ECLAIR_PASS: 'secret' },
      ['ECLAIR_URL: must be an http or https URL without user and query'],
    ],
  ])('configuration %j: every problem names its variable and never its value', (env, problems) => {
    const read = readFundingEnv({ SERVICE_FUNDING_SOURCE: 'eclair', ...env })
    expect(read).toEqual({ problems })
  })
})

describe('invoices', () => {
  test('an invoice that differs from the request is rejected and never returned', async () => {
    const source = await open()
    const other = peer.node.addInvoice({ amountMsat: 20_000n })
    const foreign = await peer.node.outside.makeInvoice(msat(21_000n))
    for (const { bolt11, paymentHash } of [other, foreign]) {
      const text = JSON.stringify({ paymentHash, serialized: bolt11 })
      peer.server.plan('POST /createinvoice', { do: 'answer', text })
      await expect(source.createInvoice(request())).rejects.toThrow()
    }
  })

  test('an invoice that Eclair does not delete is closed only if it can no longer be paid', async () => {
    const source = await open()
    const invoice = await source.createInvoice(request())
    const expired = peer.node.addInvoice({ amountMsat: 21_000n, expirySeconds: 0 })
    peer.server.plan('POST /deleteinvoice', { do: 'refuse', status: 500 }, { do: 'refuse', status: 500 })
    expect(await source.closeInvoice(invoice.paymentHash)).toBe('refused')
    expect(await source.closeInvoice(expired.paymentHash)).toBe('closed')
  })
})

describe('receipts', () => {
  unaskedContract({ peer: () => peer, open, kinds: ['keysend', 'offer'] })

  test('receipts are listed in the order of their arrival, however their invoices were made', async () => {
    const source = await open()
    const made = Array.from({ length: 12 }, () => peer.node.addInvoice({ amountMsat: 21_000n }))
    const paid = made.toReversed()
    for (const { bolt11 } of paid) await peer.node.outside.payOurInvoice(bolt11)
    expect(await listHashes(source, 5)).toEqual(paid.map(({ paymentHash }) => paymentHash))
  })

  test('a receipt that Eclair lost from its audit in a crash is found in its database', async () => {
    const source = await open()
    const made = [peer.node.addInvoice({ amountMsat: 1000n }), peer.node.addInvoice({ amountMsat: 2000n })]
    peer.forgetArrival(made[0]?.paymentHash ?? '')
    for (const { bolt11 } of made) await peer.node.outside.payOurInvoice(bolt11)
    expect(await listHashes(source, 10)).toEqual(made.map(({ paymentHash }) => paymentHash))
  })
})

describe('paying', () => {
  payingOnceContract({
    datesOthers: true,
    peer: () => peer,
    open,
    asksBefore: ['POST /getsentinfo'],
    lostIs: 'not_found',
    sentOnce: () => expect(peer.server.calls.filter((call) => call === 'POST /payinvoice')).toHaveLength(1),
  })

  test('with a fee limit of zero only a free route is paid, however large the amount', async () => {
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000_000n))
    await peer.node.outside.setFee(invoice.paymentHash, msat(1n))
    expect((await source.pay({ ...orderFor(invoice), feeLimitMsat: msat(999n) })).status).toBe('failed')
  })
})

describe('the list of payments', () => {
  const payByHand = async ({ bolt11 }: CreatedInvoice): Promise<void> => {
    const authorization = `Basic ${Buffer.from(`:${peer.password}`).toString('base64')}`
    const body = new URLSearchParams({ invoice: bolt11, blocking: 'true' })
    await fetch(`${peer.server.url}/payinvoice`, { method: 'POST', headers: { authorization }, body })
  }

  sentSinceContract({
    peer: () => peer,
    open,
    keepsIds: true,
    // The audit has successful payments.
    omits: ['in_flight', 'failed'],
    payByHand,
    listCall: 'POST /audit',
  })

  test('a manual payment of an invoice that failed here does not count as our attempt', async () => {
    const source = await open()
    const { cursor = '' } = (await source.sentSince?.(undefined, 10)) ?? {}
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    await peer.node.outside.refusePayment(invoice.paymentHash)
    expect((await source.pay(orderFor(invoice))).status).toBe('failed')
    await peer.node.outside.setFee(invoice.paymentHash, msat(0n))
    await payByHand(invoice)
    const { payments } = await readSent(source, cursor, 10)
    expect(payments).toMatchObject([{ paymentHash: invoice.paymentHash, status: 'settled', attemptId: '' }])
  })

  test.each(['timestamp', 'settledAt'] as const)('the fields of an audit with %s are understood', async (field) => {
    const source = await open()
    const { cursor = '' } = (await source.sentSince?.(undefined, 10)) ?? {}
    peer.nameAuditTime(field)
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    await peer.node.outside.setFee(invoice.paymentHash, msat(31n))
    await source.pay(orderFor(invoice))
    expect((await readSent(source, cursor, 10)).payments).toMatchObject([{ amountMsat: 50_000n, feeMsat: 31n }])
  })

  test('an audit of several pages is read to its end', async () => {
    const source = await open()
    const { cursor = '' } = (await source.sentSince?.(undefined, 10)) ?? {}
    for (let count = 0; count < 520; count += 1) {
      const invoice = await peer.node.outside.makeInvoice(msat(1000n))
      await source.pay(orderFor(invoice, invoice.paymentHash))
    }
    const { payments } = await readSent(source, cursor, 400)
    expect(payments).toHaveLength(520)
    expect(payments.every(({ attemptId, paymentHash }) => attemptId === paymentHash)).toBe(true)
  })
})
