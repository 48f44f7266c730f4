import type { Breach } from './messages.ts'

/** The sandbox has ended a run, or has no room for it. Nothing of the run is to have an effect. */
export class SandboxEnded extends Error {
  /** `busy`: too many wait. `lost`: another run has ended the process. */
  readonly reason: Breach | 'busy' | 'lost'
  constructor(reason: SandboxEnded['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}
