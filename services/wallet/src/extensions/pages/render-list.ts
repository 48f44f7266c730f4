import type { ListBlock } from '@satchel/extension-sdk/page'
import { flag, type Html, html } from '@satchel/page/html'
import type { Spoken } from './speak.ts'
import type { Surface } from './surface.ts'

export function renderList({ items, empty, plainOnly }: Spoken<ListBlock>, on: Surface): Html {
  if (items.length === 0) return empty === undefined ? html`` : html`<p class="muted" dir="auto">${empty}</p>`
  return html`<ul class="list"${flag('data-plain', plainOnly)}>
${items.map(({ title, text, note, href, image }) => {
  const to = href === undefined ? undefined : on.to(href)
  const picture = image === undefined ? undefined : on.image(image)
  const name = html`<b dir="auto">${title}</b>`
  return html`<li>${picture === undefined ? html`` : html`<img src="${picture}" alt="" loading="lazy">`}<p>${to === undefined ? name : html`<a href="${to}">${name}</a>`}${note === undefined ? html`` : html`<small dir="auto">${note}</small>`}</p>
${text === undefined ? html`` : html`<p class="lines" dir="auto">${text}</p>`}</li>
`
})}</ul>`
}
