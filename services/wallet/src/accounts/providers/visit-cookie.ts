import { readCookie } from '../../access/read-cookie.ts'
import type { ProviderId } from '../../config/login-providers.ts'
import { VISIT_SECONDS } from './provider-visits.ts'

const NAME = 'satchel_login_state'

/**
 * Binds the visit to the browser that started it: an attacker's link, with their own state and code, logs no other user
 * in. Lax, because the redirect of the provider comes from another site.
 */
export const visitCookie = (publicUrl: string, provider: ProviderId, state: string): string =>
  cookie(publicUrl, provider, state, VISIT_SECONDS)

export const endedVisitCookie = (publicUrl: string, provider: ProviderId): string => cookie(publicUrl, provider, '', 0)

function cookie(publicUrl: string, provider: ProviderId, value: string, maxAge: number): string {
  const { protocol, pathname } = new URL(`${publicUrl}/api/v1/auth/${provider}`)
  const secure = protocol === 'https:' ? '; Secure' : ''
  return `${NAME}=${value}; Max-Age=${maxAge}; Path=${pathname}; HttpOnly; SameSite=Lax${secure}`
}

/** The state in the browser's cookie; undefined if it has none. */
export const readVisitCookie = (header: string | undefined): string | undefined => readCookie(header, NAME)
