import type { Dialect } from '../../services/wallet/src/db/database.ts'
import { median } from '../median.ts'
import type { Calibration } from './calibrate.ts'
import type { Figures } from './figures.ts'
import type { Kind } from './requests.ts'

/** The figures of one phase in one round. */
export interface Sample {
  readonly dialect: Dialect
  readonly round: number
  readonly phase: string
  readonly calibration: Calibration
  readonly own: Figures
  /** Figures of the other checkout. */
  readonly beside: Figures | undefined
}

/** Two phases of a profile: their ratio, and its limits. */
export interface Comparison {
  readonly of: string
  readonly over: string
  readonly figure: keyof typeof COMPARABLE
  readonly isDifference?: boolean
  readonly min?: number
  readonly max?: number
  /** Id of the rule in the specification that sets the limit. */
  readonly rule?: string
}

const NAMES: Readonly<Record<Dialect, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

const totalCpu = ({ serviceCpu, databaseCpu }: Figures): number => serviceCpu + databaseCpu

/** Of all requests of a phase, or of one kind. */
function percentile({ latencies }: Figures, fraction: number, kind?: Kind): number {
  const chosen = kind === undefined ? [...latencies.values()].flat() : (latencies.get(kind) ?? [])
  const sorted = chosen.toSorted((first, second) => first - second)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}

const COMPARABLE = {
  'requests/s': ({ requestsPerSecond }: Figures) => requestsPerSecond,
  'CPU, service': ({ serviceCpu }: Figures) => serviceCpu,
  'CPU, database server': ({ databaseCpu }: Figures) => databaseCpu,
  'CPU, both': totalCpu,
  'CPU of a core, %': ({ coreShare }: Figures) => coreShare * 100,
  'bytes written': ({ writtenBytes }: Figures) => writtenBytes,
  p50: (figures: Figures) => percentile(figures, 0.5),
  p99: (figures: Figures) => percentile(figures, 0.99),
  'memory, MB': ({ megabytes }: Figures) => megabytes,
  'start, ms': ({ startMs }: Figures) => startMs,
  'CPU of a start, ms': ({ startCpuMs }: Figures) => startCpuMs,
} as const

const BESIDE = ['requests/s', 'CPU, service', 'CPU, database server', 'CPU, both', 'bytes written'] as const

const ROWS: readonly (readonly [name: string, digits: number, figure: (sample: Sample) => number])[] = [
  ['bare `node:http` answers/s', 0, ({ calibration }) => calibration.hello.perSecond],
  ['two-row transfers/s', 0, ({ calibration }) => calibration.transfers.perSecond],
  ['**requests/s**', 0, ({ own }) => own.requestsPerSecond],
  ['… ÷ bare `node:http`', 3, ({ own, calibration }) => own.requestsPerSecond / calibration.hello.perSecond],
  ['… ÷ two-row transfers/s', 2, ({ own, calibration }) => own.requestsPerSecond / calibration.transfers.perSecond],
  ['**CPU per request**, service, µs', 0, ({ own }) => own.serviceCpu],
  ['… database server, µs', 0, ({ own }) => own.databaseCpu || Number.NaN],
  ['… balancer and pooler, µs', 0, ({ own }) => own.frontCpu || Number.NaN],
  ['… both ÷ bare `node:http`', 2, ({ own, calibration }) => totalCpu(own) / calibration.hello.cpuMicroseconds],
  ['… both ÷ a two-row transfer', 2, ({ own, calibration }) => totalCpu(own) / calibration.transfers.cpuMicroseconds],
  ['… bytes written (PostgreSQL: WAL)', 0, ({ own }) => own.writtenBytes],
  ['… changes of rows without an index, %', 0, ({ own }) => own.hotShare * 100],
  ['CPU of the service, % of a core', 1, ({ own }) => own.coreShare * 100],
  ['memory of a process, MB', 0, ({ own }) => own.megabytes],
  ['from the start to the first answer, ms', 0, ({ own }) => own.startMs],
  ['… CPU, ms', 0, ({ own }) => own.startCpuMs],
]

/** A column for each phase of each database, with medians over the rounds; a ratio is taken within its round. */
export function toTable(samples: readonly Sample[]): string {
  const columns = Object.entries(Object.groupBy(samples, ({ dialect, phase }) => `${NAMES[dialect]}, ${phase}`))
  const write = (digits: number, value: number): string => (Number.isFinite(value) ? value.toFixed(digits) : '–')
  const cells = (digits: number, figure: (sample: Sample) => number): string[] =>
    columns.map(([, column = []]) => write(digits, median(column.map(figure))))
  const kinds = [...new Set(samples.flatMap(({ own }) => [...own.latencies.keys()]))]
  const rows = [
    ...ROWS.map(([name, digits, figure]) => [name, ...cells(digits, figure)]),
    ...kinds.map((kind) => {
      const p99 = cells(1, ({ own }) => percentile(own, 0.99, kind))
      const both = cells(1, ({ own }) => percentile(own, 0.5, kind)).map((p50, index) => `${p50} / ${p99[index]}`)
      return [`${kind}, p50 / p99, ms`, ...both]
    }),
  ].filter(([, ...values]) => values.some((value) => /\d/.test(value)))
  const head = [
    ['', ...columns.map(([name]) => name)],
    ['---', ...columns.map(() => '--:')],
  ]
  return [...head, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

export interface Verdict {
  readonly row: string
  readonly isKept: boolean
}

/** The ratios of a profile, or its differences: the median over the rounds, with the lowest and the highest of them. */
export function compare(samples: readonly Sample[], comparisons: readonly Comparison[]): Verdict[] {
  const own = comparisons.flatMap((comparison) => {
    const { of, over, figure, isDifference, min = -Infinity, max = Infinity, rule } = comparison
    const limit = min > -Infinity ? `≥ ${min}` : max < Infinity ? `≤ ${max}` : ''
    const read = COMPARABLE[figure]
    return (['sqlite', 'postgres'] as const).flatMap((dialect) => {
      const baseline = samples.filter((sample) => sample.dialect === dialect && sample.phase === over)
      const values = samples
        .filter((sample) => sample.dialect === dialect && sample.phase === of)
        .flatMap(({ round, own: figures }) => {
          const other = baseline.find((sample) => sample.round === round)
          if (other === undefined) return []
          return [isDifference ? read(figures) - read(other.own) : read(figures) / read(other.own)]
        })
      const name = `${NAMES[dialect]}: ${of} ${isDifference ? '−' : '÷'} ${over}`
      const middle = median(values)
      const row = toRow([name, figure, values, `${limit}${rule === undefined ? '' : ` (${rule})`}`])
      return values.length === 0 ? [] : [{ row, isKept: middle >= min && middle <= max }]
    })
  })
  return own
}

/** Each phase of this checkout ÷ the same phase of the other. */
export function compareBeside(samples: readonly Sample[]): string[] {
  const columns = Object.entries(Object.groupBy(samples, ({ dialect, phase }) => `${NAMES[dialect]}, ${phase}`))
  return columns.flatMap(([name, column = []]) =>
    BESIDE.flatMap((figure) => {
      const read = COMPARABLE[figure]
      const values = column.flatMap(({ own, beside }) => (beside === undefined ? [] : [read(own) / read(beside)]))
      return values.length > 0 && values.every(Number.isFinite)
        ? [toRow([`${name}: this ÷ beside`, figure, values, ''])]
        : []
    }),
  )
}

export const COMPARISON_HEAD = '| | figure | median (lowest–highest) | limit |\n|---|---|--:|--:|'

function toRow([name, figure, values, limit]: [string, string, readonly number[], string]): string {
  const digits = (value: number): string => value.toFixed(Math.abs(value) < 0.1 ? 3 : Math.abs(value) < 20 ? 2 : 0)
  const range = `${digits(Math.min(...values))}–${digits(Math.max(...values))}`
  return `| ${name} | ${figure} | ${digits(median(values))} (${range}) | ${limit} |`
}
