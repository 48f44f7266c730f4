import { reject } from '@satchel/extension-sdk/rejection'
import type { Shape } from '@satchel/extension-sdk/shape'
import { addYears, endAddress, findHolder, isHeld, nameKey, nowSeconds, readPubkey, toOwnerJson } from './addresses.ts'
import { ADDRESS_REPLY, LOCAL_PART, listRoute, POINTS_TO, route, routes, YEARS } from './fields.ts'
import { keepName, releaseName } from './kept-names.ts'
import { changeAddress, requireAddress, toRow } from './orders.ts'

const OWNER_REPLY = {
  ...ADDRESS_REPLY,
  reimburse_sats: { type: 'sat', doc: 'Refund owed because another buyer paid first, satoshis.' },
} as const satisfies Shape

/** Routes of the owner of a domain. */
export const OWNER_ROUTES = routes({
  'GET /api/v1/:id/addresses': listRoute({
    table: 'addresses',
    access: 'invoice',
    summary: 'List the addresses of a domain',
    description: 'Newest first: addresses paid or given away, active or not.',
    reply: OWNER_REPLY,
    where: ({ item }) => ({ listed: item.id }),
    toJson: toOwnerJson,
  }),
  'POST /api/v1/:id/addresses': route({
    access: 'admin',
    grantsAccess: true,
    summary: 'Give a name away',
    description: 'Without payment; reserved names, too.',
    body: { local_part: LOCAL_PART, ...POINTS_TO, years: YEARS },
    status: 201,
    reply: {
      ...OWNER_REPLY,
      manage_secret: { type: 'text', max: 64, doc: 'Secret with which the user changes the address; shown once.' },
    },
    async handle({ item, body }, ctx) {
      const at = nowSeconds(ctx)
      const holder = await findHolder(ctx, item, body.local_part)
      if (holder !== null && isHeld(holder, item, at)) throw reject('body.local_part: is taken.')
      if (holder !== null) await endAddress(ctx, holder)
      await releaseName(ctx, item, body.local_part)
      const secret = ctx.randomId()
      const address = await ctx.table('addresses').insert({
        ...toRow(item, { ...body, pubkey: readPubkey(body.pubkey), secret }),
        active: true,
        holds: nameKey(item, body.local_part),
        listed: item.id,
        expires_at: addYears(at, body.years),
      })
      const address_count = item.address_count + (holder === null ? 1 : 0)
      await ctx.items.update(item.id, { address_count })
      return { json: { ...toOwnerJson(address), manage_secret: secret } }
    },
  }),
  'PUT /api/v1/:id/addresses/:address': route({
    access: 'admin',
    summary: 'Change the key or relays of an address',
    description: 'Omitted fields keep their values.',
    body: { pubkey: { ...POINTS_TO.pubkey, optional: true }, relays: POINTS_TO.relays },
    reply: OWNER_REPLY,
    async handle({ item, params, body }, ctx) {
      const address = await requireAddress(ctx, item, params.address)
      return { json: toOwnerJson(await changeAddress(ctx, address, body)) }
    },
  }),
  'DELETE /api/v1/:id/addresses/:address': {
    access: 'admin',
    summary: 'Revoke a name',
    description:
      'The name stops resolving and is not sold for the rest of its term; it can be given away. Also for addresses that were refunded.',
    reply: { detail: { type: 'text', max: 100, doc: 'Confirmation, as text.' } },
    async handle({ item, params }, ctx) {
      const address = await requireAddress(ctx, item, params.address)
      await keepName(ctx, item, address)
      await ctx.table('addresses').remove(address.id)
      if (address.active) await ctx.items.update(item.id, { address_count: item.address_count - 1 })
      return { json: { detail: 'Address deleted' } }
    },
  },
})
