import type { Block, FileFrameBlock } from '@satchel/extension-sdk/page'
import { attribute, flag, type Html, html } from '@satchel/page/html'
import { renderForm } from './render-form.ts'
import { renderInvoice } from './render-invoice.ts'
import { renderCode, renderQr } from './render-qr.ts'
import type { Spoken } from './speak.ts'
import type { Surface } from './surface.ts'

type Of<K extends Block['kind']> = Spoken<Extract<Block, { readonly kind: K }>>

/** `at`: its place among the blocks of the page, of which ids are made. */
type Draw<K extends Block['kind']> = (block: Of<K>, on: Surface, at: number) => Html

const DRAW: { readonly [K in Block['kind']]: Draw<K> } = {
  heading: ({ text }) => html`<h2 dir="auto">${text}</h2>`,
  text: ({ text, tone = 'plain' }) => html`<p class="lines ${tone}" dir="auto">${text}</p>`,
  amount: ({ text, note }) =>
    html`<p class="amount"><bdi>${text}</bdi></p>${note === undefined ? html`` : html`<p class="note" dir="auto">${note}</p>`}`,
  image: drawImage,
  qr: renderQr,
  facts: ({ rows }) =>
    html`<dl>${rows.map(([name, value]) => html`<div><dt dir="auto">${name}</dt><dd dir="auto">${value}</dd></div>`)}</dl>`,
  table: drawTable,
  list: drawList,
  link: drawLink,
  countdown: drawCountdown,
  progress: ({ value, of, text }) =>
    html`<p class="progress"><progress value="${Math.min(value, of)}" max="${of}" aria-label="${text}"></progress><span dir="auto">${text}</span></p>`,
  sheet: drawSheet,
  print: ({ text }) => html`<button type="button" class="js" data-print>${text}</button>`,
  frame: (block, on) => ('file' in block ? drawFile(block, on) : drawSite(block)),
  form: renderForm,
  invoice: renderInvoice,
  app: ({ id, data, fallback }) =>
    html`<div class="app" id="${id}"${attribute('data-json', data === undefined ? undefined : JSON.stringify(data))}><p class="lines nojs" dir="auto">${fallback}</p></div>`,
}

/** Kinds with input of a visitor, or with their own updates: a refresh never replaces them. */
const KEPT: ReadonlySet<Block['kind']> = new Set(['form', 'invoice', 'app', 'frame', 'countdown'])

export function renderBlock(block: Spoken<Block>, on: Surface, at: number): Html {
  // The table pairs each kind with its own block; TypeScript cannot follow that through an index.
  const draw = DRAW[block.kind] as Draw<Block['kind']>
  return html`<div class="block" data-block="${block.kind}"${attribute('data-kept', KEPT.has(block.kind) ? '' : undefined)}>${draw(block, on, at)}</div>
`
}

function drawImage({ url, alt }: Of<'image'>, on: Surface): Html {
  const source = on.image(url)
  return source === undefined ? html`<p class="muted" dir="auto">${alt}</p>` : html`<img src="${source}" alt="${alt}">`
}

function drawLink({ text, href, primary }: Of<'link'>, on: Surface): Html {
  const to = on.to(href)
  if (to === undefined) return html`<p dir="auto">${text}</p>`
  return html`<a class="button${primary === true ? ' primary' : ''}" href="${to}" dir="auto">${text}</a>`
}

/** Without JavaScript it is a time, which is as good. */
function drawCountdown({ until, label }: Of<'countdown'>): Html {
  const end = new Date(until * 1000).toISOString()
  return html`<p class="countdown"><span dir="auto">${label}</span> <time datetime="${end}" data-until="${until}">${end.slice(0, 16).replace('T', ' ')} UTC</time></p>`
}

/** In a separate origin: it cannot read this page, leave it, or act in its name. */
function drawSite({ url, title }: Exclude<Of<'frame'>, { readonly file: string }>): Html {
  if (!/^https:\/\//i.test(url)) return html`<p dir="auto">${title}</p>`
  return html`<iframe src="${url}" title="${title}" sandbox="allow-scripts" referrerpolicy="no-referrer" loading="lazy"></iframe>`
}

/** The same; `serve-frame.js` loads it, and calls routes for its scripts. */
function drawFile({ file, title, height = 400, routes = [], data }: Spoken<FileFrameBlock>, on: Surface): Html {
  const source = on.frame(file)
  if (source === undefined) return html`<p dir="auto">${title}</p>`
  const json = attribute('data-json', data === undefined ? undefined : JSON.stringify(data))
  return html`<iframe class="js" data-file="${source}" data-routes="${JSON.stringify(routes)}"${json} title="${title}" sandbox="allow-scripts" referrerpolicy="no-referrer" height="${height}"></iframe>
<p class="muted nojs">${on.say('This part of the page needs JavaScript.')}</p>`
}

function drawList({ items, empty, plainOnly }: Of<'list'>, on: Surface): Html {
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

/** Wider than the page it scrolls by itself, with the keyboard, too. */
function drawTable({ head, rows, foot = [], numericColumns = [], caption }: Of<'table'>): Html {
  const kind = (column: number): string => (numericColumns.includes(column) ? 'figure' : 'words')
  const cells = (row: readonly string[]): Html =>
    html`<tr>${row.map((text, column) => html`<td class="${kind(column)}" dir="auto">${text}</td>`)}</tr>`
  return html`<div class="table-frame" role="region" aria-label="${caption ?? head.join(', ')}" tabindex="0">
<table>
${caption === undefined ? html`` : html`<caption dir="auto">${caption}</caption>`}
<thead><tr>${head.map((text, column) => html`<th scope="col" class="${kind(column)}" dir="auto">${text}</th>`)}</tr></thead>
<tbody>${rows.map(cells)}</tbody>
${foot.length === 0 ? html`` : html`<tfoot>${foot.map(cells)}</tfoot>`}
</table>
</div>`
}

/** Cards with lines to cut along. */
function drawSheet({ cards }: Of<'sheet'>, on: Surface): Html {
  return html`<ul class="sheet">
${cards.map(({ qr, title, lines = [], image }) => {
  const picture = image === undefined ? undefined : on.image(image)
  return html`<li>${picture === undefined ? html`` : html`<img src="${picture}" alt="">`}
${renderCode(qr, title, undefined, on)}
<p><b dir="auto">${title}</b></p>${lines.map((line) => html`<p dir="auto">${line}</p>`)}</li>
`
})}</ul>`
}
