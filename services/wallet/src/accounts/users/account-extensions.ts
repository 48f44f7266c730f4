import type { PlainChange } from './user-commands.ts'

/** The extension functions that accounts need, injected because extensions are a higher layer. */
export interface AccountExtensions {
  /** Rows for a new account: the extensions that are active from the beginning. */
  ofNewAccount(userId: string): readonly PlainChange[]
  /** Ids of the extensions that are active for the user and usable now, in alphabetical order. */
  listActive(userId: string): Promise<readonly string[]>
}
