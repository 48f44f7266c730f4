import type { Figures } from './measure-service.ts'

export interface Result {
  readonly database: string
  readonly figures: Figures
}

interface Line {
  readonly what: string
  readonly tell: (result: Result) => string
  readonly keeps: (result: Result) => boolean
}

const ratio = (value: number): string => value.toFixed(2)

/** One line a figure: how it is printed, and when it is good enough (rules G4–G9). */
const LINES: readonly Line[] = [
  {
    what: 'internal payments/s of one hot payer, over spread (≥ 0.5, rule G6)',
    tell: ({ figures }) => ratio(figures.hotOverSpread),
    keeps: ({ figures }) => figures.hotOverSpread >= 0.5,
  },
  {
    what: 'p99 of reads while 500 payments hang, over before (≤ 2, rule G4)',
    tell: ({ figures }) => ratio(figures.readsWhileHanging),
    keeps: ({ figures }) => figures.readsWhileHanging <= 2,
  },
  {
    what: 'p99 of reads beside 20 concurrent log-ins, over alone (≤ 3, rule G8)',
    tell: ({ figures }) => ratio(figures.readsBesideLogins),
    keeps: ({ figures }) => figures.readsBesideLogins <= 3,
  },
  {
    what: 'p99 of reads beside a client at ten times the rate limit, over alone (≤ 1.5, rule G9)',
    tell: ({ figures }) => ratio(figures.readsBesideGreedy),
    keeps: ({ figures }) => figures.readsBesideGreedy <= 1.5,
  },
  {
    what: 'first page of the big wallet over a small one (≤ 2, rule G7)',
    tell: ({ figures }) => ratio(figures.bigWalletFirstPage),
    keeps: ({ figures }) => figures.bigWalletFirstPage <= 2,
  },
  {
    what: 'balance of the big wallet over a small one (≤ 2, rule G7)',
    tell: ({ figures }) => ratio(figures.bigWalletBalance),
    keeps: ({ figures }) => figures.bigWalletBalance <= 2,
  },
  {
    what: 'first page of three wallets, one of them big, over the big one alone (≤ 1.5, rule G7)',
    tell: ({ figures }) => ratio(figures.allWalletsFirstPage),
    keeps: ({ figures }) => figures.allWalletsFirstPage <= 1.5,
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
    LINES.filter(({ keeps }) => !keeps(result)).map(({ what }) => `${result.database}: ${what}`),
  )
