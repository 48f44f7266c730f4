import type { Calibration } from './calibrate.ts'
import type { Figures } from './measure-service.ts'

export interface Result {
  readonly database: string
  readonly calibration: Calibration
  readonly figures: Figures
}

interface Line {
  readonly what: string
  readonly tell: (result: Result) => string
  /** Undefined = nothing was promised. */
  readonly keeps?: (result: Result) => boolean
}

const whole = (value: number): string => value.toFixed(0)
const ratio = (value: number): string => value.toFixed(2)
const isSqlite = ({ database }: Result): boolean => database === 'SQLite'

/** One line a figure: how it is told, and when it is good enough (issue of the wallet service, money-safety G). */
const LINES: readonly Line[] = [
  { what: 'calibration: bare node:http answers/s', tell: ({ calibration }) => whole(calibration.helloPerSecond) },
  { what: 'calibration: synced writes/s', tell: ({ calibration }) => whole(calibration.syncsPerSecond) },
  {
    what: 'calibration: two-row transfers/s, a commit each',
    tell: ({ calibration }) => whole(calibration.transfersPerSecond),
  },
  {
    what: 'internal payments/s over HTTP (≥ 4000 SQLite, ≥ 2000 PostgreSQL)',
    tell: ({ figures }) => whole(figures.paymentsPerSecond),
    keeps: (result) => result.figures.paymentsPerSecond >= (isSqlite(result) ? 4000 : 2000),
  },
  { what: '… p99, ms', tell: ({ figures }) => figures.paymentP99Ms.toFixed(1) },
  {
    what: '… over two-row transfers/s (≥ 0.3, G5)',
    tell: ({ figures, calibration }) => ratio(figures.paymentsPerSecond / calibration.transfersPerSecond),
    keeps: ({ figures, calibration }) => figures.paymentsPerSecond >= 0.3 * calibration.transfersPerSecond,
  },
  {
    what: 'one hot wallet over spread (≥ 0.5)',
    tell: ({ figures }) => ratio(figures.hotPaymentsPerSecond / figures.paymentsPerSecond),
    keeps: ({ figures }) => figures.hotPaymentsPerSecond >= 0.5 * figures.paymentsPerSecond,
  },
  {
    what: 'invoices/s (≥ 3000)',
    tell: ({ figures }) => whole(figures.invoicesPerSecond),
    keeps: ({ figures }) => figures.invoicesPerSecond >= 3000,
  },
  {
    what: '… over two-row transfers/s (≥ 0.25, G2)',
    tell: ({ figures, calibration }) => ratio(figures.invoicesPerSecond / calibration.transfersPerSecond),
    keeps: ({ figures, calibration }) => figures.invoicesPerSecond >= 0.25 * calibration.transfersPerSecond,
  },
  {
    what: 'wallet reads/s over bare node:http (≥ 0.1, G1)',
    tell: ({ figures, calibration }) => ratio(figures.readsPerSecond / calibration.helloPerSecond),
    keeps: ({ figures, calibration }) => figures.readsPerSecond >= 0.1 * calibration.helloPerSecond,
  },
  {
    what: 'CPU of a wallet read over bare node:http (≤ 2)',
    tell: ({ figures }) => ratio(figures.readCpuOverBare),
    keeps: ({ figures }) => figures.readCpuOverBare <= 2,
  },
  {
    what: 'p99 of reads while 500 payments hang, over before (≤ 2, G4)',
    tell: ({ figures }) => ratio(figures.readsWhileHanging),
    keeps: ({ figures }) => figures.readsWhileHanging <= 2,
  },
  {
    what: 'p99 of reads beside 20 log-ins at once, over alone (≤ 3, G8)',
    tell: ({ figures }) => ratio(figures.readsBesideLogins),
    keeps: ({ figures }) => figures.readsBesideLogins <= 3,
  },
  {
    what: 'p99 of reads beside a client at ten times the rate limit, over alone (≤ 1.5, G9)',
    tell: ({ figures }) => ratio(figures.readsBesideGreedy),
    keeps: ({ figures }) => figures.readsBesideGreedy <= 1.5,
  },
  {
    what: 'first page of the big wallet over a small one (≤ 2, G7)',
    tell: ({ figures }) => ratio(figures.bigWalletFirstPage),
    keeps: ({ figures }) => figures.bigWalletFirstPage <= 2,
  },
  {
    what: 'balance of the big wallet over a small one (≤ 2, G7)',
    tell: ({ figures }) => ratio(figures.bigWalletBalance),
    keeps: ({ figures }) => figures.bigWalletBalance <= 2,
  },
]

export function toTable(results: readonly Result[]): string {
  const head = `| | ${results.map(({ database }) => database).join(' | ')} |`
  const rule = `|---|${results.map(() => '--:').join('|')}|`
  const rows = LINES.map(({ what, tell }) => `| ${what} | ${results.map(tell).join(' | ')} |`)
  return [head, rule, ...rows].join('\n')
}

/** What was promised and not kept. */
export const pronounce = (results: readonly Result[]): string[] =>
  results.flatMap((result) =>
    LINES.filter(({ keeps }) => keeps !== undefined && !keeps(result)).map(({ what }) => `${result.database}: ${what}`),
  )
