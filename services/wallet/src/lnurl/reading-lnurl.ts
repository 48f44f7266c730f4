import { badRequest, type ErrorParts, type ServiceError } from '@satchel/http/service-error'
import { LnurlError } from '@satchel/lnurl/lnurl-error'

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

const WORDS: Readonly<Record<LnurlError['kind'], ErrorParts>> = {
  unreadable: { code: 'lnurl_unreadable' },
  several: { code: 'several_payables' },
  'bitcoin-link': { code: 'bitcoin_link_unreadable' },
  'bitcoin-link-unsupported': { code: 'bitcoin_link_unsupported' },
  'amounts-differ': { code: 'bitcoin_link_amounts_differ' },
  'bad-answer': { code: 'lnurl_bad_answer' },
  refused: { code: 'lnurl_refused' },
  amount: { code: 'lnurl_amount_out_of_bounds' },
  comment: { code: 'lnurl_comment_too_long' },
}
