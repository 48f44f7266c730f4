import type { ProviderId } from '../../config/login-providers.ts'
import { readCookie } from '../users/read-cookie.ts'
import { VISIT_SECONDS } from './provider-visits.ts'

const NAME = 'satchel_login_state'

/**
 * Ties the visit to the browser that began it: an attacker's link, with their own state and code, logs no other user
 * in. Lax, because the provider's page leads back here.
 */
export const visitCookie = (publicUrl: string, provider: ProviderId, state: string): string =>
  cookie(publicUrl, provider, state, VISIT_SECONDS)

export const endedVisitCookie = (publicUrl: string, provider: ProviderId): string => cookie(publicUrl, provider, '', 0)

function cookie(publicUrl: string, provider: ProviderId, value: string, maxAge: number): string {
  const { protocol, pathname } = new URL(`${publicUrl}/api/v1/auth/${provider}`)
  const secure = protocol === 'https:' ? '; Secure' : ''
  return `${NAME}=${value}; Max-Age=${maxAge}; Path=${pathname}; HttpOnly; SameSite=Lax${secure}`
}

/** The state that the browser carries; undefined when it carries none. */
export const readVisitCookie = (header: string | undefined): string | undefined => readCookie(header, NAME)
