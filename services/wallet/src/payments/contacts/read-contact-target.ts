import { invalid } from '@satchel/http/service-error'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { readLnurl } from '@satchel/lnurl/read-lnurl'

/**
 * Reads a target that can be paid repeatedly: a Lightning address or an LNURL, not an invoice. Equivalent spellings
 * give the same target.
 */
export function readContactTarget(given: string, loc: readonly (string | number)[]): string {
  const text = given
    .trim()
    .replace(/^lightning:(\/\/)?/i, '')
    .replace(/^₿(?=.*@)/u, '')
  const problem = (msg: string) => invalid({ type: 'value_error', loc: ['body', ...loc], msg, input: given })
  try {
    const { form, address } = readLnurl(text)
    if (address !== undefined) return address
    if (form === 'bech32') return /^lnurl1/i.test(text) ? text.toLowerCase() : text
    if (form === 'scheme' && /^lnurlp:/i.test(text)) return text
  } catch (error) {
    if (!(error instanceof LnurlError)) throw error
    throw problem(error.message)
  }
  throw problem('Must be a Lightning address or a pay link (LNURL)')
}
