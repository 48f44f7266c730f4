/** Why something is no LNURL we follow, or no answer we accept. The message is a sentence that may be shown. */
export class LnurlError extends Error {
  override readonly name = 'LnurlError'
  readonly kind: LnurlErrorKind
  /** The numbers and words in the message, if it has some. */
  readonly facts: Readonly<Record<string, number | string>> | undefined

  constructor(message: string, kind: LnurlErrorKind = 'unreadable', facts?: LnurlError['facts']) {
    super(message)
    this.kind = kind
    this.facts = facts
  }
}

/**
 * `unreadable`: the text that was given. `several`: it has different things to pay. `bitcoin-link`,
 * `bitcoin-link-unsupported`, `amounts-differ`: a `bitcoin:` link that is malformed, needs what is not supported, or names
 * another amount than its invoice. `bad-answer`: what the service says makes no sense or asks for what no wallet
 * gives. `refused`: the service says no. `amount` and `comment`: outside what the service offers.
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
