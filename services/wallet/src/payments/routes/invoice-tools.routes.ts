import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import type { HttpApp } from '@satchel/http/http-app'
import { badRequest } from '@satchel/http/service-error'
import { readLnurl } from '@satchel/lnurl/read-lnurl'
import { type Msat, toJson } from '@satchel/money/units'
import { Type } from 'typebox'
import type { FeePolicy } from '../../config.ts'
import { feeReserveOf } from '../limits/fee-reserve.ts'
import { findInvoice } from '../states/payment-store.ts'
import type { Reader } from '../../db/database.ts'
import { readingLnurl } from '../../lnurl/reading-lnurl.ts'

export interface InvoiceToolsDeps {
  readonly db: Reader
  readonly fees: FeePolicy
}

/** What an invoice says, and what paying it would reserve. */
export function invoiceToolsRoutes(app: HttpApp, { db, fees }: InvoiceToolsDeps): void {
  app.post('/api/v1/payments/decode', { config: { access: 'anyone' }, schema: DECODE }, async (request) => {
    const { data } = request.body
    if (LNURL.test(data)) return toLnurlJson(data)
    const invoice = read(data)
    return {
      kind: 'bolt11' as const,
      payment_hash: invoice.paymentHash,
      amount_msat: invoice.amountMsat === undefined ? null : Number(invoice.amountMsat),
      description: invoice.description ?? '',
      description_hash: invoice.descriptionHash ?? null,
      date: invoice.timestamp,
      expiry: invoice.expirySeconds,
      payee: invoice.payee,
      network: invoice.network,
      min_final_cltv_expiry_delta: invoice.minFinalCltvExpiryDelta,
    }
  })
  app.get('/api/v1/payments/fee-reserve', { config: { access: 'anyone' }, schema: FEE_RESERVE }, async (request) => {
    const invoice = read(request.query.invoice)
    const ours = await findInvoice(db, invoice.paymentHash)
    if (ours?.bolt11 === invoice.bolt11 || invoice.amountMsat === undefined) return { fee_reserve: 0 }
    return { fee_reserve: toJson(feeReserveOf(invoice.amountMsat as Msat, fees)) }
  })
}

/** Where a reader of invoices would only say what it is not. */
const LNURL = /^(lightning:(\/\/)?)?(lnurl1|lnurl[pwc]:|keyauth:)|@|[?&]lightning=lnurl1/i

/** Decodes only, without a request to the service behind the LNURL; `lnurlscan` says what it offers. */
function toLnurlJson(text: string) {
  const { url, domain, form, address } = readingLnurl(() => readLnurl(text))
  if (form === 'url') throw badRequest('This is neither an invoice nor an LNURL.', { word: 'text_unreadable' })
  return address === undefined
    ? { kind: 'lnurl' as const, url, domain }
    : { kind: 'lightning_address' as const, address, url, domain }
}

function read(text: string) {
  try {
    return readInvoice(text)
  } catch (error) {
    if (error instanceof InvoiceError)
      throw badRequest(`Not an invoice: ${error.message}`, { word: 'invoice_unreadable' })
    throw error
  }
}

const ofLnurl = (description: string) => Type.Optional(Type.String({ description }))

const DECODE = {
  operationId: 'decodeInvoice',
  tags: ['payments'],
  summary: 'Read an invoice or an LNURL',
  description:
    'Checks a BOLT11 invoice (checksum, signature, required fields) and says what is in it; says where an LNURL or a Lightning address leads, without asking there. 400 for anything else.',
  body: Type.Object({
    data: Type.String({
      minLength: 1,
      maxLength: 16_384,
      description: 'A BOLT11 invoice, an LNURL or a Lightning address, with or without `lightning:`.',
      examples: ['lnbc10u1p…'],
    }),
  }),
  response: {
    200: Type.Object(
      {
        kind: Type.Union([Type.Literal('bolt11'), Type.Literal('lnurl'), Type.Literal('lightning_address')], {
          description: 'What it is: an invoice has all fields from `payment_hash` on, the others `url` and `domain`.',
        }),
        address: ofLnurl('The Lightning address, in lower case.'),
        url: ofLnurl('Where the LNURL leads.'),
        domain: ofLnurl('Whose it is.'),
        payment_hash: Type.Optional(Type.String({ description: '64 hex characters.' })),
        amount_msat: Type.Optional(
          Type.Union([Type.Integer(), Type.Null()], { description: 'Null when it names no amount.' }),
        ),
        description: Type.Optional(Type.String({ description: 'What the payee says it is for.' })),
        description_hash: Type.Optional(
          Type.Union([Type.String(), Type.Null()], { description: 'Instead of a description.' }),
        ),
        date: Type.Optional(Type.Integer({ description: 'When it was made: Unix seconds.' })),
        expiry: Type.Optional(Type.Integer({ description: 'How long it can be paid: seconds from `date`.' })),
        payee: Type.Optional(Type.String({ description: "The payee's node key, 33 bytes in hex." })),
        network: Type.Optional(Type.String({ description: '`bc`, `tb`, `tbs`, `bcrt` or `sb`.' })),
        min_final_cltv_expiry_delta: Type.Optional(Type.Integer({ description: 'Blocks.' })),
      },
      { description: 'What it says.' },
    ),
  },
} as const

const FEE_RESERVE = {
  operationId: 'getFeeReserve',
  tags: ['payments'],
  summary: 'What paying an invoice reserves for fees',
  description: 'Millisatoshis on top of the amount; what is not needed returns. 0 for invoices of this service.',
  querystring: Type.Object({
    invoice: Type.String({ minLength: 1, maxLength: 16_384, description: 'A BOLT11 invoice.' }),
  }),
  response: {
    200: Type.Object({ fee_reserve: Type.Integer({ description: 'Millisatoshis.' }) }, { description: 'The reserve.' }),
  },
} as const
