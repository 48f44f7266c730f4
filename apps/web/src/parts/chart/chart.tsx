import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { usePreferences } from '../../api/preferences.ts'
import { Isolated } from '../../language/isolated.tsx'
import { joined } from '../../language/joined.ts'
import { t } from '../../language/language.ts'
import type { Msat, Rate } from '../../money/money.ts'
import { fiatText, satText } from '../amount.tsx'
import { Drawing } from './drawing.tsx'
import './chart.css'
import { periodText, spanText } from './period-words.ts'
import { type Group, type Point, type Series, sumOf } from './periods.ts'
import { type Box, indexAt } from './plot.ts'

interface ChartProps {
  readonly label: string
  /** Bars for what came in and went out, a line for a balance; fees are not drawn. */
  readonly series: readonly Series[]
  readonly group: Group
  /** Undefined while they load: the place is kept. */
  readonly points: readonly Point[] | undefined
  readonly rate: Rate | undefined
  /** Lower, and without an axis. */
  readonly calm?: boolean
}

const NAMES: Readonly<Record<Series, () => string>> = {
  in: () => t('payment.in'),
  out: () => t('payment.out'),
  fees: () => t('chart.fees'),
  balance: () => t('home.balance'),
}

/** Amounts over time: a picture whose points can be chosen by pointer and arrow keys, and a table for screen readers. */
export function Chart({ label, series, group, points: known, rate, calm = false }: ChartProps) {
  const [at, setAt] = useState<number | undefined>(undefined)
  const isLoading = known === undefined
  const points = known ?? []
  const isEmpty = points.every((point) => series.every((each) => point[each] === 0n))
  const chosen = at === undefined ? undefined : points[at]
  const isBalance = series.includes('balance')
  const shown = chosen ?? (isBalance ? points.at(-1) : undefined)
  return (
    <figure class={calm ? 'chart calm' : 'chart'} aria-busy={isLoading}>
      <figcaption>
        <span class="chart-date">{shown === undefined ? spanText(group, points) : periodText(group, shown.date)}</span>
        <Facts series={series} amounts={shown ?? sumOf(points)} rate={rate} isLoading={isLoading} />
      </figcaption>
      {isEmpty ? (
        <p class="chart-frame quiet-text">{isLoading ? '' : t('chart.empty')}</p>
      ) : (
        <Frame {...{ label, series, group, points, rate, calm, at, setAt }} />
      )}
      {!calm && (
        <div class="chart-ends" aria-hidden="true">
          {points.length === 0 ? '\u{a0}' : <span>{periodText(group, points[0]?.date ?? '', true)}</span>}
          {points.length > 1 && <span>{periodText(group, points.at(-1)?.date ?? '', true)}</span>}
        </div>
      )}
      {!isEmpty && <Numbers {...{ label, series, group, points, rate }} />}
    </figure>
  )
}

/** What the colours mean, with the amounts of the chosen period or of all. */
function Facts({
  series,
  amounts,
  rate,
  isLoading,
}: Pick<ChartProps, 'series' | 'rate'> & {
  readonly amounts: Readonly<Record<Series, Msat>>
  readonly isLoading: boolean
}) {
  return (
    <span class="chart-facts">
      {series.map((each) => (
        <span key={each} class={`chart-fact chart-of-${each}`}>
          <span class="chart-name">{NAMES[each]()}</span>
          <Isolated class="chart-amount">{isLoading ? '–' : satText(amounts[each])}</Isolated>
          <Isolated class="chart-worth">{isLoading ? '' : fiatText(amounts[each], rate)}</Isolated>
        </span>
      ))}
    </span>
  )
}

type Drawn = Omit<ChartProps, 'points' | 'calm'> & { readonly points: readonly Point[] }

interface FrameProps extends Drawn {
  readonly calm: boolean
  readonly at: number | undefined
  readonly setAt: (at: number | undefined) => void
}

/** A range input lies over the drawing: it has the keys, the touch and the voice of a slider in every browser. */
function Frame({ label, series, group, points, rate, calm, at, setAt }: FrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const box = useBox(frame)
  const unit = usePreferences()?.unit === 'fiat' ? rate : undefined
  const last = points.length - 1
  const point = points[at ?? last]
  return (
    <div
      ref={frame}
      class="chart-frame"
      onPointerMove={({ clientX, currentTarget }) =>
        setAt(indexAt(clientX - currentTarget.getBoundingClientRect().left, points.length, box))
      }
      onPointerLeave={({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) setAt(undefined)
      }}
    >
      <Drawing {...{ series, points, unit, calm, at, box }} />
      <input
        type="range"
        min={0}
        max={last}
        value={at ?? last}
        aria-label={label}
        aria-valuetext={point === undefined ? '' : pointText(point, series, group, rate)}
        onInput={({ currentTarget }) => setAt(currentTarget.valueAsNumber)}
        onFocus={() => setAt(at ?? last)}
        onBlur={() => setAt(undefined)}
      />
    </div>
  )
}

function useBox(frame: { readonly current: HTMLElement | null }): Box {
  const [box, setBox] = useState<Box>({ width: 320, height: 128, isMirrored: false })
  useLayoutEffect(() => {
    const { current } = frame
    if (current === null) return undefined
    const measure = (): void => {
      const { clientWidth, clientHeight } = current
      if (clientWidth > 0)
        setBox({ width: clientWidth, height: clientHeight, isMirrored: getComputedStyle(current).direction === 'rtl' })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [frame])
  return box
}

const bothText = (amount: Msat, rate: Rate | undefined): string =>
  `${satText(amount)} ${fiatText(amount, rate) ?? ''}`.trim()

/** `23 Nov 2026 · Received 500 sat · Sent 0 sat`. */
const pointText = (point: Point, series: readonly Series[], group: Group, rate: Rate | undefined): string =>
  joined([periodText(group, point.date), ...series.map((each) => `${NAMES[each]()} ${bothText(point[each], rate)}`)])

const GROUP_NAMES: Readonly<Record<Group, () => string>> = {
  day: () => t('chart.day'),
  week: () => t('chart.week'),
  month: () => t('chart.month'),
}

function Numbers({ label, series, group, points, rate }: Drawn) {
  return (
    <div class="unseen">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{GROUP_NAMES[group]()}</th>
            {series.map((each) => (
              <th key={each} scope="col">
                {NAMES[each]()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.date}>
              <th scope="row">{periodText(group, point.date)}</th>
              {series.map((each) => (
                <td key={each}>{bothText(point[each], rate)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
