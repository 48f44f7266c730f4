import { hexToBytes } from '@noble/hashes/utils.js'
import type { Json, PaymentView } from '@satchel/extension-sdk/context'
import type { DecodedInvoice } from '@satchel/extension-sdk/decoded-invoice'

/** Bytes as Node prints them in JSON, which LndHub's clients expect for a hash. */
export const bufferJson = (hex: string): Json => ({ type: 'Buffer', data: [...hexToBytes(hex)] })

export const satCeil = (msat: number): number => Math.ceil(msat / 1000)

/** Answer of `payinvoice` about a paid invoice. */
export const paidAnswer = (
  bolt11: string,
  invoice: DecodedInvoice,
  paid: { readonly msat: number; readonly feeMsat: number; readonly preimage: string },
): Json => ({
  payment_hash: bufferJson(invoice.paymentHash),
  payment_preimage: bufferJson(paid.preimage),
  payment_error: '',
  payment_route: { total_amt: satCeil(paid.msat), total_fees: satCeil(paid.feeMsat) },
  payment_request: bolt11,
  pay_req: bolt11,
  num_satoshis: satCeil(paid.msat),
  description: invoice.description ?? '',
  description_hash: invoice.descriptionHash ?? '',
})

/** A row of `gettxs`. `value` includes the fee, as wallets expect. */
export const sentAnswer = (payment: PaymentView): Json => ({
  type: 'paid_invoice',
  r_hash: bufferJson(payment.paymentHash),
  payment_hash: bufferJson(payment.paymentHash),
  payment_preimage: payment.preimage ?? '',
  value: satCeil(payment.msat + payment.feeMsat),
  fee: satCeil(payment.feeMsat),
  timestamp: payment.createdAt,
  memo: payment.status === 'pending' ? 'Payment in transition' : payment.memo,
  keysend: false,
  custom_records: {},
})

/** A row of `getuserinvoices`; `expire_time` in seconds from `timestamp` on. */
export const receivedAnswer = (payment: PaymentView): Json => ({
  type: 'user_invoice',
  r_hash: bufferJson(payment.paymentHash),
  payment_hash: payment.paymentHash,
  payment_request: payment.paymentRequest,
  pay_req: payment.paymentRequest,
  description: payment.memo,
  timestamp: payment.createdAt,
  expire_time: payment.expiresAt - payment.createdAt,
  amt: Math.floor(payment.msat / 1000),
  ispaid: payment.status === 'success',
  keysend: false,
})

/** As LND decodes an invoice: whole numbers are text there. */
export const decodedAnswer = (invoice: DecodedInvoice): Json => ({
  destination: invoice.payee,
  payment_hash: invoice.paymentHash,
  num_satoshis: String(Math.floor((invoice.msat ?? 0) / 1000)),
  num_msat: String(invoice.msat ?? 0),
  timestamp: String(invoice.createdAt),
  expiry: String(invoice.expiresAt - invoice.createdAt),
  description: invoice.description ?? '',
  description_hash: invoice.descriptionHash ?? '',
})
