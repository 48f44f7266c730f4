import type { Reader } from '@satchel/http/environment'
import { allowKey, hostOf } from '@satchel/outbound/destination-rules'

/** Which extensions there are, and for whom (rule W16). */
export interface ExtensionsConfig {
  /** The folder of packages; the built-ins are part of the product and always present. */
  readonly path: string
  /** Catalogues on the network, in order of precedence; undefined = the one that ships with the product. */
  readonly manifests: readonly string[] | undefined
  /** Installed at the start. */
  readonly defaultInstall: readonly string[]
  /** Active for new accounts. */
  readonly userDefaults: readonly string[]
  /** Only administrators see and use these. */
  readonly adminOnly: ReadonlySet<string>
  /** These are disabled for all accounts and override the other lists. */
  readonly disabled: ReadonlySet<string>
  /** Whether the code of packages runs, in the sandbox. */
  readonly runsCode: boolean
  /** What one package may keep in all accounts. */
  readonly storage: { readonly rows: number; readonly bytes: number }
  /** Where releases of repositories are looked up, without a slash at its end. */
  readonly repositoryApi: string
}

export interface ExtensionsContext {
  readonly dataFolder: string
  readonly problems: string[]
  readonly outbound: { readonly allowPrivate: boolean; readonly allow: readonly string[] }
}

export function readExtensions(read: Reader, context: ExtensionsContext): ExtensionsConfig {
  const { dataFolder, problems } = context
  const ids = (name: string): readonly string[] => {
    const named = [...new Set(read.list(name).map((id) => id.toLowerCase()))]
    const bad = named.filter((id) => !EXTENSION_ID.test(id))
    if (bad.length > 0) problems.push(`${name}: no ids of extensions: ${bad.join(', ')}`)
    return named
  }
  return {
    path: read.text('SERVICE_EXTENSIONS_PATH', `${dataFolder}/extensions`),
    manifests: readManifests(read, context),
    defaultInstall: ids('SERVICE_EXTENSIONS_DEFAULT_INSTALL'),
    userDefaults: ids('SERVICE_USER_DEFAULT_EXTENSIONS'),
    adminOnly: new Set(ids('SERVICE_ADMIN_EXTENSIONS')),
    disabled: new Set(ids('SERVICE_DISABLED_EXTENSIONS')),
    runsCode: read.flag('SERVICE_EXTENSION_CODE', true),
    storage: {
      rows: read.integer('SERVICE_EXTENSION_MAX_ROWS', 100_000, 1, 100_000_000),
      bytes: read.integer('SERVICE_EXTENSION_MAX_MB', 50, 1, 100_000) * 1024 * 1024,
    },
    repositoryApi: read.text('GITHUB_API_URL', 'https://api.github.com').replace(/\/+$/, ''),
  }
}

/** The first segment of its paths, and a name in a database. */
export const EXTENSION_ID = /^[a-z][a-z0-9_]{1,31}$/

const MAX_MANIFESTS = 32

function readManifests(read: Reader, context: ExtensionsContext): readonly string[] | undefined {
  const text = read.optional('SERVICE_EXTENSIONS_MANIFESTS')
  if (text === undefined) return undefined
  const urls = parseList(text)
  const good =
    urls !== undefined && urls.length <= MAX_MANIFESTS && urls.every((url) => isTrustworthyUrl(url, context.outbound))
  if (!good) {
    context.problems.push(
      'SERVICE_EXTENSIONS_MANIFESTS: must be a JSON array of https URLs; http only where private addresses are allowed',
    )
  }
  return [...new Set(urls)]
}

function parseList(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined
  } catch {
    return undefined
  }
}

/** What decides which code is genuine, or whom to pay, must not be changed in transit (rule S602). */
export function isTrustworthyUrl(
  text: string,
  { allowPrivate, allow }: { readonly allowPrivate: boolean; readonly allow: readonly string[] },
): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && (allowPrivate || allow.includes(allowKey(hostOf(url), Number(url.port || 80))))
}
