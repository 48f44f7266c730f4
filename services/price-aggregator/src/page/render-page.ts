import { ISO_4217 } from '@satchel/money/iso-4217'
import { attribute, type Html, html } from '@satchel/page/html'
import type { HistoryPoint } from '../price-history.ts'
import type { PublishedCurrency, PublishedRates } from '../published-rates.ts'
import type { SourceReport } from '../source-report.ts'
import { formatPrice, formatShare, formatTimestamp, splitPrice } from './format-price.ts'
import { ENGLISH, type PageSpeech } from './page-speech.ts'
import { renderSourceTable } from './render-source-table.ts'
import { renderSparkline } from './render-sparkline.ts'

export interface PageContent {
  readonly report: SourceReport
  /** Undefined before the first cycle. */
  readonly rates: PublishedRates | undefined
  /** Oldest first. */
  readonly historyOf: (currency: string) => readonly HistoryPoint[]
  readonly now: number
  /** Default English. */
  readonly speech?: PageSpeech
}

/**
 * The whole live page. It is complete without JavaScript; `live-prices.js` loads it again after every cycle and copies
 * the elements with `data-live`, so that every value is formatted here only.
 */
export function renderPage({ report, rates, historyOf, now, speech = ENGLISH }: PageContent): string {
  const { say, texts } = speech
  const exchanges = report.sources.filter(({ enabled }) => enabled).length
  const prices =
    rates === undefined
      ? html`<p class="waiting">${say('Waiting for the first prices.')}</p>`
      : html`<div class="currencies">
${[...rates.byCurrency].map(([code, currency]) => renderCurrency(code, currency, { report, history: historyOf(code), speech }))}</div>
${renderSourceTable(report, rates, speech)}`
  return html`<!doctype html>
<html lang="${speech.language}" dir="${speech.direction}">
<head>
<meta charset="utf-8">
<title>${say('Satchel prices')}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${say('The price of one bitcoin, from {count} exchanges.', { count: exchanges })}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page/live-prices.css">
<link rel="stylesheet" href="/page/source-table.css">
<script type="module" src="/page/live-prices.js"></script>
</head>
<body data-timestamp="${rates?.timestamp ?? ''}" data-rendered-at="${new Date(now).toISOString()}"${attribute('data-texts', texts === undefined ? undefined : JSON.stringify(texts))}>
<header>
<h1>${say('Satchel prices')}</h1>
<p class="about">${say('One bitcoin, the median of {count} exchanges', { count: exchanges })}</p>
<p class="state" aria-live="polite"><span id="connection" hidden></span> ${renderTimestamp(rates)}
<noscript>${say('Reload the page for newer prices.')}</noscript></p>
</header>
<main>
${prices}
</main>
<footer><nav aria-label="${say('For programs')}">
${LINKS.map(({ path, text }) => html`<a href="${path}">${say(text)}</a> `)}</nav></footer>
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

interface Shown {
  readonly report: SourceReport
  readonly history: readonly HistoryPoint[]
  readonly speech: PageSpeech
}

function renderCurrency(
  code: string,
  { statistics, prices }: PublishedCurrency,
  { report, history, speech }: Shown,
): Html {
  const { say, language } = speech
  const { median, min, max } = statistics
  const [whole, fraction] = splitPrice(formatPrice(median, code, language), language)
  const spread = median === null || min === null || max === null || median === 0 ? null : (max - min) / median
  const known = prices.filter((price) => price !== null).length
  const listed = report.sources.filter(({ enabled, currencies }) => enabled && currencies[code] !== undefined).length
  return html`<section aria-labelledby="${code}">
<h2 id="${code}">${code} <small>${nameOf(code, language)}</small></h2>
<p class="median" data-flash><span data-live="${code}-median">${whole}</span><span class="fraction" data-live="${code}-fraction">${fraction}</span></p>
${renderSparkline(code, history, speech)}
<dl>
<div><dt>${say('Lowest')}</dt><dd data-live="${code}-min">${formatPrice(min, code, language)}</dd></div>
<div><dt>${say('Highest')}</dt><dd data-live="${code}-max">${formatPrice(max, code, language)}</dd></div>
<div><dt>${say('Spread')}</dt><dd data-live="${code}-spread">${formatShare(spread, language)}</dd></div>
<div><dt>${say('Sources')}</dt><dd data-live="${code}-sources">${say('{known} of {listed}', { known, listed })}</dd></div>
</dl>
</section>
`
}

/** In English if `Intl` has no translation. Unlisted codes have no name; the code itself is shown already. */
const nameOf = (code: string, language: string): string =>
  new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' }).of(code) ?? ISO_4217[code]?.name ?? ''
