import { median } from '../median.ts'
import { percentile } from '../wallet/ask-all.ts'
import type { Calibration } from './calibrate.ts'
import type { TurnFigures } from './measure-turn.ts'
import { KINDS } from './requests.ts'

/** One round of one database and number of processes. */
export interface Round {
  /** `PostgreSQL, 2 processes`. */
  readonly setting: string
  readonly calibration: Calibration
  readonly own: TurnFigures
  /** Of the other checkout. */
  readonly beside?: TurnFigures | undefined
}

type Column = readonly Round[]

const whole = (value: number): string => (Number.isFinite(value) ? value.toFixed(0) : '–')
const tenth = (value: number): string => (Number.isFinite(value) ? value.toFixed(1) : '–')
const ratio = (value: number): string => (Number.isFinite(value) ? value.toFixed(value < 0.1 ? 3 : 2) : '–')
const over = (rounds: Column, figure: (round: Round) => number): number => median(rounds.map(figure))
const totalCpu = ({ serviceCpu, databaseCpu }: TurnFigures): number => serviceCpu + databaseCpu

/** Medians over the rounds; a ratio is taken within its round. */
const ROWS: readonly (readonly [name: string, cell: (rounds: Column) => string])[] = [
  ['bare `node:http` answers/s', (rounds) => whole(over(rounds, ({ calibration }) => calibration.hello.perSecond))],
  ['two-row transfers/s', (rounds) => whole(over(rounds, ({ calibration }) => calibration.transfers.perSecond))],
  ['**requests/s**', (rounds) => whole(over(rounds, ({ own }) => own.requestsPerSecond))],
  [
    '… ÷ bare `node:http`',
    (rounds) => ratio(over(rounds, ({ own, calibration }) => own.requestsPerSecond / calibration.hello.perSecond)),
  ],
  [
    '… ÷ two-row transfers/s',
    (rounds) => ratio(over(rounds, ({ own, calibration }) => own.requestsPerSecond / calibration.transfers.perSecond)),
  ],
  ['**CPU per request**, service, µs', (rounds) => whole(over(rounds, ({ own }) => own.serviceCpu))],
  ['… database server, µs', (rounds) => whole(over(rounds, ({ own }) => own.databaseCpu || Number.NaN))],
  [
    '… both ÷ bare `node:http`',
    (rounds) => ratio(over(rounds, ({ own, calibration }) => totalCpu(own) / calibration.hello.cpuMicroseconds)),
  ],
  [
    '… both ÷ a two-row transfer',
    (rounds) => ratio(over(rounds, ({ own, calibration }) => totalCpu(own) / calibration.transfers.cpuMicroseconds)),
  ],
  ['… bytes written (PostgreSQL: WAL)', (rounds) => whole(over(rounds, ({ own }) => own.writtenBytes))],
  ['… changes of rows without an index, %', (rounds) => whole(over(rounds, ({ own }) => own.hotShare * 100))],
  ...KINDS.map((kind) => {
    const at = (rounds: Column, fraction: number): string =>
      tenth(over(rounds, ({ own }) => percentile(own.latencies[kind], fraction)))
    return [`${kind}, p50 / p99, ms`, (rounds: Column) => `${at(rounds, 0.5)} / ${at(rounds, 0.99)}`] as const
  }),
]

export function toMixTable(rounds: readonly Round[]): string {
  const columns = [...new Set(rounds.map(({ setting }) => setting))]
  const of = (setting: string): Column => rounds.filter((round) => round.setting === setting)
  return [
    `| | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '--:').join('|')}|`,
    ...ROWS.map(([name, cell]) => `| ${name} | ${columns.map((setting) => cell(of(setting))).join(' | ')} |`),
  ].join('\n')
}

const COMPARED: readonly (readonly [name: string, figure: (figures: TurnFigures) => number])[] = [
  ['requests/s', ({ requestsPerSecond }) => requestsPerSecond],
  ['CPU, service', ({ serviceCpu }) => serviceCpu],
  ['CPU, database server', ({ databaseCpu }) => databaseCpu],
  ['CPU, both', totalCpu],
  ['bytes written', ({ writtenBytes }) => writtenBytes],
]

/** This checkout over the other one: the median over the rounds, with the lowest and the highest of them. */
export function toComparison(rounds: readonly Round[]): string {
  const settings = [...new Set(rounds.map(({ setting }) => setting))]
  const cell = (setting: string, figure: (figures: TurnFigures) => number): string => {
    const ratios = rounds.flatMap((round) =>
      round.setting === setting && round.beside !== undefined ? [figure(round.own) / figure(round.beside)] : [],
    )
    if (!ratios.every(Number.isFinite)) return '–'
    return `${ratio(median(ratios))} (${ratio(Math.min(...ratios))}–${ratio(Math.max(...ratios))})`
  }
  return [
    `| this ÷ beside | ${COMPARED.map(([name]) => name).join(' | ')} |`,
    `|---|${COMPARED.map(() => '--:').join('|')}|`,
    ...settings.map((setting) => `| ${setting} | ${COMPARED.map(([, figure]) => cell(setting, figure)).join(' | ')} |`),
  ].join('\n')
}
