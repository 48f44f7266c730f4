import { hkdfSync } from 'node:crypto'
import { type ServiceError, unauthenticated } from '@satchel/http/service-error'
import { createSigner, createVerifier } from 'fast-jwt'
import type { Clock } from '../../base/clock.ts'

export interface SignedClaimsOptions {
  /** The signing key is derived from this … */
  readonly secret: string
  /** … and from this, so that a token is valid for one purpose only. */
  readonly purpose: string
  /** The claim `use`: repeats the purpose for people and programs that read the token. */
  readonly use: string
  readonly lifetimeSeconds: number
  readonly clock: Clock
}

/** The claims of every token of ours, for any purpose. */
export interface Claims {
  /** A user's id. */
  readonly sub: string
  /** The user's token version: a token of an older one is invalid. */
  readonly ver: number
  /** Issued at, Unix seconds. */
  readonly iat: number
  /** Unix seconds. */
  readonly exp: number
  readonly [more: string]: unknown
}

export interface SignedClaims {
  /** `expiresAt`, Unix seconds: no later than this; the lifetime limits it in any case. */
  issue(
    claims: Readonly<Record<string, unknown>> & { readonly sub: string; readonly ver: number },
    expiresAt?: number,
  ): string
  /** Throws 401 for anything but a token of ours, for this purpose, that is still good. */
  read(token: string): Claims
}

/** HS256 with a separate key for each purpose (rule D4). */
export function createSignedClaims(options: SignedClaimsOptions): SignedClaims {
  const { use, lifetimeSeconds, clock } = options
  const key = Buffer.from(hkdfSync('sha256', options.secret, '', options.purpose, 32))
  const sign = createSigner({ key, algorithm: 'HS256' })
  const verify = createVerifier({ key, algorithms: ['HS256'], ignoreExpiration: true, cache: false })
  return {
    issue(claims, expiresAt = Number.POSITIVE_INFINITY) {
      const now = Math.floor(clock() / 1000)
      return sign({ ...claims, iat: now, exp: Math.min(now + lifetimeSeconds, expiresAt), use })
    },
    read(token) {
      const claims = tryVerify(verify, token)
      const now = clock() / 1000
      const { sub, iat, exp, ver } = claims
      const good =
        claims['use'] === use &&
        typeof sub === 'string' &&
        isTime(iat) &&
        isTime(exp) &&
        Number.isSafeInteger(ver) &&
        exp - iat <= lifetimeSeconds &&
        iat <= now + TOLERANCE_SECONDS &&
        exp > now
      if (!good) throw badToken()
      return { ...claims, sub, ver: ver as number, iat, exp }
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

const badToken = (): ServiceError => unauthenticated('The token is invalid or has expired.', { code: 'token_ended' })
