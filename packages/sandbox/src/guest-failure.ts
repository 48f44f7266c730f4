import type { GuestError } from './messages.ts'

/** The code of a guest has thrown an error, or rejected the caller's request. */
export class GuestFailure extends Error {
  readonly error: Exclude<GuestError, { kind: 'host' }>
  constructor(error: GuestFailure['error']) {
    super(error.kind === 'rejection' ? error.detail : error.message)
    this.error = error
  }
}
