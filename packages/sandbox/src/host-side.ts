import type { Facts, GuestError, Json } from './messages.ts'

/** What a run has of the host. What these throw reaches the guest, and comes back unless the guest catches it. */
export interface HostSide {
  /** Unix milliseconds. */
  now(): number
  /** Read once, when the run begins. */
  facts(): Omit<Facts, 'now'>
  call(name: string, args: readonly Json[]): Promise<Json | undefined>
  /** For calls that are answered at once: the guest, and its process with it, waits. */
  ask(name: string, args: readonly Json[]): Json | undefined
  notice(name: string, args: readonly Json[]): void
  /** Undefined: the guest reads no more than that something went wrong. */
  toGuestError(error: unknown): Extract<GuestError, { kind: 'rejection' }> | undefined
}
