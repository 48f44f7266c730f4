import { expect, test } from 'vitest'
import { requireFeeLimit } from './funding-source.ts'

const source = (feeLimit: boolean) => ({
  can: { hold: true, feeLimit, closeInvoice: true, exactBalance: true, provesPayments: true },
})

test('A27: a node that cannot limit fees is refused at the start, unless the operator accepts that', () => {
  expect(() => requireFeeLimit(source(false), false)).toThrow('SERVICE_ALLOW_UNCAPPED_FEES')
  expect(() => requireFeeLimit(source(false), true)).not.toThrow()
  expect(() => requireFeeLimit(source(true), false)).not.toThrow()
})
