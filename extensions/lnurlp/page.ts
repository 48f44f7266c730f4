import type { Block, Page } from '@satchel/extension-sdk/page'
import type { PayLinkItem } from './fields.ts'
import { formatAmount } from '@satchel/extension-sdk/format-amount'

interface Shown {
  readonly lnurl: string
  readonly address: string | undefined
}

/** What anybody who opens the link in a browser sees. */
export function payPage({ description, min, max, currency }: PayLinkItem, { lnurl, address }: Shown): Page {
  const most = formatAmount(max, currency)
  const amount = min === max ? most : `${formatAmount(min, currency)} to ${most}`
  const facts: [string, string][] = [['Amount', amount]]
  if (address !== undefined) facts.unshift(['Lightning address', address])
  const blocks: Block[] = [
    { kind: 'text', text: description },
    { kind: 'qr', value: lnurl.toUpperCase(), label: 'Scan with a Lightning wallet' },
    { kind: 'facts', rows: facts },
  ]
  return { title: address ?? 'Pay with Lightning', blocks }
}

/** Where payers are led whose wallet follows links to this host only (LUD-09). */
export const thanksPage = ({ success_text, success_url }: PayLinkItem): Page => ({
  title: 'Thank you',
  blocks: [
    { kind: 'text', text: success_text ?? 'The payment has arrived.' },
    ...(success_url === undefined
      ? []
      : [
          { kind: 'link' as const, text: `Continue to ${new URL(success_url).host}`, href: success_url, primary: true },
        ]),
  ],
})
