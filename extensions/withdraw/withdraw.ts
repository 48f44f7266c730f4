import { defineExtension } from '@satchel/extension-sdk/extension'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Row } from '@satchel/extension-sdk/shape'
import { fixed } from '@satchel/extension-sdk/text'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { checkWebhook } from '@satchel/extension-sdk/webhook-fields'
import { claimUse, concludeUse, requireOpen } from './claim-use.ts'
import { FIELDS, lnurlWithdrawRoutes, TABLES, type WithdrawCtx, type WithdrawItem } from './fields.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { linkLnurl, linkPage, voucherCsv, voucherSheet } from './voucher-pages.ts'
import { newK1 } from './withdraw-offer.ts'

type Draft = Row<typeof FIELDS>

function check(draft: Draft): void {
  if (draft.max_withdrawable < draft.min_withdrawable) {
    throw reject('body.max_withdrawable: must be at least min_withdrawable.', 422)
  }
  if (draft.custom_url !== undefined && draft.custom_url !== null && !draft.custom_url.startsWith('https://')) {
    throw reject('body.custom_url: must begin with https://.', 422)
  }
  checkWebhook(draft)
}

/** One per remaining use: those with the highest numbers are removed first, and new ones are added at the end. */
function codesFor(draft: Draft, ctx: WithdrawCtx): string[] {
  if (!draft.is_unique) return []
  const left = draft.uses - draft.used
  const kept = draft.codes.slice(0, left)
  return [...kept, ...Array.from({ length: left - kept.length }, () => ctx.randomId(16))]
}

interface LinkRequest {
  readonly params: { readonly hash: string; readonly code?: string }
}

async function findLink(ctx: WithdrawCtx, { params }: LinkRequest): Promise<WithdrawItem | null> {
  const [item] = await ctx.items.find({ where: { hash: params.hash }, limit: 1 })
  // Codes are found in any letter case, except those of LNbits.
  return item?.hash === params.hash ? item : null
}

/** The pages of links imported from LNbits are found by their id, which has another form than ours. */
const findLinkOfPage = async (ctx: WithdrawCtx, request: LinkRequest): Promise<WithdrawItem | null> =>
  (await findLink(ctx, request)) ?? (LNBITS_ID.test(request.params.hash) ? ctx.items.get(request.params.hash) : null)

const LNBITS_ID = /^[0-9A-Za-z]{1,32}$/

const notThere = () => reject('There is no such withdraw link.', 404)

/** The link of the address, if it is the caller's. */
async function requireOwn(
  ctx: WithdrawCtx,
  request: LinkRequest & { readonly wallet: WalletHandle },
): Promise<WithdrawItem> {
  const item = await findLinkOfPage(ctx, request)
  if (item === null || item.wallet !== request.wallet) throw notThere()
  return item
}

const LINK = {
  callback: '/lnurl/:hash/cb',
  async offer(request: LinkRequest, ctx: WithdrawCtx) {
    const item = await findLink(ctx, request)
    if (item === null) return null
    const { code } = request.params
    if (item.is_unique && code === undefined) throw reject('This link has vouchers: scan one of them.')
    if (!item.is_unique && code !== undefined) throw reject('This link has no vouchers.')
    requireOpen(ctx, item)
    if (code !== undefined && !item.codes.includes(code)) throw reject('This voucher has been used or is invalid.')
    return {
      k1: await newK1(ctx, item, code ?? ''),
      minMsat: item.min_withdrawable * 1000,
      maxMsat: item.max_withdrawable * 1000,
      description: item.title,
    }
  },
  async claim(
    claim: { readonly k1: string; readonly bolt11: string; readonly msat: number },
    request: LinkRequest,
    ctx: WithdrawCtx,
  ) {
    const item = await findLink(ctx, request)
    if (item === null) throw notThere()
    await claimUse(ctx, item, claim)
  },
} as const

/** LNURL-withdraw links, and vouchers to print (rule X22). */
export const WITHDRAW = defineExtension({
  manifest: {
    id: 'withdraw',
    name: 'Withdraw links',
    version: '1.0.0',
    short_description: 'LNURL-withdraw links and printable one-time vouchers.',
    icon: 'gift',
    api_version: 1,
    permissions: [
      {
        id: 'spend',
        reason: 'Pays everyone who uses a link: at most max_withdrawable for each use that is left, and routing fees.',
        to: 'any',
      },
      { id: 'page', reason: 'Shows a link as a QR code, and vouchers to print.' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'withdraw link',
  opensWallet: true,
  itemsAlias: 'links',
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: TABLES,
  derive: (item, ctx) => {
    const lnurl = linkLnurl(ctx, item)
    return lnurl === undefined ? {} : { lnurl }
  },
  async beforeCreate(draft, ctx) {
    check(draft)
    const fresh = { ...draft, used: 0, open_time: 0, codes: [], hash: ctx.randomId(12) }
    return { ...fresh, codes: codesFor(fresh, ctx) }
  },
  async afterCreate(item, ctx) {
    await ctx.table('secrets').insert({ item: item.id, secret: ctx.randomId(32) }, item.wallet)
  },
  async beforeUpdate(old, next, ctx) {
    check(next)
    if (next.uses < old.used)
      throw reject(fixed('body.uses: {used} uses are paid or in flight already.', { used: old.used }))
    return { ...next, codes: codesFor(next, ctx) }
  },
  spendCeiling: ({ enabled, max_withdrawable: most, uses, used }) => (enabled ? most * (uses - used) : 0),
  onIntentResolved: concludeUse,
  routes: {
    ...lnurlWithdrawRoutes({
      ...LINK,
      path: '/lnurl/:hash/:code',
      summary: 'Withdraw with a voucher',
    }),
    ...lnurlWithdrawRoutes({
      ...LINK,
      path: '/lnurl/:hash',
      summary: 'Withdraw with a link',
    }),
    'GET /p/:hash': {
      access: 'public',
      summary: 'Open the page of a withdraw link',
      description: 'Shows its QR code; the page of a link with vouchers shows none of them.',
      async handle(request, ctx) {
        const item = await findLinkOfPage(ctx, request)
        if (item === null) throw notThere()
        return { page: linkPage(ctx, item) }
      },
    },
    'GET /img/:hash': {
      access: 'public',
      summary: 'Get the QR code of a withdraw link',
      description: 'Redirects to the picture that its page shows. 404 for a link with vouchers, which have one each.',
      replyType: 'text',
      status: 303,
      async handle(request, ctx) {
        const item = await findLinkOfPage(ctx, request)
        const lnurl = item === null ? undefined : linkLnurl(ctx, item)
        if (lnurl === undefined) throw notThere()
        return { redirect: ctx.url('/').replace(/\/withdraw\/$/, `/api/v1/qrcode/${lnurl}`) }
      },
    },
    'GET /print/:hash': {
      access: 'admin',
      grantsAccess: true,
      summary: 'Print the unused vouchers',
      replyType: 'text',
      replyMedia: 'text/html',
      description: 'HTML: a card with a QR code for each unused voucher. A browser may pass the key as `?api-key=`.',
      handle: async (request, ctx) => ({ page: voucherSheet(ctx, await requireOwn(ctx, request)) }),
    },
    'GET /csv/:hash': {
      access: 'admin',
      grantsAccess: true,
      summary: 'Export the vouchers as CSV',
      replyType: 'text',
      replyMedia: 'text/csv',
      description: 'A line `number,lnurl` for each unused voucher.',
      handle: async (request, ctx) => ({
        text: voucherCsv(ctx, await requireOwn(ctx, request)),
        type: 'text/csv; charset=utf-8',
        headers: { 'Content-Disposition': 'attachment; filename="vouchers.csv"', 'Cache-Control': 'no-store' },
      }),
    },
  },
})
