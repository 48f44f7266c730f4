import { hash, randomBytes } from 'node:crypto'
import type { Log } from '@satchel/http/log'
import { forbidden, type ServiceError, unauthenticated, unavailable } from '@satchel/http/service-error'
import type { Outbound } from '@satchel/outbound/outbound'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { LoginProvidersConfig, ProviderId } from '../../config/login-providers.ts'
import type { Database } from '../../db/database.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { createGithub } from './github.ts'
import { LABEL_OF, type ProvenIdentity } from './identity.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { createOpenIdConnect } from './open-id-connect.ts'
import { outboundFetch } from './outbound-fetch.ts'
import { keepVisit, type Linker, takeVisit } from './visit-commands.ts'

export interface ProviderVisitsOptions {
  readonly db: Database
  readonly vault: KeyVault
  readonly clock: Clock
  readonly log: Log
  readonly outbound: Outbound
  readonly config: LoginProvidersConfig
  readonly publicUrl: string
}

/** The parameters that a browser or a client returns with from a provider. */
export interface VisitAnswer {
  readonly state: string
  readonly code: string
  readonly issuer: string | undefined
  /** Only if the client made the challenge, or to prove that it began the visit. */
  readonly codeVerifier: string | undefined
}

export interface VisitStart {
  readonly linker?: Linker
  readonly codeChallenge?: string | undefined
  /** The page of the web app to end at. */
  readonly nextPage?: string | undefined
}

export interface FinishedVisit {
  readonly proven: ProvenIdentity
  /** Undefined = the visit is a log-in. */
  readonly linker: Linker | undefined
  readonly nextPage: string | undefined
}

export interface ProviderVisits {
  /** The configured providers. */
  readonly providers: ReadonlySet<ProviderId>
  requireSetUp(provider: ProviderId): void
  redirectUri(provider: ProviderId): string
  /** `codeChallenge`: of a client that keeps the verifier to itself. */
  begin(provider: ProviderId, options: VisitStart): Promise<{ readonly url: URL; readonly state: string }>
  /**
   * Ends the visit, with any outcome, and returns the user's identity at the provider. `expected`: who may have started
   * the visit. Throws 401 with the same detail for every failure (rule D6).
   */
  finish(
    provider: ProviderId,
    answer: VisitAnswer,
    expected: (linker: Linker | undefined) => boolean,
  ): Promise<FinishedVisit>
}

/** How long a user may take to log in at the provider. */
export const VISIT_SECONDS = 600
const RANDOM_BYTES = 32

/** Redirects browsers to providers and checks that the browser that returns is the same. */
export function createProviderVisits(options: ProviderVisitsOptions): ProviderVisits {
  const { db, vault, clock, log, config, publicUrl } = options
  const redirectUri = (provider: ProviderId): string => `${publicUrl}/api/v1/auth/${provider}/token`
  const providers = openProviders(options, redirectUri)
  const providerOf = (id: ProviderId): IdentityProvider => {
    const provider = providers.get(id)
    if (provider === undefined)
      throw forbidden(`Logging in by ${LABEL_OF[id]} is not set up here.`, {
        code: 'login_method_off',
        params: { method: LABEL_OF[id] },
      })
    return provider
  }
  return {
    providers: new Set(config.providers.keys()),
    requireSetUp: providerOf,
    redirectUri,
    async begin(id, { linker, codeChallenge, nextPage }) {
      const provider = providerOf(id)
      const [state, nonce, verifier] = [randomText(), randomText(), randomText()]
      const challenge = codeChallenge ?? challengeOf(verifier)
      const url = await provider
        .authorizationUrl({ state, nonce, codeChallenge: challenge })
        .catch((error: unknown) => {
          log.warn({ provider: id, problem: describeProblem(error) }, 'a log-in provider could not be asked')
          throw unavailable(`${LABEL_OF[id]} cannot be reached at the moment; please try again.`, {
            code: 'provider_away',
            params: { provider: LABEL_OF[id] },
          })
        })
      const now = unixSeconds(clock)
      const sealedVerifier = codeChallenge === undefined ? vault.seal(verifier) : undefined
      const visit = { provider: id, linker, nonce, codeChallenge: challenge, sealedVerifier, nextPage }
      await db.transact(keepVisit, {
        visit: { ...visit, digest: digestOf(state), expiresAt: now + VISIT_SECONDS },
        now,
      })
      return { url, state }
    },
    async finish(id, { state, code, issuer, codeVerifier: given }, expected) {
      const provider = providerOf(id)
      const visit = await db.transact(takeVisit, { digest: digestOf(state), provider: id, now: unixSeconds(clock) })
      if (visit === undefined || !expected(visit.linker)) throw visitFailed(id)
      const { nonce, codeChallenge, sealedVerifier, linker, nextPage } = visit
      const codeVerifier = given ?? (sealedVerifier === undefined ? '' : vault.open(sealedVerifier))
      // Not every provider checks it.
      if (challengeOf(codeVerifier) !== codeChallenge) throw visitFailed(id)
      try {
        return { proven: await provider.identify({ code, issuer, nonce, codeVerifier }), linker, nextPage }
      } catch (error) {
        log.warn({ provider: id, problem: describeProblem(error) }, 'a log-in by a provider failed')
        throw visitFailed(id)
      }
    },
  }
}

/** The same answer for a wrong state, a used code and a rejection by the provider, so that it reveals nothing. */
export const visitFailed = (id: ProviderId): ServiceError =>
  unauthenticated(`Logging in by ${LABEL_OF[id]} failed; please begin again.`, {
    code: 'provider_login_failed',
    params: { provider: LABEL_OF[id] },
  })

function openProviders(
  { outbound, config }: ProviderVisitsOptions,
  redirectUri: (id: ProviderId) => string,
): ReadonlyMap<ProviderId, IdentityProvider> {
  const fetch = outboundFetch(outbound)
  return new Map(
    [...config.providers].map(([id, settings]) => {
      const common = { provider: id, redirectUri: redirectUri(id), fetch }
      return [
        id,
        settings.kind === 'github'
          ? createGithub({ ...common, settings })
          : createOpenIdConnect({ ...common, settings }),
      ]
    }),
  )
}

const randomText = (): string => randomBytes(RANDOM_BYTES).toString('base64url')

const digestOf = (state: string): string => hash('sha256', state, 'hex')

const challengeOf = (verifier: string): string => hash('sha256', verifier, 'base64url')

/** For the operator: kinds of errors, never data of the provider or the client, which may contain a token. */
function describeProblem(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof SyntaxError) return 'the answer is not JSON'
  const code = 'error' in error && typeof error.error === 'string' ? /^\w{1,40}$/.exec(error.error)?.[0] : undefined
  return code === undefined ? error.message : `${error.message}: ${code}`
}
