import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import bolt11 from 'bolt11'
import { decode as lightDecode } from 'light-bolt11-decoder'
import { Bolt11Invoice, initializeWasmFromBinary, Option_u64Z_Some } from 'lightningdevkit'
import { beforeAll, expect, test } from 'vitest'
import { COMMON, PUBLISHED_KEY } from '../world/published-invoices.ts'
import { type InvoiceFields, writeInvoice } from './write-invoice.ts'

const HOP = {
  publicKey: COMMON.payee,
  shortChannelId: 0x010203_040506_0708n,
  feeBaseMsat: 1000,
  feeProportionalMillionths: 20,
  cltvExpiryDelta: 144,
}

const BASE = {
  network: 'bc',
  paymentHash: COMMON.paymentHash,
  paymentSecret: COMMON.paymentSecret,
  timestamp: 1_790_000_000,
  expirySeconds: 86_400,
} as const

/** Always with an amount: the two JavaScript decoders represent a missing one differently. */
const WRITTEN: readonly (readonly [title: string, fields: InvoiceFields & { amountMsat: bigint }])[] = [
  ['one msat', { ...BASE, amountMsat: 1n, description: 'tea' }],
  ['an amount in pico-BTC', { ...BASE, amountMsat: 967_878_534n, description: 'tea' }],
  ['whole bitcoins', { ...BASE, amountMsat: 200_000_000_000n, description: 'ナンセンス 1杯' }],
  ['an empty description', { ...BASE, amountMsat: 21_000n, description: '' }],
  // Not 639 bytes: this release of LDK takes no more than 1023 characters.
  ['a long description', { ...BASE, amountMsat: 21_000n, description: 'd'.repeat(450) }],
  ['a hashed description', { ...BASE, amountMsat: 21_000n, descriptionHash: '22'.repeat(32) }],
  ['an expiry of a year', { ...BASE, amountMsat: 21_000n, description: 'tea', expirySeconds: 31_536_000 }],
  ['an expiry delta', { ...BASE, amountMsat: 21_000n, description: 'tea', minFinalCltvExpiryDelta: 144 }],
  ['route hints', { ...BASE, amountMsat: 21_000n, description: 'tea', routeHints: [[HOP, HOP], [HOP]] }],
  ['more features', { ...BASE, amountMsat: 21_000n, description: 'tea', features: COMMON.features | (1n << 17n) }],
  ['testnet', { ...BASE, network: 'tb', amountMsat: 21_000n, description: 'tea' }],
  ['regtest', { ...BASE, network: 'bcrt', amountMsat: 21_000n, description: 'tea' }],
]

beforeAll(async () => {
  const wasm = new URL('liblightningjs.wasm', import.meta.resolve('lightningdevkit'))
  await initializeWasmFromBinary(readFileSync(fileURLToPath(wasm)))
})

test.each(WRITTEN)('LDK reads what we write, and finds the same payee: %s', (_, fields) => {
  const result = Bolt11Invoice.constructor_from_str(writeInvoice(fields, PUBLISHED_KEY))
  expect(result).toHaveProperty('res')
  const invoice = (result as unknown as { res: Bolt11Invoice }).res
  const raw = invoice.into_signed_raw().raw_invoice()
  expect({
    amountMsat: (invoice.amount_milli_satoshis() as Option_u64Z_Some).some,
    paymentHash: hex(invoice.payment_hash()),
    paymentSecret: hex(invoice.payment_secret()),
    payee: hex(invoice.recover_payee_pub_key()),
    timestamp: Number(invoice.duration_since_epoch()),
    expirySeconds: Number(invoice.expiry_time()),
    minFinalCltvExpiryDelta: Number(invoice.min_final_cltv_expiry_delta()),
    hops: invoice.route_hints().map((hint) => hint.get_a().length),
    description: fields.description === undefined ? undefined : raw.description().into_inner().get_a(),
  }).toEqual({
    amountMsat: fields.amountMsat,
    paymentHash: fields.paymentHash,
    paymentSecret: fields.paymentSecret,
    payee: COMMON.payee,
    timestamp: fields.timestamp,
    expirySeconds: fields.expirySeconds,
    minFinalCltvExpiryDelta: fields.minFinalCltvExpiryDelta ?? 18,
    hops: (fields.routeHints ?? []).map((hint) => hint.length),
    description: fields.description,
  })
})

test.each(WRITTEN)('bolt11 reads what we write, and finds the same payee: %s', (_, fields) => {
  const decoded = bolt11.decode(writeInvoice(fields, PUBLISHED_KEY))
  expect({ ...decoded, ...decoded.tagsObject }).toMatchObject({
    millisatoshis: String(fields.amountMsat),
    payment_hash: fields.paymentHash,
    payment_secret: fields.paymentSecret,
    payeeNodeKey: COMMON.payee,
    timestamp: fields.timestamp,
    expire_time: fields.expirySeconds,
    ...(fields.description === undefined
      ? { purpose_commit_hash: fields.descriptionHash }
      : { description: fields.description }),
  })
})

test.each(WRITTEN)('light-bolt11-decoder reads what we write: %s', (_, fields) => {
  const decoded = lightDecode(writeInvoice(fields, PUBLISHED_KEY))
  const section = (name: string): unknown =>
    (decoded.sections.find((one) => one.name === name) as { value?: unknown })?.value
  expect(section('amount')).toBe(String(fields.amountMsat))
  expect(section('payment_hash')).toBe(fields.paymentHash)
  expect(section('payment_secret')).toBe(fields.paymentSecret)
  expect(section('description')).toBe(fields.description)
  expect(section('timestamp')).toBe(fields.timestamp)
  expect(decoded.expiry).toBe(fields.expirySeconds)
  expect(decoded.route_hints.map((hint) => hint.length)).toEqual((fields.routeHints ?? []).map((hint) => hint.length))
})

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
