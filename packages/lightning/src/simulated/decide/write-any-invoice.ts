import { hash as digest, randomBytes } from 'node:crypto'
import { DEFAULT_FEATURES } from '@satchel/bolt11/features'
import type { Network } from '@satchel/bolt11/invoice'
import { writePrefix } from '@satchel/bolt11/prefix'
import { publicKey } from '@satchel/bolt11/secp256k1'
import { signInvoice } from '@satchel/bolt11/sign-invoice'
import {
  descriptionField,
  FIELD,
  featuresField,
  hexField,
  numberField,
  timestampWords,
} from '@satchel/bolt11/tagged-fields'
import type { Mutation } from '../journal/node-calls.ts'

export interface AnyInvoice {
  readonly network: string
  readonly amountMsat: number | undefined
  readonly hash: string
  readonly secret: string
  readonly description: string
  /** Unix seconds. */
  readonly date: number
  readonly expirySeconds: number
  readonly mutate: Mutation | undefined
  readonly privateKey: Buffer
}

/** Any network, any amount, and on demand with one thing wrong that no reader may accept. */
export function writeAnyInvoice(invoice: AnyInvoice): string {
  const { mutate } = invoice
  const bolt11 = signInvoice(writeAnyPrefix(invoice), writeFields(invoice), invoice.privateKey)
  if (mutate === 'mixed_case') return bolt11.slice(0, 6).toUpperCase() + bolt11.slice(6)
  if (mutate === 'bad_checksum') return bolt11.slice(0, -1) + (bolt11.endsWith('q') ? 'p' : 'q')
  return bolt11
}

function writeAnyPrefix({ network, amountMsat, mutate }: AnyInvoice): string {
  if (mutate === 'sub_pico') return `ln${network}${BigInt(amountMsat ?? 1000) * 10n + 1n}p`
  return writePrefix({
    network: network as Network,
    amountMsat: amountMsat === undefined ? undefined : BigInt(amountMsat),
  })
}

const UNKNOWN_EVEN_FEATURE = 1n << 100n

function writeFields({ hash, secret, description, date, expirySeconds, mutate }: AnyInvoice): number[] {
  const paymentHash = hexField(FIELD.paymentHash, hash)
  return [
    ...timestampWords(date),
    ...(mutate === 'no_secret' ? [] : hexField(FIELD.paymentSecret, secret)),
    ...paymentHash,
    ...(mutate === 'two_p' ? paymentHash : []),
    ...descriptionField(description),
    ...(mutate === 'd_and_h' ? hexField(FIELD.descriptionHash, digest('sha256', description)) : []),
    ...numberField(FIELD.expiry, expirySeconds),
    ...featuresField(mutate === 'even_feature' ? DEFAULT_FEATURES | UNKNOWN_EVEN_FEATURE : DEFAULT_FEATURES),
    ...(mutate === 'bad_sig' ? anotherPayee() : []),
  ]
}

/** A signature alone is never wrong, it only names another key: it is wrong where the payee is stated. */
function anotherPayee(): number[] {
  return hexField(FIELD.payee, Buffer.from(publicKey(randomBytes(32))).toString('hex'))
}
