import { msat } from '@satchel/money/units'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { orderFor, request } from '../../../world/contract/contract-world.ts'
import { createMemoryNotes } from '../../../world/peer-parts/memory-notes.ts'
import { SILENT_LOG } from '../../../world/peer-parts/silent-log.ts'
import { type OpenNodePeer, openOpenNodePeer } from '../../../world/peers/opennode/opennode-peer.ts'
import type { CreatedInvoice, FundingSource } from '../../port/funding-source.ts'
import type { OrderNotes } from '../../port/order-notes.ts'
import { noteChargeElsewhere, noteElsewhere } from './note-elsewhere.ts'
import { openOpenNode } from './open-opennode.ts'

let peer: OpenNodePeer
let books: OrderNotes
beforeEach(async () => {
  books = createMemoryNotes()
  peer = await openOpenNodePeer({ showsPreimages: true })
})
afterEach(() => peer.close())

async function open(): Promise<FundingSource> {
  const config = {
    kind: 'opennode',
    url: peer.server.url,
    invoiceKey: { variable: 'OPENNODE_INVOICE_KEY', value: peer.invoiceKey },
    payKey: { variable: 'OPENNODE_ADMIN_KEY', value: peer.adminKey },
  } as const
  const source = await openOpenNode(config, { notes: books, network: 'bcrt', clock: Date.now, log: SILENT_LOG })
  onTestFinished(() => source.close())
  return source
}

/** As any program with the same key does it. Answers the withdrawal's id. */
async function payElsewhere({ bolt11 }: CreatedInvoice): Promise<string> {
  const answer = await fetch(`${peer.server.url}/v2/withdrawals`, {
    method: 'POST',
    headers: { authorization: peer.adminKey },
    body: JSON.stringify({ type: 'ln', address: bolt11 }),
  })
  return ((await answer.json()) as { data: { id: string } }).data.id
}

/** The service has imported this from an order of another program. */
async function importOrder({ paymentHash }: CreatedInvoice, orderId: string | undefined): Promise<void> {
  const order = { paymentHash, amountMsat: msat(50_000n), attemptId: 'imported/1', orderId }
  const { name, value } = noteElsewhere(order)
  await books.write(name, value)
}

const ask = async ({ paymentHash }: CreatedInvoice) =>
  (await open()).outgoingStatus({ paymentHash, attemptId: 'imported/1', begunAt: 1 })

test.each(['settled', 'failed'] as const)('a payment is followed by its id until it has %s', async (end) => {
  const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
  peer.node.plan(invoice.paymentHash, { ends: 'on-command' })
  await importOrder(invoice, await payElsewhere(invoice))
  expect(await ask(invoice)).toEqual({ status: 'pending' })
  peer.node.finish(invoice.paymentHash, end)
  expect(await ask(invoice)).toMatchObject({ status: end })
  expect(peer.node.attempts).toHaveLength(1)
})

test('without an id a payment is found by its invoice; one that is missing or failed stays pending and is not sent again', async () => {
  const [paid, failed, lost] = [
    await peer.node.outside.makeInvoice(msat(50_000n)),
    await peer.node.outside.makeInvoice(msat(50_000n)),
    await peer.node.outside.makeInvoice(msat(50_000n)),
  ]
  await peer.node.outside.refusePayment(failed.paymentHash)
  await payElsewhere(paid)
  await payElsewhere(failed)
  for (const invoice of [paid, failed, lost]) await importOrder(invoice, undefined)
  expect(await ask(paid)).toMatchObject({ status: 'settled' })
  expect(await ask(failed)).toEqual({ status: 'pending' })
  expect(await ask(lost)).toEqual({ status: 'pending' })
  expect(await (await open()).pay(orderFor(lost, 'ours/1'))).toEqual({ status: 'pending' })
  expect(peer.node.sends(lost.paymentHash)).toBe(0)
})

test('an id that OpenNode does not know says nothing about the payment', async () => {
  const invoice = await peer.node.outside.makeInvoice(msat(50_000n))
  await importOrder(invoice, 'unknown')
  await expect(ask(invoice)).rejects.toThrow()
})

test('an open charge is found by its id and counts as open, a paid one as paid', async () => {
  const invoice = await (await open()).createInvoice(request())
  const id = (await books.find(`charge:${invoice.paymentHash}`)) ?? ''
  books = createMemoryNotes()
  expect(await (await open()).closeInvoice(invoice.paymentHash)).toBe('closed')
  const { name, value } = noteChargeElsewhere(invoice.paymentHash, id)
  await books.write(name, value)
  expect(await (await open()).closeInvoice(invoice.paymentHash)).toBe('refused')
  await peer.node.outside.payOurInvoice(invoice.bolt11)
  expect(await (await open()).closeInvoice(invoice.paymentHash)).toBe('paid')
})
