import type { JournalEntry, ScriptPlace } from '../journal/journal-entry.ts'
import type { NodeState } from '../journal/node-state.ts'

/** The effects of one call, beside the entries it booked. They take place only once those are on disk. */
export type Decision<Answer> =
  | { readonly answer: Answer }
  /** Computed after the commit, so that it does not block other calls while the journal is locked. */
  | { readonly later: () => Answer }
  /** "Not known": for a caller whose connection broke. */
  | { readonly rejects: string }
  /** Only for control calls. */
  | { readonly wrong: 'bad_request' | 'not_found'; readonly detail: string }
  | { readonly waits: Wait }
  | { readonly never: true }

/** The condition that a call waits for; it is decided again when that holds. */
export type Wait =
  | { readonly for: 'up' }
  | { readonly for: 'time'; readonly at: number }
  | {
      readonly for: 'release'
      readonly name: string
      readonly place: ScriptPlace
      /** How often it had been released before. */
      readonly releases: number
    }
  | { readonly for: 'truth'; readonly hash: string; readonly attemptId: string }

/** Where a decision is made: inside one transaction of the journal. */
export interface Book {
  readonly state: NodeState
  /** The node's own clock, Unix milliseconds: timers run by it. */
  readonly now: number
  /** The service's clock when it called, Unix seconds: invoices expire by it. */
  readonly date: number
  /** Set when the call has waited already. */
  readonly waited: Wait | undefined
  append(entry: JournalEntry): void
}
