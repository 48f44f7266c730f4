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
