import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COMMON, PUBLISHED_INVOICES, PUBLISHED_KEY } from '../world/published-invoices.ts'
import type { Network, RouteHop } from './invoice.ts'
import { InvoiceError } from './invoice-error.ts'
import { parseInvoice, readInvoice } from './read-invoice.ts'
import { publicKey } from './secp256k1.ts'
import { signInvoice } from './sign-invoice.ts'
import { FIELD, fallbackField, hexField, timestampWords } from './tagged-fields.ts'
import { type InvoiceFields, writeInvoice } from './write-invoice.ts'

const FIELDS = {
  network: 'bc',
  paymentHash: COMMON.paymentHash,
  paymentSecret: COMMON.paymentSecret,
  description: 'tea',
  timestamp: COMMON.timestamp,
} as const

const hexOf = (bytes: number): fc.Arbitrary<string> =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value) => Buffer.from(value).toString('hex'))

const uint = (bits: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: 2 ** bits - 1 })

const hops: fc.Arbitrary<RouteHop> = fc
  .tuple(hexOf(32), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), uint(32), uint(32), uint(16))
  .map(([x, shortChannelId, feeBaseMsat, feeProportionalMillionths, cltvExpiryDelta]) => {
    return { publicKey: `02${x}`, shortChannelId, feeBaseMsat, feeProportionalMillionths, cltvExpiryDelta }
  })

const descriptions = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 150 }).map((description) => ({ description })),
  hexOf(32).map((descriptionHash) => ({ descriptionHash })),
)

const oddFeatures = fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { maxLength: 5 }).map((bits) => {
  return bits.reduce((all, bit) => all | (1n << BigInt(2 * bit + 1)), COMMON.features)
})

const invoices: fc.Arbitrary<InvoiceFields> = fc
  .record(
    {
      network: fc.constantFrom<Network>('bc', 'tb', 'tbs', 'bcrt', 'sb'),
      amountMsat: fc.bigInt({ min: 1n, max: 21_000_000n * 100_000_000_000n }),
      paymentHash: hexOf(32),
      paymentSecret: hexOf(32),
      timestamp: uint(35),
      expirySeconds: fc.maxSafeNat(),
      minFinalCltvExpiryDelta: fc.maxSafeNat(),
      features: fc.oneof(fc.constant(0n), oddFeatures),
      routeHints: fc.array(fc.array(hops, { minLength: 1, maxLength: 12 }), { maxLength: 4 }),
    },
    { requiredKeys: ['network', 'paymentHash', 'paymentSecret', 'timestamp'], noNullPrototype: true },
  )
  .chain((fields) => descriptions.map((description) => ({ ...fields, ...description })))

test('every written field is read back, and the payee is the key that signed', () => {
  fc.assert(
    fc.property(invoices, hexOf(31), (fields, secret) => {
      const privateKey = Buffer.from(`7f${secret}`, 'hex')
      const bolt11 = writeInvoice(fields, privateKey)
      expect(readInvoice(bolt11)).toStrictEqual({
        ...COMMON,
        ...fields,
        bolt11,
        payee: Buffer.from(publicKey(privateKey)).toString('hex'),
      })
    }),
    { numRuns: 300 },
  )
})

test('fields only the builder writes come back too: payee, metadata, fallback addresses', () => {
  const programs = fc.integer({ min: 1, max: 16 }).chain((version) => {
    return fc.integer({ min: 2, max: 40 }).chain((bytes) => hexOf(bytes).map((program) => ({ version, program })))
  })
  const metadatas = fc.integer({ min: 0, max: 639 }).chain(hexOf)
  fc.assert(
    fc.property(metadatas, fc.array(programs, { maxLength: 4 }), (metadata, fallbackAddresses) => {
      const words = [
        ...timestampWords(COMMON.timestamp),
        ...hexField(FIELD.paymentHash, COMMON.paymentHash),
        ...hexField(FIELD.metadata, metadata),
        ...fallbackAddresses.flatMap(fallbackField),
        ...hexField(FIELD.payee, COMMON.payee),
        ...hexField(FIELD.descriptionHash, '22'.repeat(32)),
        ...hexField(FIELD.paymentSecret, COMMON.paymentSecret),
      ]
      const invoice = readInvoice(signInvoice('lntbs', words, PUBLISHED_KEY))
      expect(invoice).toMatchObject({ network: 'tbs', metadata, fallbackAddresses, payee: COMMON.payee })
    }),
  )
})

test('the first published invoices are written byte for byte', () => {
  for (const { bolt11, says } of PUBLISHED_INVOICES.slice(0, 4)) {
    const { network, paymentHash, paymentSecret, timestamp } = COMMON
    const fields = { network, paymentHash, paymentSecret, timestamp, ...says }
    expect(writeInvoice(fields, PUBLISHED_KEY)).toBe(bolt11)
  }
})

test('a description of 639 bytes is the longest', () => {
  expect(
    parseInvoice(writeInvoice({ ...FIELDS, description: 'é'.repeat(319) }, PUBLISHED_KEY)).description,
  ).toHaveLength(319)
  expect(() => writeInvoice({ ...FIELDS, description: 'é'.repeat(320) }, PUBLISHED_KEY)).toThrow(InvoiceError)
})

test('an invoice with both kinds of description, or none, is not written', () => {
  expect(() => writeInvoice({ ...FIELDS, description: undefined }, PUBLISHED_KEY)).toThrow(InvoiceError)
  expect(() => writeInvoice({ ...FIELDS, descriptionHash: '22'.repeat(32) }, PUBLISHED_KEY)).toThrow(InvoiceError)
})

test('an invoice longer than any reader accepts is not written', () => {
  const hop = {
    publicKey: COMMON.payee,
    shortChannelId: 1n,
    feeBaseMsat: 1,
    feeProportionalMillionths: 1,
    cltvExpiryDelta: 1,
  }
  const routeHints = Array.from({ length: 8 }, () => Array.from({ length: 12 }, () => hop))
  expect(() => writeInvoice({ ...FIELDS, routeHints }, PUBLISHED_KEY)).toThrow(InvoiceError)
})

test.each<[string, Partial<InvoiceFields>]>([
  ['a hash that is not hex', { paymentHash: `${'00'.repeat(31)}zz` }],
  ['a secret of 31 bytes', { paymentSecret: '00'.repeat(31) }],
  ['a time in milliseconds', { timestamp: 1_790_000_000_000 }],
  ['half a second', { expirySeconds: 0.5 }],
  ['a negative delta', { minFinalCltvExpiryDelta: -1 }],
])('a mistake of the caller is a RangeError, not an invoice that cannot be paid: %s', (_, mistake) => {
  expect(() => writeInvoice({ ...FIELDS, ...mistake }, PUBLISHED_KEY)).toThrow(RangeError)
})
