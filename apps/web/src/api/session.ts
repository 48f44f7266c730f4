import type { Operations } from '@satchel/client/operations'
import { createStore } from '../store.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { closeGates } from './gates.ts'
import { forgetLastView } from './last-view.ts'
import { queryClient } from './query-client.ts'

export type Me = Operations['getCurrentUser']['answer']

/** Undefined: not asked yet. `none`: not logged in. `away`: the service has not answered. */
export const session = createStore<Me | 'none' | 'away' | undefined>(undefined)

/** The log-in routes answer with a cookie that no script can read, in place of a token. */
export const AS_COOKIE = { anonymous: true, headers: { 'X-Session': 'cookie' } } as const

/** Set on a device on which the person is known not to be logged in: then the start asks nothing. It is no secret. */
const STRANGER = 'satchel.stranger'

/** The next start asks again: a provider's log-in leads back to the app with a cookie. */
export const expectSession = (): void => localStorage.removeItem(STRANGER)

/** At the start. */
export async function restoreSession(): Promise<void> {
  if (localStorage.getItem(STRANGER) === null) await readSession()
  else session.set('none')
}

/** Asks who is logged in: at the start, and after each log-in. */
export async function readSession(): Promise<void> {
  try {
    session.set(await call('GET /api/v1/auth', {}, { anonymous: true }))
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

/** Ends the session at the service and forgets everything that was read. */
export async function logOut(): Promise<void> {
  forgetLastView()
  await call('POST /api/v1/auth/logout', {}, { anonymous: true }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  })
  queryClient.clear()
  sessionStorage.clear()
  localStorage.setItem(STRANGER, 'yes')
  session.set('none')
  closeGates()
}
