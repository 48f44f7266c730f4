import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** What every backend is opened with. */
export interface BackendDeps {
  /** Prefix of the network that the configuration demands; undefined = any network. */
  readonly network: string | undefined
  readonly clock: Clock
  readonly log: Log
  /** Stands before the names of the variables, where this is the former node. */
  readonly prefix?: string | undefined
}
