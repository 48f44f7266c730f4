import { hash as digest, randomBytes } from 'node:crypto'
import { msat } from '@satchel/money/units'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readReceipts } from '../../../world/contract/contract-world.ts'
import { unaskedContract } from '../../../world/contract/unasked.contract.ts'
import { payUnasked } from '../../../world/peer-parts/pay-unasked.ts'
import type { LdkServerPeer } from '../../../world/peers/ldk-server/ldk-server-peer.ts'
import { openTestLdkServer } from '../../../world/peers/ldk-server/open-test-ldk-server.ts'
import type { CreatedInvoice, FundingSource, Receipt } from '../../port/funding-source.ts'

let peer: LdkServerPeer
let source: FundingSource
let close: () => Promise<void>
beforeEach(async () => {
  ;({ peer, source, close } = await openTestLdkServer())
})
afterEach(() => close())

const SOON = { timeout: 10_000, interval: 10 }
const CALL = 'POST /api.LightningNode/'
const callsOf = (name: string): number => peer.server.calls.filter((call) => call === `${CALL}${name}`).length
const makeInvoice = (holdHash?: string): Promise<CreatedInvoice> =>
  source.createInvoice({ amountMsat: msat(21_000n), memo: 'm', expirySeconds: 600, createdAt: 0, holdHash })

async function makeHold() {
  const preimage = randomBytes(32).toString('hex')
  return { ...(await makeInvoice(digest('sha256', Buffer.from(preimage, 'hex')))), preimage }
}

const pay = ({ bolt11 }: CreatedInvoice): Promise<void> => peer.node.outside.payOurInvoice(bolt11)
const namesOf = (receipts: readonly Receipt[]): string[] =>
  receipts.map(({ kind, paymentHash }) => `${kind} ${paymentHash}`)

const readAll = (cursor: string | undefined, limit: number, from = source) => readReceipts(from, cursor, limit)

/** The stream is open: from now on events are reported. */
const untilFollowed = (): Promise<void> => expect.poll(() => callsOf('SubscribeEvents'), SOON).toBeGreaterThan(0)

describe('receipts', () => {
  test.each([1, 2, 3, 100])(
    'with %i receipts on a page of its list, all are reported once, in the order of arrival',
    async (size) => {
      peer.setPageSize(size)
      const { cursor } = await readAll(undefined, 100)
      const invoices = [await makeInvoice(), await makeInvoice(), await makeInvoice(), await makeInvoice()]
      const outgoing = await peer.node.outside.makeInvoice(msat(1000n))
      await source.pay({ ...outgoing, feeLimitMsat: msat(0n), attemptId: 'one' })
      for (const invoice of invoices.toReversed()) await pay(invoice)
      const expected = invoices.toReversed().map(({ paymentHash }) => `settled ${paymentHash}`)
      for (const limit of [1, 3, 100]) expect(namesOf((await readAll(cursor, limit)).receipts)).toEqual(expected)
    },
  )

  test('a list that cannot be read to its end reports no receipts', async () => {
    peer.setPageSize(1)
    for (let count = 0; count < 3; count += 1) await pay(await makeInvoice())
    const faults = [{ do: 'lose-answer' }, { do: 'garble' }, { do: 'deny', status: 13 }] as const
    for (const fault of faults) {
      peer.server.plan(`${CALL}ListPayments`, { do: 'delay', ms: 0 }, fault)
      await expect(source.receiptsSince(undefined, 100)).rejects.toThrow()
    }
    expect((await source.receiptsSince(undefined, 100)).receipts).toHaveLength(3)
  })

  test('after a cursor of another source no receipt is lost', async () => {
    await pay(await makeInvoice())
    for (const cursor of ['17', 'eclair 9999999999999 ']) {
      expect((await source.receiptsSince(cursor, 10)).receipts).toHaveLength(1)
    }
  })

  unaskedContract({ peer: () => peer, open: async () => source, kinds: ['keysend', 'offer'] })

  test('an outside payment with the hash of one of our hold invoices, but without that invoice, is a receipt of its own', async () => {
    const preimage = randomBytes(32).toString('hex')
    await payUnasked(peer.node, 'keysend', { amountMsat: 1000n, preimage })
    const [keysend] = (await readAll(undefined, 100)).receipts
    expect(keysend?.paymentHash).toBe(digest('sha256', Buffer.from(preimage, 'hex')))
    // As an invoice of this hash would be reported.
    expect(keysend?.receiptId).not.toBe(`ldk-server:${keysend?.paymentHash}`)
    expect(await source.incomingStatus(keysend?.paymentHash ?? '')).toEqual({ status: 'unknown' })
  })

  test('the stream continues after a reconnect', async () => {
    const heard: Receipt[] = []
    source.onReceipt((receipt) => heard.push(receipt))
    await untilFollowed()
    peer.server.cut()
    await expect.poll(() => callsOf('SubscribeEvents'), SOON).toBe(2)
    const invoice = await makeInvoice()
    await pay(invoice)
    await expect.poll(() => namesOf(heard), SOON).toEqual([`settled ${invoice.paymentHash}`])
  })
})

describe('holds', () => {
  test('a hold whose event was lost is found in the list and can be settled', async () => {
    await untilFollowed()
    peer.muteStream?.()
    const hold = await makeHold()
    await pay(hold)
    expect(await source.incomingStatus(hold.paymentHash)).toEqual({ status: 'held', amountMsat: 21_000n })
    expect(await source.settleHold(hold.preimage)).toBe('settled')
  })

  test('a hold invoice without a held payment is not claimed', async () => {
    const hold = await makeHold()
    await expect(source.settleHold(hold.preimage)).rejects.toThrow('held')
    await expect(source.settleHold('ab'.repeat(32))).rejects.toThrow()
    expect(callsOf('Bolt11ClaimForHash')).toBe(0)
  })

  test('a settled hold is never failed afterwards: LDK Server would then call it failed', async () => {
    const hold = await makeHold()
    await pay(hold)
    expect(await source.settleHold(hold.preimage)).toBe('settled')
    expect(await source.cancelHold(hold.paymentHash)).toBe('settled')
    expect(callsOf('Bolt11FailForHash')).toBe(0)
    expect(await source.incomingStatus(hold.paymentHash)).toMatchObject({ status: 'settled' })
  })

  test('a payment that is being settled is not returned', async () => {
    const hold = await makeHold()
    await pay(hold)
    peer.server.plan(`${CALL}Bolt11ClaimForHash`, { do: 'lose-request' })
    await expect(source.settleHold(hold.preimage)).rejects.toThrow()
    await expect(source.cancelHold(hold.paymentHash)).rejects.toThrow('taking')
    expect(await source.settleHold(hold.preimage)).toBe('settled')
    expect(await source.cancelHold(hold.paymentHash)).toBe('settled')
  })

  test('a payment for a cancelled hold is returned immediately', async () => {
    await untilFollowed()
    const hold = await makeHold()
    expect(await source.cancelHold(hold.paymentHash)).toBe('cancelled')
    await expect(pay(hold)).rejects.toThrow('gives it back')
    expect(callsOf('Bolt11FailForHash')).toBe(2)
    expect(await source.settleHold(hold.preimage)).toBe('gone')
  })

  test('a payment for a cancelled hold while Satchel is down is returned after a restart', async () => {
    const hold = await makeHold()
    await source.cancelHold(hold.paymentHash)
    await source.close()
    const paying = pay(hold)
    const again = await openTestLdkServer(peer)
    await Promise.all([expect(paying).rejects.toThrow('gives it back'), again.source.receiptsSince(undefined, 100)])
    const before = callsOf('Bolt11FailForHash')
    await again.source.receiptsSince(undefined, 100)
    expect(callsOf('Bolt11FailForHash')).toBe(before)
    await again.source.close()
  })

  test('an invoice hash that LDK Server knows gets no hold invoice, and a payment of it keeps its record', async () => {
    const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
    peer.node.plan(invoice.paymentHash, { ends: 'on-command' })
    const paying = source.pay({ ...invoice, feeLimitMsat: msat(0n), attemptId: 'one' })
    await expect.poll(() => peer.node.sends(invoice.paymentHash)).toBe(1)
    await expect(makeInvoice(invoice.paymentHash)).rejects.toThrow('knows this hash')
    expect(await source.cancelHold(invoice.paymentHash)).toBe('cancelled')
    expect(callsOf('Bolt11FailForHash')).toBe(0)
    peer.node.finish(invoice.paymentHash, 'settled')
    expect(await paying).toMatchObject({ status: 'settled' })
  })

  test('holds paid while Satchel is down are reported once after a restart, followed by their outcomes', async () => {
    peer.setPageSize(2)
    const [settled, cancelled, open] = [await makeHold(), await makeHold(), await makeHold()]
    const { cursor } = await readAll(undefined, 100)
    await source.close()
    await pay(settled)
    await pay(cancelled)
    const again = await openTestLdkServer(peer)
    const news = await readAll(cursor, 100, again.source)
    expect(namesOf(news.receipts).toSorted()).toEqual(
      [`held ${settled.paymentHash}`, `held ${cancelled.paymentHash}`].toSorted(),
    )
    expect(await again.source.incomingStatus(open.paymentHash)).toEqual({ status: 'open' })
    await again.source.settleHold(settled.preimage)
    await again.source.cancelHold(cancelled.paymentHash)
    const ends = await readAll(news.cursor, 100, again.source)
    expect(namesOf(ends.receipts).toSorted()).toEqual(
      [`settled ${settled.paymentHash}`, `released ${cancelled.paymentHash}`].toSorted(),
    )
    expect(await readAll(ends.cursor, 100, again.source)).toEqual({ receipts: [], cursor: ends.cursor })
    await again.source.close()
  })

  test('a hold that LDK Server returns while Satchel is down is not reported as gone before its height', async () => {
    const hold = await makeHold()
    await source.close()
    await pay(hold)
    await peer.node.outside.expireHeld?.(hold.paymentHash)
    const again = await openTestLdkServer(peer)
    await readAll(undefined, 100, again.source)
    await expect(again.source.settleHold(hold.preimage)).rejects.toThrow('not taken')
    expect(await again.source.incomingStatus(hold.paymentHash)).toMatchObject({ status: 'held' })
    await again.source.close()
  })
})
