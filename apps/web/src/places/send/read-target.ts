import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { joined } from '../../language/joined.ts'
import type { TextKey } from '../../language/language.ts'
import { isIncoming } from '../../money/is-incoming.ts'
import { msatOf } from '../../money/money.ts'
import { satText } from '../../parts/amount.tsx'
import { isSecret, unpayableKind } from '../../parts/payment/unpayable-kind.ts'
import { unpayableText } from '../../parts/payment/unpayable-text.ts'
import type { InvoiceTarget, LinkFacts, LinkTarget, Target } from './target.ts'

/** A text that cannot be paid, with a catalogue key that says why. */
export class Unpayable extends Error {
  readonly text: TextKey
  /** Placeholders of the text. */
  readonly values: Readonly<Record<string, string>> | undefined
  /** The earlier payment of the invoice. */
  readonly checkingId: string | undefined

  constructor(text: TextKey, checkingId?: string, values?: Unpayable['values']) {
    super(text)
    this.text = text
    this.values = values
    this.checkingId = checkingId
  }
}

interface Reader {
  readonly walletId: string
  /** The invoice prefix of the service's network; null: unknown yet. */
  readonly network: string | null
}

/**
 * Decodes a pasted, typed or scanned text. Throws `Unpayable` or `ApiError`. Calls `forget` for keys and recovery
 * words, which are not sent and must not stay on the screen.
 */
export async function readTarget(text: string, { walletId, network }: Reader, forget: () => void): Promise<Target> {
  const kind = unpayableKind(text)
  if (kind !== undefined && isSecret(kind)) forget()
  if (kind !== undefined) {
    const [key, values] = unpayableText(kind)
    throw new Unpayable(key, undefined, values)
  }
  const read = await decode(text)
  switch (read.kind) {
    case 'onchain':
      throw new Unpayable('send.onchain')
    case 'bolt12':
      throw new Unpayable('send.bolt12')
    case 'bolt11':
      return readInvoice(read, walletId, network)
    default:
      return readLink(read, walletId)
  }
}

type Decoded = AnswerOf<'POST /api/v1/payments/decode'>

async function decode(data: string): Promise<Decoded> {
  try {
    return await call('POST /api/v1/payments/decode', { body: { data } })
  } catch (error) {
    if (error instanceof ApiError && (error.status === 400 || error.status === 422) && !SAYS_WHY.has(error.code))
      throw new Unpayable('send.unreadable')
    throw error
  }
}

/** Codes with a more precise text than `send.unreadable`. */
const SAYS_WHY: ReadonlySet<string> = new Set([
  'bitcoin_link_amounts_differ',
  'bitcoin_link_unreadable',
  'bitcoin_link_unsupported',
  'several_payables',
])

/** Amount and texts of a `bitcoin:` link. */
const linkOf = ({ amount, label, message }: Decoded): LinkFacts => {
  const words = joined([label, message])
  return {
    ...(typeof amount === 'number' && { linkMsat: amount * 1000 }),
    ...(words !== '' && { linkText: words }),
  }
}

async function readInvoice(read: Decoded, walletId: string, network: string | null): Promise<InvoiceTarget> {
  const { bolt11 = '', payment_hash: hash = '', amount_msat = null, description = '', payee = '' } = read
  if (network !== null && read.network !== network) throw new Unpayable('send.other-network')
  const facts = { bolt11, hash, amountMsat: amount_msat, memo: description, payee }
  const target = { kind: 'invoice', ...facts, ...linkOf(read) } as const
  const known = await findKnown(hash, walletId)
  if (known !== undefined && isIncoming(known.details)) throw new Unpayable('send.own')
  if (known?.status === 'success') throw new Unpayable('send.paid-before', known.details.checking_id)
  if (known?.status === 'pending') throw new Unpayable('send.on-its-way-already', known.details.checking_id)
  if (isExpired(read)) throw new Unpayable('send.expired')
  return known === undefined ? target : { ...target, failedBefore: known.details.checking_id }
}

const isExpired = ({ date = 0, expiry = 0 }: Decoded): boolean => Date.now() / 1000 > date + expiry

/** The wallet's own invoice, or an earlier attempt to pay it. */
async function findKnown(hash: string, walletId: string) {
  try {
    return await call('GET /api/v1/payments/{checking_id}', {
      path: { checking_id: hash },
      query: { wallet_id: walletId },
    })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

/** Loads the offer of an LNURL; a log-in link is not requested. */
async function readLink(read: Decoded, walletId: string): Promise<Target> {
  const { address, url = '' } = read
  const lnurl = address ?? url
  const offer = await call('POST /api/v1/lnurlscan', { query: { wallet_id: walletId }, body: { lnurl } })
  const { domain } = offer
  switch (offer.kind) {
    case 'pay':
      return requireTaken({
        kind: 'link',
        lnurl,
        domain,
        ...(address !== undefined && { address }),
        ...boundsOf(offer.minSendable, offer.maxSendable),
        description: offer.description ?? '',
        commentLength: offer.commentAllowed ?? 0,
        ...linkOf(read),
      })
    case 'withdraw':
      return {
        kind: 'voucher',
        lnurl,
        domain,
        ...boundsOf(offer.minWithdrawable, offer.maxWithdrawable),
        description: offer.defaultDescription ?? '',
      }
    case 'auth':
      return { kind: 'log-in', lnurl, domain }
    case 'channel':
      throw new Unpayable('send.channel')
  }
}

/** The service rejects offers without bounds. */
function boundsOf(minMsat: number | undefined, maxMsat: number | undefined) {
  if (minMsat === undefined || maxMsat === undefined) throw new Unpayable('send.unreadable')
  return { minMsat, maxMsat }
}

/** Rejects a payee whose bounds exclude the amount of the `bitcoin:` link. */
function requireTaken(target: LinkTarget): LinkTarget {
  const { linkMsat, minMsat, maxMsat } = target
  if (linkMsat === undefined || (linkMsat >= minMsat && linkMsat <= maxMsat)) return target
  throw new Unpayable('send.link-amount', undefined, { amount: satText(msatOf(linkMsat)) })
}
