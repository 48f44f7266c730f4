import { invalid } from '@satchel/http/service-error'
import { findPayable, type Pages, type Payable } from '@satchel/lnurl/find-payable'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { readLnurl } from '@satchel/lnurl/read-lnurl'

/**
 * Reads a target that can be paid repeatedly: a Lightning address or an LNURL, not an invoice. Equivalent spellings
 * give the same target.
 */
export function readContactTarget(given: string, loc: readonly (string | number)[], pages: Pages): string {
  const problem = (msg: string) => invalid({ type: 'value_error', loc: ['body', ...loc], msg, input: given })
  try {
    const found = findPayable(given, pages)
    if (isPayLink(found)) return found.text
    // Throws the reason for a text that was meant as one.
    if (found.kind === 'unknown') readLnurl(found.text)
  } catch (error) {
    if (!(error instanceof LnurlError)) throw error
    throw problem(error.message)
  }
  throw problem('Must be a Lightning address or a pay link (LNURL)')
}

/** The schemes of withdrawals and log-ins exclude them. */
const isPayLink = ({ kind, text }: Payable): boolean => kind === 'lnurl' && !/^(?:lnurl[wc]|keyauth):/i.test(text)
