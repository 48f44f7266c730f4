/** Everything that removes access, or gives it to another person. */
export const ACCESS_EVENTS = [
  /** Its owner sets a new password. */
  'new-password',
  'log-out-everywhere',
  /** A new password by the link of an administrator. */
  'reset-by-link',
  /** An administrator removes the second factors of an account. */
  'second-factor-removed',
  'new-wallet-keys',
  /** By the wallet's owner or by the guest. */
  'share-ended',
  /** A guest gets fewer permissions. */
  'right-lowered',
  /** An administrator becomes a user. */
  'role-lowered',
  'account-disabled',
  'account-enabled',
  'account-deleted',
  /** The operator makes the account the super user, and takes it over. */
  'account-promoted',
  'wallet-closed',
  'backup-restored',
] as const

export type AccessEvent = (typeof ACCESS_EVENTS)[number]

/** The effect of an event on one kind of access. */
export type Effect =
  /** Permanently, in the transaction of the event. */
  | { readonly effect: 'ends' }
  /** As long as the account is disabled. */
  | { readonly effect: 'sleeps' }
  /** The screen asks; it ends unless the answer is to keep it. */
  | { readonly effect: 'choice' }
  | { readonly effect: 'stays'; readonly why: string }

export type EventRow = Readonly<Record<AccessEvent, Effect>>

export const ENDS: Effect = { effect: 'ends' }
export const SLEEPS: Effect = { effect: 'sleeps' }
export const CHOICE: Effect = { effect: 'choice' }
export const stays = (why: string): Effect => ({ effect: 'stays', why })

/** One effect for several events, or for all that a row does not name. */
export const on = (events: readonly AccessEvent[], effect: Effect): Partial<EventRow> =>
  Object.fromEntries(events.map((event) => [event, effect]))
