import { reject } from '@satchel/extension-sdk/rejection'
import { paymentLimit } from '@satchel/extension-sdk/replies/payment-limit'
import { amountText, fixed } from '@satchel/extension-sdk/text'
import { toJson } from './addresses.ts'
import { answerName } from './answer-name.ts'
import { ADDRESS_REPLY, FIELDS, LOCAL_PART, POINTS_TO, route, routes, YEARS } from './fields.ts'
import { changeAddress, findHindrance, orderAddress, requireAddress, requireDomain } from './orders.ts'
import { managePage, signUpPage } from './page.ts'
import { priceOf } from './prices.ts'
import type { OrderNote } from './settle.ts'

const PROMO = { type: 'text', max: 64, optional: true, doc: 'Promotion code.' } as const

/** Routes for buyers of names. */
export const VISITOR_ROUTES = routes({
  'GET /public/:id/search': route({
    access: 'public',
    summary: 'Check availability and price of a name',
    query: { q: { type: 'text', max: 64, doc: 'Name before the @.' }, years: YEARS, promo: PROMO },
    reply: {
      available: { type: 'bool', doc: 'True: the name can be bought now.' },
      price: { type: 'money', doc: 'Price of all years, in `currency`.' },
      currency: FIELDS.currency,
      price_sats: { type: 'sat', doc: 'Price in satoshis, at the current rate.' },
      reason: { type: 'text', max: 100, optional: true, doc: 'Reason, if the name cannot be bought.' },
    },
    async handle(request, ctx) {
      const domain = await requireDomain(request, ctx)
      const { q, years, promo } = request.query
      const localPart = q.toLowerCase()
      const { amount, sats } = await priceOf(ctx, domain, { localPart, years, promo })
      const reason = await findHindrance(ctx, domain, localPart)
      const available = reason === undefined
      return {
        json: {
          available,
          price: amount,
          currency: domain.currency,
          price_sats: sats,
          ...(!available && { reason }),
        },
      }
    },
  }),
  'POST /public/:id/quote': route({
    access: 'public',
    summary: 'Quote the price of a name as text',
    body: { local_part: { type: 'text', max: 64, default: '', doc: 'Name before the @.' }, years: YEARS, promo: PROMO },
    reply: {
      text: { type: 'text', max: 200, doc: 'Text for people: the price, or the reason why it cannot be bought.' },
    },
    async handle(request, ctx) {
      const domain = await requireDomain(request, ctx)
      const { local_part, years, promo } = request.body
      if (local_part === '') return { json: { text: '' } }
      const hindrance = await findHindrance(ctx, domain, local_part)
      if (hindrance !== undefined) return { json: { text: hindrance } }
      const { amount, sats } = await priceOf(ctx, domain, { localPart: local_part, years, promo })
      const price = amountText(sats)
      const whole =
        domain.currency === 'sat'
          ? fixed('{price}', { price })
          : fixed('{price} ({own})', { price, own: amountText(amount, domain.currency) })
      return { json: { text: paymentLimit(ctx, sats) ?? whole } }
    },
  }),
  'POST /public/:id/addresses': route({
    access: 'public',
    summary: 'Buy or renew a name',
    description:
      'The buyer gets the name when the invoice is paid; of two buyers, the first to pay. If the name already has this key, it is renewed.',
    body: { local_part: LOCAL_PART, ...POINTS_TO, years: YEARS, promo: PROMO },
    status: 201,
    reply: {
      payment_hash: { type: 'text', max: 64, doc: 'Payment hash, for requests of the state.' },
      payment_request: { type: 'text', max: 4000, doc: 'Invoice to pay (BOLT 11).' },
      expires_at: { type: 'text', max: 30, doc: 'When the invoice expires, ISO 8601.' },
      address: { type: 'text', max: 64, doc: 'Id of the address.' },
      manage_secret: { type: 'text', max: 64, optional: true, doc: 'Secret for changing the address; shown once.' },
      text: { type: 'text', max: 300, optional: true, doc: 'Text that the page shows after payment.' },
    },
    handle: async (request, ctx) => ({
      json: await orderAddress(ctx, await requireDomain(request, ctx), request.body),
    }),
  }),
  'GET /public/:id/orders/:payment_hash': {
    access: 'public',
    summary: 'Read the state of an order',
    reply: {
      paid: { type: 'bool', doc: 'True: the order is paid.' },
      expired: { type: 'bool', doc: 'True: the order expired.' },
      expires_at: { type: 'text', max: 30, doc: 'When the invoice expires, ISO 8601.' },
      active: { type: 'bool', doc: 'True: the name resolves to the key.' },
      text: { type: 'text', max: 300, optional: true, doc: 'Reason of a failure.' },
    },
    async handle(request, ctx) {
      const invoice = await ctx.wallets.invoice(request.params.payment_hash)
      if (invoice === null || invoice.itemId !== request.params.id) throw reject('There is no such order.', 404)
      const address = await ctx.table('addresses').get((invoice.data as OrderNote).address)
      // Deleted by the owner, who owes the whole amount.
      const owed = address === null ? invoice.sat : address.reimburse_sats
      // Shown as paid only when the outcome is known.
      const paid = invoice.status === 'paid' && (address === null || address.listed !== undefined)
      const expired = invoice.status === 'expired'
      const active = address?.active === true
      const text = fixed(
        address === null
          ? 'The owner has taken the name back. The owner of the domain owes you {amount}.'
          : 'Another buyer was faster. The owner of the domain owes you {amount}.',
        { amount: amountText(owed) },
      )
      return { json: { paid, expired, expires_at: invoice.expiresAt, active, ...(paid && !active && { text }) } }
    },
  },
  'PUT /public/:id/addresses/:address': route({
    access: 'public',
    summary: 'Change the key or relays of a bought name',
    description: 'By the id of the address, or by its name. Omitted fields keep their values.',
    perMinute: 20,
    body: {
      manage_secret: { type: 'text', max: 64, doc: 'Secret that was shown at the purchase.' },
      pubkey: { ...POINTS_TO.pubkey, optional: true },
      relays: POINTS_TO.relays,
    },
    reply: ADDRESS_REPLY,
    async handle(request, ctx) {
      const address = await requireAddress(ctx, await requireDomain(request, ctx), request.params.address)
      if (ctx.hash(request.body.manage_secret) !== address.secret) throw reject('The secret is wrong.', 403)
      return { json: toJson(await changeAddress(ctx, address, request.body)) }
    },
  }),
  'GET /public/:id/nostr.json': route({
    access: 'public',
    summary: 'Resolve a name of a domain to its Nostr key',
    description: 'For a web server of the domain that forwards `/.well-known/nostr.json`.',
    perMinute: 600,
    query: { name: { type: 'text', max: 1024, optional: true, doc: 'Name before the @.' } },
    handle: async (request, ctx) =>
      answerName(ctx, (await ctx.items.get(request.params.id)) ?? undefined, request.query.name),
  }),
  'GET /p/:id': {
    access: 'public',
    summary: 'Open the page to buy a name',
    handle: async (request, ctx) => ({ page: signUpPage(await requireDomain(request, ctx)) }),
  },
  'GET /p/:id/manage': {
    access: 'public',
    summary: 'Open the page to change a name',
    handle: async (request, ctx) => ({ page: managePage(await requireDomain(request, ctx)) }),
  },
})
