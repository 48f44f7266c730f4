import { badRequest } from '@satchel/http/service-error'
import { LnurlError } from '@satchel/lnurl/lnurl-error'

/** What an LNURL or a service says that cannot be followed is 400, in the words that were found for it. */
export function readingLnurl<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof LnurlError) throw badRequest(error.message)
    throw error
  }
}
