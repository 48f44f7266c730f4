import type { HistoryPoint } from '../price-history.ts'
import { formatChange, formatDuration, formatPrice } from './format-price.ts'
import { type Html, html } from './html.ts'

/** The medians of the last cycles as a line, time to the right; what it says is in its title, too. */
export function renderSparkline(currency: string, history: readonly HistoryPoint[]): Html {
  const points = thin(history).map(({ timestamp, median }) => ({ at: Date.parse(timestamp), median }))
  const line = project(points)
  const corners = line === '' ? '' : `${line} ${WIDTH},${HEIGHT} 0,${HEIGHT}`
  const end = line.split(' ').at(-1) ?? ''
  return html`<figure class="history">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-labelledby="${currency}-history">
<title id="${currency}-history" data-live="${currency}-history">${sentence(currency, history)}</title>
<polygon data-live="${currency}-area" points="${corners}"/>
<polyline data-live="${currency}-line" points="${line}"/>
<polyline class="now" data-live="${currency}-now" points="${end === '' ? '' : `${end} ${end}`}"/>
</svg>
<figcaption data-live="${currency}-trend">${trend(history)}</figcaption>
</figure>`
}

const WIDTH = 600
const HEIGHT = 120
/** Room for the stroke above and below. */
const MARGIN = 8
/** More corners than this cannot be told apart at that width. */
const MOST_POINTS = 120

/** Every n-th point, counted from the newest, so that the line ends at the current median. */
function thin(history: readonly HistoryPoint[]): HistoryPoint[] {
  const stride = Math.ceil(history.length / MOST_POINTS)
  return history.filter((_point, at) => (history.length - 1 - at) % stride === 0)
}

function project(points: readonly { readonly at: number; readonly median: number }[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return ''
  const medians = points.map(({ median }) => median)
  const [low, high] = [Math.min(...medians), Math.max(...medians)]
  const share = (part: number, whole: number, fallback: number): number => (whole > 0 ? part / whole : fallback)
  return points
    .map(({ at, median }) => {
      const x = share(at - first.at, last.at - first.at, 1) * WIDTH
      const y = HEIGHT - MARGIN - share(median - low, high - low, 0.5) * (HEIGHT - 2 * MARGIN)
      return `${Math.round(x)},${Math.round(y * 10) / 10}`
    })
    .join(' ')
}

function trend(history: readonly HistoryPoint[]): string {
  const [first, last] = [history[0], history.at(-1)]
  if (first === undefined || last === undefined || first === last) return 'history starts now'
  return `${formatChange(last.median / first.median - 1)} in ${span(first, last)}`
}

function sentence(currency: string, history: readonly HistoryPoint[]): string {
  const [first, last] = [history[0], history.at(-1)]
  if (first === undefined || last === undefined || first === last) return `${currency}: no history yet`
  const price = ({ median }: HistoryPoint): string => formatPrice(median, currency)
  return `${currency} median over the past ${span(first, last)}: from ${price(first)} to ${price(last)}`
}

function span(first: HistoryPoint, last: HistoryPoint): string {
  return formatDuration(Math.max(0, Date.parse(last.timestamp) - Date.parse(first.timestamp)) / 1000)
}
