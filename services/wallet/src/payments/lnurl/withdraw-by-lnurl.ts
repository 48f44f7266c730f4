import { badRequest, ServiceError } from '@satchel/http/service-error'
import { requireInRange } from '@satchel/lnurl/check-payment'
import type { WithdrawOffer } from '@satchel/lnurl/withdraw-offer'
import type { Msat } from '@satchel/money/units'
import { readingLnurl } from '../../lnurl/reading-lnurl.ts'
import { replayInvoice } from '../receiving/create-invoice.ts'
import { findClaimedKey, type IdempotencyClaim, noteAnswer, stillInProgress } from '../states/idempotency.ts'
import type { Payment } from '../states/payment.ts'
import { cutMemo } from './cut-memo.ts'
import type { LnurlFacts } from './lnurl-extra.ts'
import { noteHandOver } from './note-hand-over.ts'
import type { LnurlDeps } from './pay-by-lnurl.ts'

/** The payer: an LNURL in any form, or the offer of one that the caller has scanned before. */
export type LnurlPayer = { readonly lnurl: string } | { readonly offer: KnownOffer }

/** The callback that takes the invoice, and other known facts of the offer. */
type KnownOffer = Pick<WithdrawOffer, 'callback' | 'k1'> & {
  readonly [Fact in 'leastMsat' | 'mostMsat' | 'defaultDescription']?: WithdrawOffer[Fact] | undefined
}

export interface LnurlWithdrawRequest {
  readonly from: LnurlPayer
  /** The account whose wallet receives. */
  readonly accountId: string
  /** Undefined when the price is in a fiat currency. */
  readonly amountMsat: Msat | undefined
  readonly claim: IdempotencyClaim | undefined
  /** Makes the invoice, under the same claim. */
  readonly makeInvoice: (found: { readonly facts: LnurlFacts; readonly defaultMemo: string }) => Promise<Payment>
}

/**
 * Makes an invoice and sends it to a service that has offered to pay one. Returns the invoice without waiting for its
 * payment. Throws the service's reason if it rejects; the invoice then stays open, because a service that was
 * disconnected may still pay it. A repeat under an idempotency key sends nothing.
 */
export async function withdrawByLnurl(deps: LnurlDeps, request: LnurlWithdrawRequest): Promise<Payment> {
  const { claim } = request
  const first = await replayWithdraw(deps, claim)
  if (first !== undefined) return first
  const { offer, domain } = await findOffer(deps, request)
  requireOffered(offer, request.amountMsat)
  const invoice = await request.makeInvoice({
    facts: { domain },
    defaultMemo: cutMemo(offer.defaultDescription ?? ''),
  })
  requireOffered(offer, invoice.amountMsat)
  // Of several requests with one key, only one sends the invoice.
  if (claim !== undefined && (await deps.db.transact(noteAnswer, { ...claim, answer: HANDING_OVER })) === 0) {
    return (await replayWithdraw(deps, claim)) ?? invoice
  }
  const refusal = await deps.lnurl.handOver(offer, invoice.bolt11, request.accountId).catch((error: unknown) => error)
  if (claim !== undefined) await deps.db.transact(noteHandOver, { ...claim, answer: toAnswer(refusal) })
  if (refusal !== undefined) throw refusal
  return invoice
}

async function findOffer(
  { lnurl: client }: LnurlDeps,
  { from, accountId }: Pick<LnurlWithdrawRequest, 'from' | 'accountId'>,
): Promise<{ readonly offer: KnownOffer; readonly domain: string }> {
  if ('offer' in from) return { offer: from.offer, domain: new URL(from.offer.callback).host }
  const scanned = await client.scan(from.lnurl, accountId)
  if (scanned.kind !== 'withdraw')
    throw badRequest('This LNURL is not a withdraw link.', { code: 'not_a_withdraw_link' })
  return { offer: scanned.offer, domain: scanned.lnurl.domain }
}

function requireOffered({ leastMsat, mostMsat }: KnownOffer, amountMsat: Msat | undefined): void {
  if (leastMsat === undefined || mostMsat === undefined || amountMsat === undefined) return
  readingLnurl(() => requireInRange(amountMsat, { leastMsat, mostMsat }))
}

const HANDING_OVER = 'handing-over'
const HANDED_OVER = 'handed-over'
const REFUSED = 'refused: '

const toAnswer = (refusal: unknown): string =>
  refusal === undefined ? HANDED_OVER : REFUSED + (refusal instanceof ServiceError ? refusal.detail : 'It failed.')

/** Longer than the service's timeout: after this the process that began the withdrawal must have stopped. */
const IN_PROGRESS_SECONDS = 30

/** The answer to an earlier request with this key; undefined if none has sent its invoice yet. */
async function replayWithdraw(deps: LnurlDeps, claim: IdempotencyClaim | undefined): Promise<Payment | undefined> {
  if (claim === undefined) return undefined
  const { answer, createdAt = 0 } = (await findClaimedKey(deps.db, claim)) ?? {}
  if (answer === undefined) return undefined
  if (answer.startsWith(REFUSED)) throw repeatRefusal(answer.slice(REFUSED.length))
  if (answer === HANDING_OVER && claim.at < createdAt + IN_PROGRESS_SECONDS) {
    throw stillInProgress()
  }
  return replayInvoice(deps, claim)
}

/** Only the full text is stored: extract the service's reason from it. */
function repeatRefusal(detail: string): ServiceError {
  const [, reason] = /^The service says: (.*)$/s.exec(detail) ?? []
  return badRequest(detail, reason === undefined ? {} : { code: 'lnurl_refused', params: { reason } })
}
