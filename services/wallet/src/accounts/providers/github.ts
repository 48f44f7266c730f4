import * as openid from 'openid-client'
import type { GithubSettings } from '../../config/login-providers.ts'
import { toProvenIdentity } from './identity.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { ProviderOptions } from './open-id-connect.ts'

const HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }

/** GitHub: plain OAuth 2 without an ID token, so the user is requested from its API (rule D6). */
export function createGithub({
  provider,
  settings,
  redirectUri,
  fetch,
}: ProviderOptions<GithubSettings>): IdentityProvider {
  const { clientId, clientSecret, baseUrl, apiUrl, plainHttp } = settings
  const config = new openid.Configuration(
    {
      issuer: baseUrl,
      authorization_endpoint: `${baseUrl}/login/oauth/authorize`,
      token_endpoint: `${baseUrl}/login/oauth/access_token`,
    },
    clientId,
    clientSecret,
  )
  config[openid.customFetch] = fetch
  if (plainHttp) openid.allowInsecureRequests(config)
  const ask = async (token: string, path: string): Promise<unknown> => {
    const url = new URL(`${apiUrl}${path}`)
    const answer = await openid.fetchProtectedResource(config, token, url, 'GET', null, new Headers(HEADERS))
    return answer.status === 200 ? answer.json() : undefined
  }
  return {
    authorizationUrl: async ({ state, codeChallenge }) =>
      openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      }),
    async identify({ code, codeVerifier }) {
      const answered = new URL(redirectUri)
      answered.searchParams.set('code', code)
      const { access_token: token } = await openid.authorizationCodeGrant(config, answered, {
        pkceCodeVerifier: codeVerifier,
      })
      const user = await ask(token, '/user')
      const id = isRecord(user) ? user['id'] : undefined
      // The numeric id is permanent; GitHub may give the login name to another user.
      if (!isRecord(user) || !Number.isSafeInteger(id)) throw new Error('GitHub did not say who the user is')
      const verifiedEmail = primaryEmail(await ask(token, '/user/emails'))
      const proven = toProvenIdentity({ provider, subject: String(id), labels: [user['login']], verifiedEmail })
      if (proven === undefined) throw new Error('GitHub did not say who the user is')
      return proven
    },
  }
}

/** The address that GitHub has verified; the one in the profile may be any text. */
function primaryEmail(emails: unknown): unknown {
  const entries: readonly unknown[] = Array.isArray(emails) ? emails : []
  const primary = entries.filter(isRecord).find((entry) => entry['primary'] === true && entry['verified'] === true)
  return primary?.['email']
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
