import type { GuestError } from './messages.ts'

/** The code of a guest has thrown, or has rejected its caller. */
export class GuestFailure extends Error {
  readonly error: Exclude<GuestError, { kind: 'host' }>
  constructor(error: GuestFailure['error']) {
    super(error.kind === 'rejection' ? error.detail : error.message)
    this.error = error
  }
}
