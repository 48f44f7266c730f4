import { hash as digest, randomBytes } from 'node:crypto'
import { msat } from '@satchel/money/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PayOrder } from '../../src/port/funding-source.ts'
import { attempt, type ContractWorld, newOrder, request } from '../contract/contract-world.ts'
import type { LdkPeerNode } from './ldk-peer-node.ts'

export interface LdkWorld extends ContractWorld {
  readonly node: LdkPeerNode
}

/** More than any of the channels can carry. */
const TOO_MUCH = msat(9_000_000_000n)

/** Tests that need real nodes: who gets the fee, whose preimage it is, and why a payment ends. */
export function realPayments(name: string, open: () => Promise<LdkWorld>): void {
  describe(`${name}: the money is really carried there`, () => {
    let world: LdkWorld
    beforeAll(async () => {
      world = await open()
    })
    afterAll(() => world.close())
    fees(() => world)
    ends(() => world)
    receiving(() => world)
  })
}

/** Pays, and returns our cost and the earnings of the middle node. */
async function pay({ source, node }: LdkWorld, order: PayOrder) {
  node.routerEarnedMsat()
  const before = node.balanceMsat()
  const outcome = await source.pay(order)
  return { outcome, costMsat: before - node.balanceMsat(), earnedMsat: node.routerEarnedMsat() }
}

function fees(worldNow: () => LdkWorld): void {
  test.each([1n, 999n, 1234n])('a fee of %d msat goes to the forwarding node', async (feeMsat) => {
    const { node, source } = worldNow()
    const invoice = await node.outside.makeInvoice(msat(50_000n))
    await node.outside.setFee(invoice.paymentHash, msat(feeMsat))
    const order = newOrder(invoice)
    const { outcome, costMsat, earnedMsat } = await pay(worldNow(), order)
    expect(outcome).toMatchObject({ status: 'settled', feeMsat })
    expect({ costMsat, earnedMsat }).toEqual({ costMsat: 50_000n + feeMsat, earnedMsat: feeMsat })
    expect(await source.outgoingStatus(order)).toEqual(outcome)
  })

  test('a payment with a fee one msat above the limit is not sent', async (context) => {
    const { node, source } = worldNow()
    if (!source.can.feeLimit) context.skip('This source takes no fee limit.')
    const invoice = await node.outside.makeInvoice(msat(50_000n))
    await node.outside.setFee(invoice.paymentHash, msat(1235n))
    const { outcome, costMsat, earnedMsat } = await pay(worldNow(), {
      ...(await attempt(source, invoice)),
      feeLimitMsat: msat(1234n),
    })
    expect(outcome).toMatchObject({ status: 'failed' })
    expect({ costMsat, earnedMsat }).toEqual({ costMsat: 0n, earnedMsat: 0n })
    const again = await pay(worldNow(), { ...newOrder(invoice), feeLimitMsat: msat(1235n) })
    expect(again).toMatchObject({ outcome: { status: 'settled', feeMsat: 1235n }, earnedMsat: 1235n })
  })
}

function ends(worldNow: () => LdkWorld): void {
  test('the preimage is the one with which the payee claims the HTLC, and is not revealed before', async () => {
    const { node, source } = worldNow()
    const invoice = await node.outside.makeInvoice(msat(50_000n))
    node.plan(invoice.paymentHash, { ends: 'on-command' })
    const order = newOrder(invoice)
    const before = node.balanceMsat()
    const paying = source.pay(order)
    await expect.poll(() => node.sends(invoice.paymentHash)).toBe(1)
    expect(await source.outgoingStatus(order)).toEqual({ status: 'pending' })
    // It lies in our channel's HTLC: neither ours nor his.
    expect(before - node.balanceMsat()).toBe(50_000n)
    node.finish(invoice.paymentHash, 'settled')
    const outcome = await paying
    const preimage = outcome.status === 'settled' ? outcome.preimage : ''
    expect(hashOf(preimage)).toBe(invoice.paymentHash)
    expect(await source.outgoingStatus(order)).toMatchObject({ status: 'settled', preimage })
  })

  test('a payment that the payee holds and gives back has failed, and its money returns', async () => {
    const { node, source } = worldNow()
    const invoice = await node.outside.makeInvoice(msat(50_000n))
    node.plan(invoice.paymentHash, { ends: 'on-command' })
    const before = node.balanceMsat()
    const paying = source.pay(await attempt(source, invoice))
    await expect.poll(() => node.sends(invoice.paymentHash)).toBe(1)
    node.finish(invoice.paymentHash, 'failed')
    expect(await paying).toMatchObject({ status: 'failed' })
    expect(node.balanceMsat()).toBe(before)
  })

  test('no route: failed, and no HTLC was sent', async () => {
    const invoice = await worldNow().node.outside.makeInvoice(TOO_MUCH)
    const { outcome, costMsat, earnedMsat } = await pay(worldNow(), await attempt(worldNow().source, invoice))
    expect(outcome).toMatchObject({ status: 'failed' })
    expect({ costMsat, earnedMsat }).toEqual({ costMsat: 0n, earnedMsat: 0n })
  })

  test('the payee gives back less than the requested amount', async () => {
    const { node, source } = worldNow()
    const invoice = await node.outside.makeInvoice(msat(50_000n))
    const bolt11 = node.payee.signAgain(invoice.bolt11, { amountMsat: 49_000n })
    const order = await attempt(source, { ...invoice, bolt11 })
    const { outcome, costMsat } = await pay(worldNow(), order)
    expect(outcome).toMatchObject({ status: 'failed' })
    expect(costMsat).toBe(0n)
    expect(node.payments.get(invoice.paymentHash)).toMatchObject({ failure: 'rejected' })
    expect(await source.outgoingStatus(order)).toMatchObject({ status: 'failed', attemptId: order.attemptId })
  })
}

function receiving(worldNow: () => LdkWorld): void {
  test('a payer of ours gets our preimage as proof', async () => {
    const { node, source } = worldNow()
    const made = await source.createInvoice(request())
    const before = node.balanceMsat()
    await node.outside.payOurInvoice(made.bolt11)
    expect(hashOf(node.proofOf(made.paymentHash) ?? '')).toBe(made.paymentHash)
    expect(node.balanceMsat() - before).toBe(21_000n)
  })

  test.each(['settled', 'cancelled'] as const)('a held payment counts for neither side until it is %s', async (end) => {
    const { node, source } = worldNow()
    if (!source.can.hold) return expect(source.settleHold('ab'.repeat(32))).rejects.toThrow('hold')
    const preimage = randomBytes(32).toString('hex')
    const holdHash = hashOf(preimage)
    const { bolt11 } = await source.createInvoice(request({ holdHash }))
    const before = node.balanceMsat()
    await node.outside.payOurInvoice(bolt11)
    expect(await source.incomingStatus(holdHash)).toEqual({ status: 'held', amountMsat: 21_000n })
    expect([node.proofOf(holdHash), node.balanceMsat()]).toEqual([undefined, before])
    expect(await (end === 'settled' ? source.settleHold(preimage) : source.cancelHold(holdHash))).toBe(end)
    const [proof, arrived] = end === 'settled' ? [preimage, 21_000n] : [undefined, 0n]
    expect([node.proofOf(holdHash), node.balanceMsat() - before]).toEqual([proof, arrived])
  })
}

const hashOf = (preimage: string): string => digest('sha256', Buffer.from(preimage, 'hex'))
