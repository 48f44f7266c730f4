import type { Breach } from './messages.ts'

/** The sandbox has ended a run, or has no room for it. The caller must discard all effects of the run. */
export class SandboxEnded extends Error {
  /** `busy`: too many wait. `lost`: another run has ended the process. */
  readonly reason: Breach | 'busy' | 'lost'
  constructor(reason: SandboxEnded['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Whether the run itself used too much; otherwise it waited: for another server, for a place, or in a process that ended. */
export const isBlameful = (reason: SandboxEnded['reason']): boolean => !BLAMELESS.has(reason)

const BLAMELESS: ReadonlySet<SandboxEnded['reason']> = new Set(['busy', 'lost', 'slow'])
