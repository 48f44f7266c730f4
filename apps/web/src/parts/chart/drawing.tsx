import { formatFiat, type Msat, type Rate, toFiat } from '../../money/money.ts'
import { satText } from '../amount.tsx'
import { niceAxis } from './nice-axis.ts'
import type { Point, Series } from './periods.ts'
import { type Box, barOf, lineOf, xOf, yOf } from './plot.ts'

interface DrawingProps {
  readonly series: readonly Series[]
  readonly points: readonly Point[]
  /** The rate of the currency on the axis; undefined: satoshis. */
  readonly unit: Rate | undefined
  readonly calm: boolean
  readonly at: number | undefined
  readonly box: Box
}

const SMALLEST = { sat: 1000n, fiat: 1n }
const MAX_TICKS = 6

export function Drawing({ series, points, unit, calm, at, box }: DrawingProps) {
  const amountOf = (amount: Msat): bigint => (unit === undefined ? amount : toFiat(amount, unit))
  const columns = (['in', 'out'] as const).filter((each) => series.includes(each))
  const balances = series.includes('balance') ? points.map(({ balance }) => amountOf(balance)) : []
  const signed = (point: Point, each: 'in' | 'out'): bigint => amountOf(each === 'in' ? point.in : -point.out)
  const amounts = [...balances, ...points.flatMap((point) => columns.map((each) => signed(point, each)))]
  const smallest = unit === undefined ? SMALLEST.sat : SMALLEST.fiat
  const ticks = niceAxis(amounts, smallest, MAX_TICKS)
  const line = lineOf(balances, ticks, box)
  const zero = yOf(0n, ticks, box)
  const single = balances.length === 1
  const marked = at ?? points.length - 1
  return (
    <svg viewBox={`0 0 ${box.width} ${box.height}`} aria-hidden="true" focusable="false">
      {!calm && <Ticks {...{ ticks, unit, box, isSigned: columns.length === 0 }} />}
      {!single && line !== '' && <path class="chart-area" d={`${line}V${zero}H${xOf(0, points.length, box)}Z`} />}
      {columns.map((each) =>
        points.map((point, index) => {
          const bar = barOf(signed(point, each), index, points.length, ticks, box)
          return bar && <rect key={point.date} class={`chart-${each}`} {...bar} />
        }),
      )}
      <path class="chart-zero" d={`M0 ${zero}H${box.width}`} />
      {line !== '' && <path class={single ? 'chart-level' : 'chart-line'} d={line} />}
      {at !== undefined && <path class="chart-cursor" d={`M${xOf(at, points.length, box)} 0V${box.height}`} />}
      {balances[marked] !== undefined && (
        <circle class="chart-mark" cx={xOf(marked, points.length, box)} cy={yOf(balances[marked], ticks, box)} r="5" />
      )}
    </svg>
  )
}

interface TicksProps extends Pick<DrawingProps, 'unit' | 'box'> {
  readonly ticks: readonly bigint[]
  /** False: what was sent is drawn below zero, and is an amount without a sign. */
  readonly isSigned: boolean
}

function Ticks({ ticks, unit, box, isSigned }: TicksProps) {
  const text = (tick: bigint): string => {
    const amount = isSigned || tick > 0n ? tick : -tick
    return unit === undefined ? satText(amount) : formatFiat(amount, unit.currency)
  }
  const x = box.isMirrored ? box.width : 0
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <path class="chart-grid" d={`M0 ${yOf(tick, ticks, box)}H${box.width}`} />
          <text class="chart-tick" x={x} y={yOf(tick, ticks, box) - 3}>
            {text(tick)}
          </text>
        </g>
      ))}
    </>
  )
}
