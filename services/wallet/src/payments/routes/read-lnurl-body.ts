import { invalid } from '@satchel/http/service-error'
import { msat, sat, satToMsat } from '@satchel/money/units'
import type { Static } from 'typebox'
import type { CreatePayment } from '../answers/payment-schemas.ts'
import type { LnurlLogin, LnurlPayment, LnurlWithdrawal } from '../lnurl/lnurl-schemas.ts'
import type { LnurlPayRequest } from '../lnurl/pay-by-lnurl.ts'
import type { LnurlPayer, LnurlWithdrawRequest } from '../lnurl/withdraw-by-lnurl.ts'
import { problem, requireMemo } from './read-create-payment.ts'

/** Reads a paying body. */
export function readLnurlPayment(
  body: Static<typeof LnurlPayment>,
): Pick<LnurlPayRequest, 'to' | 'amountMsat' | 'comment' | 'webhook'> {
  const { lnurl, callback, amount, comment = '', description_hash: descriptionHash, webhook } = body
  const to = lnurl !== undefined ? { lnurl } : { callback: requireWebUrl('callback', callback), descriptionHash }
  return { to, amountMsat: msat(amount), comment, webhook }
}

export function readLnurlWithdrawal(
  body: Static<typeof LnurlWithdrawal>,
): Pick<LnurlWithdrawRequest, 'from'> & { readonly amountMsat: ReturnType<typeof satToMsat>; readonly memo: string } {
  const { lnurl, amount, memo = '' } = body
  return { from: { lnurl }, amountMsat: satToMsat(sat(amount)), memo: requireMemo(memo) }
}

/** The text to scan: a log-in's callback is its own URL. */
export const readLnurlLogin = ({ lnurl, callback }: Static<typeof LnurlLogin>): string =>
  lnurl ?? requireWebUrl('callback', callback)

/** `lnurl_withdraw` of an invoice. */
export function readPayer(given: Static<typeof CreatePayment>['lnurl_withdraw']): LnurlPayer | undefined {
  if (given === undefined) return undefined
  if (typeof given === 'string') return { lnurl: given }
  const { callback, k1, minWithdrawable, maxWithdrawable, defaultDescription } = given
  return {
    offer: {
      callback: requireWebUrl('lnurl_withdraw', callback),
      k1,
      leastMsat: minWithdrawable === undefined ? undefined : msat(minWithdrawable),
      mostMsat: maxWithdrawable === undefined ? undefined : msat(maxWithdrawable),
      defaultDescription,
    },
  }
}

function requireWebUrl(field: string, text: string | undefined): string {
  if (text === undefined) throw invalid({ type: 'missing', loc: ['body', 'lnurl'], msg: 'Field required', input: text })
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return text
  throw problem(field, 'Must be an http or https URL', text, 'url')
}
