import { type Msat, msat, toJson } from '@satchel/money/units'
import { type JsonAnswer, readMsat, readText, readWebUrl, unreadable } from './json-answer.ts'
import { LnurlError } from './lnurl-error.ts'
import { readMetadata } from './metadata.ts'

/** The offer of a pay link (LUD-06): the limits and the description. */
export interface PayOffer {
  readonly callback: string
  readonly leastMsat: Msat
  readonly mostMsat: Msat
  /** Exactly as it was or will be sent: the invoice commits to these bytes. */
  readonly metadata: string
  /** Maximum length of a comment in characters (LUD-12); 0 = none. */
  readonly commentAllowed: number
  /** Whether the payer need not keep the link (LUD-11); unset means the same as true. */
  readonly disposable?: boolean | undefined
  /** Zaps are taken, with receipts signed by this key (NIP-57). */
  readonly nostrPubkey?: string | undefined
}

export function readPayOffer(answer: JsonAnswer): PayOffer {
  const metadata = readText(answer, 'metadata')
  readMetadata(metadata)
  const [leastMsat, mostMsat] = readRange(answer, 'minSendable', 'maxSendable')
  requireNoNeedOfPayerData(answer['payerData'])
  const { commentAllowed, disposable, allowsNostr, nostrPubkey } = answer
  return {
    callback: readWebUrl(answer, 'callback'),
    leastMsat,
    mostMsat,
    metadata,
    commentAllowed: typeof commentAllowed === 'number' && commentAllowed >= 1 ? Math.floor(commentAllowed) : 0,
    disposable: typeof disposable === 'boolean' ? disposable : undefined,
    nostrPubkey: allowsNostr === true && isKey(nostrPubkey) ? nostrPubkey : undefined,
  }
}

/** The answer of a service that makes this offer. */
export const writePayOffer = (offer: PayOffer) => ({
  tag: 'payRequest' as const,
  callback: offer.callback,
  minSendable: toJson(offer.leastMsat),
  maxSendable: toJson(offer.mostMsat),
  metadata: offer.metadata,
  ...(offer.commentAllowed > 0 && { commentAllowed: offer.commentAllowed }),
  ...(offer.disposable !== undefined && { disposable: offer.disposable }),
  ...(offer.nostrPubkey !== undefined && { allowsNostr: true, nostrPubkey: offer.nostrPubkey }),
})

/** Two amounts of an answer, the first no larger than the second. */
export function readRange(answer: JsonAnswer, least: string, most: string): readonly [Msat, Msat] {
  const range = [readMsat(answer, least), readMsat(answer, most)] as const
  if (range[0] > range[1] || range[1] === 0n) throw unreadable(most)
  return [range[0] === 0n ? msat(1) : range[0], range[1]]
}

/** LUD-18: data about the payer are never sent. */
function requireNoNeedOfPayerData(payerData: unknown): void {
  if (typeof payerData !== 'object' || payerData === null) return
  const demanded = Object.values(payerData).some(
    (field: unknown) => (field as { mandatory?: unknown } | null)?.mandatory === true,
  )
  if (demanded) throw new LnurlError('The service requires payer data, which this wallet does not send.', 'bad-answer')
}

const isKey = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)
