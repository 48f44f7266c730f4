import { refuse } from '@satchel/extension-sdk/refusal'
import type { Shape } from '@satchel/extension-sdk/shape'
import { addYears, endAddress, findHolder, isHeld, nameKey, nowSeconds, readPubkey, toOwnerJson } from './addresses.ts'
import { ADDRESS_REPLY, type DomainRoutes, LOCAL_PART, POINTS_TO, YEARS } from './fields.ts'
import { keepName, releaseName } from './kept-names.ts'
import { changeAddress, requireAddress, toRow } from './orders.ts'

const OWNER_REPLY = {
  ...ADDRESS_REPLY,
  reimburse_sats: { type: 'sat', doc: 'Paid for nothing, because somebody was faster: to be paid back.' },
} as const satisfies Shape

/** What the owner of a domain does with its names. */
export const OWNER_ROUTES: DomainRoutes = {
  'GET /api/v1/:id/addresses': {
    access: 'invoice',
    summary: 'The addresses of a domain',
    description: 'Newest first: those that were paid or given, active or not.',
    query: {
      limit: { type: 'int', min: 1, max: 100, default: 20, doc: 'Page size, 1 to 100.' },
      offset: { type: 'int', min: 0, max: 1_000_000, default: 0, doc: 'How many to skip.' },
    },
    replyIs: 'list',
    reply: OWNER_REPLY,
    async handle({ item, query }, ctx) {
      const { limit = 20, offset = 0 } = query as { limit?: number; offset?: number }
      const addresses = ctx.table('addresses')
      const where = { listed: item.id }
      const headers = { 'X-Total-Count': String(await addresses.count({ where })) }
      return { json: (await addresses.find({ where, limit, offset })).map(toOwnerJson), headers }
    },
  },
  'POST /api/v1/:id/addresses': {
    access: 'admin',
    summary: 'Give a name away',
    description: 'Reserved names, too. Nothing is paid.',
    body: { local_part: LOCAL_PART, ...POINTS_TO, years: YEARS },
    status: 201,
    reply: { ...OWNER_REPLY, manage_secret: { type: 'text', max: 64, doc: 'Lets its user change it; shown once.' } },
    async handle({ item, body }, ctx) {
      const given = body as unknown as { local_part: string; pubkey: string; relays?: string[]; years: number }
      const at = nowSeconds(ctx)
      const holder = await findHolder(ctx, item, given.local_part)
      if (holder !== null && isHeld(holder, item, at)) throw refuse('body.local_part: is taken.')
      if (holder !== null) await endAddress(ctx, holder)
      await releaseName(ctx, item, given.local_part)
      const secret = ctx.randomId()
      const address = await ctx.table('addresses').insert({
        ...toRow(item, { ...given, pubkey: readPubkey(given.pubkey), secret }),
        active: true,
        holds: nameKey(item, given.local_part),
        listed: item.id,
        expires_at: addYears(at, given.years),
      })
      const address_count = item.address_count + (holder === null ? 1 : 0)
      await ctx.items.update(item.id, { address_count })
      return { json: { ...toOwnerJson(address), manage_secret: secret } }
    },
  },
  'PUT /api/v1/:id/addresses/:address': {
    access: 'admin',
    summary: 'Change the key or the relays of an address',
    description: 'What is not given stays.',
    body: { pubkey: { ...POINTS_TO.pubkey, optional: true }, relays: POINTS_TO.relays },
    reply: OWNER_REPLY,
    async handle({ item, params, body }, ctx) {
      const address = await requireAddress(ctx, item, params['address'] ?? '')
      return { json: toOwnerJson(await changeAddress(ctx, address, body)) }
    },
  },
  'DELETE /api/v1/:id/addresses/:address': {
    access: 'admin',
    summary: 'Take a name back',
    description:
      'It leads nowhere from now on, and nobody can buy it for the rest of its term; it can be given away. Also for addresses whose money was paid back.',
    reply: { detail: { type: 'text', max: 100, doc: 'Deleted.' } },
    async handle({ item, params }, ctx) {
      const address = await requireAddress(ctx, item, params['address'] ?? '')
      await keepName(ctx, item, address)
      await ctx.table('addresses').remove(address.id)
      if (address.active) await ctx.items.update(item.id, { address_count: item.address_count - 1 })
      return { json: { detail: 'Address deleted' } }
    },
  },
}
