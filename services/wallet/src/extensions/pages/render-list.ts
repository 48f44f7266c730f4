import type { ListBlock } from '@satchel/extension-sdk/page'
import { type Html, html } from '@satchel/page/html'
import type { Spoken } from './speak.ts'
import type { Surface } from './surface.ts'

export function renderList({ items, empty }: Spoken<ListBlock>, on: Surface): Html {
  if (items.length === 0) return empty === undefined ? html`` : html`<p class="muted" dir="auto">${empty}</p>`
  return html`<ul class="list">
${items.map(({ title, text, note, href }) => {
  const to = href === undefined ? undefined : on.to(href)
  const name = html`<b dir="auto">${title}</b>`
  return html`<li><p>${to === undefined ? name : html`<a href="${to}">${name}</a>`}${note === undefined ? html`` : html`<small dir="auto">${note}</small>`}</p>
${text === undefined ? html`` : html`<p class="lines" dir="auto">${text}</p>`}</li>
`
})}</ul>`
}
