import { requireComment, requireInRange } from '@satchel/lnurl/check-payment'
import type { JsonAnswer } from '@satchel/lnurl/json-answer'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { isLogin, type LoginOffer, readLoginOffer } from '@satchel/lnurl/login-offer'
import { type PayAnswer, readPayAnswer } from '@satchel/lnurl/pay-answer'
import { type PayOffer, readPayOffer } from '@satchel/lnurl/pay-offer'
import { type Lnurl, readLnurl } from '@satchel/lnurl/read-lnurl'
import { readWithdrawOffer, type WithdrawOffer } from '@satchel/lnurl/withdraw-offer'
import { withQuery } from '@satchel/lnurl/with-query'
import type { Msat } from '@satchel/money/units'
import { fetchAnswer, type FetchDeps } from './fetch-answer.ts'
import type { LinkingKeys } from './linking-keys.ts'
import { readingLnurl } from './reading-lnurl.ts'

/** What an LNURL turned out to be. */
export type Offer =
  | { readonly kind: 'pay'; readonly offer: PayOffer }
  | { readonly kind: 'withdraw'; readonly offer: WithdrawOffer }
  | { readonly kind: 'auth'; readonly offer: LoginOffer }
  /** The service offers to open a channel to this node (LUD-02), which wallets of ours cannot decide. */
  | { readonly kind: 'channel' }
export type Scanned = Offer & { readonly lnurl: Lnurl }

/** What may be paid: found by a scan, or named by a caller who has scanned before and knows no more than this. */
export type Payable = Pick<PayOffer, 'callback'> & Partial<Pick<PayOffer, 'leastMsat' | 'mostMsat' | 'commentAllowed'>>

/** What is asked of a payee. */
export interface InvoiceWish {
  readonly amountMsat: Msat
  readonly comment: string
}

/**
 * This service as the wallet's side of LNURL. Every refusal is `bad_request`, for people. `accountId`: for whom it asks;
 * links of this installation count what each account asks.
 */
export interface LnurlClient {
  /** Reads the text and asks the service behind it what it offers; a log-in is not asked anything. */
  scan(text: string, accountId: string): Promise<Scanned>
  /** The invoice for one payment; what it says is not checked here. */
  askForInvoice(payable: Payable, asked: InvoiceWish, accountId: string): Promise<PayAnswer>
  /** Gives the service an invoice to pay. */
  handOver(offer: Pick<WithdrawOffer, 'callback' | 'k1'>, bolt11: string, accountId: string): Promise<void>
  /** Logs the wallet in; answers the key that the service knows it by from now on. */
  logIn(offer: LoginOffer, walletId: string): Promise<{ readonly key: string }>
}

export interface LnurlClientDeps extends FetchDeps {
  readonly linkingKeys: LinkingKeys
}

export function createLnurlClient(deps: LnurlClientDeps): LnurlClient {
  return {
    async scan(text, accountId) {
      const lnurl = readingLnurl(() => readLnurl(text))
      if (isLogin(lnurl.url)) return { kind: 'auth', lnurl, offer: readingLnurl(() => readLoginOffer(lnurl.url)) }
      const answer = await fetchAnswer(deps, { url: lnurl.url, redirects: 'follow', accountId })
      return { ...readingLnurl(() => readOffer(answer)), lnurl }
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
