import { createReader, type Environment } from '@satchel/http/environment'
import { msat } from '@satchel/money/units'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { listHashes, now, orderFor, request } from '../../../world/contract/contract-world.ts'
import { payingOnceContract } from '../../../world/contract/paying-once.contract.ts'
import { sentSinceContract } from '../../../world/contract/sent-since.contract.ts'
import { readFundingEnv } from '../../../world/own-process/read-funding-env.ts'
import { createInvoiceSigner } from '../../../world/peer-parts/invoice-signer.ts'
import { openPeerServer } from '../../../world/peer-parts/peer-server.ts'
import { REFUSING_PORT } from '../../../world/peer-parts/refusing-port.ts'
import { SILENT_LOG } from '../../../world/peer-parts/silent-log.ts'
import { type LnbitsPeer, openLnbitsPeer } from '../../../world/peers/lnbits/lnbits-peer.ts'
import { createSentList, readNewestFirst } from '../../lists/sent-list.ts'
import { createNodeHttp } from '../../net/node-http.ts'
import type { CreatedInvoice, FundingSource } from '../../port/funding-source.ts'
import { createLnbitsCalls } from './lnbits-calls.ts'
import { openLnbits } from './open-lnbits.ts'
import { readLnbits } from './read-lnbits.ts'

let peer: LnbitsPeer
beforeEach(async () => {
  peer = await openLnbitsPeer()
})
afterEach(() => peer.close())

async function open(changed: Environment = {}, network?: string): Promise<FundingSource> {
  const problems: string[] = []
  const config = readLnbits(createReader({ ...peer.env, ...changed }, problems), { problems })
  expect(problems).toEqual([])
  const source = await openLnbits(config, { network, clock: Date.now, log: SILENT_LOG })
  onTestFinished(() => source.close())
  return source
}

describe('opening', () => {
  test('its identity is the network of its invoices, without a node key', async () => {
    expect((await open()).identity()).toEqual({ network: 'bcrt', nodeKey: '' })
  })

  test('one admin key is enough, under either name', async () => {
    const alone = { LNBITS_ADMIN_KEY: '', LNBITS_INVOICE_KEY: '' }
    expect((await open({ ...alone, LNBITS_KEY: peer.adminKey })).identity()).toBeDefined()
    expect((await open({ ...alone, LNBITS_ADMIN_KEY: peer.adminKey })).identity()).toBeDefined()
  })

  test.each(['LNBITS_ADMIN_KEY', 'LNBITS_INVOICE_KEY'])('a wrong %s stops the start and is named', async (name) => {
    await expect(open({ [name]: 'wrong' })).rejects.toThrow(name)
  })

  test('an invoice key, which cannot pay, stops the start if an admin key is required', async () => {
    await expect(open({ LNBITS_ADMIN_KEY: peer.invoiceKey })).rejects.toThrow(/LNBITS_ADMIN_KEY.*admin key/)
  })

  test('two keys of different wallets stop the start', async () => {
    await expect(open({ LNBITS_INVOICE_KEY: peer.strangersKey })).rejects.toThrow(/LNBITS_INVOICE_KEY.*another wallet/)
  })

  test('another network stops the start', async () => {
    await expect(open({}, 'bc')).rejects.toThrow('SERVICE_NETWORK')
  })

  test('an LNbits that cannot list by the last change stops the start', async () => {
    peer.growOld()
    await expect(open()).rejects.toThrow(/LNBITS_ENDPOINT.*1\.4\.0/)
  })

  test('an unreachable LNbits does not stop the start, and is known once it answers', async () => {
    await peer.server.goDown()
    const source = await open()
    expect(source.identity()).toBeUndefined()
    await peer.server.comeUp()
    await expect.poll(() => source.identity(), { timeout: 5000 }).toEqual({ network: 'bcrt', nodeKey: '' })
  })

  test.each([
    [
      {},
      [
        'LNBITS_ENDPOINT: must be set for this SERVICE_FUNDING_SOURCE',
        'LNBITS_KEY: must be set for this SERVICE_FUNDING_SOURCE',
      ],
    ],
    [
      { LNBITS_ENDPOINT: 'ftp://secret', LNBITS_KEY: 'sec ret', LNBITS_INVOICE_KEY: 'sec\nret' },
      [
        'LNBITS_ENDPOINT: must be an http or https URL without user and query',
        'LNBITS_KEY: must be a key as LNbits shows it',
        'LNBITS_INVOICE_KEY: must be a key as LNbits shows it',
      ],
    ],
  ])('configuration %j: every problem names its variable and never its value', (env, problems) => {
    expect(readFundingEnv({ SERVICE_FUNDING_SOURCE: 'lnbits', ...env })).toEqual({
      problems,
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
    const own = peer.node.addInvoice({ amountMsat: 21_000n })
    const mainnet = createInvoiceSigner('bc').sign({ amountMsat: 21_000n })
    const answers = [
      { payment_hash: other.paymentHash, bolt11: other.bolt11 },
      { payment_hash: other.paymentHash, bolt11: own.bolt11 },
      { payment_hash: mainnet.paymentHash, bolt11: mainnet.bolt11 },
    ]
    for (const answer of answers) {
      peer.server.plan('POST /api/v1/payments', { do: 'answer', status: 201, text: JSON.stringify(answer) })
      await expect(source.createInvoice(request())).rejects.toThrow()
    }
  })

  test('an invoice without its preimage is accepted', async () => {
    peer.keepPreimages()
    const source = await open()
    const { paymentHash, preimage } = await source.createInvoice(request())
    expect(preimage).toBeUndefined()
    expect(await source.incomingStatus(paymentHash)).toEqual({ status: 'open' })
  })

  test('closing reports an open invoice as refused, an expired one as closed, a paid one as paid', async () => {
    const source = await open()
    const invoice = await source.createInvoice(request())
    const expired = await source.createInvoice(request({ expirySeconds: 0 }))
    expect(await source.closeInvoice(invoice.paymentHash)).toBe('refused')
    expect(await source.closeInvoice(expired.paymentHash)).toBe('closed')
    await peer.node.outside.payOurInvoice(invoice.bolt11)
    expect(await source.closeInvoice(invoice.paymentHash)).toBe('paid')
  })
})

describe('receipts', () => {
  test('a long backlog is listed oldest first, each receipt once, old invoices included', async () => {
    const source = await open()
    const made: CreatedInvoice[] = []
    for (let count = 0; count < 45; count += 1) made.push(await source.createInvoice(request()))
    const paid = made.toReversed()
    for (const { bolt11 } of paid) await peer.node.outside.payOurInvoice(bolt11)
    expect(await listHashes(source, 20)).toEqual(paid.map(({ paymentHash }) => paymentHash))
  })

  test('outgoing and open payments are not receipts, and an unreadable invoice does not block the others', async () => {
    const source = await open()
    const { bolt11 } = await source.createInvoice(request())
    await source.createInvoice(request())
    await source.pay(orderFor(await peer.node.outside.makeInvoice(msat(50_000n))))
    await peer.node.outside.payOurInvoice(bolt11)
    const { receipts } = await source.receiptsSince(undefined, 10)
    expect(receipts).toHaveLength(1)
    const rows = [
      { payment_hash: 'x', bolt11: 'x', amount: 1, fee: 0, status: 'success', updated_at: '2099-01-01T00:00:00' },
    ]
    peer.server.plan('GET /api/v1/payments', { do: 'answer', text: JSON.stringify(rows) })
    expect((await source.receiptsSince(undefined, 10)).receipts).toEqual([])
  })
})

/** A payment in the wallet's own pages. */
async function payByHand({ bolt11 }: CreatedInvoice): Promise<void> {
  await fetch(`${peer.server.url}/api/v1/payments`, {
    method: 'POST',
    headers: { 'x-api-key': peer.adminKey },
    body: JSON.stringify({ out: true, bolt11 }),
  })
}

describe('the list of payments', () => {
  sentSinceContract({
    peer: () => peer,
    open,
    keepsIds: true,
    omits: ['failed'],
    neverRetries: true,
    payByHand,
    listCall: 'GET /api/v1/payments',
  })

  test('a list of several pages is read to its end, also when payments fail and disappear from it meanwhile', async () => {
    const rows = Array.from({ length: 150 }, (_, at) => ({
      payment_hash: String(150 - at).padStart(64, '0'),
      bolt11: '',
      amount: -1000,
      fee: 0,
      status: 'success',
      created_at: new Date(1_700_000_000_000 - at).toISOString(),
      updated_at: '2023-11-14T22:13:20',
    }))
    const server = await openPeerServer(({ query }, reply) => {
      const offset = Number(query.get('offset'))
      reply.send(200, rows.slice(offset, offset + Number(query.get('limit'))))
      if (offset === 0) rows.splice(0, 10)
    })
    onTestFinished(server.close)
    const http = createNodeHttp({ baseUrl: server.url, headers: {} })
    onTestFinished(http.close)
    const key = { variable: '', value: 'key' }
    const calls = createLnbitsCalls(http, { kind: 'lnbits', url: server.url, adminKey: key, invoiceKey: key })
    const { payments } = await createSentList('lnbits', readNewestFirst(calls.listSent)).sentSince('lnbits 0 ', 1000)
    const listed = new Set(payments.map(({ paymentHash }) => paymentHash))
    expect(rows.filter(({ payment_hash: paymentHash }) => !listed.has(paymentHash))).toEqual([])
    expect(rows).toHaveLength(140)
  })
})

describe('paying', () => {
  payingOnceContract({
    datesOthers: true,
    peer: () => peer,
    open,
    asksBefore: ['GET /api/v1/payments', 'GET /api/v1/payments/fee-reserve'],
    lostIs: 'not_found',
    neverRetries: true,
  })

  test('the failure of a manual payment does not fail an attempt that never reached LNbits', async () => {
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    await peer.node.outside.refusePayment(invoice.paymentHash)
    await payByHand(invoice)
    const source = await open()
    expect(await source.outgoingStatus({ ...orderFor(invoice), begunAt: now() - 60 })).toEqual({ status: 'not_found' })
  })

  test('a payment that may cost more than its fee limit is not sent', async () => {
    peer.takeServiceFee(8_001n)
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    expect(await source.pay(orderFor(invoice))).toMatchObject({
      status: 'not_sent',
      reason: 'fee_limit',
    })
    expect(peer.node.sends(invoice.paymentHash)).toBe(0)
    expect((await source.pay({ ...orderFor(invoice), feeLimitMsat: msat(10_001n) })).status).toBe('settled')
  })

  test('a payment to an unreachable server counts as not sent', async () => {
    const source = await open({ LNBITS_ENDPOINT: `http://127.0.0.1:${REFUSING_PORT}` })
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    expect((await source.pay(orderFor(invoice))).status).toBe('not_sent')
  })
})
