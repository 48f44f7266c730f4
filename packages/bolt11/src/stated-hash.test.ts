import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PUBLISHED_INVOICES } from '../world/published-invoices.ts'
import { parseInvoice } from './read-invoice.ts'
import { statedHash } from './stated-hash.ts'

test.each(PUBLISHED_INVOICES)('the hash of the published invoice is found: $title', ({ bolt11 }) => {
  const text = bolt11.toLowerCase()
  expect(statedHash(text)).toBe(parseInvoice(text).paymentHash)
})

test('any text is handled, and a result is always a hash', () => {
  const invoice = PUBLISHED_INVOICES[0]?.bolt11 as string
  const cut = fc.tuple(fc.nat(invoice.length), fc.string()).map(([at, more]) => invoice.slice(0, at) + more)
  fc.assert(
    fc.property(fc.oneof(fc.string(), cut), (text) => {
      expect(statedHash(text) ?? '0'.repeat(64)).toMatch(/^[0-9a-f]{64}$/)
    }),
  )
})
