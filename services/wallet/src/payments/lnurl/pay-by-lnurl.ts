import type { UnverifiedInvoice } from '@satchel/bolt11/invoice'
import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { badRequest } from '@satchel/http/service-error'
import { hashMetadata, readMetadata } from '@satchel/lnurl/metadata'
import type { PayAnswer } from '@satchel/lnurl/pay-answer'
import type { PayOffer } from '@satchel/lnurl/pay-offer'
import type { Msat } from '@satchel/money/units'
import type { InvoiceWish, LnurlClient, Payable } from '../../lnurl/lnurl-client.ts'
import { amountTooLarge } from '../limits/amount-too-large.ts'
import { payInvoice } from '../sending/pay-invoice.ts'
import type { PayRequest } from '../sending/pay-request.ts'
import { replaySend } from '../sending/replay-send.ts'
import type { Payment } from '../states/payment.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { cutMemo } from './cut-memo.ts'
import { writeLnurlExtra } from './lnurl-extra.ts'

export interface LnurlDeps extends PaymentDeps {
  readonly lnurl: LnurlClient
}

/** The payee: an LNURL in any form, or the callback of one that the caller has scanned before. */
export type LnurlPayee =
  | { readonly lnurl: string }
  | { readonly callback: string; readonly descriptionHash: string | undefined }

export interface LnurlPayRequest extends Pick<PayRequest, 'walletId' | 'claim' | 'limits' | 'webhook'> {
  readonly to: LnurlPayee
  readonly amountMsat: Msat
  readonly comment: string
  /** The account whose wallet pays. */
  readonly accountId: string
}

/**
 * Requests an invoice from the LNURL service and pays it like any other (pay-invoice). An invoice with another amount
 * or another description hash is rejected before anything is reserved. A repeat under an idempotency key sends no
 * request to the LNURL service.
 */
export async function payByLnurl(deps: LnurlDeps, request: LnurlPayRequest): Promise<Payment> {
  const replayed = await replaySend(deps, request.claim)
  if (replayed !== undefined) return replayed
  try {
    return await payInvoice(deps, await orderInvoice(deps, request))
  } catch (refusal) {
    // The first request with this key may have used up the link meanwhile.
    const first = await replaySend(deps, request.claim)
    if (first === undefined) throw refusal
    return first
  }
}

async function orderInvoice(deps: LnurlDeps, request: LnurlPayRequest): Promise<PayRequest> {
  const { amountMsat, comment, walletId, claim, limits, accountId, webhook } = request
  if (amountMsat > deps.policy.maxPaymentMsat) throw amountTooLarge(deps.policy.maxPaymentMsat)
  const payee = await findPayee(deps.lnurl, request.to, accountId)
  requireLinkAmount(payee.linkSat, amountMsat)
  const answer = await deps.lnurl.askForInvoice(payee.payable, { amountMsat, comment }, accountId)
  const { bolt11, description } = requireWhatWasAsked(answer, amountMsat, payee.descriptionHash)
  const { domain, address } = payee
  return {
    walletId,
    bolt11,
    memo: cutMemo(payee.memo ?? description ?? ''),
    ...writeLnurlExtra({ domain, address, comment, successAction: answer.successAction }),
    webhook,
    claim,
    limits,
  }
}

/**
 * Requests an invoice for this amount and checks it like any other. Leaves out a comment that the payee does not
 * accept.
 */
export async function fetchLnurlInvoice(
  client: LnurlClient,
  target: string,
  { amountMsat, comment }: InvoiceWish,
  accountId: string,
): Promise<string> {
  const { payable, descriptionHash } = await findPayee(client, { lnurl: target }, accountId)
  const takesIt = (payable.commentAllowed ?? 0) >= comment.length
  const answer = await client.askForInvoice(payable, { amountMsat, comment: takesIt ? comment : '' }, accountId)
  return requireWhatWasAsked(answer, amountMsat, descriptionHash).bolt11
}

/** Finds the payee's offer: the amounts and comments that it accepts. */
export async function findPayOffer(
  client: LnurlClient,
  target: string,
  accountId: string,
): Promise<PayOffer & { readonly host: string }> {
  const { offer, lnurl } = await scanForPaying(client, target, accountId)
  return { ...offer, host: lnurl.domain }
}

async function scanForPaying(client: LnurlClient, text: string, accountId: string) {
  const scanned = await client.scan(text, accountId)
  if (scanned.kind !== 'pay')
    throw badRequest(`This LNURL is not a pay link; it is for ${PURPOSES[scanned.kind]}.`, {
      code: 'not_a_pay_link',
      params: { kind: scanned.kind },
    })
  return scanned
}

interface Payee {
  readonly payable: Payable
  readonly domain: string
  readonly address?: string | undefined
  /** The description hash that the invoice must have; undefined = unknown. */
  readonly descriptionHash: string | undefined
  readonly memo?: string
  /** The amount that the `bitcoin:` link around the LNURL asks for. */
  readonly linkSat?: number | undefined
}

async function findPayee(client: LnurlClient, to: LnurlPayee, accountId: string): Promise<Payee> {
  if ('callback' in to) {
    const { callback, descriptionHash } = to
    return { payable: { callback }, domain: new URL(callback).host, descriptionHash }
  }
  const { lnurl, offer, linkSat } = await scanForPaying(client, to.lnurl, accountId)
  return {
    linkSat,
    payable: offer,
    domain: lnurl.domain,
    address: lnurl.address,
    descriptionHash: hashMetadata(offer.metadata),
    memo: readMetadata(offer.metadata).text,
  }
}

/** The caller and the link must agree. */
function requireLinkAmount(linkSat: number | undefined, amountMsat: Msat): void {
  if (linkSat === undefined || BigInt(linkSat) * 1000n === amountMsat) return
  throw badRequest(
    `The bitcoin link asks for ${linkSat} sat, but the payment is for ${Number(amountMsat) / 1000} sat.`,
    {
      code: 'bitcoin_link_amounts_differ',
      params: { link_sat: linkSat, other_sat: Number(amountMsat) / 1000 },
    },
  )
}

const PURPOSES = { withdraw: 'withdrawing', auth: 'logging in', channel: 'opening a channel' } as const

function requireWhatWasAsked(
  answer: PayAnswer,
  amountMsat: Msat,
  descriptionHash: string | undefined,
): UnverifiedInvoice {
  const invoice = readAnsweredInvoice(answer.bolt11)
  if (invoice.amountMsat !== amountMsat)
    throw badRequest("The amount of the service's invoice is not the requested one.", { code: 'lnurl_wrong_invoice' })
  if (descriptionHash !== undefined && invoice.descriptionHash !== descriptionHash) {
    throw badRequest("The description hash of the service's invoice does not match the LNURL.", {
      code: 'lnurl_wrong_invoice',
    })
  }
  return invoice
}

function readAnsweredInvoice(bolt11: string): UnverifiedInvoice {
  try {
    return parseInvoice(bolt11)
  } catch (error) {
    if (error instanceof InvoiceError)
      throw badRequest(`The service gave no payable invoice: ${error.message}`, { code: 'lnurl_wrong_invoice' })
    throw error
  }
}
