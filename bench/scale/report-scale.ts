import { median } from '../median.ts'
import type { TurnFigures } from '../mix/measure-turn.ts'
import { percentile } from '../wallet/ask-all.ts'

/** A setting with the figures of its rounds. */
export interface Measured {
  readonly setting: string
  readonly turns: readonly TurnFigures[]
}

const COLUMNS: readonly (readonly [name: string, cell: (turns: readonly TurnFigures[]) => string])[] = [
  ['requests/s', (turns) => whole(turns, ({ requestsPerSecond }) => requestsPerSecond)],
  ['CPU of the service, µs', (turns) => whole(turns, ({ serviceCpu }) => serviceCpu)],
  ['… PostgreSQL, µs', (turns) => whole(turns, ({ databaseCpu }) => databaseCpu)],
  ['… balancer and pooler, µs', (turns) => whole(turns, ({ frontCpu }) => frontCpu)],
  ['WAL, bytes', (turns) => whole(turns, ({ writtenBytes }) => writtenBytes)],
  ['memory of a process, MB', (turns) => whole(turns, ({ serviceMb }) => serviceMb)],
  ['balance, p50 / p99, ms', (turns) => latency(turns, 'balance')],
  ['internal payment, p50 / p99, ms', (turns) => latency(turns, 'internal')],
]

/** Medians over the rounds; figures are of one request. */
export const toScaleTable = (rows: readonly Measured[]): string =>
  [
    `| | ${COLUMNS.map(([name]) => name).join(' | ')} |`,
    `|---|${COLUMNS.map(() => '--:').join('|')}|`,
    ...rows.map(({ setting, turns }) => `| ${setting} | ${COLUMNS.map(([, cell]) => cell(turns)).join(' | ')} |`),
  ].join('\n')

const whole = (turns: readonly TurnFigures[], figure: (turn: TurnFigures) => number): string =>
  median(turns.map(figure)).toFixed(0)

function latency(turns: readonly TurnFigures[], kind: 'balance' | 'internal'): string {
  const at = (fraction: number): string =>
    median(turns.map(({ latencies }) => percentile(latencies[kind], fraction))).toFixed(1)
  return `${at(0.5)} / ${at(0.99)}`
}
