/** Why something is no LNURL we follow, or no answer we accept. The message is a sentence that may be shown. */
export class LnurlError extends Error {
  override readonly name = 'LnurlError'
}
