import { type Html, html } from '@satchel/page/html'
import type { HistoryPoint } from '../price-history.ts'
import { formatChange, formatDuration, formatPrice } from './format-price.ts'
import { ENGLISH, type PageSpeech } from './page-speech.ts'

/** The medians of the last cycles as a line, time to the right; its title has the same as text. */
export function renderSparkline(
  currency: string,
  history: readonly HistoryPoint[],
  speech: PageSpeech = ENGLISH,
): Html {
  const points = history.flatMap(({ timestamp, median }) =>
    median === null ? [] : [{ at: Date.parse(timestamp), median }],
  )
  const line = project(thin(points))
  const area = line === '' ? '' : `${line} ${WIDTH},${HEIGHT} 0,${HEIGHT}`
  const end = line.split(' ').at(-1) ?? ''
  return html`<figure class="history">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-labelledby="${currency}-history">
<title id="${currency}-history" data-live="${currency}-history">${sentence(currency, points, speech)}</title>
<polygon data-live="${currency}-area" points="${area}"/>
<polyline data-live="${currency}-line" points="${line}"/>
<polyline class="now" data-live="${currency}-now" points="${end} ${end}"/>
</svg>
<figcaption data-live="${currency}-trend">${trend(points, speech)}</figcaption>
</figure>`
}

interface Point {
  readonly at: number
  readonly median: number
}

const WIDTH = 600
const HEIGHT = 120
/** Room for the stroke above and below. */
const MARGIN = 8
/** More corners than this cannot be distinguished at that width. */
const MAX_POINTS = 120

/** Every n-th point, counted from the newest, so that the line ends at the current median. */
function thin(points: readonly Point[]): Point[] {
  const stride = Math.ceil(points.length / MAX_POINTS)
  return points.filter((_point, at) => (points.length - 1 - at) % stride === 0)
}

function project(points: readonly Point[]): string {
  const ends = endsOf(points)
  if (ends === undefined) return ''
  const medians = points.map(({ median }) => median)
  const [low, high] = [Math.min(...medians), Math.max(...medians)]
  const duration = ends.last.at - ends.first.at
  return points
    .map(({ at, median }) => {
      const x = duration > 0 ? ((at - ends.first.at) / duration) * WIDTH : WIDTH
      const y = HEIGHT - MARGIN - (high > low ? (median - low) / (high - low) : 0.5) * (HEIGHT - 2 * MARGIN)
      return `${Math.round(x)},${Math.round(y * 10) / 10}`
    })
    .join(' ')
}

function trend(points: readonly Point[], speech: PageSpeech): string {
  const { say, language } = speech
  const ends = endsOf(points)
  if (ends === undefined || points.length < 2) return say('no history yet')
  const change = formatChange(ends.last.median / ends.first.median - 1, language)
  return say('{change} in {span}', { change, span: span(ends, speech) })
}

function sentence(currency: string, points: readonly Point[], speech: PageSpeech): string {
  const { say, language } = speech
  const ends = endsOf(points)
  if (ends === undefined || points.length < 2) return `${currency}: ${say('no history yet')}`
  const [from, to] = [ends.first, ends.last].map(({ median }) => formatPrice(median, currency, language))
  return say('{currency} median over the past {span}: from {from} to {to}', {
    currency,
    span: span(ends, speech),
    from: from ?? '',
    to: to ?? '',
  })
}

interface Ends {
  readonly first: Point
  readonly last: Point
}

function endsOf(points: readonly Point[]): Ends | undefined {
  const [first, last] = [points[0], points.at(-1)]
  return first === undefined || last === undefined ? undefined : { first, last }
}

/** Rounded: a cycle more or less does not make four hours three. */
const span = ({ first, last }: Ends, speech: PageSpeech): string =>
  formatDuration(Math.max(0, last.at - first.at) / 1000, Math.round, speech)
