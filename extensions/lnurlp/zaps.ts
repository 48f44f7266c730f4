import type { Settled } from '@satchel/extension-sdk/context'
import type { NostrEvent, NostrTemplate } from '@satchel/extension-sdk/nostr'
import { reject } from '@satchel/extension-sdk/rejection'
import { parseJson } from '@satchel/json/parse-json'
import type { LinkCtx } from './names.ts'

const ZAP_REQUEST = 9734
const ZAP_RECEIPT = 9735
/** Stored with the invoice until it is paid. */
const MAX_CHARACTERS = 3000

const KEY = /^[0-9a-f]{64}$/
const COORDINATE = /^\d{1,5}:[0-9a-f]{64}:/

/** Throws the reason why a zap request is rejected; its text is what the invoice commits to. */
export function requireZapRequest(
  text: string,
  { msat, pubkey, read }: { readonly msat: number; readonly pubkey: string; readonly read: LinkCtx['nostr']['read'] },
): void {
  if (text.length > MAX_CHARACTERS) throw reject(`The zap request has more than ${MAX_CHARACTERS} characters.`)
  const request = read(text)
  if (request === null) throw reject('The zap request is not a signed event.')
  if (request.kind !== ZAP_REQUEST) throw reject(`The zap request must be of kind ${ZAP_REQUEST}.`)
  const { p, e, a, P, amount } = valuesOf(request, ['p', 'e', 'a', 'P', 'amount'])
  if (p.length !== 1 || !KEY.test(p[0] ?? '')) throw reject('The zap request must have one p tag.')
  if (e.length > 1 || e.some((id) => !KEY.test(id))) throw reject('The zap request may have one e tag.')
  if (a.length > 1 || a.some((at) => !COORDINATE.test(at))) throw reject('The zap request may have one a tag.')
  if (P.length > 1 || P.some((key) => key !== pubkey)) throw reject('The zap request names another signer of receipts.')
  if (amount.length > 1 || amount.some((one) => one !== String(msat))) {
    throw reject('The amount of the zap request is not the amount of this payment.')
  }
  if (relaysOf(request).length === 0) throw reject('The zap request must name relays.')
}

/**
 * The receipt of a paid zap: always the same event for the same payment. None if an account has paid itself for another
 * recipient: older links share one key, so the receipt would certify money that the recipient never got.
 */
export function writeZapReceipt(
  text: string,
  payment: Settled,
): { readonly event: NostrTemplate; readonly relays: readonly string[] } | undefined {
  // It was checked when its invoice was made.
  const request = parseJson(text) as NostrEvent
  const [recipient] = valuesOf(request, ['p']).p
  if (payment.isSelfPayment && recipient !== request.pubkey) return undefined
  const kept = request.tags.filter(([name = '']) => ['p', 'e', 'a'].includes(name))
  const tags = [
    ...kept,
    ['P', request.pubkey],
    ['bolt11', payment.paymentRequest],
    ['description', text],
    ...(payment.preimage === null ? [] : [['preimage', payment.preimage]]),
  ]
  return { event: { kind: ZAP_RECEIPT, createdAt: payment.at, tags, content: '' }, relays: relaysOf(request) }
}

const relaysOf = ({ tags }: NostrEvent): readonly string[] => tags.find(([name]) => name === 'relays')?.slice(1) ?? []

function valuesOf<Name extends string>({ tags }: NostrEvent, names: readonly Name[]): Record<Name, string[]> {
  const listed = names.map((name) => [name, tags.filter(([tag]) => tag === name).map(([, value = '']) => value)])
  return Object.fromEntries(listed) as Record<Name, string[]>
}
