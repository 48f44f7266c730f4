import { brandOf } from '@satchel/extension-sdk/brand-fields'
import type { Page } from '@satchel/extension-sdk/page'
import { amountText, dayText, fixed, type Text } from '@satchel/extension-sdk/text'
import { newDownloadLink } from './download-link.ts'
import type { PaywallCtx, PaywallItem, Purchase } from './fields.ts'

/** The product, and a way to pay for it. */
export function salePage(item: PaywallItem): Page {
  const { id, memo, description, amount, currency, remembers } = item
  return {
    title: memo,
    ...brandOf(item),
    blocks: [
      ...(description === undefined ? [] : [{ kind: 'text', text: description } as const]),
      ...(amount === 0 ? [] : [{ kind: 'amount', text: amountText(amount, currency) } as const]),
      {
        kind: 'form',
        action: `/public/${id}/invoices`,
        submit: fixed('Pay'),
        fields:
          amount === 0
            ? [
                {
                  name: 'amount',
                  label: fixed('Amount'),
                  type: 'number',
                  required: true,
                  min: currency === 'sat' ? 1 : 0.01,
                  step: currency === 'sat' ? 1 : 0.01,
                  unit: currency,
                },
              ]
            : [],
        state: `/public/${id}/state?claim={claim}`,
        paid: { text: fixed('Paid.'), href: openPath(id, '{claim}'), label: fixed('Open'), redirect: true },
        remember: remembers,
      },
    ],
  }
}

/** The page to which a buyer returns. */
export const openPath = (id: string, claim: string): string => `/p/${id}/open?claim=${claim}`

/** For the buyer, after the payment. */
export function boughtPage(ctx: PaywallCtx, item: PaywallItem, purchase: Purchase): Page {
  const { memo, kind, url } = item
  const left = purchase.max_downloads - purchase.downloads
  const facts: [Text, Text][] = [
    ...(kind === 'file' ? [[fixed('Downloads left'), String(left)] satisfies [Text, Text]] : []),
    ...(purchase.until === 0
      ? []
      : [[fixed('Until'), dayText(new Date(purchase.until * 1000).toISOString().slice(0, 10))] satisfies [Text, Text]]),
  ]
  return {
    title: memo,
    ...brandOf(item),
    blocks: [
      { kind: 'text', text: fixed('Paid. Thank you!'), tone: 'good' },
      kind === 'file'
        ? { kind: 'link', text: fixed('Download'), href: newDownloadLink(ctx, purchase).url, primary: true }
        : { kind: 'link', text: fixed('Open'), href: url, primary: true },
      ...(facts.length === 0 ? [] : [{ kind: 'facts', rows: facts } as const]),
    ],
  }
}
