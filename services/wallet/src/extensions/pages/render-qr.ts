import type { Block } from '@satchel/extension-sdk/page'
import { type Html, html } from '@satchel/page/html'
import type { PageLinks } from './page-links.ts'
import { lightningLink, qrSvg } from './qr-svg.ts'
import { renderCopy } from './render-copy.ts'

/** The code, its text to copy, and a way into a wallet on this device. */
export function renderQr({ value, label, link }: Extract<Block, { kind: 'qr' }>, links: PageLinks): Html {
  const lightning = lightningLink(value)
  const href = link === undefined ? lightning : links.to(link)
  const opens = href?.startsWith('lightning:') === true
  return html`<figure class="code">
${renderCode(value, label, href)}
<figcaption dir="auto">${label}</figcaption>
${renderCopy(value, label)}
${opens ? html`<a class="button" href="${href}">Open in a wallet</a>` : html``}
</figure>`
}

/** A tap on the code leads there, too. What does not fit into a code is there as text. */
export function renderCode(value: string, label: string, href: string | undefined): Html {
  const svg = qrSvg(value)
  if (svg === undefined) return html``
  const picture = html`<span class="qr" role="img" aria-label="QR code: ${label}" data-part="qr">${svg}</span>`
  return href === undefined ? picture : html`<a class="tap" href="${href}" data-part="tap">${picture}</a>`
}
