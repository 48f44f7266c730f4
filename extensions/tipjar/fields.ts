import { BRAND_FIELDS } from '@satchel/extension-sdk/brand-fields'
import type { Ctx } from '@satchel/extension-sdk/context'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Shape } from '@satchel/extension-sdk/shape'

/** The fields of a tip jar. */
export const FIELDS = {
  name: { type: 'text', min: 1, max: 64, doc: 'Name of the recipient: title of the page.', show: 'public' },
  description: { type: 'text', as: 'lines', max: 500, optional: true, doc: 'Text for visitors.', show: 'public' },
  min_amount: { type: 'sat', min: 1, default: 1, doc: 'Smallest tip, satoshis.', show: 'public' },
  max_amount: {
    type: 'sat',
    min: 1,
    max: 100_000_000,
    default: 100_000_000,
    doc: 'Largest tip, satoshis.',
    show: 'public',
  },
  suggested: {
    type: 'list',
    of: { scalar: 'int', as: 'sat', min: 1, max: 100_000_000 },
    maxItems: 6,
    optional: true,
    doc: 'Suggested amounts, satoshis.',
    show: 'public',
  },
  show_messages: { type: 'bool', default: true, doc: 'True: names and messages are public.', show: 'public' },
  webhook_url: { type: 'url', optional: true, doc: 'Webhook URL, called for each tip (`POST`).' },
  onchain: {
    type: 'text',
    as: 'watchonly',
    min: 1,
    max: 64,
    optional: true,
    doc: 'Id of a watch-only wallet of yours (`watchonly`): tips may also come on-chain, each to its own address.',
  },
  onchain_limit: { type: 'sat', default: 0, doc: 'Smallest on-chain tip, satoshis.', show: 'public' },
  tip_count: { type: 'int', by: 'server', default: 0, doc: 'Number of tips.' },
  tip_total: { type: 'sat', by: 'server', default: 0, doc: 'Total of the tips, satoshis.' },
  ...BRAND_FIELDS,
} as const satisfies Shape

/** Received tips; unpaid ones are not stored. */
export const TIPS = {
  item: { type: 'text', max: 64, index: true, doc: 'Id of the jar.' },
  payment_hash: { type: 'text', max: 64, unique: 'instance', doc: 'Payment hash.' },
  name: { type: 'text', max: 64, doc: 'Name of the sender.' },
  message: { type: 'text', max: 300, doc: 'Message.' },
  sats: { type: 'sat', doc: 'Amount, satoshis.' },
  time: { type: 'int', doc: 'Time of the tip, Unix seconds.' },
  hidden: { type: 'bool', default: false, doc: 'True: hidden from visitors.' },
} as const satisfies Shape

/** On-chain tips, while they are watched and after. */
export const CHAIN_TIPS = {
  item: { type: 'text', max: 64, index: true, doc: 'Id of the jar.' },
  open: { type: 'text', max: 64, optional: true, index: true, doc: 'Id of the jar, until a transaction is confirmed.' },
  name: { type: 'text', max: 64, doc: 'Name of the sender.' },
  message: { type: 'text', max: 300, doc: 'Message.' },
  sats: { type: 'sat', doc: 'Amount announced, satoshis.' },
  address: { type: 'text', max: 100, doc: 'On-chain address.' },
  until: { type: 'int', doc: 'How long the address is watched, Unix seconds.' },
  got: { type: 'sat', doc: 'Confirmed amount, satoshis.' },
  seen: { type: 'sat', doc: 'Confirmed and unconfirmed amount, satoshis.' },
  tip: { type: 'text', max: 64, optional: true, doc: 'Id of the tip, once it is recorded.' },
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
