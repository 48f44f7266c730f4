import { bitcoinUri } from '@satchel/extension-sdk/onchain-watch'
import type { Block, Page } from '@satchel/extension-sdk/page'
import { amountText, fixed, type Text } from '@satchel/extension-sdk/text'
import { statusOf } from './charge-state.ts'
import { type Charge, FIELDS } from './fields.ts'

const THANKS = fixed('Paid. Thank you.')

/** The page of a charge: amount, invoice while it is payable, and outcome; redrawn on changes. */
export function chargePage(charge: Charge, nowMs: number): Page {
  return {
    title: charge.description,
    ...(charge.name !== undefined && { eyebrow: charge.name }),
    channel: charge.id,
    // An invoice names its amount.
    blocks: [...(showsInvoice(charge, nowMs) ? [] : [amountBlock(charge)]), ...stateBlocks(charge, nowMs)],
  }
}

const isComing = ({ paid, balance, pending, amount_sat: sat }: Charge): boolean => !paid && balance + pending >= sat

const showsInvoice = (charge: Charge, nowMs: number): boolean =>
  charge.payment_request !== undefined && !isComing(charge) && !['paid', 'expired'].includes(statusOf(charge, nowMs))

function amountBlock({ amount, currency, amount_sat: sat }: Charge): Block {
  if (currency === 'sat') return { kind: 'amount', text: amountText(sat) }
  return { kind: 'amount', text: amountText(amount, currency), note: amountText(sat) }
}

function stateBlocks(charge: Charge, nowMs: number): Block[] {
  const { completelink: href, balance, pending } = charge
  const rows: [Text, Text][] = [
    ...(balance > 0 ? [[fixed('Received so far'), amountText(balance)] satisfies [Text, Text]] : []),
    ...(pending > 0 ? [[fixed('Seen, not confirmed yet'), amountText(pending)] satisfies [Text, Text]] : []),
  ]
  const got: Block[] = rows.length === 0 ? [] : [{ kind: 'facts', rows }]
  if (isComing(charge))
    return [...got, { kind: 'text', text: fixed('On its way: it is waiting for its confirmation.'), tone: 'good' }]
  switch (statusOf(charge, nowMs)) {
    case 'paid':
      return [
        { kind: 'text', text: THANKS, tone: 'good' },
        ...(href === undefined ? [] : [{ kind: 'link', text: linkTextOf(charge), href, primary: true } as const]),
      ]
    case 'expired':
      return [...got, { kind: 'text', text: fixed('This charge has expired.'), tone: 'bad' }]
    default:
      return [...got, ...invoiceBlocks(charge), ...addressBlocks(charge)]
  }
}

/** The label of the merchant, or the default. */
const linkTextOf = ({ completelink_text: text }: Charge): Text =>
  text === FIELDS.completelink_text.default ? fixed('Back to merchant') : text

/** An invoice for the missing amount. */
function addressBlocks({ onchain_address: address, amount_sat: sat, balance, description }: Charge): Block[] {
  if (address === undefined) return []
  const uri = bitcoinUri(address, sat - balance, description)
  return [
    { kind: 'heading', text: fixed('Or on-chain') },
    { kind: 'qr', value: uri, label: fixed('Scan to pay on-chain'), link: uri },
    { kind: 'facts', rows: [[fixed('Address'), address]] },
  ]
}

/** The page never has the link: the state shows it once the charge is paid. */
function invoiceBlocks(charge: Charge): Block[] {
  const { id, payment_request: paymentRequest, expires_at: end } = charge
  if (paymentRequest === undefined) return []
  return [
    {
      kind: 'invoice',
      paymentRequest,
      state: `/public/${id}/state`,
      ...(charge.currency !== 'sat' && {
        amount: amountText(charge.amount, charge.currency),
        note: amountText(charge.amount_sat),
      }),
      paid: { text: THANKS, label: linkTextOf(charge) },
      ...(end !== undefined && { expiresAt: Math.floor(Date.parse(end) / 1000) }),
    },
  ]
}
