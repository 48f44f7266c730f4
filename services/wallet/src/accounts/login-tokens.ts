import { ServiceError } from '@satchel/http/service-error'
import { createSigner, createVerifier } from 'fast-jwt'
import { hkdfSync } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { User } from './user.ts'

export interface LoginClaims {
  readonly userId: string
  readonly tokenVersion: number
}

export interface LoginTokens {
  issue(user: User): string
  /** Throws `unauthenticated` for anything but a token of ours that is still good. */
  read(token: string): LoginClaims
}

/** HS256 with a key of its own, derived from the secret, so that no other kind of token passes for a login (D.4). */
export function createLoginTokens(options: { secret: string; lifetimeMinutes: number; clock: Clock }): LoginTokens {
  const key = Buffer.from(hkdfSync('sha256', options.secret, '', 'satchel login token', 32))
  const lifetimeSeconds = options.lifetimeMinutes * 60
  const sign = createSigner({ key, algorithm: 'HS256' })
  const verify = createVerifier({ key, algorithms: ['HS256'], ignoreExpiration: true, cache: false })
  return {
    issue(user) {
      const now = Math.floor(options.clock() / 1000)
      return sign({ sub: user.id, iat: now, exp: now + lifetimeSeconds, ver: user.tokenVersion, use: 'login' })
    },
    read(token) {
      const claims = tryVerify(verify, token)
      const now = options.clock() / 1000
      const { sub, iat, exp, ver, use } = claims
      const good =
        use === 'login' &&
        typeof sub === 'string' &&
        isTime(iat) &&
        isTime(exp) &&
        Number.isSafeInteger(ver) &&
        exp - iat <= lifetimeSeconds &&
        iat <= now + TOLERANCE_SECONDS &&
        exp > now
      if (!good) throw badToken()
      return { userId: sub, tokenVersion: ver as number }
    },
  }
}

const TOLERANCE_SECONDS = 5

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function tryVerify(verify: (token: string) => unknown, token: string): Record<string, unknown> {
  try {
    return verify(token) as Record<string, unknown>
  } catch {
    throw badToken()
  }
}

const badToken = (): ServiceError => new ServiceError('unauthenticated', 'The token is invalid or has expired.')
