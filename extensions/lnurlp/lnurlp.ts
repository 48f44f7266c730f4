import type { Json } from '@satchel/extension-sdk/context'
import { defineExtension, type RouteRequest } from '@satchel/extension-sdk/extension'
import { answerPayOffer, type PayLinkRoutes, type PayRange } from '@satchel/extension-sdk/lnurl-pay-routes'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import { requireHttps } from '@satchel/extension-sdk/require-https'
import type { Row } from '@satchel/extension-sdk/shape'
import { checkWebhook, notifyOwner } from '@satchel/extension-sdk/webhook-fields'
import { parseJson } from '@satchel/json/parse-json'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import type { SuccessAction } from '@satchel/lnurl/success-action'
import { FIELDS, NAMES, type PayLinkItem } from './fields.ts'
import { findByName, type LinkCtx, leaveName, lnurlPayRoutes, readDomain, route, takeName } from './names.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { payPage, thanksPage } from './page.ts'
import { requireZapRequest, writeZapReceipt } from './zaps.ts'

/** The data of an invoice until it is paid. */
interface PaymentNote {
  readonly comment: string
  /** Webhook data from the link's address. */
  readonly webhookData?: string
  /** The zap request, byte for byte. */
  readonly zap?: string
  /** The link that the receipt is signed for; none = it is signed with the service's key. */
  readonly signedFor?: string
}

/**
 * Each link has a key for its receipts: a receipt is valid only for the address that offers its signer (NIP-57, Appendix
 * F), so an owner that pays its own link cannot vouch for a zap to another address.
 */
const signedFor = ({ id, own_zap_key }: PayLinkItem): Pick<PaymentNote, 'signedFor'> =>
  own_zap_key === true ? { signedFor: id } : {}

const zapKeyOf = ({ nostr }: LinkCtx, note: Pick<PaymentNote, 'signedFor'>) =>
  note.signedFor === undefined ? { pubkey: nostr.pubkey, secretKey: undefined } : nostr.keyOf(note.signedFor)

/** Normalizes a link for storage; rejects one that could not be paid. */
async function check(draft: Row<typeof FIELDS>, ctx: LinkCtx, before?: PayLinkItem): Promise<Row<typeof FIELDS>> {
  if (draft.max < draft.min) throw reject('body.max: must be at least `min`.', 422)
  if ((await ctx.rates.toSat(draft.min, draft.currency)) < 1) {
    throw reject('body.min: must be worth at least 1 satoshi.', 422)
  }
  checkWebhook(draft)
  requireHttps('webhook_url', draft.webhook_url)
  requireHttps('success_url', draft.success_url)
  return { ...draft, domain: readDomain(draft.domain, ctx, before) }
}

const addressOf = ({ username, domain }: PayLinkItem, url: LinkCtx['url']): string | undefined =>
  username === undefined ? undefined : `${username}@${domain ?? new URL(url('/')).host}`

const lnurlOf = ({ id }: PayLinkItem, url: LinkCtx['url']): string => encodeLnurl(url(`/lnurl/${id}`))

/** Wallets that follow the rule show links to the callback's host only, so that other links need a page in between. */
function successOf({ id, success_text, success_url }: PayLinkItem, url: LinkCtx['url']): SuccessAction | undefined {
  if (success_url === undefined)
    return success_text === undefined ? undefined : { tag: 'message', message: success_text }
  const isOurs = new URL(success_url).hostname === new URL(url('/')).hostname
  const description = success_text ?? 'Thank you.'
  return { tag: 'url', description, url: isOurs ? success_url : url(`/p/${id}/thanks`) }
}

interface Visit {
  readonly params: { readonly id: string }
}

const findLink = (request: Visit, ctx: LinkCtx): Promise<PayLinkItem | null> => ctx.items.get(request.params.id)

async function requireLink(request: Visit, ctx: LinkCtx): Promise<PayLinkItem> {
  const link = await findLink(request, ctx)
  if (link === null) throw reject('There is no such pay link.', 404)
  return link
}

const QUERY = {
  webhook_data: {
    type: 'text',
    max: 1000,
    doc: 'Value returned with the webhook of a payment: the owner appends it to the URL of the link.',
    optional: true,
  },
} as const

const PAY: PayLinkRoutes<typeof FIELDS, LinkCtx, '/lnurl/:id', typeof QUERY> = {
  path: '/lnurl/:id',
  summary: 'Read a pay link',
  query: QUERY,
  async find(request, ctx) {
    const link = await findLink(request, ctx)
    if (link === null) return null
    return {
      range: () => rangeOf(link, ctx),
      isFiat: link.currency !== 'sat',
      metadata: { text: link.description, identifier: addressOf(link, ctx.url) },
      commentAllowed: link.comment_chars,
      nostrPubkey: link.zaps ? zapKeyOf(ctx, signedFor(link)).pubkey : undefined,
    }
  },
  async invoice({ msat, comment }, request, ctx) {
    const link = await requireLink(request, ctx)
    const { nostr, webhook_data: webhookData } = request.query
    // What a link does not offer does not stop a payment. A zap that it offers must be right: its receipt certifies it.
    const zap = link.zaps && nostr !== '' ? nostr : undefined
    if (zap !== undefined) {
      const { pubkey } = zapKeyOf(ctx, signedFor(link))
      requireZapRequest(zap, { msat, pubkey, read: (text) => ctx.nostr.read(text) })
    }
    ctx.increment(link.id, 'served_invoices')
    const data: PaymentNote = {
      comment,
      ...(webhookData !== undefined && { webhookData }),
      ...(zap !== undefined && { zap, ...signedFor(link) }),
    }
    return {
      wallet: link.wallet,
      itemId: link.id,
      memo: comment === '' ? link.description : `${link.description}: ${comment}`,
      data: { ...data },
      ...(zap !== undefined && { descriptionHash: ctx.hash(zap), extra: { nostr: parseJson(zap) as Json } }),
      successAction: successOf(link, ctx.url),
      disposable: link.disposable,
    }
  },
}

const CALLS = lnurlPayRoutes(PAY)

async function rangeOf({ min, max, currency }: PayLinkItem, { rates }: LinkCtx): Promise<PayRange> {
  const leastSat = Math.max(1, await rates.toSat(min, currency))
  return { minMsat: leastSat * 1000, maxMsat: Math.max(leastSat, await rates.toSat(max, currency)) * 1000 }
}

async function offer(request: RouteRequest<typeof FIELDS, { readonly id: string }, typeof QUERY>, ctx: LinkCtx) {
  const link = await requireLink(request, ctx)
  ctx.increment(link.id, 'served_params')
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
  translations: readTranslations(import.meta.url),
  noun: 'pay link',
  itemsAlias: 'links',
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: { names: NAMES },
  beforeCreate: async (draft, ctx) => ({
    ...(await check(draft, ctx)),
    own_zap_key: true,
    served_params: 0,
    served_invoices: 0,
  }),
  afterCreate: (link, ctx) => takeName(ctx, link),
  async beforeUpdate(old, next, ctx) {
    const checked = await check(next, ctx, old)
    return next.zaps && !old.zaps ? { ...checked, own_zap_key: true } : checked
  },
  afterUpdate: (old, now, ctx) => takeName(ctx, now, old),
  beforeDelete: (link, ctx) => leaveName(ctx, link),
  derive: (link, { url }) => ({ lnurl: lnurlOf(link, url), lightning_address: addressOf(link, url) }),
  async onPaymentSettled(payment, ctx) {
    const link = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
    const { comment = '', webhookData, zap, ...note } = (payment.data ?? {}) as Partial<PaymentNote>
    if (zap !== undefined) {
      const receipt = writeZapReceipt(zap, payment)
      if (receipt !== undefined) await ctx.nostr.publish(receipt.event, receipt.relays, zapKeyOf(ctx, note).secretKey)
    }
    if (link === null) return
    const { paymentHash: payment_hash, paymentRequest: payment_request, sat: amount } = payment
    await notifyOwner(ctx, link, {
      payment_hash,
      payment_request,
      amount,
      comment,
      lnurlp: link.id,
      ...(webhookData !== undefined && { webhook_data: webhookData }),
    })
  },
  routes: {
    ...CALLS,
    'GET /lnurl/:id': route({
      access: 'lnurl',
      summary: PAY.summary,
      description: 'LNURL-pay (LUD-06); amounts in millisatoshis. Errors are HTTP 200 with `status: ERROR`.',
      query: QUERY,
      handle: offer,
    }),
    'GET /p/:id': {
      access: 'public',
      summary: 'Open the page of a pay link',
      async handle(request, ctx) {
        const link = await requireLink(request, ctx)
        return { page: payPage(link, { lnurl: lnurlOf(link, ctx.url), address: addressOf(link, ctx.url) }) }
      },
    },
    'GET /p/:id/thanks': {
      access: 'public',
      summary: 'Open the page before `success_url`',
      description: 'Shown if `success_url` is on another host.',
      handle: async (request, ctx) => ({ page: thanksPage(await requireLink(request, ctx)) }),
    },
  },
  claims: {
    'GET /.well-known/lnurlp/:username': {
      access: 'lnurl',
      summary: 'Read a Lightning address',
      description: 'LUD-16. The `Host` header selects the domain. Amounts in millisatoshis; no redirect.',
      async handle(request, ctx) {
        const link = await findByName(ctx, request.params.username, request.headers['host'])
        if (link === null) throw reject('There is no such Lightning address.', 404)
        return offer({ ...request, params: { id: link.id }, query: {} }, ctx)
      },
    },
  },
})
