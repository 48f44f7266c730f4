import type { Credentials } from '@satchel/http/docs/document-route'
import { Type } from 'typebox'
import type { AccessName } from './access-rules.ts'

const KEYS = ['walletKey', 'walletKeyInQuery']
const ALL = [...KEYS, 'accessToken']

const WALLET_ID = {
  wallet_id: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'With an access token: id of one of your wallets; absent = your oldest one.',
    }),
  ),
}

const WALLET_ID_OR_ALL = {
  wallet_id: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'With an access token: id of one of your wallets; `all` = all of them, and those shared with you whose payments you may view; absent = your oldest one.',
    }),
  ),
}

/** The manual's text about credentials: one row for each access rule (rule W26). */
const ROWS: Record<
  AccessName,
  { readonly schemes: readonly string[]; readonly who: string; readonly onWallet?: typeof WALLET_ID }
> = {
  anyone: { schemes: [], who: 'anyone' },
  'invoice-key': { schemes: ALL, who: 'invoice key, admin key, access token', onWallet: WALLET_ID },
  'admin-key': { schemes: ALL, who: 'admin key, access token', onWallet: WALLET_ID },
  shared: { schemes: ALL, who: 'invoice key, admin key, access token, every guest of the wallet', onWallet: WALLET_ID },
  'view-payments': {
    schemes: ALL,
    who: 'invoice key, admin key, access token, guests who may `view-payments`',
    onWallet: WALLET_ID,
  },
  'view-payments-of-all': {
    schemes: ALL,
    who: 'invoice key, admin key, access token, guests who may `view-payments`',
    onWallet: WALLET_ID_OR_ALL,
  },
  'receive-payments': {
    schemes: ALL,
    who: 'invoice key, admin key, access token, guests who may `receive-payments`',
    onWallet: WALLET_ID,
  },
  'send-payments': {
    schemes: ALL,
    who: 'admin key, access token, guests who may `send-payments`',
    onWallet: WALLET_ID,
  },
  'decide-payments': {
    schemes: ALL,
    who: 'admin key, access token, guests who may both `send-payments` and `receive-payments`',
    onWallet: WALLET_ID,
  },
  'note-payments': {
    schemes: ALL,
    who: 'admin key, access token, guests who may both `send-payments` and `view-payments`',
    onWallet: WALLET_ID,
  },
  'admin-key-or-user': { schemes: ALL, who: 'admin key, access token' },
  user: { schemes: ['accessToken'], who: 'access token' },
  'setting-up': { schemes: ['accessToken'], who: 'access token' },
  admin: { schemes: ['accessToken'], who: 'access token of an administrator' },
  'super-user': { schemes: ['accessToken'], who: 'access token of the super user' },
}

const GRANTS_ACCESS =
  'Grants access: 401 with `step_up` for an access token without a log-in in the last 10 minutes, and for a session without a proof in the last 5.'

export const CREDENTIALS: Credentials = {
  schemes: {
    walletKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Api-Key',
      description:
        'Key of a wallet: the invoice key reads and receives, the admin key also spends. Keep the admin key on servers.',
    },
    walletKeyInQuery: {
      type: 'apiKey',
      in: 'query',
      name: 'api-key',
      description: 'Same key in the query, for clients that cannot set headers. If both are given, the header counts.',
    },
    accessToken: {
      type: 'http',
      scheme: 'bearer',
      description:
        'The `access_token` of a log-in, valid for all your wallets; or the `acl_…` token of an access list, valid for the endpoints of that list.',
    },
  },
  of(access) {
    const { schemes, who, onWallet } = ROWS[access as AccessName]
    return { schemes, who, ...(onWallet && { query: onWallet }) }
  },
  noteOn({ config }) {
    const { grantsAccess = false } = config ?? {}
    if (grantsAccess === false) return undefined
    return { ...(grantsAccess === true && { text: GRANTS_ACCESS }), fields: { 'x-grants-access': grantsAccess } }
  },
}
