import type { Ctx } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import { fixed } from '@satchel/extension-sdk/text'
import type { FIELDS, NAMES, PayLinkItem } from './fields.ts'

export type LinkCtx = Ctx<typeof FIELDS, { readonly names: typeof NAMES }>
export const { lnurlPayRoutes, route } = routeBuilders<typeof FIELDS, { readonly names: typeof NAMES }>()

type Named = Pick<PayLinkItem, 'username' | 'domain'>

/** The normalized domain; none = that of the public URL, even after it has changed. A stored domain stays valid. */
export function readDomain(
  domain: string | undefined,
  { domains }: Pick<LinkCtx, 'domains'>,
  before?: Named,
): string | undefined {
  const wanted = domain?.toLowerCase()
  if (wanted !== undefined && wanted === before?.domain) return wanted
  if (wanted === undefined || wanted === domains[0]) return undefined
  if (!domains.includes(wanted))
    throw reject(fixed('body.domain: is not served here; one of {domains} is.', { domains: domains.join(', ') }), 422)
  return wanted
}

/** The domain of a name at the public URL, whatever that is. */
const PUBLIC = ''

/**
 * The domains at which a link takes its name. A link without a domain also takes it at the present public host, so that
 * no other account can take it there after the public URL has changed.
 */
const domainsOf = ({ domain }: Named, ctx: LinkCtx): readonly string[] =>
  domain === undefined ? [PUBLIC, ctx.domains[0] ?? PUBLIC] : [domain]

/** Gives a link its name. The commit rejects one that another account has, or had. */
export async function takeName(ctx: LinkCtx, link: PayLinkItem, before?: Named): Promise<void> {
  const { username, domain } = link
  if (username === before?.username && domain === before?.domain) return
  if (before !== undefined) await leaveName(ctx, { ...before, id: link.id })
  if (username === undefined) return
  for (const one of domainsOf(link, ctx)) {
    const name = `${username}@${one}`
    const [own] = await ctx.table('names').find({ where: { name } })
    if (own === undefined) await ctx.table('names').insert({ name, link: link.id }, link.wallet)
    else if (own.link !== undefined) throw reject('body.username: already taken on this domain.')
    else await ctx.table('names').update(own.id, { link: link.id })
  }
  // At a former public host, payers may know this name as the one of the account that has it at the public URL.
  const name = `${username}@${PUBLIC}`
  if (domain === undefined || !ctx.formerHosts.includes(domain)) return
  const [held] = await ctx.table('names').find({ where: { name } })
  if (held === undefined) await ctx.table('names').insert({ name }, link.wallet)
}

/** The account keeps the name for its next link. */
export async function leaveName(
  ctx: LinkCtx,
  { id, username, domain }: Named & Pick<PayLinkItem, 'id'>,
): Promise<void> {
  if (username === undefined) return
  for (const one of new Set([PUBLIC, ...ctx.domains, ...ctx.formerHosts, ...(domain === undefined ? [] : [domain])])) {
    const [own] = await ctx.table('names').find({ where: { name: `${username}@${one}` } })
    if (own?.link === id) await ctx.table('names').update(own.id, { link: undefined })
  }
}

/** `ada+shop@…` is Ada: the tag tells payees where a payer has their address from (LUD-16). */
const withoutTag = (username: string): string => username.toLowerCase().replace(/\+.*$/s, '')

/**
 * The payee of a Lightning address: the requested host determines the domain, else the public URL. Names of the public
 * URL are also valid at former public hosts. If a further domain has become the public one, a name there may belong to two
 * wallets: then the address has no payee.
 */
export async function findByName(
  ctx: LinkCtx,
  username: string,
  host: string | undefined,
): Promise<PayLinkItem | null> {
  const asked = (host ?? '').toLowerCase().replace(/\.(?=:|$)/, '')
  const hosts = [...ctx.domains, ...ctx.formerHosts]
  const domain = [asked, asked.replace(/:\d+$/, '')].find((one) => hosts.includes(one)) ?? ctx.domains[0] ?? PUBLIC
  const at = async (place: string): Promise<PayLinkItem | null> => {
    const [name] = await ctx.table('names').find({ where: { name: `${withoutTag(username)}@${place}` } })
    return name?.link === undefined ? null : ctx.items.get(name.link)
  }
  const own = await at(domain)
  if (domain !== ctx.domains[0]) return own ?? (ctx.formerHosts.includes(domain) ? at(PUBLIC) : null)
  const ofPublic = await at(PUBLIC)
  return own === null || ofPublic === null || own.wallet === ofPublic.wallet ? (own ?? ofPublic) : null
}
