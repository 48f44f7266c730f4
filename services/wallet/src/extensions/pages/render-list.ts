import type { ListBlock } from '@satchel/extension-sdk/page'
import { type Html, html } from '@satchel/page/html'
import type { PageLinks } from './page-links.ts'

export function renderList({ items, empty }: ListBlock, links: PageLinks): Html {
  if (items.length === 0) return empty === undefined ? html`` : html`<p class="muted" dir="auto">${empty}</p>`
  return html`<ul class="list">
${items.map(({ title, text, note, href }) => {
  const to = href === undefined ? undefined : links.to(href)
  const name = html`<b dir="auto">${title}</b>`
  return html`<li><p>${to === undefined ? name : html`<a href="${to}">${name}</a>`}${note === undefined ? html`` : html`<small dir="auto">${note}</small>`}</p>
${text === undefined ? html`` : html`<p class="lines" dir="auto">${text}</p>`}</li>
`
})}</ul>`
}
