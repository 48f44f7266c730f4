import type { Change } from '../db/database.ts'
import type { AccessEvent } from './access-events.ts'
import { ITEM_WAYS, type WayIn } from './ways-in.ts'

/** The account or wallet whose access ends. */
export interface OfAccount {
  readonly event: AccessEvent
  readonly userId: string
  /** The session that asks, which stays. */
  readonly keptSessionId: string | undefined
}

export interface OfWallet {
  readonly event: AccessEvent
  readonly walletId: string
}

export interface OfShare {
  readonly shareId: string
}

/** The scope of an event. */
export type Scope = 'account' | 'wallet' | 'share'

/** Which rows go; or which other way in takes this one with it; or why there is no row. */
type Ending<Of> = ((of: Of) => readonly Change[]) | { readonly with: WayIn } | { readonly rule: string }

export interface Endings {
  readonly account?: Ending<OfAccount>
  readonly wallet?: Ending<OfWallet>
  readonly share?: Ending<OfShare>
}

const deleteWhere = (table: string, where: string, ...params: readonly string[]): Change => ({
  sql: `DELETE FROM ${table} WHERE ${where}`,
  params,
})

const ofUser =
  (...tables: readonly string[]): Ending<OfAccount> =>
  ({ userId }) =>
    tables.map((table) => deleteWhere(table, 'user_id = $1', userId))

const identity = (provider: string): Endings => ({
  account: ({ userId }) => [deleteWhere('identities', 'user_id = $1 AND provider = $2', userId, provider)],
})

const SET_SECOND_FACTORS = `UPDATE users SET second_factors =
    CASE WHEN EXISTS (SELECT 1 FROM totp WHERE user_id = $1 AND active_at IS NOT NULL) THEN 'totp ' ELSE '' END ||
    CASE WHEN EXISTS (SELECT 1 FROM passkeys WHERE user_id = $1) THEN 'passkey' ELSE '' END
  WHERE id = $1`

const secondFactor = (table: string): Endings => ({
  account: ({ userId }) => [deleteWhere(table, 'user_id = $1', userId), { sql: SET_SECOND_FACTORS, params: [userId] }],
})

/** The tokens of access lists for which the condition holds, and the lists of programs that lose their last token. */
const tokensWhere = (condition: string, param: string): readonly Change[] => [
  deleteWhere('spending', `scope IN (SELECT 'token:' || id FROM acl_tokens WHERE ${condition})`, param),
  deleteWhere('oauth_codes', `token_id IN (SELECT id FROM acl_tokens WHERE ${condition})`, param),
  deleteWhere('acl_tokens', condition, param),
]

const EMPTY_LIST = `client_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM acl_tokens t WHERE t.acl_id = acls.id)`

const MY_WALLETS = 'SELECT id FROM wallets WHERE user_id = $1'
const ON_MY_WALLETS = `wallet_id IN (${MY_WALLETS})`
const guestsOf = (wallets: string): string => `SELECT guest_id FROM wallet_shares WHERE ${wallets}`

/** By the owners of their lists: tokens have no index of their wallets. */
const tokensOn = (wallets: string, users: string): string =>
  `${wallets} AND acl_id IN (SELECT id FROM acls WHERE user_id IN (${users}))`

const OF_SHARE = {
  wallet: 'SELECT wallet_id FROM wallet_shares WHERE id = $1',
  guest: 'SELECT guest_id FROM wallet_shares WHERE id = $1',
} as const

/** The owner of the wallet and its guests. */
const USERS_OF_WALLET = `SELECT user_id FROM wallets WHERE id = $1 UNION ALL ${guestsOf('wallet_id = $1')}`

const ownKey = (kind: 'admin' | 'invoice'): Endings => ({
  account: ({ userId }) => [
    deleteWhere('wallet_keys', `kind = $2 AND share_id = '' AND ${ON_MY_WALLETS}`, userId, kind),
  ],
  wallet: ({ walletId }) => [
    deleteWhere('wallet_keys', `wallet_id = $1 AND kind = $2 AND share_id = ''`, walletId, kind),
  ],
})

/** A run that has read one of these rows fails, or is repeated without it. */
const rowsOf = (extId: string, kinds: { readonly account: string; readonly wallet: string }): Endings => {
  const deleteRows = (where: string, of: string): readonly Change[] => [
    {
      sql: `DELETE FROM extension_keys WHERE ext_id = $1
            AND (kind, row_id) IN (SELECT kind, id FROM extension_rows WHERE ext_id = $1 AND ${where})`,
      params: [extId, of],
    },
    { sql: `DELETE FROM extension_rows WHERE ext_id = $1 AND ${where}`, params: [extId, of] },
    // Other processes then read the subscriptions of the extension again.
    { sql: 'UPDATE extension_locks SET version = version + 1 WHERE ext_id = $1', params: [extId] },
  ]
  // Extensions serve open wallets only, and a closed one never opens again; its rows are deleted with its history.
  return {
    account: ({ event, userId }) =>
      event === 'account-deleted' ? [] : deleteRows(`user_id = $2 AND ${kinds.account}`, userId),
    wallet: ({ event, walletId }) =>
      event === 'wallet-closed' ? [] : deleteRows(`wallet_id = $2 AND ${kinds.wallet}`, walletId),
  }
}

/** With the rows of their tables. The decision of a wallet's owner about the extension survives new keys. */
const items = (extId: string): Endings => rowsOf(extId, { account: '1 = 1', wallet: `kind NOT LIKE '*%'` })
const table = (extId: string, name: string): Endings =>
  rowsOf(extId, { account: `kind = '${name}'`, wallet: `kind = '${name}'` })

/** A row of this kind revokes an extension's spending from a wallet; no table can have this name. */
export const SPEND_ENDED = '*spend-ended'

/**
 * An extension with remaining items may pay out the receipts of a wallet: splits, schedules, forwards. It spends
 * nothing until the owner allows it again. Items that grant access themselves are kept or deleted by their own ending.
 */
const endSpending = (where: string, of: string): Change => ({
  sql: `INSERT INTO extension_rows (ext_id, kind, id, wallet_id, user_id, data, version, created_at, updated_at)
        SELECT ext_id, '${SPEND_ENDED}', wallet_id, wallet_id, MAX(user_id), '{}', 1, MAX(updated_at), MAX(updated_at)
        FROM extension_rows WHERE ${where} AND kind = 'items' AND ext_id NOT IN (${OWN_WAYS})
        GROUP BY ext_id, wallet_id ON CONFLICT (ext_id, kind, id) DO NOTHING`,
  params: [of],
})

const OWN_WAYS = Object.values(ITEM_WAYS)
  .map((extId) => `'${extId}'`)
  .join(', ')

const deleteSharesOfGuest = (userId: string): readonly Change[] => [
  deleteWhere(
    'wallet_keys',
    `wallet_id IN (SELECT wallet_id FROM wallet_shares WHERE guest_id = $1)
     AND share_id IN (SELECT id FROM wallet_shares WHERE guest_id = $1)`,
    userId,
  ),
  deleteWhere('wallet_shares', 'guest_id = $1', userId),
]

/** Their password is the key of the wallet. Their names have a dash, and those of other logins do not. */
const loginsByKey: Endings = {
  account: { with: 'lndhub-login' },
  wallet: ({ event, walletId }) => {
    if (event === 'wallet-closed') return []
    const rows = `ext_id = 'lndhub' AND kind = 'items'`
    const login = `SELECT row_id FROM extension_keys WHERE ${rows} AND field = 'login'`
    const mine = `SELECT id FROM extension_rows WHERE ${rows} AND wallet_id = $1`
    const byKey = `${login} AND (value LIKE 'admin-%' OR value LIKE 'invoice-%')`
    return [
      deleteWhere('extension_keys', `${rows} AND row_id IN (${mine} AND id IN (${byKey}))`, walletId),
      // Every other one still has its name among the keys.
      deleteWhere(
        'extension_rows',
        `${rows} AND wallet_id = $1 AND id NOT IN (${login} AND row_id IN (${mine}))`,
        walletId,
      ),
    ]
  },
}

const byCaller = { rule: 'The command of the event replaces it.' } as const
const withRows = { rule: 'Its rows are deleted with those of the wallet.' } as const

/** The ending of each kind of access, for each scope in which the table of `ways-in.ts` has one. */
export const ENDINGS: Readonly<Record<WayIn, Endings>> = {
  password: { account: byCaller },
  passkey: secondFactor('passkeys'),
  totp: secondFactor('totp'),
  'recovery-code': { account: ofUser('recovery_codes') },
  'nostr-key': identity('nostr'),
  'google-login': identity('google'),
  'github-login': identity('github'),
  'keycloak-login': identity('keycloak'),
  'verified-email': {
    account: ({ userId }) => [
      { sql: `UPDATE users SET email = '' WHERE id = $1`, params: [userId] },
      deleteWhere('verified_emails', 'user_id = $1', userId),
    ],
  },
  'user-id': { account: { rule: 'No administrator and no deleted account logs in by it.' } },
  session: {
    account: ({ userId, keptSessionId = '' }) => [
      deleteWhere('sessions', 'user_id = $1 AND id <> $2', userId, keptSessionId),
    ],
  },
  'access-token': {
    account: ({ userId }) => [
      { sql: 'UPDATE users SET token_version = token_version + 1 WHERE id = $1', params: [userId] },
    ],
  },
  'second-factor-ticket': { account: { with: 'access-token' } },
  'provider-visit': { account: ofUser('oauth_states') },
  'download-link': { account: { with: 'access-token' } },
  socket: { account: { with: 'session' }, wallet: { with: 'admin-key' }, share: { with: 'guest-keys' } },
  'push-subscription': {
    account: ({ userId, keptSessionId = '' }) => [
      deleteWhere(
        'push_subscriptions',
        'user_id = $1 AND (session_id IS NULL OR session_id <> $2)',
        userId,
        keptSessionId,
      ),
    ],
  },
  'nostr-messages': { account: ofUser('nostr_recipients') },
  'access-list-token': {
    account: ({ userId }) => [
      ...tokensWhere('acl_id IN (SELECT id FROM acls WHERE user_id = $1)', userId),
      deleteWhere('acls', `user_id = $1 AND ${EMPTY_LIST}`, userId),
    ],
    wallet: ({ walletId }) => tokensWhere(tokensOn('wallet_id = $1', USERS_OF_WALLET), walletId),
    share: ({ shareId }) => tokensWhere(tokensOn(`wallet_id IN (${OF_SHARE.wallet})`, OF_SHARE.guest), shareId),
  },
  'lnbits-token': {
    account: { with: 'access-list-token' },
    wallet: { with: 'access-list-token' },
    share: { with: 'access-list-token' },
  },
  'authorization-code': {
    account: ofUser('oauth_codes'),
    wallet: ({ walletId }) => [
      deleteWhere('oauth_codes', `wallet_id = $1 AND user_id IN (${USERS_OF_WALLET})`, walletId),
    ],
    share: ({ shareId }) => [
      deleteWhere('oauth_codes', `wallet_id IN (${OF_SHARE.wallet}) AND user_id IN (${OF_SHARE.guest})`, shareId),
    ],
  },
  'reset-link': {
    account: ({ userId }) => [
      deleteWhere('account_links', `kind = 'reset' AND (user_id = $1 OR created_by = $1)`, userId),
    ],
  },
  invitation: {
    account: ({ userId }) => [deleteWhere('account_links', `kind = 'invitation' AND created_by = $1`, userId)],
  },
  'set-up-link': { account: { rule: 'There is a super user now.' } },
  'admin-key': ownKey('admin'),
  'invoice-key': ownKey('invoice'),
  'guest-share': {
    account: ({ userId }) => [
      ...tokensWhere(tokensOn(ON_MY_WALLETS, guestsOf(ON_MY_WALLETS)), userId),
      deleteWhere('wallet_keys', `${ON_MY_WALLETS} AND share_id <> ''`, userId),
      ...deleteSharesOfGuest(userId),
      deleteWhere('wallet_shares', ON_MY_WALLETS, userId),
    ],
    wallet: ({ walletId }) => [
      ...tokensWhere(tokensOn('wallet_id = $1', guestsOf('wallet_id = $1')), walletId),
      deleteWhere('wallet_keys', `wallet_id = $1 AND share_id <> ''`, walletId),
      deleteWhere('wallet_shares', 'wallet_id = $1', walletId),
    ],
    share: ({ shareId }) => [
      deleteWhere('wallet_keys', `wallet_id IN (${OF_SHARE.wallet}) AND share_id = $1`, shareId),
      deleteWhere('wallet_shares', 'id = $1', shareId),
    ],
  },
  'guest-keys': {
    account: { with: 'guest-share' },
    wallet: { with: 'guest-share' },
    share: { with: 'guest-share' },
  },
  'lndhub-login': items(ITEM_WAYS['lndhub-login']),
  'imported-lndhub-login': loginsByKey,
  'lndhub-token': { account: { with: 'lndhub-login' }, wallet: { with: 'lndhub-login' } },
  'nwc-connection': items(ITEM_WAYS['nwc-connection']),
  'bolt-card': items(ITEM_WAYS['bolt-card']),
  'withdraw-link': items(ITEM_WAYS['withdraw-link']),
  'cash-machine': items(ITEM_WAYS['cash-machine']),
  payout: {
    account: ({ userId }) => [endSpending('user_id = $1', userId)],
    wallet: ({ event, walletId }) => (event === 'wallet-closed' ? [] : [endSpending('wallet_id = $1', walletId)]),
  },
  'door-link': table('events', 'doors'),
  'device-token': { account: withRows, wallet: withRows },
  'webhook-secret': { account: withRows, wallet: withRows },
}
