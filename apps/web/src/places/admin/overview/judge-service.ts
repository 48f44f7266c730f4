import type { ServerStatus } from '../operator.ts'

/** `watch`: nothing is lost, but an operator should act. */
export type Level = 'good' | 'watch' | 'bad' | 'unknown'

export type MoneyState =
  | 'books-wrong'
  | 'halted'
  | 'node-lacks'
  | 'node-has-more'
  | 'not-known'
  | 'not-summed'
  | 'short'
  | 'not-checked'
  | 'safe'

export type BackupState = 'failed' | 'overdue' | 'never' | 'first-due' | 'drill-failed' | 'old' | 'drill-due' | 'made'

export interface Judgement<State extends string> {
  readonly level: Level
  readonly state: State
}

type Rule<State extends string> = readonly [applies: boolean, level: Level, state: State]

/** The first rule that applies. */
function firstOf<State extends string>(rules: readonly Rule<State>[], usual: State): Judgement<State> {
  const [, level, state] = rules.find(([applies]) => applies) ?? [true, 'good', usual]
  return { level, state }
}

/** Whether money is safe: the books add up, and the node has what the wallets can spend. */
export function judgeMoney({
  books,
  payments_halted: halted,
  node,
  owed,
}: Pick<ServerStatus, 'books' | 'payments_halted' | 'node' | 'owed'>): Judgement<MoneyState> {
  const { violations, node_difference_msat: difference } = books
  const spendable = node.balance_msat
  return firstOf<MoneyState>(
    [
      [violations !== null && violations > 0, 'bad', 'books-wrong'],
      [difference !== null && difference < 0, 'bad', 'node-lacks'],
      [halted, 'bad', 'halted'],
      [difference !== null && difference > 0, 'watch', 'node-has-more'],
      [spendable === null, 'unknown', 'not-known'],
      [owed === null, 'unknown', 'not-summed'],
      // What is reserved has left the node already, or is about to.
      [owed !== null && spendable !== null && spendable < owed.available_msat, 'watch', 'short'],
      [violations === null, 'unknown', 'not-checked'],
    ],
    'safe',
  )
}

/** Troubles with which the node still sends and receives. */
const MINOR: ReadonlySet<string> = new Set(['starting', 'out_of_sync', 'clock_apart', 'no_coins'])

/** Whether the node is well. The state is the kind of its first trouble. */
export function judgeNode({ node }: Pick<ServerStatus, 'node'>): Judgement<string> {
  const [trouble] = node.troubles
  return firstOf<string>(
    [
      [trouble !== undefined, trouble !== undefined && MINOR.has(trouble.kind) ? 'watch' : 'bad', trouble?.kind ?? ''],
      [!node.answers, 'bad', 'unreachable'],
    ],
    'well',
  )
}

const DAY_SECONDS = 86_400
const OVERDUE_SECONDS = 7200
/** A backup by hand. */
const OLD_DAYS = 7
/** A drill a month, with some days of grace. */
const DRILL_DAYS = 35

/** Whether the last backup is recent and was tried. `now`: Unix seconds. */
export function judgeBackup(
  { node, backups }: Pick<ServerStatus, 'backups'> & { readonly node: Pick<ServerStatus['node'], 'kind'> },
  now: number,
): Judgement<BackupState> {
  const { schedule, overdue_seconds: overdue, age_seconds: age, last_drill: drill } = backups
  // With play money nothing can be lost.
  const grave = node.kind === 'simulated' ? 'watch' : 'bad'
  const isOld = schedule === null && age !== null && age > OLD_DAYS * DAY_SECONDS
  const isUntried = drill === null || now - drill.at > DRILL_DAYS * DAY_SECONDS
  return firstOf<BackupState>(
    [
      [backups.failed_at !== null, 'bad', 'failed'],
      [age === null && schedule === null, grave, 'never'],
      [overdue !== null && overdue > OVERDUE_SECONDS, 'bad', 'overdue'],
      [age === null, 'unknown', 'first-due'],
      [drill?.passed === false, 'bad', 'drill-failed'],
      [isOld, grave, 'old'],
      [isUntried, 'watch', 'drill-due'],
    ],
    'made',
  )
}
