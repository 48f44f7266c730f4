import type { Page } from '@satchel/extension-sdk/page'
import { newDownloadLink } from './download-link.ts'
import type { PaywallCtx, PaywallItem, Purchase } from './fields.ts'
import { formatAmount } from '@satchel/extension-sdk/format-amount'

/** What is sold, and a way to pay for it. */
export function salePage({ id, memo, description, amount, currency, remembers }: PaywallItem): Page {
  return {
    title: memo,
    blocks: [
      ...(description === undefined ? [] : [{ kind: 'text', text: description } as const]),
      ...(amount === 0 ? [] : [{ kind: 'amount', text: formatAmount(amount, currency) } as const]),
      {
        kind: 'form',
        action: `/public/${id}/invoices`,
        submit: 'Pay',
        fields:
          amount === 0
            ? [
                {
                  name: 'amount',
                  label: 'Amount',
                  type: 'number',
                  required: true,
                  min: currency === 'sat' ? 1 : 0.01,
                  step: currency === 'sat' ? 1 : 0.01,
                  unit: currency,
                },
              ]
            : [],
        state: `/public/${id}/state?claim={claim}`,
        paid: { text: 'Paid.', href: openPath(id, '{claim}'), label: 'Open', redirect: true },
        remember: remembers,
      },
    ],
  }
}

/** Where a buyer comes back to. */
export const openPath = (id: string, claim: string): string => `/p/${id}/open?claim=${claim}`

/** For the buyer, after the payment. */
export function boughtPage(ctx: PaywallCtx, item: PaywallItem, purchase: Purchase): Page {
  const { memo, kind, url } = item
  const left = purchase.max_downloads - purchase.downloads
  const facts: [string, string][] = [
    ...(kind === 'file' ? [['Downloads left', String(left)] satisfies [string, string]] : []),
    ...(purchase.until === 0
      ? []
      : [['Until', new Date(purchase.until * 1000).toISOString().slice(0, 10)] satisfies [string, string]]),
  ]
  return {
    title: memo,
    blocks: [
      { kind: 'text', text: 'Paid. Thank you!', tone: 'good' },
      kind === 'file'
        ? { kind: 'link', text: 'Download', href: newDownloadLink(ctx, purchase).url, primary: true }
        : { kind: 'link', text: 'Open', href: url, primary: true },
      ...(facts.length === 0 ? [] : [{ kind: 'facts', rows: facts } as const]),
    ],
  }
}
