import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import type { CreatedInvoice, FundingSource, OutgoingStatus } from '../../src/port/funding-source.ts'
import type { FaultyNode } from '../peer-parts/faulty-node.ts'
import type { CallFault } from '../peer-parts/peer-server.ts'
import { attempt, now, orderFor } from './contract-world.ts'

/** An adapter on a new peer for each test. */
export interface PayingOnce {
  peer(): FaultyNode
  /** Like one more process of the service: notes in the database are there for all of them. Closed automatically. */
  open(): Promise<FundingSource>
  /** Further expectations after one payment that was ordered three times: how often the peer got the request. */
  sentOnce?(): void
  /** The answers, before the order, of calls that must not fail. */
  readonly asksBefore?: readonly string[]
  /** How an order is lost. */
  readonly losesBy?: CallFault
  /** The known facts of an order that was lost after an earlier attempt had failed. */
  readonly lostIs: OutgoingStatus['status']
  /** True: the node never pays an invoice again that it failed to pay once. */
  readonly neverRetries?: boolean
  /** True: the node reports when it began a payment, whichever program ordered it. */
  readonly datesOthers?: boolean
  /** For adapters that give the node time before they believe a failure after a restart: that time passes. */
  waitForNode?(): void
}

/** For adapters on nodes that would pay a hash again: with any callers and any lost answers, it is paid once. */
export function payingOnceContract(world: PayingOnce): void {
  ordersAtOnce(world)
  earlierFailures(world)
  restarts(world)
  if (world.datesOthers === true) ordersElsewhere(world)
  test.each(world.asksBefore ?? [])('a node that does not answer %s before is not sent a payment', async (call) => {
    const { source, invoice } = await begin(world)
    world.peer().server.plan(call, { do: 'refuse', status: 500 }, { do: 'refuse', status: 500 })
    expect((await source.pay(orderFor(invoice))).status).toBe('not_sent')
    expect(sends(world, invoice)).toBe(0)
  })
}

function ordersAtOnce(world: PayingOnce): void {
  const node = () => world.peer().node
  test('of two concurrent calls for one hash only one is sent', async () => {
    const { source, invoice } = await begin(world)
    node().plan(invoice.paymentHash, { ends: 'on-command' })
    const first = source.pay(orderFor(invoice))
    await expect.poll(() => sends(world, invoice)).toBe(1)
    expect(await source.pay(orderFor(invoice, 'two'))).toEqual({ status: 'pending' })
    expect(await source.outgoingStatus(orderFor(invoice))).toEqual({ status: 'pending' })
    node().finish(invoice.paymentHash, 'settled')
    expect((await first).status).toBe('settled')
    expect(sends(world, invoice)).toBe(1)
  })

  test('a payment that another process is sending, or has sent, is not sent again', async () => {
    const { source, invoice } = await begin(world)
    const other = await world.open()
    node().plan(invoice.paymentHash, { ends: 'on-command' })
    const theirs = other.pay(orderFor(invoice))
    await expect.poll(() => sends(world, invoice)).toBe(1)
    expect(await source.pay(orderFor(invoice, 'two'))).toEqual({ status: 'pending' })
    node().finish(invoice.paymentHash, 'settled')
    expect((await theirs).status).toBe('settled')
    expect((await source.pay(orderFor(invoice, 'three'))).status).toBe('not_sent')
    expect(sends(world, invoice)).toBe(1)
    world.sentOnce?.()
  })

  test('a payment of another process says nothing about an attempt of ours', async () => {
    const { source, invoice } = await begin(world)
    const other = await world.open()
    node().plan(invoice.paymentHash, { ends: 'on-command' })
    const theirs = other.pay(orderFor(invoice, 'theirs'))
    await expect.poll(() => sends(world, invoice)).toBe(1)
    // Without a mark, which some nodes do not give while they pay, nothing is sent.
    const ours = await attempt(source, invoice, 'ours').catch(() => undefined)
    const answer = ours === undefined ? undefined : await source.outgoingStatus(ours)
    expect([undefined, { status: 'pending', unheard: true }, { status: 'not_found' }]).toContainEqual(answer)
    node().finish(invoice.paymentHash, 'settled')
    expect((await theirs).status).toBe('settled')
  })

  test('while our own call is open, a node that does not know the payment yet means pending', async () => {
    const { source, invoice } = await begin(world)
    world.peer().server.plan(world.peer().payCall, { do: 'delay', ms: 100 })
    const paying = source.pay(orderFor(invoice))
    expect(await source.outgoingStatus(orderFor(invoice))).toEqual({ status: 'pending', unheard: true })
    expect((await paying).status).toBe('settled')
  })
}

function earlierFailures(world: PayingOnce): void {
  const { losesBy = { do: 'lose-request' }, lostIs } = world
  test('the failure of an earlier attempt does not fail one whose answer was lost', async () => {
    const { source, invoice } = await begin(world)
    await world.peer().node.outside.refusePayment(invoice.paymentHash)
    expect((await source.pay(orderFor(invoice))).status).toBe('failed')
    const order = await attempt(source, invoice, 'two')
    world.peer().server.plan(world.peer().payCall, losesBy)
    const answer = await source.pay(order).catch(() => ({ status: 'pending' }))
    expect(answer).toEqual({ status: 'pending' })
    world.waitForNode?.()
    for (const asked of [source, await world.open()]) {
      const known = await asked.outgoingStatus(order)
      expect(known.status).toBe(lostIs)
      expect(known).not.toMatchObject({ attemptId: 'two' })
    }
  })
}

function restarts(world: PayingOnce): void {
  const { losesBy = { do: 'lose-request' }, neverRetries = false } = world
  test('after a restart, the failure of an earlier attempt of the same invoice does not fail the new attempt', async () => {
    const { source, invoice } = await begin(world)
    await world.peer().node.outside.refusePayment(invoice.paymentHash)
    expect((await source.pay(await attempt(source, invoice, 'one'))).status).toBe('failed')
    const order = await attempt(source, invoice, 'two')
    world.peer().server.plan(world.peer().payCall, losesBy)
    await source.pay(order).catch(() => 'lost')
    await source.close()
    const restarted = await world.open()
    // Like a service whose clock is a minute behind the node's.
    const query = { ...order, begunAt: now() - 60 }
    for (const wait of [() => undefined, world.waitForNode]) {
      wait?.()
      expect(await restarted.outgoingStatus(query)).not.toMatchObject({ status: 'failed', attemptId: 'two' })
    }
  })

  test('after a restart, an attempt that failed meanwhile fails by its own failure, not by an earlier one', async () => {
    const { source, invoice } = await begin(world)
    const { node, server } = world.peer()
    if (!neverRetries) {
      await node.outside.refusePayment(invoice.paymentHash)
      expect((await source.pay(await attempt(source, invoice, 'one'))).status).toBe('failed')
    }
    const order = await attempt(source, invoice, 'two')
    node.plan(invoice.paymentHash, { ends: 'on-command' })
    const lost = source.pay(order).catch(() => 'lost')
    await expect.poll(() => sends(world, invoice)).toBe(1)
    server.cut()
    await source.close()
    await lost
    node.finish(invoice.paymentHash, 'failed')
    const restarted = await world.open()
    await restarted.outgoingStatus(order)
    world.waitForNode?.()
    expect(await restarted.outgoingStatus(order)).toMatchObject({ status: 'failed', attemptId: 'two' })
  })
}

/** The order of another program before it stopped; it had its own ids, or none. */
function ordersElsewhere(world: PayingOnce): void {
  test('a failure counts for the order of another program if the payment began at or after that order', async () => {
    const { source, invoice } = await begin(world)
    const { node } = world.peer()
    await node.outside.refusePayment(invoice.paymentHash)
    const before = now() - 1
    expect((await source.pay(await attempt(source, invoice, 'theirs'))).status).toBe('failed')
    const asked = await world.open()
    const query = { paymentHash: invoice.paymentHash, attemptId: 'imported/0' }
    await asked.outgoingStatus({ ...query, elsewhereSince: before })
    world.waitForNode?.()
    expect(await asked.outgoingStatus({ ...query, elsewhereSince: now() + 60 })).toMatchObject({ status: 'not_found' })
    const ended = await asked.outgoingStatus({ ...query, elsewhereSince: before })
    expect(ended).toMatchObject({ status: 'failed', attemptId: 'imported/0' })
  })
}

async function begin(world: PayingOnce): Promise<{ source: FundingSource; invoice: CreatedInvoice }> {
  const source = await world.open()
  return { source, invoice: await world.peer().node.outside.makeInvoice(msat(50_000n)) }
}

const sends = (world: PayingOnce, { paymentHash }: CreatedInvoice): number => world.peer().node.sends(paymentHash)
