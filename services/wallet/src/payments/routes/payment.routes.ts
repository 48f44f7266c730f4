import { BODY_BYTES } from '@satchel/http/body-limits'
import { ErrorBody } from '@satchel/http/error-body'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { badRequest, forbidden, notFound } from '@satchel/http/service-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { mayReceive, maySpend, walletOf } from '../../access/access-rules.ts'
import { unixSeconds } from '../../base/clock.ts'
import type { Rates } from '../../rates/rates.ts'
import { toCreatedInvoice, toSent, toStatusResult } from '../answers/payment-json.ts'
import {
  CREATE_PAYMENT_EXAMPLES,
  CreatedPayment,
  CreatePayment,
  HoldDecision,
  PaymentStatusResult,
  SETTLE_PAYMENT_EXAMPLES,
  SettlePayment,
} from '../answers/payment-schemas.ts'
import { InvalidPayment, RefusedPayment } from '../answers/refusal-schemas.ts'
import { limitsOf, type Spender } from '../limits/spend-limits.ts'
import { findValueCurrency, VALUE_CURRENCY } from '../lists/value-currency.ts'
import { findValuesIn } from '../lists/values-in-currency.ts'
import { writeLnurlExtra } from '../lnurl/lnurl-extra.ts'
import type { LnurlDeps } from '../lnurl/pay-by-lnurl.ts'
import { withdrawByLnurl } from '../lnurl/withdraw-by-lnurl.ts'
import { createInvoice } from '../receiving/create-invoice.ts'
import { cancelHold, settleHold } from '../receiving/decide-hold.ts'
import { priceInvoice } from '../receiving/price-invoice.ts'
import { withdrawInvoice } from '../receiving/withdraw-invoice.ts'
import { payInvoice } from '../sending/pay-invoice.ts'
import { type IdempotencyClaim, toClaim } from '../states/idempotency.ts'
import type { Invoice, Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { findWalletPayment } from '../states/wallet-payment-store.ts'
import { prepareCreatePayment } from './prepare-create-payment.ts'
import { type AskedInvoice, problem, readReceive, readSend } from './read-create-payment.ts'
import { readPayer } from './read-lnurl-body.ts'
import { withSendStatus } from './refused-send.ts'

export interface WebhookDeps {
  /** Why a webhook URL cannot be used; undefined = it can. Makes no DNS lookup. */
  readonly webhookProblem: (url: string) => string | undefined
}

export interface PaymentRoutesDeps extends LnurlDeps, WebhookDeps {
  readonly rates: Rates
}

/** A description whose hash an invoice states may have 65,536 characters. */
export const MAX_PAYMENT_BYTES = 2 * BODY_BYTES

/** Creates and pays invoices, reads the state of a payment, settles and cancels held ones (rule W20). */
export function paymentRoutes(app: HttpApp, deps: PaymentRoutesDeps): void {
  const errorHandler = (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    // An error passed to `done` is answered like every other.
    withSendStatus(deps.db, request, thrown).then(
      (refusal) => reply.send(refusal),
      () => reply.send(thrown),
    )
  }
  app.post(
    '/api/v1/payments',
    { config: CREATES, schema: CREATE, bodyLimit: MAX_PAYMENT_BYTES, errorHandler },
    async (request, reply) => {
      const wallet = walletOf(request)
      const claim = claimOf(deps, request)
      reply.code(201)
      if (!request.body.out) return receive(deps, request, claim)
      if (!maySpend(request))
        throw forbidden('Sending needs the admin key of the wallet, or the right to send.', { code: 'may_not_send' })
      const order = readSend(request.body)
      requireWebhook(deps, order.webhook)
      const limits = limitsOf(spenderOf(request), deps.policy.daily, unixSeconds(deps.clock))
      const payment = await payInvoice(deps, { ...order, walletId: wallet.id, claim, limits })
      requireNotFailed(payment)
      return toSent(payment, prefersRepresentation(request))
    },
  )

  app.get('/api/v1/payments/:checking_id', { config: { access: 'view-payments' }, schema: STATUS }, async (request) => {
    const payment = await requirePayment(deps, request)
    const currency = await findValueCurrency(deps.db, request.query.currency, request.principal)
    const values = currency === undefined ? undefined : await findValuesIn(deps.db, [payment], currency)
    return toStatusResult(payment, unixSeconds(deps.clock), values?.get(payment.checkingId))
  })

  app.put(
    '/api/v1/payments/:checking_id',
    { config: { access: 'decide-payments', bodyOptional: true }, schema: SETTLE },
    async (request) => {
      const payment = await requirePayment(deps, request)
      const body = request.body as { preimage?: string } | undefined
      const outcome = await settleHold(deps, payment, body?.preimage, claimOf(deps, request))
      return outcome === 'done' ? { detail: 'Payment settled' } : SETTLING
    },
  )

  app.delete(
    '/api/v1/payments/:checking_id',
    { config: { access: 'decide-payments' }, schema: CANCEL },
    async (request) => {
      const payment = await requirePayment(deps, request)
      if (request.query.withdraw === true && payment.direction === 'in' && payment.hold === '')
        return withdraw(deps, payment, claimOf(deps, request))
      const outcome = await cancelHold(deps, payment, claimOf(deps, request))
      return outcome === 'done' ? { detail: 'Payment cancelled' } : CANCELLING
    },
  )
}

const CREATES = { access: 'shared', prepareBody: prepareCreatePayment } as const

const SETTLING = {
  detail: 'Settlement recorded; the Lightning node has not confirmed it yet',
  status: 'pending',
  decision: 'settle',
} as const
const CANCELLING = {
  detail: 'Cancellation recorded; the Lightning node has not confirmed it yet',
  status: 'pending',
  decision: 'cancel',
} as const

async function withdraw(deps: PaymentDeps, invoice: Invoice, claim: IdempotencyClaim | undefined) {
  return (await withdrawInvoice(deps, invoice, claim)) === 'closed'
    ? { detail: 'Invoice withdrawn' }
    : { detail: 'Invoice withdrawn; if the Lightning node receives a payment all the same, it is credited' }
}

/** Creates an invoice and hands it to the LNURL service that has offered to pay it, if `lnurl_withdraw` names one. */
async function receive(
  deps: PaymentRoutesDeps,
  request: FastifyRequest<{ Body: Static<typeof CreatePayment> }>,
  claim: IdempotencyClaim | undefined,
) {
  if (!mayReceive(request))
    throw forbidden('This share of the wallet does not include receiving.', { code: 'may_not_receive' })
  const { amount, ...given } = readReceive(request.body)
  const from = readPayer(request.body.lnurl_withdraw)
  requireWebhook(deps, given.webhook)
  const asked = { ...given, walletId: walletOf(request).id, claim }
  const makeInvoice = (more: Partial<AskedInvoice> = {}): Promise<Payment> =>
    typeof amount === 'object'
      ? priceInvoice(deps, { ...asked, ...more, price: amount })
      : createInvoice(deps, { ...asked, ...more, amountMsat: amount })
  if (from === undefined) return toCreatedInvoice(await makeInvoice())
  const invoice = await withdrawByLnurl(deps, {
    from,
    accountId: walletOf(request).userId,
    amountMsat: typeof amount === 'object' ? undefined : amount,
    claim,
    makeInvoice: ({ facts, defaultMemo }) =>
      makeInvoice({
        memo: given.memo === '' ? defaultMemo : given.memo,
        ...writeLnurlExtra(facts, JSON.parse(given.extra) as Record<string, unknown>),
      }),
  })
  return toCreatedInvoice(invoice)
}

/** 422 for an address that would never be called. */
export function requireWebhook({ webhookProblem }: WebhookDeps, url: string | undefined): void {
  const wrong = url === undefined ? undefined : webhookProblem(url)
  if (wrong !== undefined) throw problem('webhook', wrong, url, 'url')
}

/** The spender, whose limits the payment counts against. */
export function spenderOf(request: FastifyRequest): Spender {
  const { id: walletId, userId: ownerId } = walletOf(request)
  const acl = request.principal?.via === 'token' ? request.principal.acl : undefined
  return { walletId, ownerId, token: acl && { id: acl.tokenId, budget: acl.budget } }
}

/** The node rejected it: the row is kept as failed, the caller gets the reason (rule S521). */
export function requireNotFailed(payment: Payment): void {
  if (payment.state !== 'failed') return
  const reason = payment.failure ?? 'the node gave no reason.'
  throw badRequest(`Payment failed: ${reason}`, { code: 'payment_failed', params: { reason } })
}

async function requirePayment(deps: PaymentDeps, request: FastifyRequest): Promise<Payment> {
  // Ids and hashes are lower case, however they are written (rule A43).
  const id = (request.params as { checking_id: string }).checking_id.toLowerCase()
  const payment = id.includes('\0') ? undefined : await findWalletPayment(deps.db, walletOf(request).id, id)
  if (payment === undefined) throw notFound('Payment not found.', { code: 'payment_not_found' })
  return payment
}

/** The claim of the caller's `Idempotency-Key`. */
export function claimOf(deps: PaymentDeps, request: FastifyRequest): IdempotencyClaim | undefined {
  const key = request.headers['idempotency-key']
  const { method, url } = request.routeOptions
  const { id, share } = walletOf(request)
  return toClaim(
    {
      // A guest has a separate scope: a key must not reveal what the owner did (rule A55).
      scope: `${share === undefined ? id : `${id}/${share.id}`} ${String(method)} ${url}`,
      key: typeof key === 'string' ? key : undefined,
      body: { params: request.params, body: request.body },
    },
    unixSeconds(deps.clock),
  )
}

export const prefersRepresentation = (request: FastifyRequest): boolean =>
  /(^|[,;\s])return=representation($|[,;\s])/i.test(String(request.headers['prefer'] ?? ''))

/** Besides the answers of every route that waits for the node. */
export const unclear = {
  503: schemaRef(ErrorBody, 'The Lightning node does not answer.'),
}

const PaymentId = Type.Object({
  checking_id: Type.String({ maxLength: 256, description: 'Checking id or payment hash.' }),
})

const refusal = (description: string) => schemaRef(RefusedPayment, description)

const REFUSALS = {
  400: refusal('It cannot be paid, or has failed; `status` says whether anything was sent.'),
  403: refusal('The credential may not do this.'),
  409: refusal('The first request with this `Idempotency-Key` is still being processed.'),
  422: schemaRef(InvalidPayment, 'A value is missing or wrong.'),
  500: refusal('Outgoing payments are halted, or something went wrong.'),
  503: refusal('The Lightning node does not answer.'),
} as const

const CREATE = {
  operationId: 'createPayment',
  tags: ['payments'],
  summary: 'Create an invoice, or pay one',
  description:
    'With `out: false` (any key) creates a BOLT11 invoice. With `out: true` (admin key) pays one: 201 if it is paid, and also while it is pending: poll `GET /api/v1/payments/{checking_id}`, or listen at `/api/v1/ws/{key}`. 400: it failed and nothing was taken. Rejections have `status`: `failed` if nothing was or will be sent, `success` or `pending` if this wallet has paid or is paying the invoice. Optional fields that are null, an empty text or an `expiry` of 0 count as absent, and a body with `bolt11` and without `out` pays. An `Idempotency-Key` header makes retries safe: the same key and body have one effect and one answer. Amounts are satoshis, fees millisatoshis.',
  body: Type.Unsafe<Static<typeof CreatePayment>>({
    ...schemaRef(CreatePayment),
    'x-examples': CREATE_PAYMENT_EXAMPLES,
  }),
  response: { 201: schemaRef(CreatedPayment, 'Created, or sent.'), ...REFUSALS },
} as const

const STATUS = {
  operationId: 'getPayment',
  tags: ['payments'],
  summary: 'Read the state of a payment',
  description: 'By checking id, or by payment hash: then the incoming payment first, else the newest attempt.',
  params: PaymentId,
  querystring: Type.Object({ currency: VALUE_CURRENCY }),
  response: { 200: schemaRef(PaymentStatusResult, 'The payment.') },
} as const

const SETTLE = {
  operationId: 'settlePayment',
  tags: ['payments'],
  summary: 'Settle a held payment',
  description:
    'Credits a held payment to the wallet. A body with `preimage` is needed only for invoices with your own `payment_hash`. Until the Lightning node has confirmed it, the answer has `status: "pending"`: the decision is final and is carried out. Safe to repeat; 400 after a cancellation, before anything is held, and for ordinary invoices.',
  params: PaymentId,
  body: Type.Unsafe<Static<typeof SettlePayment>>({
    ...schemaRef(SettlePayment),
    'x-examples': SETTLE_PAYMENT_EXAMPLES,
  }),
  response: { 200: schemaRef(HoldDecision, 'Settled, or decided.') },
} as const

const CANCEL = {
  operationId: 'cancelPayment',
  tags: ['payments'],
  summary: 'Cancel a held payment, or withdraw an unpaid invoice',
  description:
    'Returns a held payment to its payer, or closes an unpaid hold invoice. Until the Lightning node has confirmed it, the answer has `status: "pending"`: the decision is final and is carried out. With `withdraw=true` withdraws an ordinary unpaid invoice: it is `failed`, wallets of this service cannot pay it, and the node closes it if it can. A payment that arrives nevertheless is credited. Safe to repeat; 400 after a settlement or a payment, and for an ordinary invoice without `withdraw`.',
  params: PaymentId,
  querystring: Type.Object({
    withdraw: Type.Optional(Type.Boolean({ description: 'True: also withdraws an ordinary unpaid invoice.' })),
  }),
  response: { 200: schemaRef(HoldDecision, 'Cancelled, or decided.') },
} as const
