import type { ListShape } from '../../../api/extensions.ts'
import { stateOf, timeOf } from './state-of.ts'

type Row = Readonly<Record<string, unknown>>

export interface Sums {
  /** Undefined if not all rows of the day are loaded. */
  readonly today: { readonly count: number; readonly amount: number } | undefined
  /** Undefined if not all rows are loaded. */
  readonly all: { readonly count: number; readonly amount: number } | undefined
}

/** What the rows of a list, newest first, came to; without rows whose state is not a good one. */
export function sumsOf({ row, fields }: ListShape, rows: readonly Row[], isWhole: boolean, now = new Date()): Sums {
  const start = new Date(now).setHours(0, 0, 0, 0) / 1000
  const counted = rows.filter((each) => isCounted(fields, row.state, each))
  const sum = (some: readonly Row[]) => ({
    count: some.length,
    amount: some.reduce((total, each) => total + amountOf(each[row.amount ?? '']), 0),
  })
  const timeOfRow = (each: Row | undefined): number => timeOf(each?.[row.time ?? '']) ?? 0
  const reachesBack = isWhole || timeOfRow(rows.at(-1)) < start
  return {
    today: reachesBack ? sum(counted.filter((each) => timeOfRow(each) >= start)) : undefined,
    all: isWhole ? sum(counted) : undefined,
  }
}

function isCounted(fields: ListShape['fields'], state: string | undefined, row: Row): boolean {
  if (state === undefined || row[state] === undefined || row[state] === null) return true
  return stateOf(fields, state, row)?.tone === 'good'
}

const amountOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
