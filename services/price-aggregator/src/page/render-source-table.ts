import { type Html, html } from '@satchel/page/html'
import { SOURCE_IDS } from '../exchanges/source.ts'
import type { PublishedRates } from '../published-rates.ts'
import type { SourceReport } from '../source-report.ts'
import { formatChange, formatDuration, formatPrice, NO_VALUE } from './format-price.ts'
import { ENGLISH, type PageSpeech } from './page-speech.ts'

/** Every source against every currency. Complete without JavaScript: the script only refreshes the marked texts. */
export function renderSourceTable(report: SourceReport, rates: PublishedRates, speech: PageSpeech = ENGLISH): Html {
  const { say } = speech
  const currencies = [...rates.byCurrency.keys()]
  return html`<div class="table-frame" role="region" aria-labelledby="sources" tabindex="0">
<table>
<caption id="sources">${say('Prices per source')} <small>${say('units of the currency for 1 BTC, and the distance from the median')}</small></caption>
<thead><tr><th scope="col">${say('Source')}</th>${currencies.map((currency) => html`<th scope="col">${currency}</th>`)}<th scope="col">${say('Updated')}</th></tr></thead>
<tbody>
${report.sources.map(
  (source) => html`<tr>
<th scope="row">${source.label} ${renderFlag(`${source.id}-flag`, flagOfSource(source, speech))}
<small class="error" data-live="${source.id}-error"${shownIf(source.last_error !== null)}>${source.last_error ?? ''}</small></th>
${currencies.map((currency) => renderCell(source, currency, publishedPrice(rates, source, currency), speech))}
<td>${renderAge(`${source.id}-age`, source.last_success, source.age_seconds, { never: say('never'), speech })}</td>
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

function renderCell(source: SourceStatus, currency: string, price: number | null, speech: PageSpeech): Html {
  const { say, language } = speech
  const cell = source.currencies[currency]
  if (cell === undefined) return html`<td class="unlisted"><span class="unseen">${say('not listed')}</span></td>`
  const key = `${source.id}-${currency}`
  const { deviation, stale, outlier, error, updated, age_seconds } = cell
  // An age in every cell would repeat the last column: only a pair that its source has left behind shows its own.
  const behind = price !== null && updated !== source.last_success
  return html`<td title="${error ?? ''}" data-live="${key}">
<span class="price" data-flash data-live="${key}-price">${formatPrice(price, currency, language)}</span>
<small><span data-live="${key}-deviation"${shownIf(deviation !== null)}>${formatChange(deviation, language)}</span>
<span data-live="${key}-behind"${shownIf(behind)}>${renderAge(`${key}-age`, updated, age_seconds, { never: NO_VALUE, speech })}</span>
${renderFlag(`${key}-outlier`, outlier ? say('outlier') : '')}
${renderFlag(`${key}-stale`, stale && price !== null ? say('stale') : '')}
<span class="unseen" data-live="${key}-error">${error ?? ''}</span></small>
</td>`
}

function flagOfSource(source: SourceStatus, { say }: PageSpeech): string {
  if (!source.enabled) return say('switched off')
  return source.stale ? say('stale') : ''
}

const renderFlag = (key: string, text: string): Html =>
  html`<span class="flag" data-live="${key}"${shownIf(text !== '')}>${text}</span>`

interface Ago {
  readonly never: string
  readonly speech: PageSpeech
}

function renderAge(key: string, at: string | null, seconds: number | null, { never, speech }: Ago): Html {
  if (at === null || seconds === null) return html`<time data-age data-live="${key}">${never}</time>`
  return html`<time data-age data-live="${key}" datetime="${at}">${speech.say('{duration} ago', { duration: formatDuration(seconds, Math.floor, speech) })}</time>`
}

const shownIf = (shown: boolean): Html => (shown ? html`` : html` hidden`)
