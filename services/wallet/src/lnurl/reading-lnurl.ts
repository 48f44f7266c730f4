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
  'bad-answer': { word: 'lnurl_bad_answer' },
  refused: { word: 'lnurl_refused' },
  amount: { word: 'lnurl_amount_out_of_bounds' },
  comment: { word: 'lnurl_comment_too_long' },
}
