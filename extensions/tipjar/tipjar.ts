import { defineExtension } from '@satchel/extension-sdk/extension'
import { requireWatchOnly, watchPermission } from '@satchel/extension-sdk/onchain-watch'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Row, Shape } from '@satchel/extension-sdk/shape'
import {
  ANONYMOUS,
  CHAIN_TIPS,
  FIELDS,
  type Jar,
  type JarCtx,
  listRoute,
  listShownTips,
  lnurlPayRoutes,
  MAX_MESSAGE_LENGTH,
  route,
  TIPS,
  type Tip,
} from './fields.ts'
import { ONCHAIN_ROUTES, takeChainTip } from './onchain-tips.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { invoicePage, overlayPage, tipPage } from './page.ts'
import { readTip, requireJar, TIP, type TipNote, takeTip } from './tips.ts'

function check({ min_amount, max_amount, suggested = [] }: Row<typeof FIELDS>): void {
  if (max_amount < min_amount) throw reject('body.max_amount: must be at least `min_amount`.', 422)
  if (suggested.some((sats) => sats < min_amount || sats > max_amount)) {
    throw reject('body.suggested: must lie between `min_amount` and `max_amount`.', 422)
  }
}

/** An invoice for a tip. */
async function orderTip(jar: Jar, given: Row<typeof TIP>, ctx: JarCtx) {
  const { sats, name, message } = readTip(jar, given)
  const data = { name, message }
  return ctx.wallets.createInvoice(jar.wallet, { sat: sats, memo: memoOf(jar, data), itemId: jar.id, data })
}

const memoOf = ({ name }: Jar, note: TipNote): string => (note.message === '' ? name : `${name}: ${note.message}`)

/** An invoice of this jar. */
async function requireInvoice(
  { params }: { readonly params: { readonly id: string; readonly payment_hash: string } },
  ctx: JarCtx,
) {
  const invoice = await ctx.wallets.invoice(params.payment_hash)
  if (invoice === null || invoice.itemId !== params.id) throw reject('There is no such tip.', 404)
  return invoice
}

const toJson = ({ id, name, message, sats, time, hidden }: Tip) => ({ id, name, message, sats, time, hidden })
const toPublicJson = ({ name, message, sats, time }: Tip) => ({ name, message, sats, time })

const PUBLIC_TIP: Shape = {
  name: { type: 'text', max: 64, doc: 'Name of the sender.' },
  message: { type: 'text', max: MAX_MESSAGE_LENGTH, doc: 'Message: plain text, never markup.' },
  sats: { type: 'sat', doc: 'Amount, satoshis.' },
  time: { type: 'int', doc: 'Time of the tip, Unix seconds.' },
}
const TIP_REPLY: Shape = {
  id: { type: 'text', max: 64, doc: 'Id of the tip.' },
  ...PUBLIC_TIP,
  hidden: { type: 'bool', doc: 'True: hidden from visitors.' },
}

/** A page to leave tips with a message, also for streams. */
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
      watchPermission(
        'Takes an address of your watch-only wallet for each tip on-chain, and hears what arrives there.',
      ),
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'tip jar',
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: { tips: TIPS, chain_tips: CHAIN_TIPS },
  async beforeCreate(draft, ctx, { wallet }) {
    check(draft)
    if (draft.onchain !== undefined) await requireWatchOnly(ctx, wallet, 'onchain', draft.onchain)
    return { ...draft, tip_count: 0, tip_total: 0 }
  },
  async beforeUpdate(old, next, ctx) {
    check(next)
    if (typeof next.onchain === 'string' && next.onchain !== old.onchain) {
      await requireWatchOnly(ctx, old.wallet, 'onchain', next.onchain)
    }
    return next
  },
  onPaymentSettled: takeTip,
  tasks: { deposit: takeChainTip },
  routes: {
    ...ONCHAIN_ROUTES,
    'GET /public/:id': {
      access: 'public',
      summary: 'Read the public part of a tip jar',
      description: 'With its newest 20 tips, unless they are not public.',
      reply: {
        id: { type: 'text', max: 64, doc: 'Id of the jar.' },
        name: FIELDS.name,
        description: FIELDS.description,
        min_amount: FIELDS.min_amount,
        max_amount: FIELDS.max_amount,
        suggested: FIELDS.suggested,
        onchain: { type: 'bool', doc: 'True: accepts on-chain tips of at least `onchain_limit`.', optional: true },
        onchain_limit: { type: 'sat', doc: 'Smallest on-chain tip, satoshis.', optional: true },
        messages: { type: 'list', of: PUBLIC_TIP, maxItems: 20, doc: 'Newest tips.' },
      },
      async handle(request, ctx) {
        const jar = await requireJar(request, ctx)
        const { id, name, description = '', min_amount, max_amount, suggested = [], onchain_limit } = jar
        const messages = (await listShownTips(jar, ctx)).map(toPublicJson)
        const chain = jar.onchain === undefined ? {} : { onchain: true, onchain_limit }
        return { json: { id, name, description, min_amount, max_amount, suggested, ...chain, messages } }
      },
    },
    'POST /public/:id/tips': route({
      access: 'public',
      summary: 'Leave a tip',
      description: 'Answers an invoice; the tip is recorded when it is paid.',
      body: TIP,
      status: 201,
      reply: {
        payment_hash: { type: 'text', max: 64, doc: 'Payment hash, for requests of the state.' },
        payment_request: { type: 'text', max: 4000, doc: 'Invoice to pay (BOLT 11).' },
        expires_at: { type: 'text', max: 30, doc: 'When the invoice expires, ISO 8601.' },
      },
      async handle(request, ctx) {
        const { paymentHash, paymentRequest, expiresAt } = await orderTip(
          await requireJar(request, ctx),
          request.body,
          ctx,
        )
        return { json: { payment_hash: paymentHash, payment_request: paymentRequest, expires_at: expiresAt } }
      },
    }),
    'GET /public/:id/tips/:payment_hash': {
      access: 'public',
      summary: 'Check whether a tip is paid',
      reply: {
        paid: { type: 'bool', doc: 'True: the tip is paid.' },
        expired: { type: 'bool', doc: 'True: the invoice expired.' },
        expires_at: { type: 'text', max: 30, doc: 'When the invoice expires, ISO 8601.' },
      },
      async handle(request, ctx) {
        const { status, expiresAt } = await requireInvoice(request, ctx)
        return { json: { paid: status === 'paid', expired: status === 'expired', expires_at: expiresAt } }
      },
    },
    'GET /public/:id/plain': {
      access: 'public',
      summary: 'Return to the form',
      description: 'Redirects to the page of the jar; creates nothing. Leave the tip by `POST`.',
      replyType: 'text',
      status: 303,
      async handle(request, ctx) {
        return { redirect: ctx.url(`/p/${(await requireJar(request, ctx)).id}`) }
      },
    },
    'POST /public/:id/plain': route({
      access: 'public',
      summary: 'Leave a tip without JavaScript',
      description: 'Target of the form on the page; redirects to the page of an invoice.',
      form: true,
      query: TIP,
      replyType: 'text',
      status: 303,
      async handle(request, ctx) {
        const jar = await requireJar(request, ctx)
        const { paymentHash } = await orderTip(jar, request.query, ctx)
        return { redirect: ctx.url(`/p/${jar.id}/${paymentHash}`) }
      },
    }),
    'GET /p/:id': {
      access: 'public',
      summary: 'Open the page of a tip jar',
      async handle(request, ctx) {
        const jar = await requireJar(request, ctx)
        return { page: tipPage(jar, { tips: await listShownTips(jar, ctx), maxSat: ctx.maxSat }) }
      },
    },
    'GET /p/:id/:payment_hash': {
      access: 'public',
      summary: "Open the page of one tip's invoice",
      async handle(request, ctx) {
        const [jar, invoice] = [await requireJar(request, ctx), await requireInvoice(request, ctx)]
        return { page: invoicePage(jar, invoice, `/public/${jar.id}/tips/${invoice.paymentHash}`) }
      },
    },
    'GET /overlay/:id': {
      access: 'public',
      summary: 'Show the newest tips, for streaming software',
      description: 'A page with a transparent background that updates with each tip.',
      replyType: 'page',
      async handle(request, ctx) {
        const jar = await requireJar(request, ctx)
        return { page: overlayPage(jar, await listShownTips(jar, ctx)) }
      },
    },
    ...lnurlPayRoutes({
      path: '/lnurl/:id',
      summary: 'Pay to a tip jar',
      async find({ params }, ctx) {
        const jar = await ctx.items.get(params.id)
        if (jar === null) return null
        const [minMsat, maxMsat] = [jar.min_amount * 1000, jar.max_amount * 1000]
        return { minMsat, maxMsat, metadata: { text: jar.name }, commentAllowed: MAX_MESSAGE_LENGTH }
      },
      async invoice({ comment }, request, ctx) {
        const jar = await requireJar(request, ctx)
        const data = { name: ANONYMOUS, message: comment.trim() }
        return { wallet: jar.wallet, itemId: jar.id, memo: memoOf(jar, data), data }
      },
    }),
    'GET /api/v1/:id/tips': listRoute({
      table: 'tips',
      access: 'invoice',
      summary: 'List the tips of a jar',
      description: 'Newest first, hidden ones included.',
      reply: TIP_REPLY,
      toJson,
    }),
    'PUT /api/v1/:id/tips/:tip': route({
      access: 'admin',
      summary: 'Hide or show a tip',
      body: { hidden: { type: 'bool', doc: 'True: hidden from visitors.' } },
      reply: TIP_REPLY,
      async handle({ item, params, body }, ctx) {
        const tips = ctx.table('tips')
        const tip = await tips.get(params.tip)
        if (tip === null || tip.item !== item.id) throw reject('Tip not found.', 404)
        return { json: toJson(await tips.update(tip.id, { hidden: body.hidden })) }
      },
    }),
  },
  sockets: {
    '/ws/:id': {
      async open({ params: { id } }, ctx) {
        return ((await ctx.items.get(id)) ?? (await ctx.table('chain_tips').get(id)))?.id ?? null
      },
    },
  },
})
