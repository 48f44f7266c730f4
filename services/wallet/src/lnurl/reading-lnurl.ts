import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { badRequest, type MoreToSay, type ServiceError } from '@satchel/http/service-error'

/** Converts an error of an LNURL or a service to 400, with the same text. */
export function readingLnurl<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof LnurlError) throw asBadRequest(error)
    throw error
  }
}

function asBadRequest({ message, kind, facts: params }: LnurlError): ServiceError {
  return badRequest(message, { ...WORDS[kind], ...(params !== undefined && { params }) })
}

const WORDS: Readonly<Record<LnurlError['kind'], MoreToSay>> = {
  unreadable: { word: 'lnurl_unreadable' },
  several: { word: 'several_payables' },
  'bitcoin-link': { word: 'bitcoin_link_unreadable' },
  'bitcoin-link-unsupported': { word: 'bitcoin_link_unsupported' },
  'amounts-differ': { word: 'bitcoin_link_amounts_differ' },
  'bad-answer': { word: 'lnurl_bad_answer' },
  refused: { word: 'lnurl_refused' },
  amount: { word: 'lnurl_amount_out_of_bounds' },
  comment: { word: 'lnurl_comment_too_long' },
}
