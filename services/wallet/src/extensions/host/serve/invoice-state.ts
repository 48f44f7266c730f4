import { reject } from '@satchel/extension-sdk/rejection'
import type { Shape } from '@satchel/extension-sdk/shape'
import { rowSchema } from '@satchel/extension-sdk/shape-schema'
import { writeVerifyAnswer } from '@satchel/lnurl/plain-answers'
import { Type } from 'typebox'
import type { AnyRoute } from './ask-extension.ts'

const STATE = {
  paid: { type: 'bool', doc: 'True: the invoice is paid.' },
  expired: { type: 'bool', doc: 'True: the invoice can no longer be paid.' },
  expires_at: { type: 'text', max: 30, doc: 'When the invoice expires, ISO 8601.' },
} as const satisfies Shape

/** Its answer: every extension that receives has the route. */
export const InvoiceState = {
  ...Type.Unsafe(rowSchema(STATE)),
  $id: 'InvoiceState',
  description: 'The state of an invoice of an extension.',
}

/** The state of an extension's invoice, for pages that wait for it. */
export const STATE_ROUTE: AnyRoute = {
  access: 'public',
  summary: 'Check whether an invoice of a page is paid',
  description: 'For pages that wait for a payment.',
  reply: STATE,
  async handle({ params }, ctx) {
    const invoice = await ctx.wallets.invoice(params.payment_hash)
    if (invoice === null) throw reject('There is no such invoice.', 404)
    const { status, expiresAt } = invoice
    return { json: { paid: status === 'paid', expired: status === 'expired', expires_at: expiresAt } }
  },
}

/** The same for the payer’s wallet (LUD-21). */
export const VERIFY_ROUTE: AnyRoute = {
  access: 'lnurl',
  summary: 'Verify that an invoice is paid, for the wallet of the payer',
  description:
    'LUD-21: `settled`, and then the `preimage`: only for invoices of an LNURL-pay callback, because for others the preimage proves who paid.',
  async handle({ params }, ctx) {
    const invoice = await ctx.wallets.invoice(params.payment_hash)
    if (invoice === null) throw reject('Not found', 404)
    const { paymentRequest: bolt11, status, verifiable, preimage } = invoice
    const isPaid = status === 'paid'
    return { json: writeVerifyAnswer({ bolt11, settled: isPaid, preimage: verifiable ? preimage : undefined }) }
  },
}
