import { SOURCE_IDS } from '../exchanges/source.ts'
import type { PublishedRates } from '../published-rates.ts'
import type { SourceReport } from '../source-report.ts'
import { formatChange, formatDuration, formatPrice, NO_VALUE } from './format-price.ts'
import { type Html, html } from '@satchel/page/html'

/** Every source against every currency. Readable as it is: the browser's part only refreshes the marked texts. */
export function renderSourceTable(report: SourceReport, rates: PublishedRates): Html {
  const currencies = [...rates.byCurrency.keys()]
  return html`<div class="table-frame" role="region" aria-labelledby="sources" tabindex="0">
<table>
<caption id="sources">Prices per source <small>units of the currency for 1 BTC, and the distance from the median</small></caption>
<thead><tr><th scope="col">Source</th>${currencies.map((currency) => html`<th scope="col">${currency}</th>`)}<th scope="col">Updated</th></tr></thead>
<tbody>
${report.sources.map(
  (source) => html`<tr>
<th scope="row">${source.label} ${renderFlag(`${source.id}-flag`, flagOfSource(source))}
<small class="error" data-live="${source.id}-error"${shownIf(source.last_error !== null)}>${source.last_error ?? ''}</small></th>
${currencies.map((currency) => renderCell(source, currency, publishedPrice(rates, source, currency)))}
<td>${renderAge(`${source.id}-age`, source.last_success, source.age_seconds, 'never')}</td>
</tr>
`,
)}</tbody>
</table>
</div>`
}

type SourceStatus = SourceReport['sources'][number]

/** While a cycle runs the report is ahead of the median: the table shows the prices the median was made of. */
function publishedPrice({ byCurrency }: PublishedRates, source: SourceStatus, currency: string): number | null {
  return byCurrency.get(currency)?.prices[SOURCE_IDS.indexOf(source.id)] ?? null
}

function renderCell(source: SourceStatus, currency: string, price: number | null): Html {
  const cell = source.currencies[currency]
  if (cell === undefined) return html`<td class="unlisted"><span class="unseen">not listed</span></td>`
  const key = `${source.id}-${currency}`
  const { deviation, stale, outlier, error, updated, age_seconds } = cell
  // An age in every cell would repeat the last column: only a pair that its source has left behind shows its own.
  const behind = price !== null && updated !== source.last_success
  return html`<td title="${error ?? ''}" data-live="${key}">
<span class="price" data-flash data-live="${key}-price">${formatPrice(price, currency)}</span>
<small><span data-live="${key}-deviation"${shownIf(deviation !== null)}>${formatChange(deviation)}</span>
<span data-live="${key}-behind"${shownIf(behind)}>${renderAge(`${key}-age`, updated, age_seconds, NO_VALUE)}</span>
${renderFlag(`${key}-outlier`, outlier ? 'outlier' : '')}
${renderFlag(`${key}-stale`, stale && price !== null ? 'stale' : '')}
<span class="unseen" data-live="${key}-error">${error ?? ''}</span></small>
</td>`
}

function flagOfSource(source: SourceStatus): string {
  if (!source.enabled) return 'switched off'
  return source.stale ? 'stale' : ''
}

const renderFlag = (key: string, text: string): Html =>
  html`<span class="flag" data-live="${key}"${shownIf(text !== '')}>${text}</span>`

function renderAge(key: string, at: string | null, seconds: number | null, never: string): Html {
  if (at === null || seconds === null) return html`<time data-age data-live="${key}">${never}</time>`
  return html`<time data-age data-live="${key}" datetime="${at}">${formatDuration(seconds)} ago</time>`
}

const shownIf = (shown: boolean): Html => (shown ? html`` : html` hidden`)
