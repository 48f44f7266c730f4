import type { PlainChange } from './user-commands.ts'

/** What accounts know of extensions; given by the app, because extensions are a higher layer. */
export interface AccountExtensions {
  /** Rows of an account that is being made: what is active for it from the beginning. */
  ofNewAccount(userId: string): readonly PlainChange[]
  /** Ids of what is active for the user and can be used now, in the order of the alphabet. */
  listActive(userId: string): Promise<readonly string[]>
}
