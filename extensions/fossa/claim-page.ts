import type { Page } from '@satchel/extension-sdk/page'
import { amountText, fixed } from '@satchel/extension-sdk/text'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import type { PricedClaim } from './claim.ts'
import type { FossaCtx, FossaItem } from './fields.ts'
import { digitsOf, toMajor } from './price-claim.ts'

/** The LNURL for wallets. */
const lnurlOf = (ctx: FossaCtx, { id }: FossaItem, code: string): string =>
  encodeLnurl(ctx.url(`/lnurl/${id}?p=${encodeURIComponent(code)}`)).toUpperCase()

/** For customers: a QR code for their wallet, or their Lightning address. */
export function claimPage(ctx: FossaCtx, item: FossaItem, code: string, claim: PricedClaim): Page {
  const { id, title, currency } = item
  return {
    title,
    blocks: [
      {
        kind: 'amount',
        text: amountText(claim.sats),
        note: fixed('for {amount}', { amount: amountText(toMajor(claim.amount, digitsOf(item)), currency) }),
      },
      { kind: 'qr', value: lnurlOf(ctx, item, code), label: fixed('Scan with a Lightning wallet') },
      { kind: 'countdown', until: claim.priced_until, label: fixed('The price is fixed for') },
      {
        kind: 'form',
        action: `/public/${id}/claims`,
        submit: fixed('Send to this address'),
        fields: [
          { name: 'p', label: fixed('Code'), type: 'hidden', value: code },
          {
            name: 'address',
            label: fixed('Or your Lightning address'),
            type: 'target',
            required: true,
            maxLength: 2048,
          },
        ],
        done: { text: fixed('On its way.') },
      },
    ],
  }
}
