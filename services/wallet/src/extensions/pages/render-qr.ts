import type { Block } from '@satchel/extension-sdk/page'
import { type Html, html } from '@satchel/page/html'
import { lightningLink, qrSvg } from './qr-svg.ts'
import { renderCopy } from './render-copy.ts'
import type { Speech, Spoken } from './speak.ts'
import type { Surface } from './surface.ts'

/** The code, its text to copy, and a way into a wallet on this device. */
export function renderQr({ value, label, link }: Spoken<Extract<Block, { kind: 'qr' }>>, on: Surface): Html {
  const lightning = lightningLink(value)
  const href = link === undefined ? lightning : on.to(link)
  const opens = href?.startsWith('lightning:') === true
  return html`<figure class="code">
${renderCode(value, label, href, on)}
<figcaption dir="auto">${label}</figcaption>
${renderCopy(value, label, on)}
${opens ? html`<a class="button" href="${href}">${on.say('Open in a wallet')}</a>` : html``}
</figure>`
}

/** A tap on the code opens it, too. A text too long for a code is shown as text. */
export function renderCode(value: string, label: string, href: string | undefined, on: Speech): Html {
  const svg = qrSvg(value)
  if (svg === undefined) return html``
  const picture = html`<span class="qr" role="img" aria-label="${on.say('QR code: {label}', { label })}" data-part="qr">${svg}</span>`
  return href === undefined ? picture : html`<a class="tap" href="${href}" data-part="tap">${picture}</a>`
}
