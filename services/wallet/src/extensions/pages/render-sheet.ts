import type { SheetBlock } from '@satchel/extension-sdk/page'
import { type Html, html } from '@satchel/page/html'
import type { Spoken } from './speak.ts'
import type { Surface } from './surface.ts'
import { renderCode } from './render-qr.ts'

/** Cards with lines to cut along. */
export const renderSheet = ({ cards }: Spoken<SheetBlock>, on: Surface): Html => html`<ul class="sheet">
${cards.map(({ qr, title, lines = [], image }) => {
  const picture = image === undefined ? undefined : on.image(image)
  return html`<li>${picture === undefined ? html`` : html`<img src="${picture}" alt="">`}
${renderCode(qr, title, undefined, on)}
<p><b dir="auto">${title}</b></p>${lines.map((line) => html`<p dir="auto">${line}</p>`)}</li>
`
})}</ul>`
