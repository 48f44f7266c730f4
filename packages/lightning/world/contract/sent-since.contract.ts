import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import type { CreatedInvoice, FundingSource, PayOrder, SentPayment } from '../../src/port/funding-source.ts'
import type { FaultyNode } from '../peer-parts/faulty-node.ts'
import { attempt, readSent } from './contract-world.ts'

/** An adapter on a new peer for each test. */
export interface SentSince {
  peer(): FaultyNode
  /** Opens the adapter once more, as a restarted process does. The test closes it. */
  open(): Promise<FundingSource>
  /** True: the node keeps our attempt ids, and the list shows them. */
  readonly keepsIds?: boolean
  /**
   * Payments that the node does not list. One that is added at its outcome must then come after every earlier cursor.
   */
  readonly omits?: readonly SentPayment['status'][]
  /** True: the node's times are too coarse to order payments of one second. */
  readonly isUnordered?: boolean
  /** True: the node never pays an invoice again that it failed to pay once. */
  readonly neverRetries?: boolean
  /** Orders a payment at the node as another program does; by default `node.pay` of the peer. */
  payByHand?(invoice: CreatedInvoice): void | Promise<void>
  /** The call that lists, as `server.plan` takes it. */
  readonly listCall: string
}

const FEE_MSAT = 300n

/** The contract of each adapter with `sentSince`: the node's list lacks no payment, and a stored cursor loses none. */
export function sentSinceContract(world: SentSince): void {
  positions(world)
  listing(world)
  otherPrograms(world)
}

function positions(world: SentSince): void {
  test('without a cursor no payments are listed, and the cursor that comes back lists the later ones', async () => {
    const source = await world.open()
    await settle(world, source)
    const { cursor } = await emptyPage(source, undefined)
    const { paymentHash } = await settle(world, source)
    const later = await readSent(source, cursor, 100)
    expect(later.payments).toMatchObject([{ paymentHash, status: 'settled' }])
    expect(await emptyPage(source, later.cursor)).toEqual({ payments: [], cursor: later.cursor })
  })

  test('a node that has not sent anything gives a cursor that lists its first payment', async () => {
    const source = await world.open()
    const { cursor } = await emptyPage(source, undefined)
    const { paymentHash } = await settle(world, source)
    expect((await readSent(source, cursor, 100)).payments).toMatchObject([{ paymentHash }])
  })

  test('a restarted process reads the same from the same cursor', async () => {
    const source = await world.open()
    const { cursor } = await emptyPage(source, undefined)
    await payThree(world, source)
    const before = await readSent(source, cursor, 2)
    await source.close()
    const after = await world.open()
    expect(await readSent(after, cursor, 2)).toEqual(before)
    expect(await emptyPage(after, before.cursor)).toEqual({ payments: [], cursor: before.cursor })
  })

  test('a list that cannot be read is an error, not an empty page', async () => {
    const source = await world.open()
    const { cursor } = await emptyPage(source, undefined)
    const { paymentHash } = await settle(world, source)
    for (const fault of [{ do: 'refuse', status: 500 }, { do: 'garble' }, { do: 'lose-answer' }] as const) {
      world.peer().server.plan(world.listCall, fault)
      await expect(source.sentSince?.(cursor, 100)).rejects.toThrow()
    }
    expect((await readSent(source, cursor, 100)).payments).toMatchObject([{ paymentHash }])
  })
}

function listing(world: SentSince): void {
  const { omits = [], isUnordered = false, keepsIds = false } = world
  test('settled, pending and failed payments are listed, oldest first, whatever the page size', async () => {
    const source = await world.open()
    const { cursor } = await emptyPage(source, undefined)
    const { orders } = await payThree(world, source)
    const expected = orders.filter(({ status }) => !omits.includes(status))
    const all = await readSent(source, cursor, 100)
    const inOrder = isUnordered ? byHash : (payments: readonly SentPayment[]) => payments
    expect(inOrder(all.payments).map(({ paymentHash, status }) => ({ paymentHash, status }))).toEqual(
      isUnordered ? byHash(expected.map(withoutId)) : expected.map(withoutId),
    )
    for (const limit of [1, 2]) expect((await readSent(source, cursor, limit)).payments).toEqual(all.payments)
    for (const { paymentHash, attemptId } of orders) {
      const listed = all.payments.find((payment) => payment.paymentHash === paymentHash)
      if (listed !== undefined) expect(listed.attemptId).toBe(keepsIds ? attemptId : undefined)
    }
  })

  test('amount and fee of a settled payment are exact if the node reports them', async () => {
    const source = await world.open()
    const { cursor } = await emptyPage(source, undefined)
    await settle(world, source)
    const [listed] = (await readSent(source, cursor, 100)).payments
    expect([undefined, 50_000n]).toContain(listed?.amountMsat)
    expect([undefined, FEE_MSAT, 1000n]).toContain(listed?.feeMsat)
    expect(Math.abs((listed?.at ?? 0) - Date.now() / 1000)).toBeLessThan(600)
  })

  test('the cursor in front of a pending payment lists it again as settled', async () => {
    const source = await world.open()
    const { cursor } = await emptyPage(source, undefined)
    const { pending } = await payThree(world, source)
    const before = await readSent(source, cursor, 100)
    world.peer().node.finish(pending.paymentHash, 'settled')
    // The node stores the outcome slightly after its event.
    await expect.poll(() => statusOf(source, cursor, pending)).toBe('settled')
    if (omits.includes('in_flight')) expect(await statusOf(source, before.cursor, pending)).toBe('settled')
  })

  if (world.neverRetries === true) return
  test('a second attempt of an invoice is listed by a cursor from after the first one', async () => {
    const source = await world.open()
    const invoice = await makeInvoice(world)
    await end(world, source, invoice, 'failed')
    const { cursor } = await emptyPage(source, undefined)
    await end(world, source, invoice, 'settled')
    await expect.poll(() => statusOf(source, cursor, invoice)).toBe('settled')
  })
}

function otherPrograms(world: SentSince): void {
  const { keepsIds = false, payByHand = ({ bolt11 }) => void world.peer().node.pay({ bolt11 }) } = world
  test('a payment that another program ordered is listed without an attempt id of ours', async () => {
    const source = await world.open()
    const { cursor } = await emptyPage(source, undefined)
    const invoice = await makeInvoice(world)
    await payByHand(invoice)
    await expect.poll(() => statusOf(source, cursor, invoice)).toBe('settled')
    const [listed] = (await readSent(source, cursor, 100)).payments
    expect(listed?.attemptId).toBe(keepsIds ? '' : undefined)
  })
}

interface ThreePayments {
  readonly orders: readonly (PayOrder & { readonly status: SentPayment['status'] })[]
  readonly pending: PayOrder
}

/** One that settles, one that stays pending, one that fails, in this order. */
async function payThree(world: SentSince, source: FundingSource): Promise<ThreePayments> {
  const settled = await settle(world, source)
  const pending = await begin(world, source, await makeInvoice(world))
  const failed = await end(world, source, await makeInvoice(world), 'failed')
  return {
    pending,
    orders: [
      { ...settled, status: 'settled' },
      { ...pending, status: 'in_flight' },
      { ...failed, status: 'failed' },
    ],
  }
}

const makeInvoice = ({ peer }: SentSince): Promise<CreatedInvoice> => peer().node.outside.makeInvoice(msat(50_000n))

const settle = async (world: SentSince, source: FundingSource): Promise<PayOrder> =>
  end(world, source, await makeInvoice(world), 'settled')

let attempts = 0

/** Ordered and pending at the node. */
async function begin(world: SentSince, source: FundingSource, invoice: CreatedInvoice): Promise<PayOrder> {
  const { node } = world.peer()
  node.plan(invoice.paymentHash, { ends: 'on-command', feeMsat: FEE_MSAT })
  attempts += 1
  const order = await attempt(source, invoice, `attempt-${attempts}`)
  source.pay(order).catch(() => undefined)
  await expect.poll(() => node.payments.get(invoice.paymentHash)?.state).toBe('pending')
  return order
}

async function end(
  world: SentSince,
  source: FundingSource,
  invoice: CreatedInvoice,
  as: 'settled' | 'failed',
): Promise<PayOrder> {
  const order = await begin(world, source, invoice)
  world.peer().node.finish(invoice.paymentHash, as)
  await expect.poll(async () => (await source.outgoingStatus(order)).status).toBe(as)
  return order
}

async function emptyPage(source: FundingSource, cursor: string | undefined) {
  const page = await source.sentSince?.(cursor, 100)
  expect(page?.payments).toEqual([])
  return { payments: [], cursor: page?.cursor ?? 'no list' }
}

async function statusOf(
  source: FundingSource,
  cursor: string,
  { paymentHash }: Pick<PayOrder, 'paymentHash'>,
): Promise<string | undefined> {
  const { payments } = await readSent(source, cursor, 100)
  return payments.findLast((payment) => payment.paymentHash === paymentHash)?.status
}

const withoutId = ({ paymentHash, status }: ThreePayments['orders'][number]) => ({ paymentHash, status })

const byHash = <Listed extends { readonly paymentHash: string }>(listed: readonly Listed[]): Listed[] =>
  [...listed].sort((one, other) => (one.paymentHash < other.paymentHash ? -1 : 1))
