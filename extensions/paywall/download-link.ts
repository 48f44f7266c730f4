import type { RemoteFile, RouteRequest } from '@satchel/extension-sdk/extension'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Shape } from '@satchel/extension-sdk/shape'
import { isHeaders } from '@satchel/extension-sdk/webhook-fields'
import { type PaywallCtx, type PaywallItem, type Purchase } from './fields.ts'
import { requireDownloads, requireOpen } from './purchase.ts'

/** A download has to begin within this; it may last longer. */
const SECONDS = 600

/** Signed, so that nothing is written before the download. */
export function newDownloadLink(ctx: PaywallCtx, purchase: Purchase): { url: string; expires_at: string } {
  const expiresAt = Math.floor(ctx.now() / 1000) + SECONDS
  const grant = `${purchase.id}.${expiresAt}.${ctx.randomId(4)}`
  return {
    url: ctx.url(`/download/${grant}.${sign(ctx, purchase, grant)}`),
    expires_at: new Date(expiresAt * 1000).toISOString(),
  }
}

const sign = (ctx: PaywallCtx, { secret }: Purchase, grant: string): string =>
  ctx.hash(secret + ctx.hash(secret + grant)).slice(0, 32)

async function readDownloadLink(ctx: PaywallCtx, link: string): Promise<{ purchase: Purchase; item: PaywallItem }> {
  const [id = '', expiresAt = '', nonce = '', signature = ''] = link.split('.')
  const purchase = await ctx.table('purchases').get(id)
  const item = purchase && (await ctx.items.get(purchase.item))
  if (purchase === null || item === null || sign(ctx, purchase, `${id}.${expiresAt}.${nonce}`) !== signature) {
    throw reject('There is no such download.', 404)
  }
  if (Number(expiresAt) * 1000 <= ctx.now())
    throw reject('This link has expired; open what you have bought again.', 403)
  requireOpen(ctx, purchase)
  return { purchase, item }
}

type DownloadRequest = Pick<RouteRequest<Shape, { readonly link: string }>, 'params' | 'headers'>

/**
 * Counts a download and names its file. What asks for more of a file that is being downloaded by the same link (players,
 * resumed downloads) is not counted again, and has to be given that part alone.
 */
export async function beginDownload({ params, headers }: DownloadRequest, ctx: PaywallCtx): Promise<RemoteFile> {
  const link = params.link
  const { purchase, item } = await readDownloadLink(ctx, link)
  const range = readRange(headers['range'])
  const isMore = range?.isMore === true && purchase.last_link === link
  if (!isMore) {
    requireDownloads(purchase)
    await ctx.table('purchases').update(purchase.id, { downloads: purchase.downloads + 1, last_link: link })
  }
  return fileOf(item, { range: range?.text, requirePartial: isMore })
}

/** The file could not be had: the download is there again. */
export async function takeBack({ params, headers }: DownloadRequest, ctx: PaywallCtx): Promise<void> {
  const { purchase } = await readDownloadLink(ctx, params.link)
  if (readRange(headers['range'])?.isMore === true || purchase.downloads === 0) return
  await ctx.table('purchases').update(purchase.id, { downloads: purchase.downloads - 1, last_link: undefined })
}

/** As the owner named it: buyers see neither the address nor the headers. */
export const fileOf = (
  { id, url, file_headers: headers }: PaywallItem,
  more: Pick<RemoteFile, 'range' | 'requirePartial'> = {},
): RemoteFile => ({
  url,
  ...(isHeaders(headers) && { headers }),
  filename: nameOf(url),
  itemId: id,
  ...more,
})

function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return (
      decodeURIComponent(last)
        .replaceAll(/[\p{Cc}"\\/]/gu, '')
        .slice(0, 100) || 'download'
    )
  } catch {
    return 'download'
  }
}

/** One range of a known beginning; of anything else the whole file is sent. */
function readRange(header: string | undefined): { readonly text: string; readonly isMore: boolean } | undefined {
  const [, start] = /^bytes=(\d{1,15})-\d{0,15}$/.exec(header ?? '') ?? []
  return header === undefined || start === undefined ? undefined : { text: header, isMore: Number(start) > 0 }
}
