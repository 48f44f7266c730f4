import { defineExtension } from '@satchel/extension-sdk/extension'
import { reject } from '@satchel/extension-sdk/rejection'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Shape } from '@satchel/extension-sdk/shape'

const FIELDS = {
  name: { type: 'text', max: 20, doc: 'Its name.', show: 'public' },
  label: { type: 'text', max: 20, doc: 'A label to filter by.', default: 'plain', index: true },
  code: {
    type: 'text',
    max: 20,
    doc: 'Unlike all others.',
    optional: true,
    unique: 'instance',
    taken: 'That code is taken.',
  },
  most: { type: 'sat', doc: 'What it may pay out.', min: 1, default: 1000 },
  price: { type: 'money', doc: 'What a filling costs.', default: 10 },
  currency: { type: 'currency', doc: 'Of the price.', default: 'sat' },
  hook: { type: 'url', doc: 'Receives every filling.', optional: true },
  other: { type: 'walletRef', doc: 'Where emptied sats go.', optional: true },
  pin: { type: 'text', max: 10, doc: 'A secret.', optional: true, show: 'admin', atRest: 'sealed' },
  kind: { type: 'text', max: 10, doc: 'What it is made of.', default: 'glass', fixed: true },
  parts: {
    type: 'list',
    maxItems: 3,
    doc: 'What is in it.',
    optional: true,
    of: { title: { type: 'text', max: 10, doc: 'A part.' }, sats: { type: 'sat', min: 1, doc: 'Its worth.' } },
  },
  token: { type: 'text', max: 64, doc: 'Opens the jar.', by: 'server', show: 'once', optional: true, index: true },
  filled: { type: 'sat', doc: 'What has come in.', by: 'server', default: 0 },
  fillings: { type: 'int', doc: 'How often.', by: 'server', default: 0 },
  emptied: { type: 'sat', doc: 'What has left.', by: 'server', default: 0 },
  lost: { type: 'int', doc: 'Payouts that failed.', by: 'server', default: 0 },
  hours: { type: 'int', doc: 'Hours it has seen.', by: 'server', default: 0 },
  link: { type: 'text', max: 200, doc: 'Its page.', by: 'server', optional: true },
} as const satisfies Shape

const TABLES = {
  coins: {
    item: { type: 'text', max: 64, doc: 'The jar.', index: true },
    sats: { type: 'sat', doc: 'How much.' },
    slot: {
      type: 'text',
      max: 100,
      doc: 'Once only.',
      optional: true,
      unique: 'instance',
      taken: 'The slot is full.',
    },
  },
} as const satisfies Record<string, Shape>

const { route } = routeBuilders<typeof FIELDS, typeof TABLES>()

/** A small extension that uses everything the host offers, for the host's own tests. */
export const JAR = defineExtension({
  manifest: {
    id: 'jar',
    name: 'Jar',
    version: '1.0.0',
    short_description: 'A jar that fills and is emptied.',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'fills the jar' },
      { id: 'spend', reason: 'empties the jar', to: 'any' },
      { id: 'schedule', reason: 'counts the hours' },
      { id: 'ws', reason: 'tells what came' },
      { id: 'payments.read', reason: 'shows the balance' },
    ],
  },
  noun: 'jar',
  filters: ['label'],
  resource: FIELDS,
  tables: TABLES,
  derive: (item, ctx) => ({ link: ctx.url(`/p/${item.id}`) }),
  async beforeCreate(draft, ctx) {
    if (draft.name === 'forbidden') throw reject('Not that name.')
    return { ...draft, token: ctx.randomId(), filled: 0, fillings: 0, emptied: 0, lost: 0, hours: 0 }
  },
  spendCeiling: (item) => item.most - item.emptied,
  async onPaymentSettled(payment, ctx) {
    const jar = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
    if (jar === null) return
    await ctx.items.update(jar.id, { filled: jar.filled + payment.sat, fillings: jar.fillings + 1 })
    await ctx.table('coins').insert({ item: jar.id, sats: payment.sat }, jar.wallet)
    await ctx.notify.push(jar.id, { filled: payment.sat })
    if (jar.hook !== undefined)
      await ctx.notify.webhook(jar.hook, { jar: jar.id, sats: payment.sat }, { wallet: jar.wallet })
  },
  async onIntentResolved(intent, ctx) {
    const jar = await ctx.items.get(intent.itemId)
    if (jar === null) return
    if (intent.state === 'failed') {
      await ctx.items.update(jar.id, { emptied: jar.emptied - intent.sat, lost: jar.lost + 1 })
    }
  },
  sockets: {
    '/ws/:id': {
      open: async ({ params }, ctx) => (await ctx.items.get(params.id))?.id ?? null,
      message: async (text) => ({ heard: text }),
    },
  },
  jobs: {
    hourly: {
      cron: '0 * * * *',
      async run(ctx) {
        for (const jar of await ctx.items.find({})) await ctx.items.update(jar.id, { hours: jar.hours + 1 })
      },
    },
  },
  routes: {
    'POST /public/:id/fill': route({
      access: 'public',
      summary: 'Fill a jar',
      status: 201,
      body: { slot: { type: 'text', max: 50, doc: 'Once only.', optional: true } },
      async handle({ params, body }, ctx) {
        const jar = await ctx.items.get(params.id)
        if (jar === null) throw reject('There is no such jar.', 404)
        const { slot } = body
        if (slot !== undefined) await ctx.table('coins').insert({ item: jar.id, sats: 0, slot }, jar.wallet)
        const invoice = await ctx.wallets.createInvoice(jar.wallet, {
          money: [jar.price, jar.currency],
          memo: jar.name,
          itemId: jar.id,
        })
        return { json: { payment_hash: invoice.paymentHash, payment_request: invoice.paymentRequest } }
      },
    }),
    'GET /lnurl/:id': {
      access: 'lnurl',
      summary: 'As LNURL',
      async handle({ params }, ctx) {
        if ((await ctx.items.get(params.id)) === null) throw reject('There is no such jar.', 404)
        return { json: { tag: 'payRequest' } }
      },
    },
    'GET /p/:id': {
      access: 'public',
      summary: 'Its page',
      async handle({ params }, ctx) {
        const jar = await ctx.items.get(params.id)
        if (jar === null) throw reject('There is no such jar.', 404)
        return { page: { title: jar.name, blocks: [{ kind: 'text', text: jar.name }] } }
      },
    },
    'GET /api/v1/:id/coins': {
      access: 'invoice',
      summary: 'What came in',
      replyType: 'list',
      reply: { sats: { type: 'sat', doc: 'How much.' } },
      async handle({ item }, ctx) {
        const coins = await ctx.table('coins').find({ where: { item: item.id } })
        return { json: coins.map(({ sats }) => ({ sats })) }
      },
    },
    'POST /api/v1/:id/empty': route({
      access: 'admin',
      summary: 'Pay out',
      body: {
        bolt11: { type: 'text', max: 2000, doc: 'Whom to pay.', optional: true },
        target: { type: 'target', doc: 'Whom to pay.', optional: true },
        sats: { type: 'sat', doc: 'How much.', min: 1 },
        key: { type: 'text', max: 60, doc: 'One payout each.' },
      },
      async handle({ item, body }, ctx) {
        const { sats, key, bolt11, target } = body
        if ((await ctx.intent(key)) !== null) return { waitFor: key }
        await ctx.items.update(item.id, { emptied: item.emptied + sats })
        const to =
          bolt11 !== undefined ? { bolt11 } : target !== undefined ? { target } : { wallet: item.other ?? item.wallet }
        await ctx.pay({ from: item.wallet, to, sat: sats, key, purpose: 'empty', itemId: item.id })
        return { waitFor: key }
      },
      conclude: async (intent) => ({ json: { state: intent.state, fee_msat: intent.feeMsat ?? null } }),
    }),
  },
})
