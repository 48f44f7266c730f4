import { Rejection, reject } from '@satchel/extension-sdk/rejection'
import type { Row, Shape } from '@satchel/extension-sdk/shape'
import { CARD_REASONS } from '@satchel/lnurl/card-reasons'
import { collectFromCard } from './collect-card.ts'
import { route, routes, type Till, type TposCtx } from './fields.ts'
import { openSale, requireSale, requireTill, saleState } from './open-sale.ts'

/** Tills send null for unset fields; fields that are not listed here are ignored. */
const any = (doc: string) => ({ type: 'json', maxBytes: 65_536, doc, optional: true }) as const

const ORDER = {
  amount: any('Amount without the tip, satoshis.'),
  tip_amount: any('Tip, satoshis.'),
  memo: any('Note, also shown to the payer.'),
  pay_in_fiat: any('True is 400: only Lightning is taken here.'),
} as const satisfies Shape

/**
 * Tills and wrapper apps written for LNbits sell and charge cards here. They count in satoshis, whatever the currency
 * of the till.
 */
export const LNBITS_TILL_ROUTES = routes({
  'POST /tposs/:id/invoices': route({
    access: 'public',
    status: 201,
    summary: 'Create a sale, compatible with LNbits',
    description:
      'Amounts in satoshis, also if the till has another currency. Also at `/tpos/api/v1/tposs/{id}/invoices`.',
    body: ORDER,
    reply: {
      payment_hash: { type: 'text', max: 64, doc: 'Payment hash.' },
      checking_id: { type: 'text', max: 64, doc: 'Same as `payment_hash`.' },
      payment_request: { type: 'text', max: 4096, doc: 'Invoice to pay (BOLT 11).' },
      bolt11: { type: 'text', max: 4096, doc: 'Same as `payment_request`.' },
      amount: { type: 'int', doc: 'Amount, **millisatoshis**.' },
      fee: { type: 'int', doc: 'Always 0.' },
      memo: { type: 'text', max: 300, doc: 'Description that the payer sees.' },
      status: { type: 'text', max: 10, doc: 'Constant: `pending`.' },
      extra: { type: 'json', maxBytes: 1000, doc: 'Object with tag, tpos_id, amount and tip_amount (satoshis).' },
    },
    handle: async ({ params, body }, ctx) => ({ json: await sellSats(ctx, await requireTill(ctx, params.id), body) }),
  }),
  'GET /tposs/:id/invoices/:payment_hash': {
    access: 'public',
    summary: 'Check whether a sale is paid, compatible with LNbits',
    description: 'Also at `/tpos/api/v1/tposs/{id}/invoices/{payment_hash}`.',
    reply: { paid: { type: 'bool', doc: 'True: the sale is paid.' } },
    async handle({ params }, ctx) {
      const till = await requireTill(ctx, params.id)
      const { paid } = await saleState(ctx, await requireSale(ctx, till, params.payment_hash.toLowerCase()))
      return { json: { paid } }
    },
  },
  'POST /tposs/:id/invoices/:invoice/pay': route({
    access: 'public',
    perMinute: 30,
    summary: 'Charge a card, compatible with LNbits',
    description:
      'By the invoice or its payment hash. HTTP 200 also if the card does not pay: read `success`. Poll the sale to see when it is paid. Also at `/tpos/api/v1/tposs/{id}/invoices/{invoice}/pay`.',
    body: { lnurl: { type: 'text', max: 2048, doc: 'Content of the card: `lnurlw://…`, or an LNURL.' } },
    reply: {
      success: { type: 'bool', doc: 'True: the issuer of the card accepted the invoice.' },
      detail: { type: 'json', maxBytes: 1000, doc: 'Reason of a failure, or the response of the issuer.' },
    },
    async handle({ params, body }, ctx) {
      const till = await requireTill(ctx, params.id)
      const sale = await requireSale(ctx, till, hashOf(ctx, params.invoice))
      try {
        const card = await collectFromCard(ctx, sale, body)
        if (card !== undefined) return { json: { success: false, detail: CARD_REASONS.pinMissing } }
      } catch (error) {
        if (error instanceof Rejection) return { json: { success: false, detail: error.message } }
        throw error
      }
      return { json: { success: true, detail: { status: 'OK' } } }
    },
  }),
  'GET /manifest/:file': {
    access: 'public',
    summary: 'Get the web app manifest of a till installed from LNbits',
    description: 'By `{id}.webmanifest`: the app starts at `/tpos/{id}`, as when it was installed.',
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

/** The amount includes its tax: the till of LNbits has added it. */
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
