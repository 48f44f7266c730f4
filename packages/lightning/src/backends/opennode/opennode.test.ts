import { readInvoice } from '@satchel/bolt11/read-invoice'
import { msat } from '@satchel/money/units'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { orderFor, request } from '../../../world/contract/contract-world.ts'
import { payingOnceContract } from '../../../world/contract/paying-once.contract.ts'
import { sentSinceContract } from '../../../world/contract/sent-since.contract.ts'
import { readFundingEnv } from '../../../world/own-process/read-funding-env.ts'
import { createMemoryNotes } from '../../../world/peer-parts/memory-notes.ts'
import { SILENT_LOG } from '../../../world/peer-parts/silent-log.ts'
import { type OpenNodePeer, openOpenNodePeer } from '../../../world/peers/opennode/opennode-peer.ts'
import { hostedNetwork } from '../../adapter-parts/hosted-network.ts'
import type { CreatedInvoice, FundingSource } from '../../port/funding-source.ts'
import type { OrderNotes } from '../../port/order-notes.ts'
import { openOpenNode } from './open-opennode.ts'

let peer: OpenNodePeer
/** Stored in the database, which all processes share. */
let books: OrderNotes
beforeEach(async () => {
  books = createMemoryNotes()
  peer = await openOpenNodePeer({ showsPreimages: true })
})
afterEach(() => peer.close())

interface Opened {
  readonly invoiceKey?: string
  readonly payKey?: string | undefined
  readonly network?: string
}

async function open(changed: Opened = {}): Promise<FundingSource> {
  const { invoiceKey = peer.invoiceKey, network = 'bcrt' } = changed
  const payKey = 'payKey' in changed ? changed.payKey : peer.adminKey
  const config = {
    kind: 'opennode',
    url: peer.server.url,
    invoiceKey: { variable: 'OPENNODE_INVOICE_KEY', value: invoiceKey },
    payKey: payKey === undefined ? undefined : { variable: 'OPENNODE_ADMIN_KEY', value: payKey },
  } as const
  const source = await openOpenNode(config, { notes: books, network, clock: Date.now, log: SILENT_LOG })
  onTestFinished(() => source.close())
  return source
}

describe('opening', () => {
  test.each([
    [{ invoiceKey: 'wrong' }, 'OPENNODE_INVOICE_KEY: OpenNode refuses it'],
    [{ payKey: 'invoice-key' }, 'OPENNODE_ADMIN_KEY: may not make withdrawals'],
  ])('a rejected or too restricted key stops the start and is named: %j', async (changed, message) => {
    await expect(open(changed)).rejects.toThrow(message)
  })

  test('without payments no paying key is required; the source then proves no payments', async () => {
    const source = await open({ payKey: undefined })
    expect(source.can.provesPayments).toBe(false)
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    expect(await source.pay(orderFor(invoice))).toMatchObject({
      status: 'not_sent',
      reason: 'no_proof',
    })
    expect(peer.server.calls).not.toContain('POST /v2/withdrawals')
  })

  const env = { SERVICE_FUNDING_SOURCE: 'opennode' }

  test('receiving uses the most restricted key, paying the least restricted one, and only where allowed', () => {
    const read = (more: object) => {
      const answer = readFundingEnv({ ...env, ...more })
      if ('problems' in answer) throw new Error(answer.problems.join('\n'))
      return answer.funding.source
    }
    const keys = { OPENNODE_INVOICE_KEY: 'i', OPENNODE_ADMIN_KEY: 'a' }
    expect(read(keys)).toMatchObject({ url: 'https://api.opennode.com', invoiceKey: { value: 'i' }, payKey: undefined })
    expect(read({ ...keys, OPENNODE_ALLOW_UNPROVEN_PAYMENTS: 'true' })).toMatchObject({ payKey: { value: 'a' } })
    expect(read({ OPENNODE_KEY: 'k', OPENNODE_ALLOW_UNPROVEN_PAYMENTS: 'true' })).toMatchObject({
      invoiceKey: { variable: 'OPENNODE_KEY', value: 'k' },
      payKey: { variable: 'OPENNODE_KEY', value: 'k' },
    })
  })

  test.each([
    [{}, ['OPENNODE_KEY: must be set for this SERVICE_FUNDING_SOURCE']],
    [{ OPENNODE_KEY: 'two words' }, ['OPENNODE_KEY: must be an API key as OpenNode shows it']],
    [
      { OPENNODE_INVOICE_KEY: 'i', OPENNODE_ALLOW_UNPROVEN_PAYMENTS: 'true' },
      ['OPENNODE_ADMIN_KEY: must be set for OPENNODE_ALLOW_UNPROVEN_PAYMENTS'],
    ],
  ])('configuration %j: every problem names its variable and never its value', (wrong, problems) => {
    expect(readFundingEnv({ ...env, ...wrong })).toEqual({ problems })
  })

  test('the network is derived from a known address; an invoice of another network is never returned', async () => {
    const known = { 'api.opennode.com': 'bc' }
    expect(hostedNetwork(known, 'https://api.opennode.com', 'bcrt')).toBe('bc')
    expect(hostedNetwork(known, 'http://127.0.0.1:1', 'bcrt')).toBe('bcrt')
    expect(hostedNetwork(known, 'http://127.0.0.1:1', undefined)).toBe('bc')
    const mainnet = await open({ network: 'bc' })
    await expect(mainnet.createInvoice(request())).rejects.toThrow('for another network')
  })
})

describe('invoices', () => {
  test('an invoice over a fraction of a satoshi, or with a description hash, is rejected', async () => {
    const source = await open()
    await expect(source.createInvoice(request({ amountMsat: msat(1500n) }))).rejects.toThrow('whole satoshis')
    await expect(source.createInvoice(request({ descriptionHash: 'ab'.repeat(32) }))).rejects.toThrow(
      'description hash',
    )
  })

  test.each([
    [77, 600],
    [601, 660],
    [604_800, 86_400],
  ])('an invoice requested for %i s lasts %i s', async (expirySeconds, lasts) => {
    const { bolt11 } = await (await open()).createInvoice(request({ expirySeconds }))
    expect(readInvoice(bolt11).expirySeconds).toBe(lasts)
  })

  test('another process finds it by the notes', async () => {
    const invoice = await (await open()).createInvoice(request())
    const other = await open()
    expect(await other.closeInvoice(invoice.paymentHash)).toBe('refused')
    await peer.node.outside.payOurInvoice(invoice.bolt11)
    expect(await other.closeInvoice(invoice.paymentHash)).toBe('paid')
    expect(await other.incomingStatus('ab'.repeat(32))).toEqual({ status: 'unknown' })
  })

  test('OpenNode’s fee is not deducted from the payee’s amount', async () => {
    const source = await open()
    const { bolt11, paymentHash } = await source.createInvoice(request({ amountMsat: msat(1_000_000n) }))
    await peer.node.outside.payOurInvoice(bolt11)
    const receipt = { receiptId: `opennode:${paymentHash}`, paymentHash, kind: 'settled', amountMsat: 1_000_000n }
    expect((await source.receiptsSince(undefined, 10)).receipts).toEqual([receipt])
  })
})

/** A withdrawal in OpenNode's own pages. */
async function payByHand({ bolt11 }: CreatedInvoice): Promise<void> {
  await fetch(`${peer.server.url}/v2/withdrawals`, {
    method: 'POST',
    headers: { authorization: peer.adminKey },
    body: JSON.stringify({ type: 'ln', address: bolt11 }),
  })
}

describe('the list of payments', () => {
  sentSinceContract({
    peer: () => peer,
    open,
    keepsIds: true,
    payByHand,
    listCall: 'GET /v1/withdrawals',
  })

  test('the list is not available without a key that may pay', async () => {
    expect((await open({ payKey: undefined })).sentSince).toBeUndefined()
  })

  test('a list that does not reach back to the cursor is an error, and no payment is left out', async () => {
    const source = await open()
    await source.pay(orderFor(await peer.node.outside.makeInvoice(msat(50_000n))))
    await expect(source.sentSince?.('opennode gone', 10)).rejects.toThrow('does not reach back')
  })

  test('the list does not name the attempt of a payment if OpenNode shows no ids', async () => {
    await peer.close()
    peer = await openOpenNodePeer({ showsPreimages: true, tellsCustomIds: false })
    const source = await open()
    const { cursor = '' } = (await source.sentSince?.(undefined, 10)) ?? {}
    await source.pay(orderFor(await peer.node.outside.makeInvoice(msat(50_000n))))
    expect((await source.sentSince?.(cursor, 10))?.payments).toMatchObject([{ attemptId: undefined }])
  })
})

describe('paying', () => {
  payingOnceContract({
    peer: () => peer,
    open,
    lostIs: 'pending',
  })

  test.each([true, false])(
    'a withdrawal whose answer was lost is found in the list of withdrawals (custom ids shown: %s)',
    async (showsIds) => {
      await peer.close()
      peer = await openOpenNodePeer({ showsPreimages: true, tellsCustomIds: showsIds })
      const source = await open()
      const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
      peer.server.plan('POST /v2/withdrawals', { do: 'lose-answer' })
      await expect(source.pay(orderFor(invoice))).rejects.toThrow()
      expect(await source.outgoingStatus(orderFor(invoice))).toMatchObject({ status: 'settled' })
    },
  )

  test('a withdrawal that is not listed never counts as not sent', async () => {
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    peer.server.plan('POST /v2/withdrawals', { do: 'lose-request' })
    await expect(source.pay(orderFor(invoice))).rejects.toThrow()
    expect(await source.outgoingStatus({ ...orderFor(invoice), begunAt: 1 })).toEqual({ status: 'pending' })
    expect(await source.pay(orderFor(invoice, 'two'))).toEqual({ status: 'pending' })
    expect(peer.node.sends(invoice.paymentHash)).toBe(0)
  })

  test.each([true, false])(
    'the failure of an earlier attempt does not fail a later one (custom ids shown: %s)',
    async (showsIds) => {
      await peer.close()
      peer = await openOpenNodePeer({ showsPreimages: true, tellsCustomIds: showsIds })
      const source = await open()
      const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
      await peer.node.outside.refusePayment(invoice.paymentHash)
      expect((await source.pay(orderFor(invoice))).status).toBe('failed')
      peer.server.plan('POST /v2/withdrawals', { do: 'lose-request' })
      await expect(source.pay(orderFor(invoice, 'two'))).rejects.toThrow()
      expect(await source.outgoingStatus(orderFor(invoice, 'two'))).toEqual({ status: 'pending' })
    },
  )

  test('the failure of a manual withdrawal without an id does not fail an attempt', async () => {
    await peer.close()
    peer = await openOpenNodePeer({ showsPreimages: true, tellsCustomIds: false })
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    await peer.node.outside.refusePayment(invoice.paymentHash)
    peer.server.plan('POST /v2/withdrawals', { do: 'lose-request' })
    await expect(source.pay(orderFor(invoice))).rejects.toThrow()
    await payByHand(invoice)
    expect(await source.outgoingStatus(orderFor(invoice))).toEqual({ status: 'pending' })
    await source.close()
    expect(await (await open()).outgoingStatus(orderFor(invoice))).toEqual({ status: 'pending' })
  })

  test('a payment that OpenNode rejects has failed, and can be tried again', async () => {
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    peer.server.plan('POST /v2/withdrawals', { do: 'refuse', status: 400, text: '{"message":"Insufficient funds"}' })
    expect(await source.pay(orderFor(invoice))).toEqual({
      status: 'failed',
      reason: 'invoice_refused',
      nodeAnswer: 'Insufficient funds',
    })
    expect(await source.pay(orderFor(invoice, 'two'))).toMatchObject({ status: 'settled' })
  })

  test('an amount that is not whole satoshis is not sent, whether the invoice or the order names it', async () => {
    const source = await open()
    const [unnamed, named] = [
      await peer.node.outside.makeInvoice(undefined),
      await peer.node.outside.makeInvoice(msat(1500n)),
    ]
    expect(await source.pay({ ...orderFor(unnamed), amountMsat: msat(1500n) })).toMatchObject({ status: 'not_sent' })
    expect(await source.pay(orderFor(named))).toMatchObject({ status: 'not_sent' })
  })
})
