import { readInvoice } from '@satchel/bolt11/read-invoice'
import { msat } from '@satchel/money/units'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { listHashes, orderFor, request } from '../../../world/contract/contract-world.ts'
import { payingOnceContract } from '../../../world/contract/paying-once.contract.ts'
import { readFundingEnv } from '../../../world/own-process/read-funding-env.ts'
import { createMemoryNotes } from '../../../world/peer-parts/memory-notes.ts'
import { SILENT_LOG } from '../../../world/peer-parts/silent-log.ts'
import { openStrikePeer, type StrikePeer } from '../../../world/peers/strike/strike-peer.ts'
import type { Clock } from '../../port/clock.ts'
import type { CreatedInvoice, FundingSource } from '../../port/funding-source.ts'
import type { OrderNotes } from '../../port/order-notes.ts'
import { noteElsewhere } from './note-elsewhere.ts'
import { openStrike } from './open-strike.ts'

let peer: StrikePeer
/** Stored in the database, which all processes share. */
let books: OrderNotes
beforeEach(async () => {
  books = createMemoryNotes()
  peer = await openStrikePeer()
})
afterEach(() => peer.close())

interface Opened {
  readonly apiKey?: string
  readonly network?: string
  readonly clock?: Clock
}

async function open(changed: Opened = {}): Promise<FundingSource> {
  const { apiKey = peer.apiKey, network = 'bcrt', clock = Date.now } = changed
  const config = { kind: 'strike', url: peer.server.url, apiKey } as const
  const source = await openStrike(config, { notes: books, network, clock, log: SILENT_LOG })
  onTestFinished(() => source.close())
  return source
}

const LATER: Clock = () => Date.now() + 60_000

describe('opening', () => {
  test('a refused key stops the start and names its variable', async () => {
    await expect(open({ apiKey: 'wrong' })).rejects.toThrow('STRIKE_API_KEY: Strike refuses it')
  })

  test.each([
    'partner.balances.read',
    'partner.receive-request.read',
    'partner.receive-request.create',
    'partner.payment-quote.lightning.create',
    'partner.payment-quote.execute',
    'partner.payment.read',
  ])('a key without %s stops the start, and the scope is named', async (scope) => {
    peer.withoutScope(scope)
    await expect(open()).rejects.toThrow(scope)
  })

  test('checking the scopes of a key creates nothing', async () => {
    await open()
    expect([peer.node.invoices.size, peer.node.payments.size]).toEqual([0, 0])
  })

  const env = { SERVICE_FUNDING_SOURCE: 'strike' }

  test.each(['https://api.strike.me', 'https://api.strike.me/v1', 'https://api.strike.me/v1/'])(
    'the endpoint may be given as %s',
    (STRIKE_API_ENDPOINT) => {
      const read = readFundingEnv({ ...env, STRIKE_API_KEY: 'k', STRIKE_API_ENDPOINT })
      const source = { kind: 'strike', url: 'https://api.strike.me', apiKey: 'k' }
      expect('funding' in read && read.funding.source).toEqual(source)
    },
  )

  test.each([
    [{}, ['STRIKE_API_KEY: must be set for this SERVICE_FUNDING_SOURCE']],
    [{ STRIKE_API_KEY: 'two words' }, ['STRIKE_API_KEY: must be an API key as Strike shows it']],
  ])('configuration %j: every problem names its variable and never its value', (wrong, problems) => {
    expect(readFundingEnv({ ...env, ...wrong })).toEqual({ problems })
  })
})

describe('receiving', () => {
  test('an invoice over a fraction of a satoshi is rejected', async () => {
    const source = await open()
    await expect(source.createInvoice(request({ amountMsat: msat(1500n) }))).rejects.toThrow('whole satoshis')
  })

  test('an invoice has the requested expiry; an empty memo is left out, a long one is cut', async () => {
    const source = await open()
    expect(readInvoice((await source.createInvoice(request({ expirySeconds: 77 }))).bolt11).expirySeconds).toBe(77)
    expect(readInvoice((await source.createInvoice(request({ memo: '' }))).bolt11).description).toBe('')
    const long = readInvoice((await source.createInvoice(request({ memo: 'a'.repeat(300) }))).bolt11)
    expect(long.description).toBe(`${'a'.repeat(249)}…`)
  })

  test('a payment from another Strike account is reported although it does not name the invoice', async () => {
    const source = await open()
    const { bolt11, paymentHash } = await source.createInvoice(request())
    peer.payInside(paymentHash)
    await peer.node.outside.payOurInvoice(bolt11)
    expect(await source.incomingStatus(paymentHash)).toEqual({ status: 'settled', amountMsat: 21_000n })
    const { receipts } = await source.receiptsSince(undefined, 10)
    expect(receipts).toMatchObject([{ paymentHash, kind: 'settled', amountMsat: 21_000n }])
  })

  test('a backlog of several pages is listed oldest first, each receipt once', async () => {
    const source = await open()
    const paid: string[] = []
    for (let count = 0; count < 230; count += 1) {
      const { bolt11, paymentHash } = peer.node.addInvoice({ amountMsat: 21_000n })
      await peer.node.outside.payOurInvoice(bolt11)
      paid.push(paymentHash)
    }
    expect(await listHashes(source, 50)).toEqual(paid)
  })

  test('closing reports an open invoice as refused, an expired one as closed, a paid one as paid', async () => {
    const source = await open()
    const invoice = await source.createInvoice(request())
    expect(await source.closeInvoice(invoice.paymentHash)).toBe('refused')
    expect(await (await open({ clock: () => Date.now() + 3_601_000 })).closeInvoice(invoice.paymentHash)).toBe('closed')
    expect(await source.closeInvoice('ab'.repeat(32))).toBe('closed')
    await peer.node.outside.payOurInvoice(invoice.bolt11)
    expect(await source.closeInvoice(invoice.paymentHash)).toBe('paid')
  })
})

describe('paying', () => {
  payingOnceContract({
    peer: () => peer,
    open,
    lostIs: 'pending',
  })

  test('a quote above the fee limit is not executed', async () => {
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    await peer.node.outside.setFee(invoice.paymentHash, msat(11_000n))
    expect(await source.pay(orderFor(invoice))).toMatchObject({ status: 'failed' })
    expect(peer.server.calls.filter((call) => call.endsWith('/execute'))).toHaveLength(1)
    expect(peer.node.sends(invoice.paymentHash)).toBe(0)
    expect(await source.outgoingStatus(orderFor(invoice))).toEqual({ status: 'not_found' })
  })

  test('sub-satoshi amounts of an invoice count as fee: the total is all that leaves the account', async () => {
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(1500n))
    expect(await source.pay(orderFor(invoice))).toMatchObject({ status: 'settled', feeMsat: 500n })
  })

  test.each(['lose-request', 'lose-answer'] as const)('a lost quote has sent nothing (%s)', async (fault) => {
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    peer.server.plan('POST /v1/payment-quotes', { do: fault })
    expect((await source.pay(orderFor(invoice))).status).toBe('not_sent')
    expect((await source.pay(orderFor(invoice, 'two'))).status).toBe('settled')
    expect(peer.node.sends(invoice.paymentHash)).toBe(1)
  })

  test('a payment whose execution lost its answer is pending while the quote is valid, then queried', async () => {
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    peer.server.plan('PATCH /v1/payment-quotes', { do: 'lose-answer' })
    await expect(source.pay(orderFor(invoice))).rejects.toThrow()
    const asked = peer.server.calls.length
    expect(await source.outgoingStatus(orderFor(invoice))).toEqual({ status: 'pending' })
    expect(peer.server.calls).toHaveLength(asked)
    const later = await open({ clock: LATER })
    expect(await later.outgoingStatus(orderFor(invoice))).toMatchObject({ status: 'settled' })
    expect(peer.node.sends(invoice.paymentHash)).toBe(1)
  })

  test('an execution that never arrived is not repeated, and never counts as not sent', async () => {
    const source = await open({ clock: LATER })
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    peer.server.plan('PATCH /v1/payment-quotes', { do: 'lose-request' })
    await expect(source.pay(orderFor(invoice))).rejects.toThrow()
    expect(await source.outgoingStatus({ ...orderFor(invoice), begunAt: 1 })).toEqual({ status: 'pending' })
    expect(await source.pay(orderFor(invoice, 'two'))).toEqual({ status: 'pending' })
    expect(peer.node.sends(invoice.paymentHash)).toBe(0)
  })

  test('a preimage that Strike shows only once is kept', async () => {
    peer.hidePreimages()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    const outcome = await (await open()).pay(orderFor(invoice))
    expect(await (await open()).outgoingStatus(orderFor(invoice))).toEqual(outcome)
  })

  test('after a failure the same invoice can be tried again with a new quote', async () => {
    const source = await open()
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    await peer.node.outside.refusePayment(invoice.paymentHash)
    expect((await source.pay(orderFor(invoice))).status).toBe('failed')
    peer.node.plan(invoice.paymentHash, { ends: 'settled' })
    expect((await source.pay(orderFor(invoice, 'two'))).status).toBe('settled')
    expect(await source.outgoingStatus(orderFor(invoice, 'two'))).toMatchObject({ status: 'settled' })
  })
})

describe('payments of another program', () => {
  /** As any program with the same key does it. Answers the payment's id. */
  async function payElsewhere({ bolt11 }: CreatedInvoice): Promise<string> {
    const ask = async (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${peer.apiKey}`, 'idempotency-key': bolt11 }
      return (await fetch(`${peer.server.url}/v1${path}`, { method, headers, body: JSON.stringify(body) })).json()
    }
    const { paymentQuoteId } = (await ask('POST', '/payment-quotes/lightning', {
      lnInvoice: bolt11,
      sourceCurrency: 'BTC',
    })) as { paymentQuoteId: string }
    return ((await ask('PATCH', `/payment-quotes/${paymentQuoteId}/execute`, {})) as { paymentId: string }).paymentId
  }

  async function importOrder({ paymentHash }: CreatedInvoice, orderId: string | undefined): Promise<void> {
    const order = { paymentHash, amountMsat: msat(50_000n), attemptId: 'imported/1', orderId }
    const { name, value } = noteElsewhere(order)
    await books.write(name, value)
  }

  const ask = async ({ paymentHash }: CreatedInvoice) =>
    (await open({ clock: LATER })).outgoingStatus({ paymentHash, attemptId: 'imported/1', begunAt: 1 })

  test.each(['settled', 'failed'] as const)('a payment is followed by its id until it has %s', async (end) => {
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    peer.node.plan(invoice.paymentHash, { ends: 'on-command' })
    await importOrder(invoice, await payElsewhere(invoice))
    expect(await ask(invoice)).toEqual({ status: 'pending' })
    peer.node.finish(invoice.paymentHash, end)
    expect(await ask(invoice)).toMatchObject({ status: end })
    expect(peer.node.attempts).toHaveLength(1)
  })

  test('without an id, or with one that Strike does not know, a payment stays pending and is not sent again', async () => {
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    await importOrder(invoice, undefined)
    expect(await ask(invoice)).toEqual({ status: 'pending' })
    expect(await (await open({ clock: LATER })).pay(orderFor(invoice, 'ours/1'))).toEqual({ status: 'pending' })
    await importOrder(invoice, '00000000-0000-4000-8000-000000000001')
    await expect(ask(invoice)).rejects.toThrow()
    expect(peer.node.attempts).toHaveLength(0)
  })
})
