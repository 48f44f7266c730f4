import type { Block, Page } from '@satchel/extension-sdk/page'
import { amountText, fixed, type Text } from '@satchel/extension-sdk/text'
import type { PayLinkItem } from './fields.ts'

interface Shown {
  readonly lnurl: string
  readonly address: string | undefined
}

/** The page of the link in a browser. */
export function payPage({ description, min, max, currency }: PayLinkItem, { lnurl, address }: Shown): Page {
  const most = amountText(max, currency)
  const amount = min === max ? most : fixed('{min} to {max}', { min: amountText(min, currency), max: most })
  const facts: [Text, Text][] = [[fixed('Amount'), amount]]
  if (address !== undefined) facts.unshift([fixed('Lightning address'), address])
  const blocks: Block[] = [
    { kind: 'text', text: description },
    { kind: 'qr', value: lnurl.toUpperCase(), label: fixed('Scan with a Lightning wallet') },
    { kind: 'facts', rows: facts },
  ]
  return { title: address ?? fixed('Pay with Lightning'), blocks }
}

/** The page for payers whose wallet follows only links to this host (LUD-09). */
export const thanksPage = ({ success_text, success_url }: PayLinkItem): Page => ({
  title: fixed('Thank you'),
  blocks: [
    { kind: 'text', text: success_text ?? fixed('The payment has arrived.') },
    ...(success_url === undefined
      ? []
      : [
          {
            kind: 'link' as const,
            text: fixed('Continue to {host}', { host: new URL(success_url).host }),
            href: success_url,
            primary: true,
          },
        ]),
  ],
})
