import { reject } from '@satchel/extension-sdk/rejection'
import { fixed, timeText } from '@satchel/extension-sdk/text'
import { endOf, isHeld, listAll, nowSeconds } from './addresses.ts'
import type { Address, Domain, DomainCtx } from './fields.ts'

const PAGE = 1000

/** The key under which a name is kept: it outlives the item that sold it. */
const keptAs = ({ domain }: Pick<Domain, 'domain'>, localPart: string): string => `${localPart}@${domain}`

/**
 * A revoked name is not for sale for the rest of its term (rule X39): people still know it as the one of its former
 * holder. Only the owner of its domain may give it away.
 */
export async function keepName(ctx: DomainCtx, domain: Domain, address: Address): Promise<void> {
  if (!isHeld(address, domain, nowSeconds(ctx))) return
  const name = keptAs(domain, address.local_part)
  const until = endOf(address, domain)
  const [kept] = await ctx.table('kept').find({ where: { name } })
  if (kept === undefined) await ctx.table('kept').insert({ name, until }, domain.wallet)
  else await ctx.table('kept').update(kept.id, { until })
}

export async function isKept(ctx: DomainCtx, domain: Domain, localPart: string, at: number): Promise<boolean> {
  const [kept] = await ctx.table('kept').find({ where: { name: keptAs(domain, localPart) } })
  return kept !== undefined && at < kept.until
}

/** For an owner who gives the name away. */
export async function releaseName(ctx: DomainCtx, domain: Domain, localPart: string): Promise<void> {
  const [kept] = await ctx.table('kept').find({ where: { name: keptAs(domain, localPart) } })
  if (kept !== undefined) await ctx.table('kept').remove(kept.id)
}

export async function deleteExpiredNames(ctx: DomainCtx): Promise<void> {
  const over = []
  for (let offset = 0, more = true; more; offset += PAGE) {
    const page = await ctx.table('kept').find({ limit: PAGE, offset })
    over.push(...page.filter(({ until }) => until <= nowSeconds(ctx)))
    more = page.length === PAGE
  }
  for (const { id } of over) await ctx.table('kept').remove(id)
}

/** Rejects changes and deletions of a domain that would take paid names from their holders. */
export async function requireNoNames(ctx: DomainCtx, domain: Domain): Promise<void> {
  const at = nowSeconds(ctx)
  const running = (await listAll(ctx, domain.id)).filter((address) => isHeld(address, domain, at))
  if (running.length === 0) return
  const last = Math.max(...running.map((address) => endOf(address, domain)))
  throw reject(
    fixed('Names that run at {domain}: {count}. The last one runs, with its days of grace, until {time}.', {
      domain: domain.domain,
      count: running.length,
      time: timeText(last * 1000),
    }),
  )
}
