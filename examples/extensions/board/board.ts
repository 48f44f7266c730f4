import { defineExtension } from '@satchel/extension-sdk/extension'
import type { Block } from '@satchel/extension-sdk/page'
import { reject } from '@satchel/extension-sdk/rejection'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Shape } from '@satchel/extension-sdk/shape'
import { amountText, fixed } from '@satchel/extension-sdk/text'

const FIELDS = {
  title: { type: 'text', max: 100, doc: 'The cause.', show: 'public' },
  text: { type: 'text', max: 2000, doc: 'Why people should give.', default: '', show: 'public' },
  goal: { type: 'sat', min: 1, doc: 'How many satoshis are needed.', show: 'public' },
  given: { type: 'sat', doc: 'How many satoshis were given.', by: 'server', default: 0, show: 'public' },
  page: { type: 'url', doc: 'The address of its page.', by: 'server', optional: true },
} as const satisfies Shape

const TABLES = {
  gifts: {
    item: { type: 'text', max: 64, doc: 'The cause.', index: true },
    sats: { type: 'sat', doc: 'How much was given.' },
    name: { type: 'text', max: 50, doc: 'The name of the giver.' },
  },
} as const satisfies Record<string, Shape>

const { route } = routeBuilders<typeof FIELDS, typeof TABLES>()

/**
 * A page with progress, a form, and the last gifts. The host renders the blocks, and translates what is `fixed`. Each gift
 * updates the pages that are open.
 */
export const BOARD = defineExtension({
  manifest: {
    id: 'board',
    name: 'Board',
    version: '0.1.0',
    short_description: 'A page that collects for a cause.',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'Creates invoices over gifts.' },
      { id: 'page', reason: 'Shows the cause.' },
      { id: 'ws', reason: 'Tells open pages of each gift.' },
    ],
  },
  noun: 'cause',
  resource: FIELDS,
  tables: TABLES,
  derive: (cause, ctx) => ({ page: ctx.url(`/p/${cause.id}`) }),
  beforeCreate: async (draft) => ({ ...draft, given: 0 }),
  async onPaymentSettled({ itemId, sat, data }, ctx) {
    const cause = itemId === undefined ? null : await ctx.items.get(itemId)
    if (cause === null) return
    const { name } = data as { name: string }
    await ctx.table('gifts').insert({ item: cause.id, sats: sat, name }, cause.wallet)
    await ctx.items.update(cause.id, { given: cause.given + sat })
    await ctx.notify.push(cause.id, { sats: sat, name })
  },
  sockets: {
    '/ws/:id': { open: async ({ params }, ctx) => (await ctx.items.get(params.id))?.id ?? null },
  },
  translations: {
    de: {
      Give: 'Spenden',
      'Thank you!': 'Danke!',
      'Your name': 'Dein Name',
      '{given} of {goal}': '{given} von {goal}',
    },
  },
  routes: {
    'POST /public/:id/gifts': route({
      access: 'public',
      summary: 'Give',
      status: 201,
      body: {
        sats: { type: 'sat', min: 1, max: 1_000_000, doc: 'How much.' },
        name: { type: 'text', max: 50, doc: 'Shown on the page.', default: '' },
      },
      reply: { payment_request: { type: 'text', max: 4096, doc: 'The invoice (BOLT 11).' } },
      async handle({ params, body }, ctx) {
        const cause = await ctx.items.get(params.id)
        if (cause === null) throw reject('Not found.', 404)
        const { sats: sat, name } = body
        const options = { sat, memo: cause.title, itemId: cause.id, data: { name } }
        const { paymentHash, paymentRequest } = await ctx.wallets.createInvoice(cause.wallet, options)
        return { json: { payment_hash: paymentHash, payment_request: paymentRequest } }
      },
    }),
    'GET /p/:id': {
      access: 'public',
      summary: 'The page of a cause',
      async handle({ params }, ctx) {
        const cause = await ctx.items.get(params.id)
        if (cause === null) throw reject('Not found.', 404)
        const gifts = await ctx.table('gifts').find({ where: { item: cause.id }, limit: 10 })
        return { page: { title: cause.title, channel: cause.id, blocks: [...about(cause), form(cause), list(gifts)] } }
      },
    },
  },
})

const about = ({ text, given, goal }: Item<typeof FIELDS>): Block[] => [
  { kind: 'text', text },
  {
    kind: 'progress',
    value: Math.min(given, goal),
    of: goal,
    text: fixed('{given} of {goal}', { given: amountText(given), goal: amountText(goal) }),
  },
]

const form = ({ id, given, goal }: Item<typeof FIELDS>): Block => ({
  kind: 'form',
  action: `/public/${id}/gifts`,
  submit: fixed('Give'),
  fields: [
    {
      name: 'sats',
      label: 'sat',
      type: 'number',
      min: 1,
      required: true,
      value: '1000',
      suggestions: [100, 1000, 10_000],
    },
    { name: 'name', label: fixed('Your name'), type: 'text', maxLength: 50 },
  ],
  // Without the form, a giver with an unpaid invoice would not find it again.
  closed: given < goal ? undefined : fixed('Thank you!'),
  paid: { text: fixed('Thank you!') },
})

const list = (gifts: readonly Item<(typeof TABLES)['gifts']>[]): Block => ({
  kind: 'list',
  items: gifts.map(({ name, sats }) => ({ title: name === '' ? '–' : name, note: amountText(sats) })),
})
