import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { badRequest } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { walletOf } from '../../access/access-rules.ts'
import { unixSeconds } from '../../base/clock.ts'
import { toCreatedInvoice, toSent } from '../answers/payment-json.ts'
import { CreatedPayment } from '../answers/payment-schemas.ts'
import { limitsOf } from '../limits/spend-limits.ts'
import { findSuccessAction, writeLnurlExtra } from '../lnurl/lnurl-extra.ts'
import { toOffer } from '../lnurl/lnurl-json.ts'
import {
  LnurlLoggedIn,
  LnurlLogin,
  LnurlOffer,
  LnurlPaid,
  LnurlPayment,
  LnurlText,
  LnurlWithdrawal,
} from '../lnurl/lnurl-schemas.ts'
import { type LnurlDeps, payByLnurl } from '../lnurl/pay-by-lnurl.ts'
import { withdrawByLnurl } from '../lnurl/withdraw-by-lnurl.ts'
import { createInvoice } from '../receiving/create-invoice.ts'
import {
  claimOf,
  prefersRepresentation,
  requireNotFailed,
  requireWebhook,
  spenderOf,
  unclear,
  type WebhookDeps,
} from './payment.routes.ts'
import { readLnurlLogin, readLnurlPayment, readLnurlWithdrawal } from './read-lnurl-body.ts'

/** The wallet's side of LNURL: scan, pay, withdraw, log in (rule S525). */
export function lnurlRoutes(app: HttpApp, deps: LnurlDeps & WebhookDeps): void {
  app.get('/api/v1/lnurlscan/:code', { config: { access: 'shared' }, schema: SCAN_CODE }, async (request) =>
    toOffer(await deps.lnurl.scan(request.params.code, walletOf(request).userId)),
  )
  app.post('/api/v1/lnurlscan', { config: { access: 'shared' }, schema: SCAN }, async (request) =>
    toOffer(await deps.lnurl.scan(request.body.lnurl, walletOf(request).userId)),
  )

  const pay = async (request: FastifyRequest<{ Body: Static<typeof LnurlPayment> }>) => {
    const limits = limitsOf(spenderOf(request), deps.policy.daily, unixSeconds(deps.clock))
    const { id: walletId, userId: accountId } = walletOf(request)
    const asked = { ...readLnurlPayment(request.body), walletId, accountId, claim: claimOf(deps, request) }
    requireWebhook(deps, asked.webhook)
    const payment = await payByLnurl(deps, { ...asked, limits })
    requireNotFailed(payment)
    return { ...toSent(payment, prefersRepresentation(request)), success_action: findSuccessAction(payment) }
  }
  app.post('/api/v1/payments/lnurl', { config: { access: 'send-payments' }, schema: PAY }, (request, reply) => {
    reply.code(201)
    return pay(request)
  })
  app.post('/api/v1/lnurlpay', { config: { access: 'send-payments' }, schema: PAY_AS_WELL }, (request, reply) => {
    reply.code(201)
    return pay(request)
  })

  app.post(
    '/api/v1/lnurlwithdraw',
    { config: { access: 'receive-payments' }, schema: WITHDRAW },
    async (request, reply) => {
      const { from, amountMsat, memo } = readLnurlWithdrawal(request.body)
      const { webhook } = request.body
      requireWebhook(deps, webhook)
      const claim = claimOf(deps, request)
      const { id: walletId, userId: accountId } = walletOf(request)
      reply.code(201)
      const invoice = await withdrawByLnurl(deps, {
        from,
        amountMsat,
        accountId,
        claim,
        makeInvoice: ({ facts, defaultMemo }) =>
          createInvoice(deps, {
            walletId,
            amountMsat,
            memo: memo === '' ? defaultMemo : memo,
            expirySeconds: EXPIRY_SECONDS,
            ...writeLnurlExtra(facts),
            webhook,
            claim,
          }),
      })
      return toCreatedInvoice(invoice)
    },
  )

  app.post('/api/v1/lnurlauth', { config: { access: 'admin-key' }, schema: LOG_IN }, async (request) => {
    const scanned = await deps.lnurl.scan(readLnurlLogin(request.body), walletOf(request).userId)
    if (scanned.kind !== 'auth') throw badRequest('This LNURL is not a log-in link.', { code: 'not_a_login_link' })
    const { domain } = scanned.lnurl
    const { key } = await deps.lnurl.logIn(scanned.offer, walletOf(request).id)
    return { success: true, detail: `Logged in at ${domain}`, domain, key }
  })
}

/** Services pay a withdrawal within minutes. */
const EXPIRY_SECONDS = 3600

const OFFER = { 200: schemaRef(LnurlOffer, 'Offer of the LNURL.') }
const SCANNING =
  'Asks the service behind it what it offers; pays nothing, and sends no request for a log-in link. 400 when it is not an LNURL, or the service does not answer as one: `detail` says which.'

const SCAN_CODE = {
  operationId: 'scanLnurlCode',
  tags: ['lnurl'],
  summary: 'Read an LNURL',
  description: `${SCANNING} Percent-encode the text.`,
  params: Type.Object({ code: LnurlText }),
  response: OFFER,
} as const

const SCAN = {
  operationId: 'scanLnurl',
  tags: ['lnurl'],
  summary: 'Read an LNURL in any form',
  description: SCANNING,
  body: Type.Object({ lnurl: LnurlText }),
  response: OFFER,
} as const

const PAID = { 201: schemaRef(LnurlPaid, 'Sent.'), ...unclear }

const PAY = {
  operationId: 'payLnurl',
  tags: ['lnurl'],
  summary: 'Pay an LNURL or a Lightning address',
  description:
    'Gets an invoice from the service and pays it, with the rules of sending: limits, `Idempotency-Key`, 201 also while it is pending. The invoice must have exactly this amount and commit to the metadata of the link; otherwise 400, and nothing is taken. `success_action` is what the service shows the payer. `amount` is in millisatoshis.',
  body: Type.Unsafe<Static<typeof LnurlPayment>>(schemaRef(LnurlPayment)),
  response: PAID,
} as const

const PAY_AS_WELL = {
  ...PAY,
  operationId: 'payLnurlByOtherName',
  summary: 'Pay an LNURL (same as `POST /api/v1/payments/lnurl`)',
} as const

const WITHDRAW = {
  operationId: 'withdrawLnurl',
  tags: ['lnurl'],
  summary: 'Withdraw from a withdraw link',
  description:
    'Creates an invoice and sends it to the service, which pays it: poll `GET /api/v1/payments/{checking_id}`. If the service rejects it: 400 with its reason; the invoice stays, because a service that lost the connection may still pay it. `amount` is in satoshis.',
  body: Type.Unsafe<Static<typeof LnurlWithdrawal>>(schemaRef(LnurlWithdrawal)),
  response: {
    201: schemaRef(CreatedPayment, 'Invoice that was sent to the service.'),
    ...unclear,
  },
} as const

const LOG_IN = {
  operationId: 'logInByLnurl',
  tags: ['lnurl'],
  summary: 'Log in to a service with the wallet',
  description:
    'Signs the challenge of the service with a key of this wallet, a different one for each host. Each holder of the admin key, or of an access token, can log in there as the same user.',
  body: Type.Unsafe<Static<typeof LnurlLogin>>(schemaRef(LnurlLogin)),
  response: { 200: schemaRef(LnurlLoggedIn, 'Logged in.') },
} as const
