import { secret, text } from '@satchel/configuration/variables/variable'
import type { Reader } from '@satchel/http/environment'
import { ADDRESSES, type Addresses } from './addresses.ts'

export const PROVIDER_IDS = ['google', 'github', 'keycloak'] as const
export type ProviderId = (typeof PROVIDER_IDS)[number]

interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
  /** The operator's provider may be on a private network and use plain http. */
  readonly plainHttp: boolean
}

export interface OpenIdSettings extends ClientCredentials {
  readonly kind: 'openid'
  readonly discoveryUrl: string
}

export interface GithubSettings extends ClientCredentials {
  readonly kind: 'github'
  /** Without a slash at their ends. */
  readonly baseUrl: string
  readonly apiUrl: string
}

export interface LoginProvidersConfig {
  /** Providers with client credentials. */
  readonly providers: ReadonlyMap<ProviderId, OpenIdSettings | GithubSettings>
  /** Allowed prefixes of an event's `u` tag: our own addresses, without a trailing slash. */
  readonly nostrBases: readonly string[]
}

export interface LoginProvidersContext {
  readonly problems: string[]
  readonly addresses: Addresses
  readonly port: number
  readonly outbound: { readonly allowPrivate: boolean; readonly allow: readonly string[] }
}

const client = (provider: string, name: string) => ({
  clientId: text(`${name}_CLIENT_ID`, `Log-in with ${provider}.`),
  clientSecret: secret(`${name}_CLIENT_SECRET`, "The client's secret."),
})

export const GITHUB_API_URL = text('GITHUB_API_URL', 'API for log-ins and for releases of extensions.', {
  default: 'https://api.github.com',
})

export const PROVIDER_VARIABLES = {
  google: {
    ...client('Google', 'GOOGLE'),
    discoveryUrl: text('GOOGLE_DISCOVERY_URL', 'OpenID discovery document.', {
      default: 'https://accounts.google.com/.well-known/openid-configuration',
      varies: "Google's",
    }),
  },
  github: {
    ...client('GitHub', 'GITHUB'),
    baseUrl: text('GITHUB_BASE_URL', 'Where users authorize.', { default: 'https://github.com' }),
    apiUrl: GITHUB_API_URL,
  },
  keycloak: {
    ...client('Keycloak', 'KEYCLOAK'),
    discoveryUrl: text('KEYCLOAK_DISCOVERY_URL', 'OpenID discovery document; required with the client.'),
  },
} as const

/** The log-in providers, and the public URL that the service has for them (rule S412). */
export function readLoginProviders(read: Reader, context: LoginProvidersContext): LoginProvidersConfig {
  const providers = new Map<ProviderId, OpenIdSettings | GithubSettings>()
  for (const id of PROVIDER_IDS) {
    const settings = SETTINGS[id](read, context)
    if (settings !== undefined) providers.set(id, settings)
  }
  const { port } = context
  const { publicUrl, domains, formerUrls } = context.addresses
  const local = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:${port}`)
  const present = read(ADDRESSES.publicUrl) === undefined ? local : [publicUrl]
  return { providers, nostrBases: [...present, ...formerUrls, ...domains.slice(1).map((host) => `https://${host}`)] }
}

type ReadSettings = (read: Reader, context: LoginProvidersContext) => OpenIdSettings | GithubSettings | undefined

const SETTINGS: Readonly<Record<ProviderId, ReadSettings>> = {
  google: (read, context) => readOpenId(read, context, PROVIDER_VARIABLES.google),
  keycloak: (read, context) => readOpenId(read, context, PROVIDER_VARIABLES.keycloak),
  github(read, context) {
    const credentials = readCredentials(read, context, PROVIDER_VARIABLES.github)
    if (credentials === undefined) return undefined
    const base = readUrl(read, context, PROVIDER_VARIABLES.github.baseUrl)
    const api = readUrl(read, context, GITHUB_API_URL)
    const bare = (url: string): string => url.replace(/\/+$/, '')
    const plainHttp = [base, api].some((url) => url.startsWith('http:'))
    return { kind: 'github', ...credentials, baseUrl: bare(base), apiUrl: bare(api), plainHttp }
  },
}

function readOpenId(
  read: Reader,
  context: LoginProvidersContext,
  variables: (typeof PROVIDER_VARIABLES)['google' | 'keycloak'],
): OpenIdSettings | undefined {
  const credentials = readCredentials(read, context, variables)
  if (credentials === undefined) return undefined
  const discoveryUrl = readUrl(read, context, variables.discoveryUrl)
  return { kind: 'openid', ...credentials, discoveryUrl, plainHttp: discoveryUrl.startsWith('http:') }
}

function readCredentials(read: Reader, { problems }: LoginProvidersContext, variables: ReturnType<typeof client>) {
  const clientId = read(variables.clientId)
  const clientSecret = read(variables.clientSecret)
  if (clientId === undefined && clientSecret === undefined) return undefined
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret }
  problems.push(`${variables.clientId.name}, ${variables.clientSecret.name}: set both or neither`)
  return undefined
}

/** The client secret is sent to this host: unencrypted only if the operator allows private hosts. */
function readUrl(
  read: Reader,
  { problems, outbound }: LoginProvidersContext,
  variable: ReturnType<typeof text>,
): string {
  const { name } = variable
  const given = read(variable)
  if (given === undefined) {
    problems.push(`${name}: must be set with the client's credentials`)
    return ''
  }
  const url = URL.canParse(given) ? new URL(given) : undefined
  const plainAllowed =
    url !== undefined && (outbound.allowPrivate || outbound.allow.includes(`${url.hostname}:${url.port || 80}`))
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && plainAllowed)) {
    problems.push(`${name}: must be https, or http to a host that SERVICE_OUTBOUND_ALLOW names`)
  }
  return given
}
