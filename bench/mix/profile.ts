import type { Dialect } from '../../services/wallet/src/db/database.ts'
import type { Run } from './figures.ts'
import type { FilledWallets, UsedWallet } from './fill-wallets.ts'
import type { Neighbour } from './neighbour.ts'
import type { Contents } from './open-contender.ts'
import type { Comparison } from './report.ts'
import type { PlanOf } from './requests.ts'
import type { Connections } from './send-requests.ts'
import type { Environment } from './wallet-server.ts'

/** What `--plan` names: settings that take turns on the same machine, and which of their figures are compared. */
export interface Profile {
  readonly databases: readonly Dialect[]
  readonly requests: number
  readonly rounds: number
  readonly settings: (dialect: Dialect) => readonly Setting[]
  readonly comparisons: readonly Comparison[]
}

/** A service whose processes are started once for each turn. */
export interface Setting {
  readonly contents?: Contents
  readonly env?: Environment
  readonly processes?: number
  /** Behind Nginx. */
  readonly isBalanced?: boolean
  /** Reaches PostgreSQL through PgBouncer. */
  readonly isPooled?: boolean
  readonly phases: readonly Phase[]
}

/** A column of the report. */
export interface Phase extends Partial<Omit<Connections, 'ports'>> {
  /** Unique in its profile. */
  readonly name: string
  /** Unset: no requests. */
  readonly plan?: PlanOf
  /** Times the requests of the run. */
  readonly share?: number
  /** Unset: the hundred wallets of the mix. */
  readonly wallets?: (filled: FilledWallets) => readonly UsedWallet[]
  /** Pays all internal payments. */
  readonly payer?: (filled: FilledWallets) => UsedWallet
  readonly beside?: (run: Run) => Neighbour | Promise<Neighbour>
  /** WebSockets held open. */
  readonly sockets?: number
  /** Payments that get no answer from the node. */
  readonly hanging?: number
  /** Counted after the requests, so that what they have started ends within the phase. */
  readonly restSeconds?: number
}
