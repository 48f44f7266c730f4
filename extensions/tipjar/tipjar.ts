import type { Settled } from '@satchel/extension-sdk/context'
import { defineExtension, type RouteRequest } from '@satchel/extension-sdk/extension'
import { lnurlPayRoutes } from '@satchel/extension-sdk/lnurl-pay-routes'
import { refuse } from '@satchel/extension-sdk/refusal'
import type { Row, Shape } from '@satchel/extension-sdk/shape'
import { FIELDS, type Jar, type JarCtx, listShownTips, LONGEST_MESSAGE, NOBODY, type Tip, TIPS } from './fields.ts'
import { invoicePage, overlayPage, tipPage } from './page.ts'

/** What is kept with an invoice until it is paid. */
interface TipNote {
  readonly name: string
  readonly message: string
}

type Visit = RouteRequest<typeof FIELDS>

function check(draft: Row<typeof FIELDS>): Row<typeof FIELDS> {
  const { min_amount, max_amount, suggested = [] } = draft
  if (max_amount < min_amount) throw refuse('body.max_amount: must be at least `min_amount`.', 422)
  if (suggested.some((sats) => sats < min_amount || sats > max_amount)) {
    throw refuse('body.suggested: must lie between `min_amount` and `max_amount`.', 422)
  }
  return draft
}

async function requireJar({ params }: Visit, ctx: JarCtx): Promise<Jar> {
  const jar = await ctx.items.get(params['id'] ?? '')
  if (jar === null) throw refuse('There is no such tip jar.', 404)
  return jar
}

/** What a visitor gives: as much as the jar takes. */
async function orderTip(jar: Jar, tip: { readonly sats: number } & TipNote, ctx: JarCtx) {
  const { sats, name, message } = tip
  if (sats < jar.min_amount || sats > jar.max_amount) {
    throw refuse(`body.sats: must be from ${jar.min_amount} to ${jar.max_amount}.`, 422)
  }
  const data = { name, message }
  return ctx.wallets.createInvoice(jar.wallet, { sat: sats, memo: memoOf(jar, data), itemId: jar.id, data })
}

const memoOf = ({ name }: Jar, note: TipNote): string =>
  note.message === '' ? `Tip for ${name}` : `Tip for ${name}: ${note.message}`

const TIP: Shape = {
  sats: { type: 'sat', min: 1, max: 100_000_000, doc: 'How much, in satoshis.' },
  name: { type: 'text', max: 64, optional: true, doc: `Whose it is; default ${NOBODY}.` },
  message: { type: 'text', max: LONGEST_MESSAGE, optional: true, doc: 'What is said with it.' },
}

const readTip = (given: Readonly<Record<string, unknown>>): { readonly sats: number } & TipNote => {
  const [name, message] = [given['name'], given['message']].map((text) => (typeof text === 'string' ? text.trim() : ''))
  return { sats: Number(given['sats']), name: name || NOBODY, message: message ?? '' }
}

/** An invoice of this jar. */
async function requireInvoice(request: Visit, ctx: JarCtx) {
  const invoice = await ctx.wallets.invoice(request.params['payment_hash'] ?? '')
  if (invoice === null || invoice.itemId !== request.params['id']) throw refuse('There is no such tip.', 404)
  return invoice
}

const toJson = ({ id, name, message, sats, time, hidden }: Tip) => ({ id, name, message, sats, time, hidden })
const toPublicJson = ({ name, message, sats, time }: Tip) => ({ name, message, sats, time })

const PUBLIC_TIP: Shape = {
  name: { type: 'text', max: 64, doc: 'Whose it is.' },
  message: { type: 'text', max: LONGEST_MESSAGE, doc: 'What was said: plain text, never markup.' },
  sats: { type: 'sat', doc: 'How much, in satoshis.' },
  time: { type: 'int', doc: 'When it arrived: Unix seconds.' },
}
const TIP_REPLY: Shape = {
  id: { type: 'text', max: 64, doc: 'Identifies it.' },
  ...PUBLIC_TIP,
  hidden: { type: 'bool', doc: 'Not shown to visitors.' },
}

/** One settlement is one tip. */
async function takeTip(payment: Settled, ctx: JarCtx): Promise<void> {
  const jar = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
  if (jar === null) return
  const { name = NOBODY, message = '' } = (payment.data ?? {}) as Partial<TipNote>
  const { paymentHash, sat: sats, at: time } = payment
  const tip = { item: jar.id, payment_hash: paymentHash, name, message, sats, time, hidden: false }
  const { id } = await ctx.table('tips').insert(tip, jar.wallet)
  await ctx.items.update(jar.id, { tip_count: jar.tip_count + 1, tip_total: jar.tip_total + sats })
  await ctx.notify.push(jar.id, jar.show_messages ? { id, name, message, sats, time } : { id, sats, time })
  if (jar.webhook_url === undefined) return
  const news = { id, tipjar: jar.id, payment_hash: paymentHash, name, message, sats, time }
  await ctx.notify.webhook(jar.webhook_url, news, { wallet: jar.wallet })
}

/** A page to leave tips and a word on, for streams as well. */
export const TIPJAR = defineExtension({
  manifest: {
    id: 'tipjar',
    name: 'Tip jar',
    version: '1.0.0',
    short_description: 'A page for tips with a name and a message, and an overlay for streams.',
    icon: 'heart',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'Makes the invoices of tips.' },
      { id: 'page', reason: 'Shows a page for tips, and an overlay for streams.' },
      { id: 'ws', reason: 'Tells the page and the overlay of every tip.' },
    ],
  },
  noun: 'tip jar',
  resource: FIELDS,
  tables: { tips: TIPS },
  beforeCreate: async (draft) => ({ ...check(draft), tip_count: 0, tip_total: 0 }),
  beforeUpdate: async (_old, next) => check(next),
  onPaymentSettled: takeTip,
  routes: {
    'GET /public/:id': {
      access: 'public',
      summary: 'A tip jar, as visitors see it',
      description: 'With its newest 20 tips, unless it does not show them.',
      reply: {
        id: { type: 'text', max: 64, doc: 'Identifies it.' },
        name: FIELDS.name,
        description: FIELDS.description,
        min_amount: FIELDS.min_amount,
        max_amount: FIELDS.max_amount,
        suggested: FIELDS.suggested,
        messages: { type: 'list', of: PUBLIC_TIP, maxItems: 20, doc: 'The newest tips.' },
      },
      async handle(request, ctx) {
        const jar = await requireJar(request, ctx)
        const { id, name, description, min_amount, max_amount, suggested = [] } = jar
        const messages = (await listShownTips(jar, ctx)).map(toPublicJson)
        return { json: { id, name, description: description ?? '', min_amount, max_amount, suggested, messages } }
      },
    },
    'POST /public/:id/tips': {
      access: 'public',
      summary: 'Leave a tip',
      description: 'Answers an invoice; the tip is there when it is paid.',
      body: TIP,
      status: 201,
      reply: {
        payment_hash: { type: 'text', max: 64, doc: 'To ask for its state with.' },
        payment_request: { type: 'text', max: 4000, doc: 'The invoice (BOLT 11).' },
        expires_at: { type: 'text', max: 30, doc: 'Until when it can be paid: ISO 8601.' },
      },
      async handle(request, ctx) {
        const { paymentHash, paymentRequest, expiresAt } = await orderTip(
          await requireJar(request, ctx),
          readTip(request.body),
          ctx,
        )
        return { json: { payment_hash: paymentHash, payment_request: paymentRequest, expires_at: expiresAt } }
      },
    },
    'GET /public/:id/tips/:payment_hash': {
      access: 'public',
      summary: 'Whether a tip has arrived',
      reply: {
        paid: { type: 'bool', doc: 'It has arrived.' },
        expired: { type: 'bool', doc: 'It can no longer be paid.' },
        expires_at: { type: 'text', max: 30, doc: 'Until when it can be paid: ISO 8601.' },
      },
      async handle(request, ctx) {
        const { status, expiresAt } = await requireInvoice(request, ctx)
        return { json: { paid: status === 'paid', expired: status === 'expired', expires_at: expiresAt } }
      },
    },
    'GET /public/:id/plain': {
      access: 'public',
      summary: 'Leave a tip without JavaScript',
      description: 'What the form of the page does then; leads to the page of an invoice.',
      query: TIP,
      replyIs: 'text',
      async handle(request, ctx) {
        const jar = await requireJar(request, ctx)
        const { paymentHash } = await orderTip(jar, readTip(request.query), ctx)
        return { redirect: ctx.url(`/p/${jar.id}/${paymentHash}`) }
      },
    },
    'GET /p/:id': {
      access: 'public',
      summary: 'The page of a tip jar',
      async handle(request, ctx) {
        const jar = await requireJar(request, ctx)
        return { page: tipPage(jar, await listShownTips(jar, ctx)) }
      },
    },
    'GET /p/:id/:payment_hash': {
      access: 'public',
      summary: 'The page of one tip’s invoice',
      async handle(request, ctx) {
        const [jar, invoice] = [await requireJar(request, ctx), await requireInvoice(request, ctx)]
        return { page: invoicePage(jar, invoice, `/public/${jar.id}/tips/${invoice.paymentHash}`) }
      },
    },
    'GET /overlay/:id': {
      access: 'public',
      summary: 'The newest tips, for streaming software',
      description: 'A page without a background that changes with every tip.',
      replyIs: 'text',
      async handle(request, ctx) {
        const jar = await requireJar(request, ctx)
        return { page: overlayPage(jar, await listShownTips(jar, ctx)) }
      },
    },
    ...lnurlPayRoutes<typeof FIELDS, JarCtx>({
      path: '/lnurl/:id',
      summary: 'A tip jar as LNURL',
      async find({ params }, ctx) {
        const jar = await ctx.items.get(params['id'] ?? '')
        if (jar === null) return null
        const [leastMsat, mostMsat] = [jar.min_amount * 1000, jar.max_amount * 1000]
        return { leastMsat, mostMsat, metadata: { text: `Tip for ${jar.name}` }, commentAllowed: LONGEST_MESSAGE }
      },
      async order({ comment }, request, ctx) {
        const jar = await requireJar(request, ctx)
        const data = { name: NOBODY, message: comment.trim() }
        return { wallet: jar.wallet, itemId: jar.id, memo: memoOf(jar, data), data }
      },
    }),
    'GET /api/v1/:id/tips': {
      access: 'invoice',
      summary: 'The tips of a jar',
      description: 'Newest first, hidden ones included.',
      query: {
        limit: { type: 'int', min: 1, max: 100, default: 20, doc: 'Page size, 1 to 100.' },
        offset: { type: 'int', min: 0, max: 1_000_000, default: 0, doc: 'How many to skip.' },
      },
      replyIs: 'list',
      reply: TIP_REPLY,
      async handle({ item, query }, ctx) {
        const { limit = 20, offset = 0 } = query as { limit?: number; offset?: number }
        const tips = ctx.table('tips')
        const where = { item: item.id }
        const headers = { 'X-Total-Count': String(await tips.count({ where })) }
        return { json: (await tips.find({ where, limit, offset })).map(toJson), headers }
      },
    },
    'PUT /api/v1/:id/tips/:tip': {
      access: 'admin',
      summary: 'Hide a tip, or show it again',
      body: { hidden: { type: 'bool', doc: 'Not shown to visitors.' } },
      reply: TIP_REPLY,
      async handle({ item, params, body }, ctx) {
        const tips = ctx.table('tips')
        const tip = await tips.get(params['tip'] ?? '')
        if (tip === null || tip.item !== item.id) throw refuse('Tip not found.', 404)
        return { json: toJson(await tips.update(tip.id, { hidden: body['hidden'] === true })) }
      },
    },
  },
  sockets: {
    '/ws/:id': { open: async (request, ctx) => (await ctx.items.get(request.params['id'] ?? ''))?.id ?? null },
  },
})
