import * as openid from 'openid-client'
import type { OpenIdSettings } from '../../config/login-providers.ts'
import { type ProvenIdentity, toProvenIdentity, type Voucher } from './identity.ts'
import type { IdentityProvider } from './identity-provider.ts'

export interface ProviderOptions<Settings> {
  readonly provider: Voucher
  readonly settings: Settings
  readonly redirectUri: string
  readonly fetch: openid.CustomFetch
}

/** A provider's endpoints and keys may change: they are fetched again after an hour. */
const DISCOVERY_LIFE_MS = 3_600_000
const TIMEOUT_SECONDS = 15

/** Google, Keycloak and other OpenID Connect providers; openid-client checks signature, iss, aud, exp and nonce. */
export function createOpenIdConnect(options: ProviderOptions<OpenIdSettings>): IdentityProvider {
  const { provider, redirectUri } = options
  const discover = rememberFor(DISCOVERY_LIFE_MS, () => discoverProvider(options))
  return {
    async authorizationUrl({ state, nonce, codeChallenge }) {
      return openid.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      })
    },
    async identify({ code, issuer, nonce, codeVerifier }) {
      const config = await discover()
      const answered = new URL(redirectUri)
      answered.searchParams.set('code', code)
      // Each provider has its own redirect URI, so that no answer can count as another's (RFC 9700, 4.4.2).
      answered.searchParams.set('iss', issuer ?? config.serverMetadata().issuer)
      const tokens = await openid.authorizationCodeGrant(config, answered, {
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('the provider gave no ID token')
      const asked = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
      const info = asked ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub) : claims
      return toProven(provider, claims.sub, info)
    },
  }
}

function discoverProvider({ settings, fetch }: ProviderOptions<OpenIdSettings>): Promise<openid.Configuration> {
  const { discoveryUrl, clientId, clientSecret, plainHttp } = settings
  return openid.discovery(new URL(discoveryUrl), clientId, undefined, clientAuthentication(clientSecret), {
    [openid.customFetch]: fetch,
    timeout: TIMEOUT_SECONDS,
    // The ID token's signature is checked although TLS has authenticated the provider.
    execute: [openid.enableNonRepudiationChecks, ...(plainHttp ? [openid.allowInsecureRequests] : [])],
  })
}

/**
 * Sends the secret in the body, as Google and Keycloak accept it; in the header only for providers that require that.
 */
const clientAuthentication = (secret: string): openid.ClientAuth => {
  const [inBody, inHeader] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)]
  return (server, client, body, headers) => {
    const taken = server.token_endpoint_auth_methods_supported
    const choose = taken === undefined || taken.includes('client_secret_post') ? inBody : inHeader
    return choose(server, client, body, headers)
  }
}

function toProven(provider: Voucher, subject: string, claims: Readonly<Record<string, unknown>>): ProvenIdentity {
  const { email, email_verified: verified, name, preferred_username: username } = claims
  const labels = [email, username, name]
  const proven = toProvenIdentity({ provider, subject, labels, verifiedEmail: verified === true ? email : '' })
  if (proven === undefined) throw new Error('the subject is not a text that identifies a user')
  return proven
}

/** Concurrent callers share one request; a failure is not cached. */
function rememberFor<T>(lifeMs: number, ask: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined
  let until = 0
  return () => {
    const now = performance.now()
    if (known !== undefined && now < until) return known
    const asked = ask()
    known = asked
    until = now + lifeMs
    asked.catch(() => {
      if (known === asked) known = undefined
    })
    return asked
  }
}
