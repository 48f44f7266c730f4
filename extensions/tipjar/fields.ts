import { BRAND_FIELDS } from '@satchel/extension-sdk/brand-fields'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Shape } from '@satchel/extension-sdk/shape'

/** The fields of a tip jar. */
export const FIELDS = {
  name: { type: 'text', min: 1, max: 64, doc: 'Whose jar it is: the title of its page.', show: 'public' },
  description: { type: 'text', as: 'lines', max: 500, optional: true, doc: 'What visitors read.', show: 'public' },
  min_amount: { type: 'sat', min: 1, default: 1, doc: 'The least that is taken, in satoshis.', show: 'public' },
  max_amount: {
    type: 'sat',
    min: 1,
    max: 100_000_000,
    default: 100_000_000,
    doc: 'The most that is taken, in satoshis.',
    show: 'public',
  },
  suggested: {
    type: 'list',
    of: { scalar: 'int', as: 'sat', min: 1, max: 100_000_000 },
    maxItems: 6,
    optional: true,
    doc: 'Amounts to choose from, in satoshis.',
    show: 'public',
  },
  show_messages: { type: 'bool', default: true, doc: 'Names and messages are shown to everybody.', show: 'public' },
  webhook_url: { type: 'url', optional: true, doc: 'Called with a POST for every tip.' },
  onchain: {
    type: 'text',
    as: 'watchonly',
    min: 1,
    max: 64,
    optional: true,
    doc: 'A watch-only wallet of yours (`watchonly`): tips may come on-chain, too, each to its own address.',
  },
  onchain_limit: { type: 'sat', default: 0, doc: 'From how much on they may, in satoshis.', show: 'public' },
  tip_count: { type: 'int', by: 'server', default: 0, doc: 'How many tips it has had.' },
  tip_total: { type: 'sat', by: 'server', default: 0, doc: 'What they are together, in satoshis.' },
  ...BRAND_FIELDS,
} as const satisfies Shape

/** Tips that have arrived; none is kept before. */
export const TIPS = {
  item: { type: 'text', max: 64, index: true, doc: 'The jar.' },
  payment_hash: { type: 'text', max: 64, unique: 'instance', doc: 'What paid it.' },
  name: { type: 'text', max: 64, doc: 'Whose it is.' },
  message: { type: 'text', max: 300, doc: 'What was said.' },
  sats: { type: 'sat', doc: 'How much.' },
  time: { type: 'int', doc: 'When: Unix seconds.' },
  hidden: { type: 'bool', default: false, doc: 'Not shown to visitors.' },
} as const satisfies Shape

/** Tips on-chain, while they are waited for and after. */
export const CHAIN_TIPS = {
  item: { type: 'text', max: 64, index: true, doc: 'The jar.' },
  open: { type: 'text', max: 64, optional: true, index: true, doc: 'The jar, until something is in a block.' },
  name: { type: 'text', max: 64, doc: 'Whose it is.' },
  message: { type: 'text', max: 300, doc: 'What was said.' },
  sats: { type: 'sat', doc: 'How much was promised.' },
  address: { type: 'text', max: 100, doc: 'Where to.' },
  until: { type: 'int', doc: 'How long it is waited for: Unix seconds.' },
  got: { type: 'sat', doc: 'What is in a block.' },
  seen: { type: 'sat', doc: 'The same with what is in none yet.' },
  tip: { type: 'text', max: 64, optional: true, doc: 'The tip, once it is one.' },
} as const satisfies Shape

export type ChainTip = Item<typeof CHAIN_TIPS>
export type Jar = Item<typeof FIELDS>
export type Tip = Item<typeof TIPS>
export type JarCtx = Ctx<typeof FIELDS, { readonly tips: typeof TIPS; readonly chain_tips: typeof CHAIN_TIPS }>
export const { route, routes, listRoute, lnurlPayRoutes } = routeBuilders<
  typeof FIELDS,
  { readonly tips: typeof TIPS; readonly chain_tips: typeof CHAIN_TIPS }
>()

export const MAX_MESSAGE_LENGTH = TIPS.message.max
export const ANONYMOUS = 'Anonymous'

const SHOWN = 20

/** The public list: the newest tips that are not hidden, if the jar shows them. */
export async function listShownTips(jar: Jar, ctx: JarCtx): Promise<Tip[]> {
  if (!jar.show_messages) return []
  const shown: Tip[] = []
  for (let offset = 0; shown.length < SHOWN; offset += 100) {
    const page = await ctx.table('tips').find({ where: { item: jar.id }, limit: 100, offset })
    shown.push(...page.filter(({ hidden }) => !hidden))
    if (page.length < 100) break
  }
  return shown.slice(0, SHOWN)
}
