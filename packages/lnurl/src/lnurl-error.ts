/** Why something is no LNURL we follow, or no answer we accept. The message is a sentence that may be shown. */
export class LnurlError extends Error {
  override readonly name = 'LnurlError'
  readonly kind: LnurlErrorKind
  /** The numbers and words in the message, if any. */
  readonly facts: Readonly<Record<string, number | string>> | undefined

  constructor(message: string, kind: LnurlErrorKind = 'unreadable', facts?: LnurlError['facts']) {
    super(message)
    this.kind = kind
    this.facts = facts
  }
}

/**
 * `unreadable`: the given text. `several`: it has different payees. `bitcoin-link`, `bitcoin-link-unsupported`,
 * `amounts-differ`: a `bitcoin:` link that is malformed, needs an unsupported feature, or has another amount than its
 * invoice. `bad-answer`: the answer of the service is invalid or asks for something that no wallet gives. `refused`:
 * the service rejects the request. `amount` and `comment`: outside the offer of the service.
 */
export type LnurlErrorKind =
  | 'unreadable'
  | 'several'
  | 'bitcoin-link'
  | 'bitcoin-link-unsupported'
  | 'amounts-differ'
  | 'bad-answer'
  | 'refused'
  | 'amount'
  | 'comment'
