import { bech32, bech32m } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COMMON, PUBLISHED_INVOICES, PUBLISHED_KEY, PUBLISHED_REFUSALS } from '../world/published-invoices.ts'
import { InvoiceError, type InvoiceErrorReason } from './invoice-error.ts'
import { parseInvoice, readInvoice } from './read-invoice.ts'
import { signInvoice } from './sign-invoice.ts'
import {
  descriptionField,
  FIELD,
  fallbackField,
  featuresField,
  hexField,
  numberField,
  taggedField,
  timestampWords,
} from './tagged-fields.ts'
import { bytesToWords } from './words.ts'

const HASH = hexField(FIELD.paymentHash, COMMON.paymentHash)
const SECRET = hexField(FIELD.paymentSecret, COMMON.paymentSecret)
const DESCRIPTION = descriptionField('tea')
const FEATURES = featuresField(COMMON.features)
const REQUIRED = [...SECRET, ...HASH, ...DESCRIPTION]
const COFFEE = PUBLISHED_INVOICES[1]?.bolt11 as string

function invoiceOf(fields: readonly number[], prefix = 'lnbc25m'): string {
  return signInvoice(prefix, [...timestampWords(COMMON.timestamp), ...fields], PUBLISHED_KEY)
}

function refusal(read: (text: string) => unknown, text: string): InvoiceErrorReason | undefined {
  try {
    read(text)
    return undefined
  } catch (error) {
    if (error instanceof InvoiceError) return error.reason
    throw error
  }
}

function refusals(text: string): (InvoiceErrorReason | undefined)[] {
  return [refusal(readInvoice, text), refusal(parseInvoice, text)]
}

test.each(PUBLISHED_INVOICES)('the published invoice is read: $title', ({ bolt11, says }) => {
  const { payee, ...unverified } = { ...COMMON, bolt11: bolt11.toLowerCase(), ...says }
  expect(readInvoice(bolt11)).toStrictEqual({ ...unverified, payee })
  expect(parseInvoice(bolt11)).toStrictEqual(unverified)
})

test.each(PUBLISHED_REFUSALS)('the published invalid invoice is rejected: $title', ({ bolt11, reason }) => {
  expect(refusal(readInvoice, bolt11)).toBe(reason)
  expect(refusal(parseInvoice, bolt11)).toBe(reason === 'signature' ? undefined : reason)
})

test('the prefix lightning: is removed in any letter case, and nothing else', () => {
  for (const text of [`lightning:${COFFEE}`, `LIGHTNING:${COFFEE.toUpperCase()}`, `Lightning:${COFFEE}`]) {
    expect(readInvoice(text).bolt11).toBe(COFFEE)
  }
  expect(refusals(`lightning://${COFFEE}`)).toEqual(['not_an_invoice', 'not_an_invoice'])
  expect(refusals(`lightning:lightning:${COFFEE}`)).toEqual(['not_an_invoice', 'not_an_invoice'])
  expect(refusals(` ${COFFEE}`)).toEqual(['not_an_invoice', 'not_an_invoice'])
  expect(refusals(`${COFFEE}\n`)).toEqual(['malformed', 'malformed'])
  expect(refusals(`${COFFEE}?amount=1`)).toEqual(['malformed', 'malformed'])
})

test.each<[string, InvoiceErrorReason]>([
  ['', 'not_an_invoice'],
  ['lightning:', 'not_an_invoice'],
  ['ln', 'malformed'],
  ['lno1pqpzwyq2p32x2um5ypmx2cm5dae8x93pqthvwfzadd7jejes8q9lhc4rvjxd022zv5l44g6qah82ru5rdpnpj', 'offer'],
  ['lni1qqgp5pk5q4vs9htyk4z0ch2yy7rj5pqt3qsqqqqq', 'offer'],
  ['LNR1QQGP5PK5Q4VS9HTYK4Z0CH2YY7RJ5', 'offer'],
  ['LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HX', 'lnurl'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'onchain_address'],
  ['1RustyRX2oai4EYYDpQGWvEL62BBGqN9T', 'onchain_address'],
  ['bitcoin:1RustyRX2oai4EYYDpQGWvEL62BBGqN9T', 'onchain_address'],
  ['alice@example.com', 'not_an_invoice'],
])('a text that is not an invoice is rejected with its kind: %j', (text, reason) => {
  expect(refusals(text)).toEqual([reason, reason])
})

test('every change of one character is rejected', () => {
  for (const { bolt11 } of PUBLISHED_INVOICES.slice(0, 2)) {
    for (let at = 0; at < bolt11.length; at++) {
      for (const other of ['q', 'p', 'z', 'l', '1', '0', '7', 'b', 'Q', ' ', '\u212a', '\0']) {
        if (other === bolt11[at]) continue
        expect(refusal(parseInvoice, bolt11.slice(0, at) + other + bolt11.slice(at + 1))).toBeTypeOf('string')
      }
    }
  }
})

test('a letter that only becomes ASCII in lower case is rejected', () => {
  const upper = COFFEE.toUpperCase()
  expect(upper).toContain('K')
  expect(refusals(upper.replace('K', '\u212a'))).toEqual(['malformed', 'malformed'])
})

test('a bech32m checksum is rejected', () => {
  const { prefix, words } = bech32.decode(COFFEE, false)
  expect(refusals(bech32m.encode(prefix, words, false))).toEqual(['checksum', 'checksum'])
})

test.each<[prefix: string, reason: InvoiceErrorReason]>([
  ['lnbt25m', 'network'],
  ['ln25m', 'network'],
  ['lnbcm', 'network'],
  ['lnltc25m', 'network'],
  ['lnbc0', 'amount'],
  ['lnbc0m', 'amount'],
  ['lnbc025m', 'amount'],
  ['lnbc1.5m', 'amount'],
  ['lnbc-5m', 'amount'],
  ['lnbc25mm', 'amount'],
  ['lnbc25x', 'amount'],
  ['lnbc11p', 'amount'],
  ['lnbc21000001', 'amount'],
  ['lnbc21000000000000000010p', 'amount'],
  [`lnbc${'9'.repeat(6000)}`, 'amount'],
])('a signed invoice with the prefix %.20s is rejected', (prefix, reason) => {
  expect(refusals(invoiceOf(REQUIRED, prefix))).toEqual([reason, reason])
})

test.each<[fault: string, reason: InvoiceErrorReason, fields: number[]]>([
  ['no payment hash', 'missing_field', [...SECRET, ...DESCRIPTION]],
  [
    'a payment hash of another length only',
    'missing_field',
    [...SECRET, ...DESCRIPTION, ...hexField(1, '00'.repeat(20))],
  ],
  ['no payment secret', 'missing_field', [...HASH, ...DESCRIPTION]],
  ['no description', 'missing_field', [...SECRET, ...HASH]],
  [
    'a description and a hash of one',
    'duplicate_field',
    [...REQUIRED, ...hexField(FIELD.descriptionHash, '22'.repeat(32))],
  ],
  ['two payment hashes', 'duplicate_field', [...REQUIRED, ...hexField(FIELD.paymentHash, '22'.repeat(32))]],
  ['the same payment hash twice', 'duplicate_field', [...REQUIRED, ...HASH]],
  ['two payment secrets', 'duplicate_field', [...REQUIRED, ...SECRET]],
  ['two descriptions', 'duplicate_field', [...REQUIRED, ...DESCRIPTION]],
  ['an unknown even feature', 'feature', [...REQUIRED, ...featuresField(COMMON.features | (1n << 40n))]],
  ['AMP demanded', 'feature', [...REQUIRED, ...featuresField(COMMON.features | (1n << 30n))]],
  ['feature 5112 demanded', 'feature', [...REQUIRED, ...featuresField(1n << 5112n)]],
  ['parts without payment secret', 'feature', [...REQUIRED, ...featuresField(1n << 17n)]],
  ['a description that is not UTF-8', 'malformed', [...SECRET, ...HASH, ...hexField(FIELD.description, 'c328')]],
  ['padding that is not zero', 'malformed', [...SECRET, ...HASH, ...taggedField(FIELD.description, [14, 17])]],
  ['padding of a whole word', 'malformed', [...SECRET, ...HASH, ...taggedField(FIELD.description, [14, 16, 0])]],
  ['an expiry with a leading zero', 'malformed', [...REQUIRED, ...taggedField(FIELD.expiry, [0, 1])]],
  ['an expiry of two zeros', 'malformed', [...REQUIRED, ...taggedField(FIELD.expiry, [0, 0])]],
  ['an expiry no number holds', 'malformed', [...REQUIRED, ...taggedField(FIELD.expiry, Array(12).fill(31))]],
  ['features with a leading zero', 'malformed', [...REQUIRED, ...taggedField(FIELD.features, [0, 1])]],
  ['a route hint without a hop', 'malformed', [...REQUIRED, ...taggedField(FIELD.routeHint, [])]],
  ['half a hop', 'malformed', [...REQUIRED, ...hexField(FIELD.routeHint, '02'.repeat(25))]],
  ['a field longer than the invoice', 'malformed', [...REQUIRED, 2, 31, 31]],
  ['a field without a length', 'malformed', [...REQUIRED, 2, 0]],
])('a signed invoice is rejected with %s', (_, reason, fields) => {
  expect(refusals(invoiceOf(fields))).toEqual([reason, reason])
})

test('of repeated fields the first is used', () => {
  const fields = [
    ...numberField(FIELD.expiry, 60),
    ...numberField(FIELD.expiry, 90),
    ...FEATURES,
    ...featuresField(1n << 9n),
  ]
  expect(readInvoice(invoiceOf([...REQUIRED, ...fields]))).toMatchObject({
    expirySeconds: 60,
    features: COMMON.features,
  })
})

test('fallback addresses of unknown kinds are left out, the others keep their order', () => {
  const known = [
    { version: 1, program: '0adac43daa9c8a5a68e09ea10692b82226ee190e572db9b90e17a410484ab405' },
    { version: 17, program: '3172b5654f6683c8fb146959d347ce303cae4ca7' },
  ]
  const odd = [
    { version: 19, program: 'ab'.repeat(20) },
    { version: 0, program: 'ab'.repeat(21) },
  ]
  const fields = [...odd, ...known].flatMap(fallbackField)
  const invoice = readInvoice(invoiceOf([...REQUIRED, ...fields, ...taggedField(FIELD.fallback, [])]))
  expect(invoice.fallbackAddresses).toEqual(known)
})

test.each<[written: string, words: number[]]>([
  ['without a word', []],
  ['as one word', [0]],
])('a zero written as %s is zero, and not the default', (_, words) => {
  const fields = [FIELD.expiry, FIELD.minFinalCltvExpiryDelta, FIELD.features].flatMap((type) =>
    taggedField(type, words),
  )
  expect(readInvoice(invoiceOf([...SECRET, ...HASH, ...DESCRIPTION, ...fields]))).toMatchObject({
    expirySeconds: 0,
    minFinalCltvExpiryDelta: 0,
    features: 0n,
  })
})

test('a stated payee must have signed, with a low S', () => {
  const stated = [...REQUIRED, ...hexField(FIELD.payee, COMMON.payee)]
  expect(readInvoice(invoiceOf(stated)).payee).toBe(COMMON.payee)
  const other = [...REQUIRED, ...hexField(FIELD.payee, `02${COMMON.payee.slice(2)}`)]
  const noPoint = [...REQUIRED, ...hexField(FIELD.payee, `02${'ff'.repeat(32)}`)]
  for (const text of [withHighS(invoiceOf(stated)), invoiceOf(other), invoiceOf(noPoint)]) {
    expect(refusals(text)).toEqual(['signature', undefined])
  }
})

test('a recovery id above 3 and a signature of zeros are rejected', () => {
  const { prefix, words } = bech32.decode(COFFEE, false)
  const unsigned = words.slice(0, -104)
  for (const signature of [Buffer.alloc(65), Buffer.alloc(65, 0xff), Buffer.alloc(65, 4)]) {
    expect(refusal(readInvoice, bech32.encode(prefix, [...unsigned, ...bytesToWords(signature)], false))).toBe(
      'signature',
    )
  }
})

test('no text makes the reader throw anything but an InvoiceError', () => {
  const words = fc.array(fc.integer({ min: 0, max: 31 }), { maxLength: 400 })
  const prefixes = fc.constantFrom('lnbc', 'lntbs1', 'lnbcrt20m', 'ln')
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    fc.tuple(prefixes, words).map(([prefix, data]) => bech32.encode(prefix, data, false)),
    words.map((fields) => invoiceOf(fields)),
    words.map((fields) => invoiceOf([...REQUIRED, ...fields])),
    fc.tuple(fc.constantFrom(...Object.values(FIELD)), words).map(([type, data]) => {
      return invoiceOf([...REQUIRED, ...taggedField(type, data)])
    }),
  )
  fc.assert(
    fc.property(texts, (text) => {
      refusals(text)
    }),
    { numRuns: 600 },
  )
})

test('rejecting ten kilobytes of any text takes no longer than a long invoice', () => {
  const long = [
    'ln'.repeat(5000),
    'l'.repeat(10_000),
    `lnbc1${'q'.repeat(10_000)}`,
    `lnbc1${'1'.repeat(7000)}`,
    `lnbc${'1'.repeat(7000)}q`,
    `1${'A'.repeat(10_000)}`,
    'lightning:'.repeat(1000),
    invoiceOf([...REQUIRED, ...Array.from({ length: 2200 }, () => [2, 0, 0]).flat()]),
  ]
  const started = performance.now()
  for (const text of long) refusals(text)
  // A few milliseconds for all; one step for each pair of characters would take seconds.
  expect(performance.now() - started).toBeLessThan(300)
})

/** The other valid signature: s becomes n − s. */
function withHighS(text: string): string {
  const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const { prefix, words } = bech32.decode(text, false)
  const signature = Buffer.from(bech32.fromWords(words.slice(-104)))
  const s = ORDER - BigInt(`0x${signature.toString('hex', 32, 64)}`)
  signature.write(s.toString(16).padStart(64, '0'), 32, 'hex')
  signature[64] = (signature[64] as number) ^ 1
  return bech32.encode(prefix, [...words.slice(0, -104), ...bytesToWords(signature)], false)
}
