import type { HistoryPoint } from '../price-history.ts'
import type { PublishedCurrency, PublishedRates } from '../published-rates.ts'
import type { SourceReport } from '../source-report.ts'
import { formatPrice, formatShare, formatTimestamp } from './format-price.ts'
import { type Html, html } from '@satchel/page/html'
import { renderSourceTable } from './render-source-table.ts'
import { renderSparkline } from './render-sparkline.ts'

export interface PageContent {
  readonly report: SourceReport
  /** Undefined before the first cycle. */
  readonly rates: PublishedRates | undefined
  /** Oldest first. */
  readonly historyOf: (currency: string) => readonly HistoryPoint[]
  readonly now: number
}

/**
 * The whole live page. It is complete without JavaScript; `live-prices.js` asks for it again after every cycle and
 * copies what is marked with `data-live`, so that every value is formatted here and nowhere else.
 */
export function renderPage({ report, rates, historyOf, now }: PageContent): string {
  const exchanges = report.sources.filter(({ enabled }) => enabled).length
  const prices =
    rates === undefined
      ? html`<p class="waiting">Waiting for the first prices.</p>`
      : html`<div class="currencies">
${[...rates.byCurrency].map(([code, currency]) => renderCurrency(code, currency, report, historyOf(code)))}</div>
${renderSourceTable(report, rates)}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Satchel prices</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="The price of one bitcoin, from ${exchanges} exchanges.">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page/live-prices.css">
<link rel="stylesheet" href="/page/source-table.css">
<script type="module" src="/page/live-prices.js"></script>
</head>
<body data-timestamp="${rates?.timestamp ?? ''}" data-rendered-at="${new Date(now).toISOString()}">
<header>
<h1>Satchel prices</h1>
<p class="about">One bitcoin, the median of ${exchanges} exchanges</p>
<p class="state" aria-live="polite"><span id="connection" hidden></span> ${renderTimestamp(rates)}
<noscript>Reload the page for newer prices.</noscript></p>
</header>
<main>
${prices}
</main>
<footer><nav aria-label="For programs">
${LINKS.map(({ path, text }) => html`<a href="${path}">${text}</a> `)}</nav></footer>
</body>
</html>
`.markup
}

const LINKS = [
  { path: '/docs', text: 'Try the API' },
  { path: '/redoc', text: 'Reference' },
  { path: '/rates', text: 'Rates' },
  { path: '/sources', text: 'Sources' },
  { path: '/openapi.json', text: 'OpenAPI' },
] as const

function renderTimestamp(rates: PublishedRates | undefined): Html {
  if (rates === undefined) return html``
  const { timestamp } = rates
  return html`<time data-live="timestamp" datetime="${timestamp}">${formatTimestamp(timestamp)}</time>`
}

function renderCurrency(
  code: string,
  { statistics, prices }: PublishedCurrency,
  report: SourceReport,
  history: readonly HistoryPoint[],
): Html {
  const { median, min, max } = statistics
  const [whole = '', fraction] = formatPrice(median, code).split('.')
  const spread = median === null || min === null || max === null || median === 0 ? null : (max - min) / median
  const known = prices.filter((price) => price !== null).length
  const listed = report.sources.filter(({ enabled, currencies }) => enabled && currencies[code] !== undefined).length
  return html`<section aria-labelledby="${code}">
<h2 id="${code}">${code} <small>${nameOf(code)}</small></h2>
<p class="median" data-flash><span data-live="${code}-median">${whole}</span><span class="fraction" data-live="${code}-fraction">${fraction === undefined ? '' : `.${fraction}`}</span></p>
${renderSparkline(code, history)}
<dl>
<div><dt>Lowest</dt><dd data-live="${code}-min">${formatPrice(min, code)}</dd></div>
<div><dt>Highest</dt><dd data-live="${code}-max">${formatPrice(max, code)}</dd></div>
<div><dt>Spread</dt><dd data-live="${code}-spread">${formatShare(spread)}</dd></div>
<div><dt>Sources</dt><dd data-live="${code}-sources">${known} of ${listed}</dd></div>
</dl>
</section>
`
}

const NAMES = new Intl.DisplayNames('en', { type: 'currency' })

/** Codes that no list knows have no name; the code itself is there already. */
function nameOf(code: string): string {
  const name = NAMES.of(code) ?? ''
  return name === code ? '' : name
}
