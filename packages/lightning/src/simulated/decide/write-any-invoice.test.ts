import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestNode, type TestNode } from '../../../world/simulated/open-test-node.ts'
import { MUTATIONS } from '../journal/node-calls.ts'

let world: TestNode
beforeAll(async () => {
  world = await openTestNode()
})
afterAll(() => world.close())

test('a written invoice has the requested amount, network, expiry and preimage', async () => {
  const preimage = '11'.repeat(32)
  const fields = { amount_msat: 1_234, expiry: 99, description: 'cake', preimage }
  const answer = await world.sendControl<{ bolt11: string; hash: string }>('POST /invoice', { ...fields, hrp: 'tb' })
  expect(answer).toMatchObject({ preimage })
  expect(readInvoice(answer.bolt11)).toMatchObject({
    network: 'tb',
    amountMsat: 1_234n,
    expirySeconds: 99,
    description: 'cake',
    paymentHash: answer.hash,
    payee: world.node.foreignNodeKey,
  })
  const own = await world.foreignInvoice({ key: 'own' })
  expect(readInvoice(own.bolt11).payee).toBe(world.node.nodeKey)
  const bare = await world.sendControl('POST /invoice')
  expect(readInvoice(String(bare['bolt11'])).amountMsat).toBeUndefined()
})

/** The expected error: an invoice wrong for another reason would prove nothing. */
const REASONS = {
  bad_sig: 'signature',
  bad_checksum: 'checksum',
  no_secret: 'missing_field',
  d_and_h: 'duplicate_field',
  even_feature: 'feature',
  two_p: 'duplicate_field',
  sub_pico: 'amount',
  mixed_case: 'mixed_case',
} as const

test.each(MUTATIONS)('%s is rejected with its own error code', async (mutate) => {
  for (const key of ['own', 'foreign']) {
    const { bolt11 } = await world.foreignInvoice({ mutate, key })
    let refused: unknown
    try {
      readInvoice(bolt11)
    } catch (error) {
      refused = error
    }
    expect(refused).toBeInstanceOf(InvoiceError)
    expect((refused as InvoiceError).reason).toBe(REASONS[mutate])
  }
})
