import { expect, test } from 'vitest'
import type { FundingSource, Receipt } from '../../src/port/funding-source.ts'
import { payUnasked } from '../peer-parts/pay-unasked.ts'
import type { PeerNode } from '../peer-parts/peer-node.ts'
import { readReceipts, request } from './contract-world.ts'

/** An adapter on a new peer for each test. */
export interface UnaskedReceipts {
  peer(): { readonly node: PeerNode; repeatReceipt?(paymentHash: string): void }
  /** The test closes it. */
  open(): Promise<FundingSource>
  /** Kinds of receipts without an invoice of the service at this node. */
  readonly kinds: readonly ('keysend' | 'offer')[]
}

/**
 * A receipt without an invoice of ours is listed with the others, with its kind: it must not be credited to a wallet.
 */
export function unaskedContract({ peer, open, kinds }: UnaskedReceipts): void {
  test.each(kinds)('a receipt by %s is listed once among the others, with its kind', async (via) => {
    const source = await open()
    const { node } = peer()
    const { cursor: start } = await source.receiptsSince(undefined, 100)
    const heard: Receipt[] = []
    source.onReceipt((receipt) => heard.push(receipt))
    const [before, after] = [await source.createInvoice(request()), await source.createInvoice(request())]
    await node.outside.payOurInvoice(before.bolt11)
    const unasked = await payUnasked(node, via, { amountMsat: 34_000n })
    await node.outside.payOurInvoice(after.bolt11)
    const { receipts } = await readReceipts(source, start, 100)
    expect(receipts).toMatchObject([
      { paymentHash: before.paymentHash, amountMsat: 21_000n },
      { paymentHash: unasked.paymentHash, amountMsat: 34_000n, kind: 'settled', via },
      { paymentHash: after.paymentHash, amountMsat: 21_000n },
    ])
    expect(receipts.map((receipt) => receipt.via)).toEqual([undefined, via, undefined])
    expect(new Set(receipts.map(({ receiptId }) => receiptId)).size).toBe(3)
    expect((await readReceipts(source, start, 1)).receipts).toEqual(receipts)
    const reported = (): Receipt | undefined => {
      // The stream may have begun since.
      peer().repeatReceipt?.(unasked.paymentHash)
      return heard.find(({ paymentHash }) => paymentHash === unasked.paymentHash)
    }
    await expect.poll(reported, { timeout: 10_000 }).toEqual(receipts[1])
  })
}
