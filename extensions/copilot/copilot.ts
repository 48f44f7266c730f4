import { defineExtension } from '@satchel/extension-sdk/extension'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { Rejection, reject } from '@satchel/extension-sdk/rejection'
import { amountText, type FixedText, fixed } from '@satchel/extension-sdk/text'
import { chooseAnimation, orderAnimations } from './animations.ts'
import { ANIMATIONS, type Copilot, type CopilotCtx, type CopilotDraft, FIELDS, route } from './fields.ts'
import { LNURL_ROUTES, lnurlOf } from './lnurl.ts'
import { OVERLAY_SCRIPT, OVERLAY_STYLE } from './overlay-files.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { overlayPage, panelPage, viewerPage } from './pages.ts'
import { tellOverlay, textChannel } from './tell-overlay.ts'

async function check(draft: CopilotDraft, ctx: CopilotCtx): Promise<CopilotDraft> {
  if (draft.iframe_url?.startsWith('https://') === false)
    throw reject('body.iframe_url: must begin with https://.', 422)
  const ordered = orderAnimations(draft)
  if (ordered.show_price !== '') await requireCurrency(ctx, ordered.show_price)
  return { ...ordered, show_price: ordered.show_price.toUpperCase() }
}

/** Without a current rate the stored amount is used. */
async function requireCurrency(ctx: CopilotCtx, currency: string): Promise<void> {
  try {
    await ctx.rates.toSat(1, currency)
  } catch (error) {
    if (error instanceof Rejection) throw reject('body.show_price: not a currency of this service.', 422)
  }
}

const PRICED = 1_000_000
const SATS_PER_BITCOIN = 100_000_000n

/** `1 BTC = $50,000.00`, rounded to whole units; undefined while there is no rate. */
async function priceOf(ctx: CopilotCtx, { show_price: currency }: Copilot): Promise<FixedText | undefined> {
  if (currency === '') return undefined
  try {
    const sats = BigInt(await ctx.rates.toSat(PRICED, currency))
    const price = (BigInt(PRICED) * SATS_PER_BITCOIN + sats / 2n) / sats
    return fixed('1 BTC = {price}', { price: amountText(String(price), currency) })
  } catch {
    return undefined
  }
}

async function requireCopilot(ctx: CopilotCtx, id: string): Promise<Copilot> {
  const item = await ctx.items.get(id)
  if (item === null) throw reject('There is no such overlay.', 404)
  return item
}

/** A stream overlay that plays animations by payment size (rule X40). */
export const COPILOT = defineExtension({
  manifest: {
    id: 'copilot',
    name: 'Stream copilot',
    version: '1.0.0',
    short_description: 'A stream overlay that plays animations by payment size.',
    icon: 'video',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'Makes the invoices that viewers pay.' },
      { id: 'page', reason: 'Shows the overlay, its panel, and a page for viewers.' },
      { id: 'ws', reason: 'Notifies the overlay of each payment immediately.' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'overlay',
  owner: OWNER_PAGES,
  resource: FIELDS,
  derive: (item, ctx) => {
    const lnurl = lnurlOf(ctx, item)
    return lnurl === undefined ? {} : { lnurl }
  },
  beforeCreate: async (draft, ctx) => ({ ...(await check(draft, ctx)), amount_made: 0 }),
  beforeUpdate: (_old, next, ctx) => check(next, ctx),
  async onPaymentSettled({ itemId, sat, paymentHash, data }, ctx) {
    const item = itemId === undefined ? null : await ctx.items.get(itemId)
    if (item === null) return
    await ctx.items.update(item.id, { amount_made: item.amount_made + sat })
    const { comment = '' } = (data ?? {}) as { readonly comment?: string }
    const { name: animation = '', webhook_url: url } = chooseAnimation(item.animations, sat) ?? {}
    await tellOverlay(ctx, item, { animation, comment, sats: sat })
    if (url === undefined) return
    const report = { copilot: item.id, payment_hash: paymentHash, sats: sat, animation, comment }
    await ctx.notify.webhook(url, report, { wallet: item.wallet })
  },
  sockets: {
    '/ws/:id': { open: async ({ params }, ctx) => (await ctx.items.get(params.id))?.id ?? null },
    '/ws/:id/text': {
      async open({ params }, ctx) {
        const item = await ctx.items.get(params.id)
        return item && textChannel(item.id)
      },
    },
  },
  routes: {
    ...LNURL_ROUTES,
    'GET /overlay/:id': {
      access: 'public',
      summary: 'Open the overlay, for a browser source',
      description: 'HTML with a transparent background; animations appear on it.',
      replyType: 'page',
      async handle({ params }, ctx) {
        const item = await requireCopilot(ctx, params.id)
        return { page: overlayPage(ctx, item, await priceOf(ctx, item)) }
      },
    },
    'GET /panel/:id': {
      access: 'invoice',
      summary: 'Open the control panel of an overlay',
      replyType: 'text',
      replyMedia: 'text/html',
      description:
        'HTML, for the owner. A browser may pass the invoice key as `?api-key=`; playing an animation asks for the admin key.',
      async handle({ params, wallet }, ctx) {
        const item = await requireCopilot(ctx, params.id)
        if (item.wallet !== wallet) throw reject('There is no such overlay.', 404)
        return { page: panelPage(ctx, item) }
      },
    },
    'GET /p/:id': {
      access: 'public',
      summary: 'Open the page of an overlay, for viewers',
      handle: async ({ params }, ctx) => ({ page: viewerPage(ctx, await requireCopilot(ctx, params.id)) }),
    },
    'GET /public/:id': {
      access: 'public',
      summary: 'Read the public part of an overlay',
      description: 'For your own overlays. Without webhooks.',
      reply: {
        id: { type: 'text', max: 64, doc: 'Id of the overlay.' },
        title: FIELDS.title,
        animations: {
          type: 'list',
          of: {
            name: { type: 'text', max: 20, doc: 'Name of the animation.' },
            threshold: { type: 'sat', doc: 'Smallest payment that plays it, satoshis.' },
          },
          maxItems: 3,
          doc: 'Animations with the amounts that play them.',
        },
        lnurl: FIELDS.lnurl,
        price: { type: 'text', max: 40, doc: 'Bitcoin price; absent if it is not shown or not known.', optional: true },
      },
      async handle({ params }, ctx) {
        const item = await requireCopilot(ctx, params.id)
        const { id, title, animations } = item
        const shown = animations.map(({ name, threshold }) => ({ name, threshold }))
        return {
          json: { id, title, animations: shown, lnurl: lnurlOf(ctx, item), price: await priceOf(ctx, item) },
        }
      },
    },
    'POST /api/v1/:id/play': route({
      access: 'admin',
      summary: 'Play an animation as a test',
      description: 'Without payment, statistics or webhook.',
      body: {
        animation: { type: 'text', max: 20, oneOf: ANIMATIONS, doc: 'Name of the animation.' },
        comment: { type: 'text', max: 300, doc: 'Comment, as a payer would send it.', default: '' },
      },
      reply: { detail: { type: 'text', max: 100, doc: 'Confirmation, as text.' } },
      async handle({ item, body }, ctx) {
        await tellOverlay(ctx, item, {
          animation: body.animation,
          comment: body.comment,
          sats: 0,
        })
        return { json: { detail: 'Played.' } }
      },
    }),
  },
  assets: {
    'overlay.js': { type: 'text/javascript', text: OVERLAY_SCRIPT },
    'overlay.css': { type: 'text/css', text: OVERLAY_STYLE },
  },
})
