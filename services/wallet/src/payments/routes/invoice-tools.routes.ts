import type { HttpApp } from '@satchel/http/http-app'
import { invalid } from '@satchel/http/service-error'
import { findPayable } from '@satchel/lnurl/find-payable'
import { type Msat, sat, satToMsat, toJson } from '@satchel/money/units'
import { Type } from 'typebox'
import type { OwnLinks } from '../../lnurl/own-links.ts'
import { readingLnurl } from '../../lnurl/reading-lnurl.ts'
import { feeReserveOf } from '../limits/fee-reserve.ts'
import { findOwnInvoice } from '../sending/find-own-invoice.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { decodeText, readingInvoice } from './decode-text.ts'

export interface InvoiceToolsDeps {
  readonly payments: PaymentDeps
  /** Pages, Lightning addresses and LNURLs of this installation. */
  readonly ownLinks: Pick<OwnLinks, 'isOurs' | 'linkOf'>
}

/** Routes that decode a payable text, and that tell the fee reserve of a payment. */
export function invoiceToolsRoutes(app: HttpApp, deps: InvoiceToolsDeps): void {
  const { payments, ownLinks: pages } = deps
  app.post('/api/v1/payments/decode', { config: { access: 'anyone' }, schema: DECODE }, async (request) =>
    // The prefix of the node's invoices, once it is known.
    decodeText(request.body.data, { network: payments.funding.identity()?.network, pages }),
  )
  app.get('/api/v1/payments/fee-reserve', { config: { access: 'anyone' }, schema: FEE_RESERVE }, async (request) => {
    const { invoice: text, amount_msat: given } = request.query
    if (text === undefined && given === undefined)
      throw invalid({ type: 'missing', loc: ['query', 'invoice'], msg: 'Field required', input: null })
    const amount = given === undefined ? undefined : (BigInt(given) as Msat)
    const payee = text === undefined ? { isOurs: false, amount } : await readPayee(deps, text, amount)
    if (payee.amount === undefined || payee.isOurs) return { fee_reserve: 0 }
    return { fee_reserve: toJson(feeReserveOf(payee.amount, payments.policy.fees)) }
  })
}

/** An invoice, or with an amount an LNURL or a Lightning address; whether it is paid inside. */
async function readPayee({ payments, ownLinks }: InvoiceToolsDeps, text: string, given: Msat | undefined) {
  const found = readingLnurl(() => findPayable(text, ownLinks))
  if (found.lnurl !== undefined && given !== undefined)
    return { isOurs: await ownLinks.isOurs(found.lnurl.url), amount: given }
  const invoice = readingInvoice(found.text)
  const isOurs = (await findOwnInvoice(payments, invoice)) !== undefined
  const linkSat = found.link?.amountSat
  const ofLink = linkSat === undefined ? undefined : satToMsat(sat(linkSat))
  return { isOurs, amount: (invoice.amountMsat as Msat | undefined) ?? given ?? ofLink }
}

const text = (description: string) => Type.Optional(Type.String({ description }))
const textOrNull = (description: string) => Type.Optional(Type.Union([Type.String(), Type.Null()], { description }))

const DECODE = {
  operationId: 'decodeInvoice',
  tags: ['payments'],
  summary: 'Decode a payment request',
  description:
    'Finds the single payable item in a text: also with blanks, line breaks or other words around it, or after `lightning=` in any URL. Decodes and checks a BOLT11 invoice (checksum, signature, required fields); resolves an LNURL, a Lightning address or a page of this installation without a request to it. For a `bitcoin:` link with `lightning=`, decodes that part, with amount, label and message. Recognises BOLT12 offers and bitcoin addresses, which this service does not pay. 400 for anything else, for several payable items, and for a link whose amount differs from that of its invoice.',
  body: Type.Object({
    data: Type.String({
      minLength: 1,
      maxLength: 16_384,
      description:
        'Text with a BOLT11 invoice, an LNURL or a Lightning address, with or without `lightning:`; a `bitcoin:` link, a bitcoin address or a BOLT12 offer.',
      examples: ['lnbc10u1p…'],
    }),
  }),
  response: {
    200: Type.Object(
      {
        kind: Type.Union(
          [
            Type.Literal('bolt11'),
            Type.Literal('lnurl'),
            Type.Literal('lightning_address'),
            Type.Literal('onchain'),
            Type.Literal('bolt12'),
          ],
          {
            description:
              'Kind: an invoice has all fields from `bolt11` to `min_final_cltv_expiry_delta`, an LNURL and a Lightning address `url` and `domain`, a bitcoin address `address`, `network`, `amount`, `label` and `message`, a BOLT12 offer `offer`.',
          },
        ),
        address: text('The Lightning address, in lower case, or the bitcoin address.'),
        url: text('URL that the LNURL encodes.'),
        domain: text('Domain of that URL.'),
        bolt11: text('The invoice alone, in lower case.'),
        payment_hash: Type.Optional(Type.String({ description: 'Payment hash, 64 hex characters.' })),
        amount_msat: Type.Optional(
          Type.Union([Type.Integer(), Type.Null()], { description: 'Amount; null if the invoice has none.' }),
        ),
        description: Type.Optional(Type.String({ description: 'Description by the payee.' })),
        description_hash: Type.Optional(
          Type.Union([Type.String(), Type.Null()], { description: 'Description hash, instead of a description.' }),
        ),
        date: Type.Optional(Type.Integer({ description: 'Time of creation, Unix seconds.' })),
        expiry: Type.Optional(Type.Integer({ description: 'Validity from `date` on, seconds.' })),
        payee: Type.Optional(Type.String({ description: "Public key of the payee's node, 33 bytes in hex." })),
        network: text('`bc`, `tb`, `tbs`, `bcrt` or `sb`.'),
        min_final_cltv_expiry_delta: Type.Optional(Type.Integer({ description: 'Number of blocks.' })),
        amount: Type.Optional(
          Type.Union([Type.Integer(), Type.Null()], { description: 'Amount of a `bitcoin:` link, satoshis.' }),
        ),
        label: textOrNull('Name of the payee in the `bitcoin:` link.'),
        message: textOrNull('Purpose of the payment in the `bitcoin:` link.'),
        offer: text('The BOLT12 offer, in lower case.'),
        fallback_address: text('The bitcoin address of the `bitcoin:` link in which this was found.'),
      },
      { description: 'Fields of the invoice.' },
    ),
  },
} as const

const FEE_RESERVE = {
  operationId: 'getFeeReserve',
  tags: ['payments'],
  summary: 'Read the fee reserve of a payment',
  description:
    'Millisatoshis on top of the amount; the unused part is returned. 0 for payees of this service, and for an invoice without an amount unless `amount_msat` is given.',
  querystring: Type.Object({
    invoice: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 16_384,
        description:
          'BOLT11 invoice, in any form that `decode` accepts; with `amount_msat` also an LNURL or a Lightning address. Optional with `amount_msat`.',
      }),
    ),
    amount_msat: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Amount, millisatoshis, if the invoice has none or is not known yet (LNURL).',
      }),
    ),
  }),
  response: {
    200: Type.Object(
      { fee_reserve: Type.Integer({ description: 'Fee reserve, millisatoshis.' }) },
      { description: 'Fee reserve.' },
    ),
  },
} as const
