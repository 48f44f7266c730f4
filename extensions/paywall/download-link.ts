import type { RemoteFile, RouteRequest } from '@satchel/extension-sdk/extension'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Shape } from '@satchel/extension-sdk/shape'
import { isHeaders } from '@satchel/extension-sdk/webhook-fields'
import { type PaywallCtx, type PaywallItem, type Purchase } from './fields.ts'
import { requireDownloads, requireOpen } from './purchase.ts'

/** A download must begin within this time; it may last longer. */
const SECONDS = 600

/** Signed, so that nothing is stored before the download. */
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

type DownloadRequest = Pick<RouteRequest<Shape, { readonly link: string }>, 'params' | 'headers'> & {
  readonly query: { readonly version?: string | undefined }
}

/**
 * Counts a download and names its file. Further requests for parts of a file by the same link (players, resumed
 * downloads) are not counted again, and get only that part.
 */
export async function beginDownload({ params, headers, query }: DownloadRequest, ctx: PaywallCtx): Promise<RemoteFile> {
  const link = params.link
  const { purchase, item } = await readDownloadLink(ctx, link)
  const range = readRange(headers['range'])
  const isMore = range?.isMore === true && purchase.last_link === link
  if (!isMore) {
    requireDownloads(purchase)
    await ctx.table('purchases').update(purchase.id, { downloads: purchase.downloads + 1, last_link: link })
  }
  return fileOf(item, query.version, { range: range?.text, requirePartial: isMore })
}

/** The file was unavailable: the download does not count. */
export async function takeBack(
  { params, headers }: Pick<DownloadRequest, 'params' | 'headers'>,
  ctx: PaywallCtx,
): Promise<void> {
  const { purchase } = await readDownloadLink(ctx, params.link)
  if (readRange(headers['range'])?.isMore === true || purchase.downloads === 0) return
  await ctx.table('purchases').update(purchase.id, { downloads: purchase.downloads - 1, last_link: undefined })
}

/** The file as its owner has configured it: buyers see neither the URL nor the headers. */
export function fileOf(
  { id, url, file_headers: headers }: PaywallItem,
  version: string | undefined,
  more: Pick<RemoteFile, 'range' | 'requirePartial'> = {},
): RemoteFile {
  const address = ofVersion(url, version)
  return {
    url: address,
    ...(isHeaders(headers) && { headers }),
    filename: nameOf(address),
    itemId: id,
    ...more,
  }
}

/** The placeholder for the version in the URL of a file, as in LNbits. */
const PLACE = '{version}'

export const hasVersions = ({ url }: Pick<PaywallItem, 'url'>): boolean => url.includes(PLACE)

/** It begins with a letter or a digit, so that it cannot lead to another folder. */
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/

function ofVersion(url: string, version = ''): string {
  if (!hasVersions({ url })) return url
  if (!VERSION.test(version)) throw reject('query.version: the file has versions, and this names none.', 422)
  const address = url.replaceAll(PLACE, encodeURIComponent(version))
  if (new URL(address).origin !== new URL(url).origin) throw reject('The file cannot be had.')
  return address
}

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

/** One range with a known start; otherwise the whole file is sent. */
function readRange(header: string | undefined): { readonly text: string; readonly isMore: boolean } | undefined {
  const [, start] = /^bytes=(\d{1,15})-\d{0,15}$/.exec(header ?? '') ?? []
  return header === undefined || start === undefined ? undefined : { text: header, isMore: Number(start) > 0 }
}
