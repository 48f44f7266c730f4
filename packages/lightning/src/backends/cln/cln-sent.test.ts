import { msat } from '@satchel/money/units'
import { beforeEach, describe, expect, test } from 'vitest'
import { orderFor, readSent } from '../../../world/contract/contract-world.ts'
import { sentSinceContract } from '../../../world/contract/sent-since.contract.ts'
import { useClnPeer } from '../../../world/peers/cln/use-cln-peer.ts'
import type { CreatedInvoice } from '../../port/funding-source.ts'

const bench = useClnPeer()

const foreign = (): Promise<CreatedInvoice> => bench.peer.node.outside.makeInvoice(msat(50_000))

describe('the list of payments', () => {
  describe.each([
    ['with labels', {}],
    ['without labels', { withoutParameters: ['label'] }],
  ] as const)('of a node %s', (name, options) => {
    beforeEach(() => bench.replace(options))
    sentSinceContract({
      peer: () => ({ ...bench.peer, payCall: 'POST /v1/xpay', invoiceCall: 'POST /v1/invoice', limitsFees: true }),
      open: () => bench.open(),
      keepsIds: name === 'with labels',
      listCall: 'POST /v1/listpays',
    })
  })

  test('a payment with parts on several pages is listed with its whole state', async () => {
    const source = await bench.open()
    const { cursor = '' } = (await source.sentSince?.(undefined, 1)) ?? {}
    const [split, other] = [await foreign(), await foreign()]
    bench.peer.splitInto(split.paymentHash, 3)
    bench.peer.node.plan(split.paymentHash, { ends: 'settled', feeMsat: 7n })
    for (const invoice of [split, other]) await source.pay(orderFor(invoice))
    const whole = { paymentHash: split.paymentHash, status: 'settled', amountMsat: 50_000n, feeMsat: 7n }
    expect((await readSent(source, cursor, 100)).payments).toMatchObject([whole, { paymentHash: other.paymentHash }])
    const cut = (await readSent(source, cursor, 2)).payments
    expect(cut).toMatchObject([whole, whole, whole, { paymentHash: other.paymentHash }])
  })

  test('a payment whose parts had failed at the end of a page is listed again when later parts settle it', async () => {
    const source = await bench.open()
    const { cursor = '' } = (await source.sentSince?.(undefined, 1)) ?? {}
    const invoice = await foreign()
    bench.peer.splitInto(invoice.paymentHash, 2)
    bench.peer.node.plan(invoice.paymentHash, { ends: 'on-command' })
    const paying = source.pay(orderFor(invoice))
    await expect.poll(() => bench.peer.node.sends(invoice.paymentHash)).toBe(1)
    bench.peer.betweenTries(invoice.paymentHash)
    const first = await source.sentSince?.(cursor, 1)
    expect(first?.payments).toMatchObject([{ status: 'failed' }])
    bench.peer.node.finish(invoice.paymentHash, 'settled')
    await paying
    expect((await readSent(source, first?.cursor ?? '', 1)).payments).toMatchObject([{ status: 'settled' }])
  })

  test('a keysend and a payment to an offer, which have no BOLT 11 text, are listed', async () => {
    const source = await bench.open()
    const complete = {
      status: 'complete',
      created_at: 1_795_897_173,
      preimage: 'ee'.repeat(32),
      amount_sent_msat: 1001,
    }
    const keysend = { ...complete, payment_hash: 'a1'.repeat(32), created_index: 1, amount_msat: 1000 }
    const offer = { ...complete, payment_hash: '49'.repeat(32), created_index: 2, bolt12: 'lni1qq' }
    for (const pays of [[keysend, offer], [keysend], [offer]]) {
      bench.peer.server.plan('POST /v1/listpays', { do: 'answer', status: 201, text: JSON.stringify({ pays }) })
    }
    const settled = { status: 'settled', at: 1_795_897_173, attemptId: '' }
    expect((await source.sentSince?.('1', 100))?.payments).toEqual([
      { ...settled, paymentHash: keysend.payment_hash, amountMsat: 1000n, feeMsat: 1n },
      // The node does not report the amount that the payee of an offer got.
      { ...settled, paymentHash: offer.payment_hash, amountMsat: undefined, feeMsat: undefined },
    ])
  })

  test('the end of a long list with gaps is found without reading all of it', async () => {
    const source = await bench.open()
    const invoices = await Promise.all(Array.from({ length: 300 }, foreign))
    for (const [count, invoice] of invoices.entries()) {
      if (count % 7 === 0) bench.peer.splitInto(invoice.paymentHash, 5)
      bench.peer.node.pay(invoice)
    }
    const before = bench.peer.server.calls.length
    const { cursor = '' } = (await source.sentSince?.(undefined, 1)) ?? {}
    expect(bench.peer.server.calls.length - before).toBeLessThan(40)
    const invoice = await foreign()
    bench.peer.node.pay(invoice)
    expect((await readSent(source, cursor, 1)).payments).toMatchObject([{ paymentHash: invoice.paymentHash }])
  })

  test('a node whose list has no pages says which version it needs', async () => {
    const old = await bench.reopen({ without: ['xpay'], withoutParameters: ['index', 'start', 'limit'] })
    await expect(old.sentSince?.(undefined, 10)).rejects.toThrow('24.11')
  })
})
