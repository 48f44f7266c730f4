import type { TableBlock } from '@satchel/extension-sdk/page'
import { type Html, html } from '@satchel/page/html'
import type { Spoken } from './speak.ts'

/** Wider than the page it scrolls by itself, with the keyboard, too. */
export function renderTable({ head, rows, foot = [], numericColumns = [], caption }: Spoken<TableBlock>): Html {
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
