import { DEFAULT_FEATURES } from './features.ts'
import { MAX_INVOICE_LENGTH, type Network, type RouteHop } from './invoice.ts'
import { InvoiceError } from './invoice-error.ts'
import { writePrefix } from './prefix.ts'
import { signInvoice } from './sign-invoice.ts'
import {
  descriptionField,
  FIELD,
  featuresField,
  hexField,
  numberField,
  routeHintField,
  timestampWords,
} from './tagged-fields.ts'

export interface InvoiceFields {
  readonly network: Network
  /** Without it the payer chooses the amount. */
  readonly amountMsat?: bigint | undefined
  readonly paymentHash: string
  readonly paymentSecret: string
  /** At most 639 bytes of UTF-8. Either this or `descriptionHash`. */
  readonly description?: string | undefined
  readonly descriptionHash?: string | undefined
  /** Unix seconds. */
  readonly timestamp: number
  readonly expirySeconds?: number | undefined
  readonly minFinalCltvExpiryDelta?: number | undefined
  /** `DEFAULT_FEATURES` when absent. */
  readonly features?: bigint | undefined
  readonly routeHints?: readonly (readonly RouteHop[])[] | undefined
}

/** Writes and signs an invoice in the shortest notation; the same fields and key give the same text. */
export function writeInvoice(fields: InvoiceFields, privateKey: Uint8Array): string {
  const { features = DEFAULT_FEATURES, routeHints = [] } = fields
  const words = [
    ...timestampWords(fields.timestamp),
    ...hashField(FIELD.paymentSecret, fields.paymentSecret),
    ...hashField(FIELD.paymentHash, fields.paymentHash),
    ...describe(fields),
    ...optionalNumber(FIELD.expiry, fields.expirySeconds),
    ...optionalNumber(FIELD.minFinalCltvExpiryDelta, fields.minFinalCltvExpiryDelta),
    ...routeHints.flatMap(routeHintField),
    ...(features === 0n ? [] : featuresField(features)),
  ]
  const bolt11 = signInvoice(writePrefix(fields), words, privateKey)
  if (bolt11.length > MAX_INVOICE_LENGTH) throw new InvoiceError('too_long', 'The invoice would be too long.')
  return bolt11
}

/** Node would silently cut text that is not hex, and the invoice could not be paid. */
function hashField(type: number, hex: string): number[] {
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new RangeError('Not 32 bytes in hex.')
  return hexField(type, hex)
}

function describe({ description, descriptionHash }: InvoiceFields): number[] {
  if ((description === undefined) === (descriptionHash === undefined)) {
    throw new InvoiceError('missing_field', 'An invoice has either a description or a description hash.')
  }
  return descriptionHash === undefined
    ? descriptionField(description ?? '')
    : hashField(FIELD.descriptionHash, descriptionHash)
}

function optionalNumber(type: number, value: number | undefined): number[] {
  return value === undefined ? [] : numberField(type, value)
}
