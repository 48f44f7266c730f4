import { bitcoinUri } from '@satchel/extension-sdk/onchain-watch'
import type { Block, Page } from '@satchel/extension-sdk/page'
import { statusOf } from './charge-state.ts'
import type { Charge } from './fields.ts'
import { formatAmount } from '@satchel/extension-sdk/format-amount'

const THANKS = 'Paid. Thank you.'

/** What is asked for, its invoice while it can be paid, and how it ended; redrawn when that changes. */
export function chargePage(charge: Charge, nowMs: number): Page {
  return {
    title: charge.description,
    ...(charge.name !== undefined && { eyebrow: charge.name }),
    channel: charge.id,
    blocks: [amountBlock(charge), ...stateBlocks(charge, nowMs)],
  }
}

function amountBlock({ amount, currency, amount_sat: sat }: Charge): Block {
  if (currency === 'sat') return { kind: 'amount', text: formatAmount(sat) }
  return { kind: 'amount', text: formatAmount(amount, currency), note: formatAmount(sat) }
}

function stateBlocks(charge: Charge, nowMs: number): Block[] {
  const { completelink: href, completelink_text: text, balance, pending } = charge
  const rows: [string, string][] = [
    ...(balance > 0 ? [['Received so far', formatAmount(balance)] satisfies [string, string]] : []),
    ...(pending > 0 ? [['Seen, not confirmed yet', formatAmount(pending)] satisfies [string, string]] : []),
  ]
  const got: Block[] = rows.length === 0 ? [] : [{ kind: 'facts', rows }]
  const isComing = !charge.paid && balance + pending >= charge.amount_sat
  if (isComing) return [...got, { kind: 'text', text: 'On its way: it is waiting for its confirmation.', tone: 'good' }]
  switch (statusOf(charge, nowMs)) {
    case 'paid':
      return [
        { kind: 'text', text: THANKS, tone: 'good' },
        ...(href === undefined ? [] : [{ kind: 'link', text, href, primary: true } as const]),
      ]
    case 'expired':
      return [...got, { kind: 'text', text: 'This charge has expired.', tone: 'bad' }]
    default:
      return [...got, ...invoiceBlocks(charge), ...addressBlocks(charge)]
  }
}

/** For what is still missing. */
function addressBlocks({ onchain_address: address, amount_sat: sat, balance, description }: Charge): Block[] {
  if (address === undefined) return []
  const uri = bitcoinUri(address, sat - balance, description)
  return [
    { kind: 'heading', text: 'Or on-chain' },
    { kind: 'qr', value: uri, label: 'Scan to pay on-chain', link: uri },
    { kind: 'facts', rows: [['Address', address]] },
  ]
}

/** The page never has the link: the state shows it once the charge is paid. */
function invoiceBlocks({
  id,
  payment_request: paymentRequest,
  expires_at: end,
  completelink_text: label,
}: Charge): Block[] {
  if (paymentRequest === undefined) return []
  return [
    {
      kind: 'invoice',
      paymentRequest,
      state: `/public/${id}/state`,
      paid: { text: THANKS, label },
      ...(end !== undefined && { expiresAt: Math.floor(Date.parse(end) / 1000) }),
    },
  ]
}
