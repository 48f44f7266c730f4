import type { Facts, GuestError, Json } from './messages.ts'

/**
 * The host's interface for a run. An error thrown here reaches the guest, and is rethrown to the caller unless the
 * guest catches it.
 */
export interface HostSide {
  /** Unix milliseconds. */
  now(): number
  /** Read once, at the start of the run. */
  facts(): Omit<Facts, 'now'>
  call(name: string, args: readonly Json[]): Promise<Json | undefined>
  /** For synchronous calls: the guest and its process block until the answer. */
  ask(name: string, args: readonly Json[]): Json | undefined
  notice(name: string, args: readonly Json[]): void
  /** The error that the guest sees; undefined = only that something went wrong. */
  toGuestError(error: unknown): Extract<GuestError, { kind: 'rejection' }> | undefined
}
