import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { OrderNotes } from './order-notes.ts'

/** The dependencies of every backend. */
export interface BackendDeps {
  /** Prefix of the network that the configuration demands; undefined = any network. */
  readonly network: string | undefined
  readonly clock: Clock
  readonly log: Log
  /** The prefix of the variables of the former node. */
  readonly prefix?: string | undefined
}

/** The same for a backend that stores something about its orders. */
export interface NotingDeps extends BackendDeps {
  readonly notes: OrderNotes
}

/** The part of the service that the control interface of the simulated node can reach. */
export interface ServiceSide {
  state(): Promise<unknown>
  resume(): Promise<void>
}

/** Everything that a backend may need to open. */
export interface OpenDeps extends NotingDeps {
  /** Absent: the control interface shows nothing of the service. */
  readonly serviceSide?: ServiceSide | undefined
}
