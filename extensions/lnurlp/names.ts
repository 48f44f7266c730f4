import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import type { FIELDS, NAMES, PayLinkItem } from './fields.ts'

export type LinkCtx = Ctx<typeof FIELDS, { readonly names: typeof NAMES }>
export const { lnurlPayRoutes, route } = routeBuilders<typeof FIELDS, { readonly names: typeof NAMES }>()

type Named = Pick<PayLinkItem, 'username' | 'domain'>

/** The normalized domain; none = that of the public URL, even after it has changed. */
export function readDomain(domain: string | undefined, { domains }: Pick<LinkCtx, 'domains'>): string | undefined {
  const wanted = domain?.toLowerCase()
  if (wanted === undefined || wanted === domains[0]) return undefined
  if (!domains.includes(wanted)) throw reject(`body.domain: is not served here; one of ${domains.join(', ')} is.`, 422)
  return wanted
}

const nameOf = ({ username, domain }: Named): string | undefined =>
  username === undefined ? undefined : `${username}@${domain ?? ''}`

/** Gives a link its name. One that another account has, or had, is rejected with the commit. */
export async function takeName(ctx: LinkCtx, link: PayLinkItem, before?: Named): Promise<void> {
  const name = nameOf(link)
  if (name === (before && nameOf(before))) return
  if (before !== undefined) await leaveName(ctx, before)
  if (name === undefined) return
  const [own] = await ctx.table('names').find({ where: { name } })
  if (own === undefined) return void (await ctx.table('names').insert({ name, link: link.id }, link.wallet))
  if (own.link !== undefined) throw reject('body.username: already taken on this domain.')
  await ctx.table('names').update(own.id, { link: link.id })
}

/** The account keeps the name for its next link. */
export async function leaveName(ctx: LinkCtx, link: Named): Promise<void> {
  const name = nameOf(link)
  const [own] = name === undefined ? [] : await ctx.table('names').find({ where: { name } })
  if (own !== undefined) await ctx.table('names').update(own.id, { link: undefined })
}

/** `ada+shop@…` is Ada: the tag tells payees where a payer has their address from (LUD-16). */
const withoutTag = (username: string): string => username.toLowerCase().replace(/\+.*$/s, '')

/** The payee of a Lightning address: the requested host determines the domain, else the public URL. */
export async function findByName(
  ctx: LinkCtx,
  username: string,
  host: string | undefined,
): Promise<PayLinkItem | null> {
  const asked = (host ?? '').toLowerCase().replace(/\.(?=:|$)/, '')
  const domain = [asked, asked.replace(/:\d+$/, '')].find((one) => ctx.domains.includes(one))
  const name = `${withoutTag(username)}@${domain === undefined || domain === ctx.domains[0] ? '' : domain}`
  const [found] = await ctx.table('names').find({ where: { name } })
  return found?.link === undefined ? null : ctx.items.get(found.link)
}
