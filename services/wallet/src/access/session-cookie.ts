import { isLoopback, isOwnPage } from '@satchel/http/sockets/socket-welcome'
import { readCookie } from './read-cookie.ts'

/** Browsers accept it only from exactly this host, over TLS or on loopback. */
const SECURE = '__Host-satchel'
/** For plain HTTP: Safari accepts no secure cookie there, not even on loopback. */
const PLAIN = 'satchel'

/** The part of a request that sessions read. */
export interface BrowserRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>> & {
    readonly cookie?: string | undefined
    readonly origin?: string | undefined
    readonly 'user-agent'?: string | undefined
  }
  readonly host: string
  readonly hostname: string
  readonly protocol: string
  readonly ip: string
}

export interface HeaderReply {
  header(name: string, value: string): unknown
}

export interface SessionCookies {
  read(request: BrowserRequest): string | undefined
  set(request: BrowserRequest, reply: HeaderReply, value: string, maxAgeSeconds: number): void
}

/** The cookies of the web app's sessions (decision 0037). */
export function createSessionCookies(publicUrl: string): SessionCookies {
  const isEncrypted = ({ protocol, host }: BrowserRequest): boolean =>
    protocol === 'https' || (publicUrl.startsWith('https:') && new URL(publicUrl).host === host)
  const namesFor = (request: BrowserRequest): readonly string[] => {
    if (isEncrypted(request)) return [SECURE]
    return isLoopback(request.hostname) ? [SECURE, PLAIN] : [PLAIN]
  }
  return {
    read(request) {
      for (const name of namesFor(request)) {
        const value = readCookie(request.headers.cookie, name)
        if (value !== undefined) return value
      }
      return undefined
    },
    set(request, reply, value, maxAge) {
      for (const name of namesFor(request)) {
        const secure = name === SECURE ? '; Secure' : ''
        reply.header('set-cookie', `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Strict${secure}`)
      }
    },
  }
}

/** The header that a form, an image or a frame of another site cannot send. */
export const APP_HEADER = 'x-satchel'

/**
 * Whether a page of this service sent the request. Browsers report that in `Sec-Fetch-Site` over TLS and on loopback;
 * elsewhere they send the page's origin in all requests but plain reads of their own site.
 */
export function isFromOwnPage({ headers, host }: BrowserRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  return origin === undefined || isOwnPage(origin, publicUrl, host)
}
