import { expect, test } from 'vitest'
import { FORGETFUL, requireFeeLimit } from './funding-source.ts'

const source = (feeLimit: boolean) => ({
  can: {
    hold: true,
    feeLimit,
    amountless: false,
    closeInvoice: true,
    exactBalance: true,
    provesPayments: true,
    refusesRepeats: true,
    memory: FORGETFUL,
  },
})

test('a node that cannot limit fees is rejected at the start, unless the operator accepts that (A27)', () => {
  expect(() => requireFeeLimit(source(false), false)).toThrow('SERVICE_ALLOW_UNCAPPED_FEES')
  expect(() => requireFeeLimit(source(false), true)).not.toThrow()
  expect(() => requireFeeLimit(source(true), false)).not.toThrow()
})
