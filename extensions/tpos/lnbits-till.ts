import { Rejection, reject } from '@satchel/extension-sdk/rejection'
import type { Row, Shape } from '@satchel/extension-sdk/shape'
import { collectFromCard } from './collect-card.ts'
import { route, routes, type Till, type TposCtx } from './fields.ts'
import { openSale, requireSale, requireTill, saleState } from './open-sale.ts'

/** Tills send null for what is not set; what is not named here has no effect. */
const any = (doc: string) => ({ type: 'json', maxBytes: 65_536, doc, optional: true }) as const

const ORDER = {
  amount: any('Satoshis, without the tip.'),
  tip_amount: any('The tip, satoshis.'),
  memo: any('A note, which the payer reads, too.'),
  pay_in_fiat: any('True is 400: only Lightning is taken here.'),
} as const satisfies Shape

/** Tills and wrapper apps that were written for LNbits sell and collect here. They count in satoshis, whatever the till has. */
export const LNBITS_TILL_ROUTES = routes({
  'POST /tposs/:id/invoices': route({
    access: 'public',
    status: 201,
    summary: 'Sell, as tills of LNbits do',
    description: 'In satoshis, also where the till has another currency; also at `/tpos/api/v1/tposs/{id}/invoices`.',
    body: ORDER,
    reply: {
      payment_hash: { type: 'text', max: 64, doc: 'Of the payment.' },
      checking_id: { type: 'text', max: 64, doc: 'The same.' },
      payment_request: { type: 'text', max: 4096, doc: 'BOLT11.' },
      bolt11: { type: 'text', max: 4096, doc: 'The same.' },
      amount: { type: 'int', doc: 'What is to be paid, **millisatoshis**.' },
      fee: { type: 'int', doc: 'Always 0.' },
      memo: { type: 'text', max: 300, doc: 'What the payer reads.' },
      status: { type: 'text', max: 10, doc: 'pending.' },
      extra: { type: 'json', maxBytes: 1000, doc: 'tag, tpos_id, amount and tip_amount (satoshis).' },
    },
    handle: async ({ params, body }, ctx) => ({ json: await sellSats(ctx, await requireTill(ctx, params.id), body) }),
  }),
  'GET /tposs/:id/invoices/:payment_hash': {
    access: 'public',
    summary: 'Whether a sale is paid, as tills of LNbits ask',
    description: 'Also at `/tpos/api/v1/tposs/{id}/invoices/{payment_hash}`.',
    reply: { paid: { type: 'bool', doc: 'The money is there.' } },
    async handle({ params }, ctx) {
      const till = await requireTill(ctx, params.id)
      const { paid } = await saleState(ctx, await requireSale(ctx, till, params.payment_hash.toLowerCase()))
      return { json: { paid } }
    },
  },
  'POST /tposs/:id/invoices/:invoice/pay': route({
    access: 'public',
    perMinute: 30,
    summary: 'Collect from a card, as tills of LNbits do',
    description:
      'The invoice itself, or its hash. HTTP 200 also when the card does not pay: read `success`. Poll the sale to see when it is paid. Also at `/tpos/api/v1/tposs/{id}/invoices/{invoice}/pay`.',
    body: { lnurl: { type: 'text', max: 2048, doc: 'What the card says: `lnurlw://…`, or an LNURL.' } },
    reply: {
      success: { type: 'bool', doc: 'The card was asked and has agreed.' },
      detail: { type: 'json', maxBytes: 1000, doc: 'Why not; or what the card has answered.' },
    },
    async handle({ params, body }, ctx) {
      const till = await requireTill(ctx, params.id)
      const sale = await requireSale(ctx, till, hashOf(ctx, params.invoice))
      try {
        await collectFromCard(ctx, sale, body.lnurl)
      } catch (error) {
        if (error instanceof Rejection) return { json: { success: false, detail: error.message } }
        throw error
      }
      return { json: { success: true, detail: { status: 'OK' } } }
    },
  }),
  'GET /manifest/:file': {
    access: 'public',
    summary: 'The manifest of an installed till of LNbits',
    description: 'By `{id}.webmanifest`: it begins at `/tpos/{id}`, as when it was installed.',
    replyType: 'text',
    replyMedia: 'application/manifest+json',
    async handle({ params }, ctx) {
      const till = await requireTill(ctx, params.file.replace(/\.webmanifest$/, ''))
      return {
        text: JSON.stringify(manifestOf(ctx, till)),
        type: 'application/manifest+json',
        headers: { 'Cache-Control': 'no-cache' },
      }
    },
  },
})

/** The amount has its tax in it: the till of LNbits has added it up. */
async function sellSats(ctx: TposCtx, till: Till, body: Row<typeof ORDER>) {
  if (body.pay_in_fiat === true) throw reject('Only Lightning is taken here.')
  const amount = satsIn(body, 'amount')
  const tip = satsIn(body, 'tip_amount') ?? 0
  if (amount === undefined || amount < 1) throw reject('body.amount: must be at least 1 satoshi.', 422)
  const memo = typeof body.memo === 'string' ? body.memo.slice(0, 200).toWellFormed() : ''
  const inSats = { ...till, currency: 'sat', tax_inclusive: true, tax_default: 0, items: [] }
  const { payment_hash, payment_request, sats } = await openSale(ctx, inSats, { amount, tip_amount: tip, memo })
  return {
    payment_hash,
    checking_id: payment_hash,
    payment_request,
    bolt11: payment_request,
    amount: sats * 1000,
    fee: 0,
    memo: memo === '' ? till.name : `${till.name}: ${memo}`,
    status: 'pending',
    extra: { tag: 'tpos', tpos_id: till.id, amount, tip_amount: tip === 0 ? null : tip },
  }
}

function satsIn(body: Row<typeof ORDER>, name: 'amount' | 'tip_amount'): number | undefined {
  const value = body[name]
  if (value === undefined || value === null || value === '') return undefined
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number
  throw reject(`body.${name}: must be whole satoshis.`, 422)
}

const HASH = /^[0-9a-f]{64}$/i

function hashOf(ctx: TposCtx, invoice: string): string {
  if (HASH.test(invoice)) return invoice.toLowerCase()
  try {
    return ctx.decode(invoice).paymentHash
  } catch {
    throw reject('There is no such sale.', 404)
  }
}

const manifestOf = (ctx: TposCtx, { id, name }: Till) => ({
  name,
  short_name: name.slice(0, 12),
  start_url: ctx.url(`/${id}`),
  scope: ctx.url(`/${id}`),
  display: 'standalone',
  background_color: '#fcfbf8',
  theme_color: '#fcfbf8',
  icons: [
    {
      src: ctx.url('/').replace(/\/tpos\/$/, '/static/icon.svg'),
      sizes: 'any',
      type: 'image/svg+xml',
      purpose: 'any maskable',
    },
  ],
})
