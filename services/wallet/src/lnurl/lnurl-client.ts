import { requireComment, requireInRange } from '@satchel/lnurl/check-payment'
import { type Payable as Found, findPayable, type Pages } from '@satchel/lnurl/find-payable'
import type { JsonAnswer } from '@satchel/lnurl/json-answer'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { isLogin, type LoginOffer, readLoginOffer } from '@satchel/lnurl/login-offer'
import { type PayAnswer, readPayAnswer } from '@satchel/lnurl/pay-answer'
import { type PayOffer, readPayOffer } from '@satchel/lnurl/pay-offer'
import { type Lnurl, readLnurl } from '@satchel/lnurl/read-lnurl'
import { withQuery } from '@satchel/lnurl/with-query'
import { readWithdrawOffer, type WithdrawOffer } from '@satchel/lnurl/withdraw-offer'
import type { Msat } from '@satchel/money/units'
import { type FetchDeps, fetchAnswer } from './fetch-answer.ts'
import type { LinkingKeys } from './linking-keys.ts'
import type { OwnLinks } from './own-links.ts'
import { readingLnurl } from './reading-lnurl.ts'

/** A scanned LNURL. */
export type Offer =
  | { readonly kind: 'pay'; readonly offer: PayOffer }
  | { readonly kind: 'withdraw'; readonly offer: WithdrawOffer }
  | { readonly kind: 'auth'; readonly offer: LoginOffer }
  /** The service offers to open a channel to this node (LUD-02), which wallets of ours cannot decide. */
  | { readonly kind: 'channel' }
export type Scanned = Offer & {
  readonly lnurl: Lnurl
  /** The amount that the `bitcoin:` link asks for, in which the LNURL was found. */
  readonly linkSat?: number | undefined
}

/** An offer to be paid: from a scan, or the part of one that the caller has kept. */
export type Payable = Pick<PayOffer, 'callback'> & Partial<Pick<PayOffer, 'leastMsat' | 'mostMsat' | 'commentAllowed'>>

/** The request to a payee. */
export interface InvoiceWish {
  readonly amountMsat: Msat
  readonly comment: string
}

/**
 * The wallet's side of LNURL. Every rejection is 400, with a text for people. `accountId`: the requesting
 * account, by which links of this installation count requests.
 */
export interface LnurlClient {
  /** Reads the text and requests the offer of its service; for a log-in no request is sent. */
  scan(text: string, accountId: string): Promise<Scanned>
  /** Requests the invoice for one payment, and does not check it. */
  askForInvoice(payable: Payable, asked: InvoiceWish, accountId: string): Promise<PayAnswer>
  /** Sends the service an invoice to pay. */
  handOver(offer: Pick<WithdrawOffer, 'callback' | 'k1'>, bolt11: string, accountId: string): Promise<void>
  /** Logs the wallet in; returns its key at the service. */
  logIn(offer: LoginOffer, walletId: string): Promise<{ readonly key: string }>
}

export interface LnurlClientDeps extends FetchDeps {
  readonly linkingKeys: LinkingKeys
  readonly ownLinks?: Pick<OwnLinks, 'ask' | 'linkOf'> | undefined
}

export function createLnurlClient(deps: LnurlClientDeps): LnurlClient {
  return {
    async scan(text, accountId) {
      const { lnurl, linkSat } = readingLnurl(() => findLnurl(text, deps.ownLinks))
      if (isLogin(lnurl.url)) return { kind: 'auth', lnurl, offer: readingLnurl(() => readLoginOffer(lnurl.url)) }
      const answer = await fetchAnswer(deps, { url: lnurl.url, redirects: 'follow', accountId })
      return { ...readingLnurl(() => readOffer(answer)), lnurl, linkSat }
    },
    async askForInvoice(payable, { amountMsat, comment }, accountId) {
      const { callback, leastMsat, mostMsat, commentAllowed } = payable
      readingLnurl(() => {
        if (leastMsat !== undefined && mostMsat !== undefined) requireInRange(amountMsat, { leastMsat, mostMsat })
        if (commentAllowed !== undefined) requireComment(comment, { commentAllowed })
      })
      const url = withQuery(callback, { amount: String(amountMsat), ...(comment !== '' && { comment }) })
      const answer = await fetchAnswer(deps, { url, redirects: 'follow', accountId })
      return readingLnurl(() => readPayAnswer(answer, callback))
    },
    async handOver({ callback, k1 }, bolt11, accountId) {
      await fetchAnswer(deps, { url: withQuery(callback, { k1, pr: bolt11 }), redirects: 'refuse', accountId })
    },
    async logIn({ callback, hostname, k1 }, walletId) {
      const signed = deps.linkingKeys.signLogin(walletId, hostname, k1)
      await fetchAnswer(deps, { url: withQuery(callback, signed), redirects: 'refuse' })
      return { key: signed.key }
    },
  }
}

/** The LNURL in an external text. A text without one goes to `readLnurl`, which throws with the reason. */
function findLnurl(given: string, pages: Pages | undefined): Pick<Scanned, 'lnurl' | 'linkSat'> {
  const found: Found = findPayable(given, pages)
  return { lnurl: found.lnurl ?? readLnurl(found.text), linkSat: found.link?.amountSat }
}

function readOffer(answer: JsonAnswer): Offer {
  switch (answer['tag']) {
    case 'payRequest':
      return { kind: 'pay', offer: readPayOffer(answer) }
    case 'withdrawRequest':
      return { kind: 'withdraw', offer: readWithdrawOffer(answer) }
    case 'channelRequest':
      return { kind: 'channel' }
    default:
      throw new LnurlError('The service offers an unknown kind of LNURL.', 'bad-answer')
  }
}
