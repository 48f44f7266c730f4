import type { Chapter } from '@satchel/configuration/configuration-page'
import type { KnownVariable } from '@satchel/configuration/known-variables'
import { CONFIG_FOLDER } from '@satchel/configuration/open-configuration'
import { FOREIGN_VARIABLES } from '@satchel/configuration/unknown-variables'
import type { Variable } from '@satchel/configuration/variables/variable'
import { HTTP_VARIABLES, isDeclared } from '@satchel/http/environment'
import { PRICE_VARIABLES } from '../services/price-aggregator/src/config.ts'
import { LOG_INS, SUPER_USER, TOKEN_MINUTES } from '../services/wallet/src/config/accounts.ts'
import { ADDRESSES } from '../services/wallet/src/config/addresses.ts'
import { IGNORE_STORED_SETTINGS, RELEASE_URL, SITE } from '../services/wallet/src/config/administration.ts'
import { BACKUPS, BUCKET } from '../services/wallet/src/config/backups.ts'
import { DIALECT, LISTENING, OUTSIDE, SECRETS } from '../services/wallet/src/config/config.ts'
import { DATABASES } from '../services/wallet/src/config/database-urls.ts'
import { DOWNLOADS } from '../services/wallet/src/config/downloads.ts'
import { EXPLORER_URLS } from '../services/wallet/src/config/explorers.ts'
import { EXTENSIONS } from '../services/wallet/src/config/extensions.ts'
import { PROVIDER_VARIABLES } from '../services/wallet/src/config/login-providers.ts'
import { MAIL } from '../services/wallet/src/config/mail.ts'
import { METRICS } from '../services/wallet/src/config/metrics.ts'
import { FUNDING_VARIABLES, NODE_VARIABLES } from '../services/wallet/src/config/node-variables.ts'
import { MESSAGE_RELAYS, NOSTR } from '../services/wallet/src/config/nostr.ts'
import { AMOUNTS, FEES, HOLDS, IN_FLIGHT, PAYING } from '../services/wallet/src/config/payment-policy.ts'
import { RATES } from '../services/wallet/src/config/rates.ts'
import { REQUESTS } from '../services/wallet/src/config/settings.ts'
import { TRACING } from '../services/wallet/src/config/tracing.ts'
import { VISITORS } from '../services/wallet/src/config/visitors.ts'
import { PRICES_PORT } from './start-ports.ts'

const { host, accessLog, trustedProxies } = HTTP_VARIABLES
const { auth_allowed_methods, ...admission } = LOG_INS
const { messages, ...outbound } = OUTSIDE

/** A variable, or objects and lists of variables. */
type Declared = Variable | { readonly [key: string]: Declared }

const flat = (declared: Declared): readonly Variable[] =>
  isDeclared(declared) ? [declared] : Object.values(declared).flatMap(flat)

const chapters: Readonly<Record<string, readonly Declared[]>> = {
  'Every command': [CONFIG_FOLDER, FOREIGN_VARIABLES, PRICES_PORT],
  'Where the wallet service runs': [
    { host, LISTENING, DATABASES, ADDRESSES },
    { accessLog, DIALECT, trustedProxies, REQUESTS, METRICS, TRACING },
  ],
  'Accounts and secrets': [
    { SECRETS, TOKEN_MINUTES, auth_allowed_methods, SUPER_USER, admission },
    { PROVIDER_VARIABLES, SITE, IGNORE_STORED_SETTINGS },
  ],
  Payments: [FEES, IN_FLIGHT, AMOUNTS, PAYING.payWaitMs, HOLDS, PAYING.reconcileMs],
  Backups: [BACKUPS, BUCKET],
  Prices: [RATES],
  'Other servers': [outbound, MAIL, messages, MESSAGE_RELAYS, NOSTR, EXPLORER_URLS, RELEASE_URL],
  'Extensions and visitors': [EXTENSIONS, DOWNLOADS, VISITORS],
  'The Lightning node': FUNDING_VARIABLES,
  ...Object.fromEntries(NODE_VARIABLES.map(({ kind, variables }) => [`Node \`${kind}\``, variables])),
  'Price aggregator': [PRICE_VARIABLES],
}

/** Every variable, each declared beside its reader: the chapters of docs/guide/configuration.md. */
export const CHAPTERS = Object.entries(chapters).map(([title, declared]): Chapter => [title, declared.flatMap(flat)])

/**
 * packages/configuration/src/known-variables.json: with it each process knows the names of all others at its start,
 * without their readers.
 */
export function knownVariables(): string {
  const nodes = new Map(NODE_VARIABLES.flatMap(({ kind, variables }) => variables.map(({ name }) => [name, kind])))
  const known = new Map<string, KnownVariable>()
  for (const { name, by, kind, secret } of CHAPTERS.flatMap(([, variables]) => variables)) {
    const node = nodes.get(name)
    known.set(name, {
      by: [...new Set([...(known.get(name)?.by ?? []), ...by])],
      kind,
      ...(secret && { secret }),
      ...(node && { node }),
    })
  }
  const prefixes = NODE_VARIABLES.flatMap(({ kind, prefix }) => (prefix === undefined ? [] : [[kind, prefix] as const]))
  const lines = (entries: Iterable<readonly [string, unknown]>): string =>
    [...entries].map(([key, value]) => `    ${JSON.stringify(key)}: ${spaced(value)}`).join(',\n')
  return `{\n  "prefixes": {\n${lines(prefixes)}\n  },\n  "variables": {\n${lines(known)}\n  }\n}\n`
}

/** On one line, as the formatter writes it. */
const spaced = (value: unknown): string =>
  JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ').replace(/\[ /g, '[').replace(/ \]/g, ']')
