import { hash } from 'node:crypto'
import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { parseInvoice, readInvoice, signatureOf } from '@satchel/bolt11/read-invoice'
import type { HttpApp } from '@satchel/http/http-app'
import { ServiceError } from '@satchel/http/service-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reader } from '../db/database.ts'
import { MAX_PAYMENT_BYTES } from '../payments/routes/payment.routes.ts'
import { findInvoiceText } from '../payments/sending/find-invoice-text.ts'
import { statusOf } from '../payments/states/payment-states.ts'
import { findInvoice } from '../payments/states/payment-store.ts'
import { type AskOwnApi, hasCredential, sendTranslated } from './ask-own-api.routes.ts'
import { DIALECT } from './dialect.routes.ts'
import { PREFIX } from './dialect-url.ts'
import { bareId } from './list-query.ts'
import { type OwnPayment, toLnbitsPayment } from './lnbits-payment.ts'

type Fields = Readonly<Record<string, unknown>>

interface OwnStatus {
  readonly paid: boolean
  readonly status: string
  readonly preimage: string | null
  readonly details: OwnPayment
}

/** Payments as LNbits makes, pays, shows, settles and cancels them. */
export function paymentRoutes(app: HttpApp, { ask, db }: { readonly ask: AskOwnApi; readonly db: Reader }): void {
  const base = `${PREFIX}/api/v1/payments`
  app.post(base, { ...DIALECT, bodyLimit: MAX_PAYMENT_BYTES }, async (request, reply) => {
    const wrong = unhashedProblem(request.body)
    if (wrong !== undefined) return reply.code(400).send({ detail: wrong })
    const made = await ask(request, { method: 'POST', path: '/api/v1/payments', body: readBody(request.body) })
    const shown =
      made.status < 400
        ? await ask(request, { method: 'GET', path: `/api/v1/payments/${made.body.checking_id as string}` })
        : undefined
    // A guest who may not view payments gets the answer of the own API.
    const translate = (body: unknown) => (shown?.status === 200 ? fromStatus(shown.body).details : body)
    return sendTranslated(request, reply, made, translate, 'paying')
  })
  app.get(`${base}/:id`, DIALECT, async (request, reply) => {
    const { id } = request.params as { readonly id: string }
    if (!hasCredential(request)) return sendPublicStatus(db, reply, id)
    const answer = await ask(request, { method: 'GET', path: `/api/v1/payments/${encodeURIComponent(bareId(id))}` })
    return sendTranslated(request, reply, answer, fromStatus, 'payment')
  })
  app.post(`${base}/settle`, DIALECT, (request, reply) => {
    const { preimage } = (request.body ?? {}) as Fields
    const paymentHash = typeof preimage === 'string' ? hash('sha256', Buffer.from(preimage, 'hex'), 'hex') : 'none'
    return decide(request, reply, 'PUT', paymentHash, { preimage })
  })
  app.post(`${base}/cancel`, DIALECT, (request, reply) => {
    const { payment_hash: paymentHash } = (request.body ?? {}) as Fields
    return decide(request, reply, 'DELETE', typeof paymentHash === 'string' ? paymentHash : 'none', undefined)
  })
  app.post(`${base}/decode`, DIALECT, async (request, reply) => {
    const answer = await ask(request, { method: 'POST', path: '/api/v1/payments/decode', body: request.body ?? {} })
    return sendTranslated(request, reply, answer, fromDecoded)
  })
  app.get(`${base}/fee-reserve`, DIALECT, async (request, reply) => {
    const { invoice } = request.query as { readonly invoice?: string }
    const answer = await ask(request, { method: 'GET', path: '/api/v1/payments/fee-reserve', query: { invoice } })
    return sendTranslated(request, reply, answer, (body) => body)
  })

  const decide = async (
    request: FastifyRequest,
    reply: FastifyReply,
    method: 'PUT' | 'DELETE',
    paymentHash: string,
    body: unknown,
  ) => {
    const path = `/api/v1/payments/${encodeURIComponent(paymentHash)}`
    const done = await ask(request, { method, path, ...(body !== undefined && { body }) })
    const translate = ({ status, detail }: { readonly status?: string; readonly detail: string }) => ({
      ok: true,
      checking_id: paymentHash,
      pending: status === 'pending',
      detail,
    })
    return sendTranslated(request, reply, done, translate, 'payment')
  }
}

/** There it is the bytes in hex alone; our own API takes text, too. */
function unhashedProblem(body: unknown): string | undefined {
  const text = (body as Fields | null | undefined)?.['unhashed_description']
  if (typeof text !== 'string' || /^(?:[0-9a-f]{2})*$/i.test(text)) return undefined
  return "'unhashed_description' must be a valid hex string"
}

/** `out` is true by default, an amount may be text, and one beside an invoice with an amount is ignored. */
function readBody(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { amount, ...fields } = body as Fields
  const out = fields['out'] ?? true
  const number = typeof amount === 'string' && /^\d+(?:\.\d+)?$/.test(amount) ? Number(amount) : amount
  const isNeeded = out !== true || !namesAmount(fields['bolt11'])
  return { ...fields, out, ...(isNeeded && number !== undefined && { amount: number }) }
}

function namesAmount(text: unknown): boolean {
  try {
    return typeof text === 'string' && parseInvoice(findInvoiceText(text).bolt11).amountMsat !== undefined
  } catch (error) {
    if (error instanceof InvoiceError || error instanceof ServiceError) return false
    throw error
  }
}

const fromStatus = ({ paid, status, preimage, details }: OwnStatus) => ({
  paid,
  status,
  preimage,
  details: toLnbitsPayment({ ...details, preimage }),
})

/**
 * Whether an invoice of this service is paid, for a caller who knows its hash, such as a payer's page. Without the
 * preimage, which is a proof of payment, and without sent payments.
 */
async function sendPublicStatus(db: Reader, reply: FastifyReply, id: string): Promise<FastifyReply> {
  const invoice = HASH.test(id) ? await findInvoice(db, id.toLowerCase()) : undefined
  if (invoice === undefined) return reply.code(404).send({ detail: 'Payment does not exist.' })
  const status = statusOf(invoice.state)
  return reply.send({ paid: status === 'success', status, preimage: null })
}

const HASH = /^[0-9a-f]{64}$/i

/** For an invoice also the data of its text. */
function fromDecoded(own: Fields): unknown {
  if (own['kind'] !== 'bolt11') return { ...own, ...(own['domain'] !== undefined && { domain: own['domain'] }) }
  const invoice = readInvoice(String(own['bolt11']))
  return {
    payment_hash: own['payment_hash'],
    amount_msat: own['amount_msat'],
    description: own['description'],
    description_hash: own['description_hash'],
    payee: own['payee'],
    date: own['date'],
    expiry: own['expiry'],
    currency: own['network'],
    payment_secret: invoice.paymentSecret,
    secret: invoice.paymentSecret,
    signature: signatureOf(invoice.bolt11),
    min_final_cltv_expiry: invoice.minFinalCltvExpiryDelta,
    route_hints: invoice.routeHints.map((hops) =>
      hops.map((hop) => ({
        public_key: hop.publicKey,
        short_channel_id: shortChannelText(hop.shortChannelId),
        base_fee: hop.feeBaseMsat,
        ppm_fee: hop.feeProportionalMillionths,
        cltv_expiry_delta: hop.cltvExpiryDelta,
      })),
    ),
  }
}

const shortChannelText = (id: bigint): string => `${id >> 40n}x${(id >> 16n) & 0xffffffn}x${id & 0xffffn}`
