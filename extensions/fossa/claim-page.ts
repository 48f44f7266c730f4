import type { Page } from '@satchel/extension-sdk/page'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import type { PricedClaim } from './claim.ts'
import type { FossaCtx, FossaItem } from './fields.ts'
import { toMajor } from './price-claim.ts'
import { formatAmount } from '@satchel/extension-sdk/format-amount'

/** Where a wallet is led to. */
const lnurlOf = (ctx: FossaCtx, { id }: FossaItem, code: string): string =>
  encodeLnurl(ctx.url(`/lnurl/${id}?p=${encodeURIComponent(code)}`)).toUpperCase()

/** For customers: a QR code for their wallet, or their Lightning address. */
export function claimPage(ctx: FossaCtx, item: FossaItem, code: string, claim: PricedClaim): Page {
  const { id, title, currency } = item
  return {
    title,
    blocks: [
      { kind: 'amount', text: formatAmount(claim.sats), note: `for ${toMajor(claim.amount, currency)} ${currency}` },
      { kind: 'qr', value: lnurlOf(ctx, item, code), label: 'Scan with a Lightning wallet' },
      { kind: 'countdown', until: claim.priced_until, label: 'The price is fixed for' },
      {
        kind: 'form',
        action: `/public/${id}/claims`,
        submit: 'Send to this address',
        fields: [
          { name: 'p', label: 'Code', type: 'hidden', value: code },
          { name: 'address', label: 'Or your Lightning address', type: 'text', required: true, maxLength: 320 },
        ],
        done: { text: 'On its way.' },
      },
    ],
  }
}
