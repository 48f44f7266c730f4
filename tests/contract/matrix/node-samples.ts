import type { Special } from './sample.ts'

/**
 * Samples of operations on nodes. There is no real one here, so none can be used: `admin/node/node.test.ts` has them.
 */
export const NODE_SAMPLES: Readonly<Record<string, Special>> = {
  tryNode: { make: () => ({ body: { kind: 'eclair', values: {} } }), status: 400 },
  useNode: { make: () => ({ body: { kind: 'eclair', values: {} } }), status: 400 },
  removeStoredNode: { status: 404 },
  removeFormerNode: { status: 404 },
  // No node confirms this payment.
  acceptNodePayment: {
    make: () => ({ params: { payment_hash: 'ab'.repeat(32) }, body: { reason: 'x', amount_msat: 1, fee_msat: 0 } }),
    status: 409,
  },
}
