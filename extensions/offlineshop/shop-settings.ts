import type { Json } from '@satchel/extension-sdk/context'
import type { Route } from '@satchel/extension-sdk/extension'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { DEFAULT_WORDS } from './default-words.ts'
import { type FIELDS, METHODS, type Shop, type ShopCtx, WORDS } from './fields.ts'
import { totpUri } from './totp.ts'

type ShopRoute = Route<typeof FIELDS, ShopCtx>

export const wordsOf = (shop: Pick<Shop, 'words'>): readonly string[] => shop.words ?? DEFAULT_WORDS

export async function findShop(ctx: ShopCtx, wallet: WalletHandle): Promise<Shop | undefined> {
  const [shop] = await ctx.table('shops').find({ where: { shop: 'shop' }, wallet, limit: 1 })
  return shop
}

/** That of the wallet, made now if need be. */
export const requireShop = async (ctx: ShopCtx, wallet: WalletHandle): Promise<Shop> =>
  (await findShop(ctx, wallet)) ?? ctx.table('shops').insert({ shop: 'shop', method: 'wordlist', next: 0 }, wallet)

const METHOD = { type: 'text', max: 8, oneOf: METHODS, doc: 'wordlist, totp or none.' } as const

const SETTINGS = {
  method: METHOD,
  wordlist: { ...WORDS, optional: true },
  totp_uri: {
    type: 'text',
    max: 300,
    doc: 'For an authenticator app: shown once, when it is made.',
    optional: true,
  },
} as const

export const SETTINGS_ROUTES = {
  'GET /api/v1/shop/settings': {
    access: 'invoice',
    summary: 'How sales are confirmed',
    description: 'One setting for all products of the wallet. The words only with the admin key.',
    reply: SETTINGS,
    async handle({ wallet, viewer }, ctx) {
      const shop = await findShop(ctx, wallet)
      const method = shop?.method ?? 'wordlist'
      return { json: { method, ...(viewer === 'admin' && { wordlist: wordsOf(shop ?? {}) }) } }
    },
  },
  'PUT /api/v1/shop/settings': {
    access: 'admin',
    summary: 'Change how sales are confirmed',
    description: 'What is not given stays as it is. A new list of words begins with its first.',
    body: {
      method: { ...METHOD, optional: true },
      wordlist: { ...WORDS, optional: true },
      reset: { type: 'bool', doc: 'A new secret for the codes: the old app is of no use any more.', optional: true },
    },
    reply: SETTINGS,
    handle: async ({ wallet, body }, ctx) => ({ json: await changeSettings(ctx, wallet, body) }),
  },
} as const satisfies Readonly<Record<string, ShopRoute>>

interface Change {
  readonly method?: string
  readonly wordlist?: readonly string[]
  readonly reset?: boolean
}

async function changeSettings(ctx: ShopCtx, wallet: WalletHandle, change: Change): Promise<Json> {
  const shop = await requireShop(ctx, wallet)
  const method = change.method ?? shop.method
  const isNew = method === 'totp' && (shop.totp_secret === undefined || change.reset === true)
  const secret = isNew ? ctx.randomId(20) : shop.totp_secret
  const now = await ctx.table('shops').update(shop.id, {
    method,
    totp_secret: secret,
    ...(change.wordlist !== undefined && { words: [...change.wordlist], next: 0 }),
  })
  const uri = isNew && secret !== undefined ? { totp_uri: totpUri(secret, 'Offline shop') } : {}
  return { method, wordlist: wordsOf(now), ...uri }
}
