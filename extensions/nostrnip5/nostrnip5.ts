import { defineExtension } from '@satchel/extension-sdk/extension'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import { endAddress, isHeld, listAll, nowSeconds } from './addresses.ts'
import { answerName } from './answer-name.ts'
import { ADDRESSES, type DomainCtx, type DomainRow, FIELDS, KEPT, route } from './fields.ts'
import { deleteExpiredNames, requireNoNames } from './kept-names.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { OWNER_ROUTES } from './owner-routes.ts'
import { settleOrder } from './settle.ts'
import { VISITOR_ROUTES } from './visitor-routes.ts'

const DAY_SECONDS = 86_400
const PAGE = 1000

function check(draft: DomainRow): DomainRow {
  const { promotions = [] } = draft
  const codes = new Set(promotions.map(({ code }) => code.trim().toLowerCase()))
  if (codes.size < promotions.length) throw reject('body.promotions: two have the same code.', 422)
  if (promotions.some((one) => (one.referer_bonus_percent ?? 0) > 0 && one.selected_referer === undefined)) {
    throw reject('body.promotions: a bonus needs a `selected_referer`.', 422)
  }
  return { ...draft, domain: draft.domain.toLowerCase() }
}

/** Frees names past their days of grace, and deletes unpaid orders. */
async function expire(ctx: DomainCtx): Promise<void> {
  const at = nowSeconds(ctx)
  await deleteExpiredNames(ctx)
  for (let offset = 0, more = true; more; offset += PAGE) {
    const domains = await ctx.items.find({ limit: PAGE, offset })
    more = domains.length === PAGE
    for (const domain of domains) {
      const addresses = await listAll(ctx, domain.id)
      const over = addresses.filter((address) => address.active && !isHeld(address, domain, at))
      for (const address of over) await endAddress(ctx, address)
      if (over.length > 0) await ctx.items.update(domain.id, { address_count: domain.address_count - over.length })
      const unpaid = addresses.filter(({ listed, created_at }) => listed === undefined && created_at < at - DAY_SECONDS)
      for (const { id } of unpaid) await ctx.table('addresses').remove(id)
    }
  }
}

/** The host without its port: names are sold for hosts. */
const hostOf = (host = ''): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

/** Names for Nostr keys, sold by the year (NIP-05). */
export const NOSTRNIP5 = defineExtension({
  manifest: {
    id: 'nostrnip5',
    name: 'Nostr addresses',
    version: '1.0.0',
    short_description: 'Sells names at your domain for Nostr keys, by the year.',
    icon: 'at-sign',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'Makes the invoices of names.' },
      { id: 'spend', reason: 'Pays the share of a sale that a promotion promises to its referer.', to: 'any' },
      { id: 'schedule', reason: 'Frees names whose time is over.' },
      { id: 'page', reason: 'Shows a page to buy a name on.' },
      { id: 'claim', reason: 'Tells which key a name leads to.', path: '/.well-known/nostr.json' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'domain',
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: { addresses: ADDRESSES, kept: KEPT },
  beforeCreate: async (draft) => ({ ...check(draft), address_count: 0, earned: 0 }),
  async beforeUpdate(old, next, ctx) {
    const checked = check(next)
    if (checked.domain !== old.domain) await requireNoNames(ctx, old)
    return checked
  },
  beforeDelete: (domain, ctx) => requireNoNames(ctx, domain),
  onPaymentSettled: settleOrder,
  jobs: { expiry: { cron: '17 3 * * *', run: expire } },
  routes: { ...VISITOR_ROUTES, ...OWNER_ROUTES },
  claims: {
    'GET /.well-known/nostr.json': route({
      access: 'public',
      summary: 'Resolve a name to its Nostr key',
      description: 'NIP-05. The `Host` header selects the domain. Without `name`, or for an unknown name: no keys.',
      perMinute: 600,
      query: { name: { type: 'text', max: 1024, optional: true, doc: 'Name before the @.' } },
      async handle({ query, headers }, ctx) {
        const [domain] = await ctx.items.find({ where: { domain: hostOf(headers['host']) } })
        return answerName(ctx, domain, query.name)
      },
    }),
  },
})
