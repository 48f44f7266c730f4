import { defineExtension, type RouteRequest } from '@satchel/extension-sdk/extension'
import { answerPayOffer, lnurlPayRoutes, type PayLinkRoutes } from '@satchel/extension-sdk/lnurl-pay-routes'
import { refuse } from '@satchel/extension-sdk/refusal'
import { requireHttps } from '@satchel/extension-sdk/require-https'
import type { Row } from '@satchel/extension-sdk/shape'
import { checkWebhook, tellOwner } from '@satchel/extension-sdk/webhook-fields'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import type { SuccessAction } from '@satchel/lnurl/success-action'
import { FIELDS, NAMES, type PayLinkItem } from './fields.ts'
import { findByName, leaveName, type LinkCtx, readDomain, takeName } from './names.ts'
import { payPage, thanksPage } from './page.ts'
import { requireZapRequest, writeZapReceipt } from './zaps.ts'

/** What is kept with an invoice until it is paid. */
interface PaymentNote {
  readonly comment: string
  /** The zap request, byte for byte. */
  readonly zap?: string
}

/** Kept as it will be compared, and refused when nobody could pay it. */
async function check(draft: Row<typeof FIELDS>, ctx: LinkCtx): Promise<Row<typeof FIELDS>> {
  if (draft.max < draft.min) throw refuse('body.max: must be at least `min`.', 422)
  if ((await ctx.rates.toSat(draft.min, draft.currency)) < 1) {
    throw refuse('body.min: must be worth at least 1 satoshi.', 422)
  }
  checkWebhook(draft)
  requireHttps('webhook_url', draft.webhook_url)
  requireHttps('success_url', draft.success_url)
  return { ...draft, domain: readDomain(draft.domain, ctx) }
}

const addressOf = ({ username, domain }: PayLinkItem, url: LinkCtx['url']): string | undefined =>
  username === undefined ? undefined : `${username}@${domain ?? new URL(url('/')).host}`

const lnurlOf = ({ id }: PayLinkItem, url: LinkCtx['url']): string => encodeLnurl(url(`/lnurl/${id}`))

/** Wallets that follow the rule show links to the host of the callback only: others are one step away. */
function successOf({ id, success_text, success_url }: PayLinkItem, url: LinkCtx['url']): SuccessAction | undefined {
  if (success_url === undefined)
    return success_text === undefined ? undefined : { tag: 'message', message: success_text }
  const isOurs = new URL(success_url).hostname === new URL(url('/')).hostname
  const description = success_text ?? 'Thank you.'
  return { tag: 'url', description, url: isOurs ? success_url : url(`/p/${id}/thanks`) }
}

type Visit = RouteRequest<typeof FIELDS>

const findLink = (request: Visit, ctx: LinkCtx): Promise<PayLinkItem | null> =>
  ctx.items.get(request.params['id'] ?? '')

async function requireLink(request: Visit, ctx: LinkCtx): Promise<PayLinkItem> {
  const link = await findLink(request, ctx)
  if (link === null) throw refuse('There is no such pay link.', 404)
  return link
}

const PAY: PayLinkRoutes<typeof FIELDS, LinkCtx> = {
  path: '/lnurl/:id',
  summary: 'What a pay link offers',
  async find(request, ctx) {
    const link = await findLink(request, ctx)
    if (link === null) return null
    const leastSat = Math.max(1, await ctx.rates.toSat(link.min, link.currency))
    const mostSat = Math.max(leastSat, await ctx.rates.toSat(link.max, link.currency))
    return {
      leastMsat: leastSat * 1000,
      mostMsat: mostSat * 1000,
      moves: link.currency !== 'sat',
      metadata: { text: link.description, identifier: addressOf(link, ctx.url) },
      commentAllowed: link.comment_chars,
      nostrPubkey: link.zaps ? ctx.nostr.pubkey : undefined,
    }
  },
  async order({ msat, comment }, request, ctx) {
    const link = await requireLink(request, ctx)
    const zap = (request.query as { nostr?: string }).nostr
    if (zap !== undefined) {
      if (!link.zaps) throw refuse('The link takes no zaps.')
      requireZapRequest(zap, { msat, pubkey: ctx.nostr.pubkey, hash: ctx.hash })
    }
    ctx.count(link.id, 'served_invoices')
    const data: PaymentNote = { comment, ...(zap !== undefined && { zap }) }
    return {
      wallet: link.wallet,
      itemId: link.id,
      memo: comment === '' ? link.description : `${link.description}: ${comment}`,
      data: { ...data },
      ...(zap !== undefined && { descriptionHash: ctx.hash(zap) }),
      successAction: successOf(link, ctx.url),
      disposable: link.disposable,
    }
  },
}

const CALLS = lnurlPayRoutes(PAY)

async function offer(request: Visit, ctx: LinkCtx) {
  const link = await requireLink(request, ctx)
  ctx.count(link.id, 'served_params')
  return answerPayOffer(PAY, request, ctx)
}

/** Reusable pay links, Lightning addresses and zaps. */
export const LNURLP = defineExtension({
  manifest: {
    id: 'lnurlp',
    name: 'Pay links',
    version: '1.0.0',
    short_description: 'Reusable links to be paid by, Lightning addresses, and Nostr zaps.',
    icon: 'link',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'Makes the invoices of its links.' },
      { id: 'page', reason: 'Shows a page with the code of each link.' },
      { id: 'nostr', reason: 'Publishes receipts of zaps, signed by this service.' },
      { id: 'claim', reason: 'Answers for Lightning addresses.', path: '/.well-known/lnurlp/*' },
    ],
  },
  noun: 'pay link',
  resource: FIELDS,
  tables: { names: NAMES },
  beforeCreate: async (draft, ctx) => ({ ...(await check(draft, ctx)), served_params: 0, served_invoices: 0 }),
  afterCreate: (link, ctx) => takeName(ctx, link),
  beforeUpdate: (_old, next, ctx) => check(next, ctx),
  afterUpdate: (old, now, ctx) => takeName(ctx, now, old),
  beforeDelete: (link, ctx) => leaveName(ctx, link),
  derive: (link, { url }) => ({ lnurl: lnurlOf(link, url), lightning_address: addressOf(link, url) }),
  async onPaymentSettled(payment, ctx) {
    const link = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
    const { comment = '', zap } = (payment.data ?? {}) as Partial<PaymentNote>
    if (zap !== undefined) {
      const receipt = writeZapReceipt(zap, payment)
      if (receipt !== undefined) await ctx.nostr.publish(receipt.event, receipt.relays)
    }
    if (link === null) return
    const { paymentHash: payment_hash, paymentRequest: payment_request, sat: amount } = payment
    await tellOwner(ctx, link, { payment_hash, payment_request, amount, comment })
  },
  routes: {
    ...CALLS,
    'GET /lnurl/:id': {
      access: 'lnurl',
      summary: PAY.summary,
      description: 'LNURL-pay (LUD-06); amounts in millisatoshis. What goes wrong is HTTP 200 with `status: ERROR`.',
      handle: offer,
    },
    'GET /p/:id': {
      access: 'public',
      summary: 'The page of a pay link',
      async handle(request, ctx) {
        const link = await requireLink(request, ctx)
        return { page: payPage(link, { lnurl: lnurlOf(link, ctx.url), address: addressOf(link, ctx.url) }) }
      },
    },
    'GET /p/:id/thanks': {
      access: 'public',
      summary: 'Where payers are led',
      description: 'When `success_url` is of another host.',
      handle: async (request, ctx) => ({ page: thanksPage(await requireLink(request, ctx)) }),
    },
  },
  claims: {
    'GET /.well-known/lnurlp/:username': {
      access: 'lnurl',
      summary: 'What a Lightning address offers',
      description: 'LUD-16. The `Host` header decides the domain. Amounts in millisatoshis; no redirect.',
      async handle(request, ctx) {
        const link = await findByName(ctx, request.params['username'] ?? '', request.headers['host'])
        if (link === null) throw refuse('There is no such Lightning address.', 404)
        return offer({ ...request, params: { id: link.id } }, ctx)
      },
    },
  },
})
