import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { invalid } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { userIdOf, walletOf } from '../access/access-rules.ts'
import { boundWalletOf, isOpenTo } from '../access/bound-wallet.ts'
import type { AccessedWallet } from '../access/principal.ts'
import { shownBy } from '../access/shown-credential.ts'
import { tellWhatEnds } from '../access/tell-ways-in.ts'
import { KEPT_WITH_NEW_KEYS, type KeptWithNewKeys } from '../access/ways-in.ts'
import { type Clock, unixSeconds } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { findAvailable } from '../ledger/ledger.ts'
import type { Rates } from '../rates/rates.ts'
import type { Wallet } from './wallet.ts'
import { changeWallet, openWallet, orderWallets, resetKeys } from './wallet-commands.ts'
import { keysFor, toWalletBody } from './wallet-json.ts'
import type { KeyVault } from './wallet-keys.ts'
import { WALLET_COLORS, WALLET_ICONS } from './wallet-look.ts'
import { WalletBody, WalletKeys, WalletPage } from './wallet-schemas.ts'
import { newSealedKeys, prepareWallet, walletNameFor } from './wallet-secrets.ts'
import { findWallet, listWallets } from './wallet-store.ts'

export interface WalletRoutesDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly clock: Clock
  readonly rates: Pick<Rates, 'codeOf'>
}

/** Wallets and their keys (rule W19). */
export function walletRoutes(app: HttpApp, { db, vault, clock, rates }: WalletRoutesDeps): void {
  const reread = async (id: string): Promise<Wallet> => {
    const wallet = await findWallet(db, vault, id)
    if (wallet === undefined) throw new Error(`wallet ${id} is gone`)
    return wallet
  }
  const withBalance = async (wallet: AccessedWallet): Promise<Wallet> => ({
    ...wallet,
    balanceMsat: wallet.balanceMsat ?? (await findAvailable(db, wallet.id)),
    look: (wallet as Partial<Wallet>).look ?? (await reread(wallet.id)).look,
  })
  const listAll = async (request: FastifyRequest) => {
    const all = { userId: userIdOf(request), shared: true, limit: MAX_LISTED, offset: 0 }
    const { wallets } = await listWallets(db, vault, all)
    return wallets.filter(({ id }) => isOpenTo(request.principal, id)).map((wallet) => toBody(wallet, request))
  }
  app.get('/api/v1/wallet', { config: { access: 'shared' }, schema: GET }, async (request) =>
    toBody(await withBalance(walletOf(request)), request),
  )
  app.post(
    '/api/v1/wallet',
    { config: { access: 'user', bodyOptional: true }, schema: OPEN },
    async (request, reply) => {
      const body = request.body as { name?: string } | undefined
      const wallet = prepareWallet(vault, userIdOf(request), body?.name ?? walletNameFor(request), unixSeconds(clock))
      await db.transact(openWallet, wallet)
      reply.code(201)
      return toBody(await reread(wallet.id), request)
    },
  )
  app.put('/api/v1/wallet', { config: { access: 'admin-key' }, schema: CHANGE }, async (request) => {
    const { id } = walletOf(request)
    const { currency, ...change } = request.body
    const code = typeof currency === 'string' ? readCurrency(rates, currency) : currency
    await db.transact(changeWallet, { walletId: id, change: { ...change, currency: code } })
    return toBody(await reread(id), request)
  })
  app.put(
    '/api/v1/wallet/reset',
    { config: { access: 'admin-key', grantsAccess: true, bodyOptional: true }, schema: RESET },
    async (request) => {
      const { id } = walletOf(request)
      const kept = (request.body as { keep?: readonly KeptWithNewKeys[] } | undefined)?.keep ?? []
      await db.transact(resetKeys, { walletId: id, keys: newSealedKeys(vault), kept, shown: shownBy(request) })
      return toBody(await reread(id), request)
    },
  )
  app.get('/api/v1/wallet/keys', { config: { access: 'shared', stepUp: true }, schema: KEYS }, async (request) => {
    const { adminkey, inkey } = keysFor(walletOf(request), request.principal)
    return { adminkey, inkey }
  })
  app.get('/api/v1/wallets', { config: { access: 'user', oneWallet: true }, schema: LIST }, (request) =>
    listAll(request),
  )
  app.put('/api/v1/wallets/order', { config: { access: 'user' }, schema: ORDER }, async (request) => {
    await db.transact(orderWallets, { userId: userIdOf(request), walletIds: [...new Set(request.body.wallet_ids)] })
    return listAll(request)
  })
  app.get('/api/v1/wallet/paginated', { config: { access: 'shared' }, schema: PAGINATED }, async (request) => {
    const { limit, offset, search } = request.query
    if (request.principal?.via !== 'token' || boundWalletOf(request.principal) !== undefined) {
      const own = await withBalance(walletOf(request))
      const matches = search === undefined || own.name.toLowerCase().includes(search.toLowerCase())
      return { data: matches && offset === 0 ? [toBody(own, request)] : [], total: matches ? 1 : 0 }
    }
    const page = { userId: userIdOf(request), shared: true, search, limit, offset }
    const { wallets, total } = await listWallets(db, vault, page)
    return { data: wallets.map((wallet) => toBody(wallet, request)), total }
  })
}

function readCurrency(rates: Pick<Rates, 'codeOf'>, name: string): string {
  const code = rates.codeOf(name)
  if (code !== undefined) return code
  throw invalid({
    type: 'value_error',
    loc: ['body', 'currency'],
    msg: 'not one of GET /api/v1/currencies',
    input: name,
  })
}

const MAX_LISTED = 10_000

const toBody = (wallet: Wallet, { principal }: FastifyRequest) => toWalletBody(wallet, principal)

const WALLET = schemaRef(WalletBody, 'The wallet.')
// Letters, digits, anything people write; no control characters, no half characters.
const Name = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$',
  description: 'Name, 1 to 64 characters.',
  examples: ['Shop'],
})
const WhichWallet = Type.Object({
  wallet_id: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'With an access token: id of one of your wallets, or of those shared with you; absent = your oldest.',
    }),
  ),
})

const GET = {
  operationId: 'getWallet',
  tags: ['wallets'],
  summary: 'Read the wallet and its balance',
  description: 'The wallet of the key; with an access token, your oldest one. `balance` is in millisatoshis.',
  querystring: WhichWallet,
  response: { 200: WALLET },
} as const

const OPEN = {
  operationId: 'createWallet',
  tags: ['wallets'],
  summary: 'Create a wallet',
  description: 'A new, empty wallet with its own keys.',
  body: Type.Object({ name: Type.Optional(Name) }),
  response: { 201: schemaRef(WalletBody, 'The new wallet.') },
} as const

const choice = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Optional(
    Type.Union([Type.Unsafe<T[number]>({ type: 'string', enum: [...values] }), Type.Null()], { description }),
  )

const CHANGE = {
  operationId: 'renameWallet',
  tags: ['wallets'],
  summary: 'Change the name or appearance of the wallet',
  description: 'Requires the admin key, or an access token. Omitted fields keep their values; null resets one.',
  querystring: WhichWallet,
  body: Type.Object(
    {
      name: Type.Optional(Name),
      icon: choice(WALLET_ICONS, 'Icon of the wallet.'),
      color: choice(WALLET_COLORS, 'Colour of the icon.'),
      currency: Type.Optional(
        Type.Union([Type.String({ minLength: 1, maxLength: 16, pattern: '^[^\\u0000]*$' }), Type.Null()], {
          description: 'Currency in which its balance is shown: one of `GET /api/v1/currencies`.',
        }),
      ),
    },
    { minProperties: 1 },
  ),
  response: { 200: WALLET },
} as const

const RESET = {
  operationId: 'resetWalletKeys',
  tags: ['wallets'],
  summary: 'Replace the keys of the wallet',
  description: `Replaces both keys, and revokes what a holder of the old admin key could have created. ${tellWhatEnds('new-wallet-keys')} Extensions whose automatic payouts end (splits, schedules, forwards) keep their items, and the owner may allow them to spend again.`,
  querystring: WhichWallet,
  body: Type.Object({
    keep: Type.Optional(
      Type.Array(Type.Unsafe<KeptWithNewKeys>({ type: 'string', enum: [...KEPT_WITH_NEW_KEYS] }), {
        maxItems: KEPT_WITH_NEW_KEYS.length,
        description: 'Kinds of access to keep, because you created them yourself.',
      }),
    ),
  }),
  response: { 200: WALLET },
} as const

const KEYS = {
  operationId: 'getWalletKeys',
  tags: ['wallets'],
  summary: 'Read the keys of the wallet',
  description:
    'For a session of the web app, which gets no keys from other routes. It needs a step-up within the last 5 minutes: else 401 with `step_up`. A guest gets the keys of the share. The admin key is empty for callers with the invoice key, both are empty for an ACL token.',
  querystring: WhichWallet,
  response: { 200: schemaRef(WalletKeys, 'Keys: keep them secret.') },
} as const

const ORDER = {
  operationId: 'orderWallets',
  tags: ['wallets'],
  summary: 'Set the order of your wallets',
  description:
    'Lists begin with these wallets in this order; your other wallets follow, oldest first. An empty list removes the order. 404 if one is not yours.',
  body: Type.Object({
    wallet_ids: Type.Array(Type.String({ maxLength: 64, pattern: '^[^\\u0000]*$', 'x-lower-case': true }), {
      maxItems: 1000,
      description: 'Ids of your wallets.',
    }),
  }),
  response: { 200: Type.Array(schemaRef(WalletBody), { description: 'Your wallets after the change.' }) },
} as const

const LIST = {
  operationId: 'listWallets',
  tags: ['wallets'],
  summary: 'List all your wallets',
  description: 'In your order, else oldest first, with their keys; then those shared with you.',
  response: { 200: Type.Array(schemaRef(WalletBody), { description: 'Your wallets, and those shared with you.' }) },
} as const

const PAGINATED = {
  operationId: 'listWalletsPaginated',
  tags: ['wallets'],
  summary: 'List your wallets by page',
  description: 'In your order, else oldest first, then those shared with you. With a wallet key: that wallet only.',
  querystring: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Page size, 1 to 100.' }),
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0, description: 'Number of entries to skip.' }),
    search: Type.Optional(
      Type.String({ maxLength: 64, pattern: '^[^\\u0000]*$', description: 'Part of the name; not case-sensitive.' }),
    ),
    wallet_id: Type.Optional(Type.String({ maxLength: 64, description: 'Ignored.' })),
  }),
  response: { 200: schemaRef(WalletPage, 'One page.') },
} as const
