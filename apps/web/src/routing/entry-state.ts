import { useHistoryState } from 'wouter-preact/use-browser-location'
import { session } from '../api/session.ts'

/** The user whose state a history entry has. Unset: of no user. */
interface Owned {
  readonly user?: string
}

/** State for a new entry. A log-out keeps the entries, so the next user of the browser may go back to it. */
export const ownState = <State extends object>(state?: State): State & Owned => ({ ...(state as State), ...owner() })

/** The state of the current entry, such as a draft; empty if another user has left it. */
export const entryState = <State extends object>(): Partial<State> => readable(history.state as (State & Owned) | null)

/** Like `entryState`; rerenders the component when the entry changes. */
export const useEntryState = <State extends object>(): Partial<State> =>
  readable(useHistoryState<(State & Owned) | null>())

function readable<State extends object>(state: (State & Owned) | null): Partial<State> {
  return state === null || (state.user !== undefined && state.user !== owner().user) ? {} : state
}

function owner(): Owned {
  const me = session.get()
  return typeof me === 'object' ? { user: me.id } : {}
}
