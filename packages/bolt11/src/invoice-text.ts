import { bech32 } from '@scure/base'
import { MAX_INVOICE_LENGTH } from './invoice.ts'
import { InvoiceError, type InvoiceErrorReason } from './invoice-error.ts'
import type { Words } from './words.ts'

export interface InvoiceText {
  /** Lower case, without `lightning:`. */
  readonly bolt11: string
  readonly prefix: string
  /** The data part: time, fields and signature, without the checksum. */
  readonly words: Words
}

/** Takes an invoice apart as bech32: either case but not both, a correct checksum, no blanks trimmed. */
export function readInvoiceText(text: string): InvoiceText {
  const bare = text.replace(URI_SCHEME, '')
  if (bare.length > MAX_INVOICE_LENGTH) {
    throw new InvoiceError('too_long', `An invoice has at most ${MAX_INVOICE_LENGTH} characters.`)
  }
  refuseOtherKinds(bare)
  // Before any change of case: the Kelvin sign would become a plain k.
  if (!PRINTABLE_ASCII.test(bare)) throw new InvoiceError('malformed', 'The invoice has an invalid character.')
  const bolt11 = bare.toLowerCase()
  if (bare !== bolt11 && bare !== bare.toUpperCase()) {
    throw new InvoiceError('mixed_case', 'The invoice mixes upper and lower case.')
  }
  if (!BECH32.test(bolt11)) throw new InvoiceError('malformed', 'The invoice has an invalid character.')
  const decoded = bech32.decodeUnsafe(bolt11, MAX_INVOICE_LENGTH)
  if (decoded === undefined)
    throw new InvoiceError('checksum', 'The invoice was mistyped or cut: its checksum is wrong.')
  return { bolt11, prefix: decoded.prefix, words: decoded.words }
}

const URI_SCHEME = /^lightning:/i
const PRINTABLE_ASCII = /^[!-~]*$/

/** Prefix, separator, data and checksum; the prefix is judged later. */
const BECH32 = /^ln[!-~]*1[02-9ac-hj-np-z]{6,}$/

/** Other texts that people paste instead of an invoice. */
const OTHER_KINDS: readonly (readonly [start: RegExp, reason: InvoiceErrorReason, message: string])[] = [
  [/^lno1/i, 'offer', 'This is a BOLT 12 offer, not a BOLT 11 invoice.'],
  [/^lni1/i, 'offer', 'This is the invoice of an offer (BOLT 12); only BOLT 11 invoices are supported.'],
  [/^lnr1/i, 'offer', 'This is a request for the invoice of an offer (BOLT 12), not a BOLT 11 invoice.'],
  [/^(lnurl1|lnurl[pwc]:|keyauth:)/i, 'lnurl', 'This is an LNURL, not an invoice.'],
  [/^(bitcoin:|bc1|tb1|bcrt1|[13mn2][1-9A-HJ-NP-Za-km-z]{25,34}$)/i, 'onchain_address', 'This is a bitcoin address.'],
  [/^(?!ln)/i, 'not_an_invoice', 'This is not a Lightning invoice: one starts with ln.'],
]

function refuseOtherKinds(text: string): void {
  for (const [start, reason, message] of OTHER_KINDS) {
    if (start.test(text)) throw new InvoiceError(reason, message)
  }
}
