import type { Json } from '@satchel/extension-sdk/context'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { METHODS, route, routes, type Shop, type ShopCtx, WORDS } from './fields.ts'
import { totpUri } from './totp.ts'

/** The default order, for shops from before each had its own list. */
export const wordsOf = (shop: Pick<Shop, 'words'>): readonly string[] => shop.words ?? DEFAULT_WORDS

export async function findShop(ctx: ShopCtx, wallet: WalletHandle): Promise<Shop | undefined> {
  const [shop] = await ctx.table('shops').find({ where: { shop: 'shop' }, wallet, limit: 1 })
  return shop
}

/**
 * The wallet's settings, created if needed, with words in a random order. Wallets with older products keep the default
 * order that they have printed.
 */
export async function requireShop(ctx: ShopCtx, wallet: WalletHandle): Promise<Shop> {
  const shop = await findShop(ctx, wallet)
  if (shop !== undefined) return shop
  const isOlder = (await ctx.items.find({ wallet, limit: 1 })).length > 0
  const row = { shop: 'shop', method: 'wordlist', next: 0, words: isOlder ? undefined : shuffle(ctx, DEFAULT_WORDS) }
  return ctx.table('shops').insert(row, wallet)
}

/** Each word gets a random key, and they are sorted by it. */
const shuffle = (ctx: ShopCtx, words: readonly string[]): string[] =>
  words
    .map((word) => ({ word, key: ctx.randomId() }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ word }) => word)

const METHOD = {
  type: 'text',
  max: 8,
  oneOf: METHODS,
  doc: 'Confirmation of sales: `wordlist`, `totp` or `none`.',
} as const

const SETTINGS = {
  method: METHOD,
  wordlist: { ...WORDS, optional: true },
  totp_uri: {
    type: 'text',
    max: 300,
    doc: 'URI for an authenticator app, with the secret; shown once, when it is generated.',
    optional: true,
  },
} as const

export const SETTINGS_ROUTES = routes({
  'GET /api/v1/shop/settings': {
    access: 'invoice',
    summary: 'Read how sales are confirmed',
    description: 'One setting for all products of the wallet. Words: admin key only.',
    reply: SETTINGS,
    async handle({ wallet, viewer }, ctx) {
      if (viewer !== 'admin') return { json: { method: (await findShop(ctx, wallet))?.method ?? 'wordlist' } }
      const shop = await requireShop(ctx, wallet)
      return { json: { method: shop.method, wordlist: wordsOf(shop) } }
    },
  },
  'PUT /api/v1/shop/settings': route({
    access: 'admin',
    summary: 'Change how sales are confirmed',
    description: 'Omitted fields keep their values. A new list starts with its first word.',
    body: {
      method: { ...METHOD, optional: true },
      wordlist: { ...WORDS, optional: true },
      reset: { type: 'bool', doc: 'True: generates a new secret; codes of the old one stop working.', optional: true },
    },
    reply: SETTINGS,
    handle: async ({ wallet, body }, ctx) => ({ json: await changeSettings(ctx, wallet, body) }),
  }),
})

interface Change {
  readonly method?: string | undefined
  readonly wordlist?: readonly string[] | undefined
  readonly reset?: boolean | undefined
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

/** Short, unlike one another, and easy to say. */
const DEFAULT_WORDS: readonly string[] = `
acorn amber anchor apple arrow autumn badger basket beacon birch biscuit blanket bottle bramble bridge bronze bucket
butter button cabin candle canyon carpet castle cedar cellar chalk cherry chimney cinnamon clover cobalt comet copper
coral cotton cradle crystal dagger daisy desert dolphin dragon eagle ember falcon feather fennel ferry fiddle forest
fountain galaxy garden ginger glacier granite guitar hammer harbour harvest hazel helmet honey horizon island ivory
jacket jasmine jungle kettle ladder lagoon lantern lemon lilac lobster magnet mango maple marble meadow melody mirror
mosaic mountain needle nutmeg oasis olive orchid otter oyster paddle panther parsley pebble pepper piano pigeon planet
plum pocket pumpkin quartz rabbit raven ribbon river rocket saddle saffron salmon satin shadow shelter silver sparrow
spiral spruce summer sunset teapot thistle thunder timber tunnel turtle umbrella valley velvet violin walnut whistle
willow window winter zebra
`
  .trim()
  .split(/\s+/)
