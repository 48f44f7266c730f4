import type { Variable } from '@satchel/configuration/variables/variable'
import { HTTP_VARIABLES } from '@satchel/http/environment'
import { DIALECT, LISTENING, OUTSIDE, SECRETS } from '../config.ts'
import { LOG_INS, SUPER_USER, TOKEN_MINUTES } from './accounts.ts'
import { ADDRESSES } from './addresses.ts'
import { IGNORE_STORED_SETTINGS, SITE } from './administration.ts'
import { BACKUPS, BUCKET } from './backups.ts'
import { DATABASES } from './database-urls.ts'
import { DOWNLOADS } from './downloads.ts'
import { EXPLORER_URLS } from './explorers.ts'
import { EXTENSIONS } from './extensions.ts'
import { PROVIDER_VARIABLES } from './login-providers.ts'
import { MAIL, MAIL_LIMITS } from './mail.ts'
import { METRICS } from './metrics.ts'
import { MESSAGE_RELAYS, NOSTR } from './nostr.ts'
import { AMOUNTS, FEES, HOLDS, IN_FLIGHT, PAYING } from './payment-policy.ts'
import { RATES } from './rates.ts'
import { REQUESTS } from './settings.ts'
import { TRACING } from './tracing.ts'
import { VISITORS } from './visitors.ts'

const rows = Object.values<Variable>
const { host, accessLog, trustedProxies } = HTTP_VARIABLES
const { auth_allowed_methods, ...admission } = LOG_INS
const { messages, ...outbound } = OUTSIDE

/** Every variable of the wallet service but the node's: chapters of the reference page. */
export const WALLET_CHAPTERS: readonly (readonly [title: string, variables: readonly Variable[]])[] = [
  [
    'Where the wallet service runs',
    [
      host,
      ...rows(LISTENING),
      ...rows(DATABASES),
      ...rows(ADDRESSES),
      accessLog,
      DIALECT,
      trustedProxies,
      ...rows(REQUESTS),
      ...rows(METRICS),
      ...rows(TRACING),
    ],
  ],
  [
    'Accounts and secrets',
    [
      ...rows(SECRETS),
      TOKEN_MINUTES,
      auth_allowed_methods,
      ...rows(SUPER_USER),
      ...rows(admission),
      ...Object.values(PROVIDER_VARIABLES).flatMap((provider) => rows(provider)),
      ...rows(SITE),
      IGNORE_STORED_SETTINGS,
    ],
  ],
  [
    'Payments',
    [...rows(FEES), ...rows(IN_FLIGHT), ...rows(AMOUNTS), PAYING.payWaitMs, ...rows(HOLDS), PAYING.reconcileMs],
  ],
  ['Backups', [...rows(BACKUPS), ...rows(BUCKET)]],
  ['Prices', rows(RATES)],
  [
    'Other servers',
    [...rows(outbound), ...rows(MAIL), ...rows(MAIL_LIMITS), messages, MESSAGE_RELAYS, ...rows(NOSTR), EXPLORER_URLS],
  ],
  ['Extensions and visitors', [...rows(EXTENSIONS), ...rows(DOWNLOADS), ...rows(VISITORS)]],
]
