import { flag, list, text, whole } from '@satchel/configuration/variables/variable'
import type { Reader } from '@satchel/http/environment'
import { allowKey, hostOf } from '@satchel/outbound/destination-rules'
import { GITHUB_API_URL } from './login-providers.ts'

/** The available extensions, and for whom (rule W16). */
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
  /** Storage limits of one package in all accounts. */
  readonly storage: { readonly rows: number; readonly bytes: number }
  /** URL for releases of repositories, without a slash at its end. */
  readonly repositoryApi: string
}

export interface ExtensionsContext {
  readonly dataFolder: string
  readonly problems: string[]
  readonly outbound: { readonly allowPrivate: boolean; readonly allow: readonly string[] }
}

export const EXTENSIONS = {
  path: text('SERVICE_EXTENSIONS_PATH', 'Folder of installed packages.', { varies: '`extensions` in the data folder' }),
  manifests: text('SERVICE_EXTENSIONS_MANIFESTS', 'JSON array of catalogue URLs.', {
    varies: 'the catalogue that ships',
  }),
  defaultInstall: list('SERVICE_EXTENSIONS_DEFAULT_INSTALL', 'Extensions installed at start.'),
  userDefaults: list('SERVICE_USER_DEFAULT_EXTENSIONS', 'Extensions active for new accounts.'),
  adminOnly: list('SERVICE_ADMIN_EXTENSIONS', 'Extensions for administrators only.'),
  disabled: list('SERVICE_DISABLED_EXTENSIONS', 'Extensions disabled for all users.'),
  runsCode: flag('SERVICE_EXTENSION_CODE', true, 'Whether the code of installed packages runs, in the sandbox.'),
  maxRows: whole(
    'SERVICE_EXTENSION_MAX_ROWS',
    [100_000, 1, 100_000_000],
    'Rows that the code of one package may keep.',
  ),
  maxMegabytes: whole('SERVICE_EXTENSION_MAX_MB', [50, 1, 100_000], 'Megabytes that the code of one package may keep.'),
}

export function readExtensions(read: Reader, context: ExtensionsContext): ExtensionsConfig {
  const { dataFolder, problems } = context
  const ids = (variable: ReturnType<typeof list>): readonly string[] => {
    const named = [...new Set(read(variable).map((id) => id.toLowerCase()))]
    const bad = named.filter((id) => !EXTENSION_ID.test(id))
    if (bad.length > 0) problems.push(`${variable.name}: no ids of extensions: ${bad.join(', ')}`)
    return named
  }
  return {
    path: read(EXTENSIONS.path, `${dataFolder}/extensions`),
    manifests: readManifests(read, context),
    defaultInstall: ids(EXTENSIONS.defaultInstall),
    userDefaults: ids(EXTENSIONS.userDefaults),
    adminOnly: new Set(ids(EXTENSIONS.adminOnly)),
    disabled: new Set(ids(EXTENSIONS.disabled)),
    runsCode: read(EXTENSIONS.runsCode),
    storage: {
      rows: read(EXTENSIONS.maxRows),
      bytes: read(EXTENSIONS.maxMegabytes) * 1024 * 1024,
    },
    repositoryApi: read(GITHUB_API_URL).replace(/\/+$/, ''),
  }
}

/** The first segment of its paths, and a name in a database. */
export const EXTENSION_ID = /^[a-z][a-z0-9_]{1,31}$/

const MAX_MANIFESTS = 32

function readManifests(read: Reader, context: ExtensionsContext): readonly string[] | undefined {
  const text = read(EXTENSIONS.manifests)
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

/** Data that decide which code is genuine, or whom to pay, must not be changed in transit (rule S602). */
export function isTrustworthyUrl(
  text: string,
  { allowPrivate, allow }: { readonly allowPrivate: boolean; readonly allow: readonly string[] },
): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && (allowPrivate || allow.includes(allowKey(hostOf(url), Number(url.port || 80))))
}
