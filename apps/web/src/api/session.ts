import type { Operations } from '@satchel/client/operations'
import { createStore } from '../store.ts'
import { ApiError } from './api-error.ts'
import { dismissAuthPrompt } from './auth-prompt.ts'
import { call } from './call.ts'
import { forgetLastView } from './last-view.ts'
import { queryClient } from './query-client.ts'

export type Me = Operations['getCurrentUser']['answer']

/** Undefined: not loaded yet. `none`: not logged in. `away`: the service did not answer. */
export const session = createStore<Me | 'none' | 'away' | undefined>(undefined)

/** Makes the log-in routes answer with an HttpOnly cookie in place of a token. */
export const AS_COOKIE = { anonymous: true, headers: { 'X-Session': 'cookie' } } as const

/** Set on devices without a session: the start then skips the request. Not a secret. */
const STRANGER = 'satchel.stranger'

/** Makes the next start load the session: a provider's log-in returns with a cookie. */
export const expectSession = (): void => localStorage.removeItem(STRANGER)

export async function restoreSession(): Promise<void> {
  if (localStorage.getItem(STRANGER) === null) await readSession()
  else session.set('none')
}

/** Loads the current user at the start and after each log-in. */
export async function readSession(): Promise<void> {
  try {
    session.set(await call('GET /api/v1/auth', {}, { anonymous: true, quiet: true }))
    expectSession()
  } catch (error) {
    const isStranger = error instanceof ApiError && error.status === 401
    if (isStranger) {
      localStorage.setItem(STRANGER, 'yes')
      forgetLastView()
    }
    session.set(isStranger ? 'none' : 'away')
  }
}

/** Ends the session and clears all cached data. */
export async function logOut(): Promise<void> {
  forgetLastView()
  await call('POST /api/v1/auth/logout', {}, { anonymous: true }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  })
  queryClient.clear()
  sessionStorage.clear()
  localStorage.setItem(STRANGER, 'yes')
  session.set('none')
  dismissAuthPrompt()
}
