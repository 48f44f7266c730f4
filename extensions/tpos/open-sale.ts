import { reject } from '@satchel/extension-sdk/rejection'
import type { Sale, Till, TposCtx } from './fields.ts'
import { amountsOf, type Order, priceSale } from './price-sale.ts'

const EXPIRY_SECONDS = 600

export async function requireTill(ctx: TposCtx, id: string): Promise<Till> {
  const till = await ctx.items.get(id)
  if (till === null) throw reject('There is no such till.', 404)
  return till
}

/** A sale and its Lightning invoice; the sale counts when that is paid. */
export async function openSale(ctx: TposCtx, till: Till, order: Order) {
  const { currency } = till
  const { lines, amount, tax, tip, total, stored } = priceSale(till, order)
  const memo = order.memo ?? ''
  const invoice = await ctx.wallets.createInvoice(till.wallet, {
    money: [total, currency],
    tax,
    tip,
    memo: memo === '' ? till.name : `${till.name}: ${memo}`,
    itemId: till.id,
    expirySec: EXPIRY_SECONDS,
  })
  const amounts = { amount, tip_amount: tip, tax, total, currency }
  const { paymentHash, sat: sats } = invoice
  await ctx
    .table('sales')
    .insert(
      { item: till.id, payment_hash: paymentHash, state: 'pending', ...amounts, ...stored, sats, memo, lines },
      till.wallet,
    )
  return {
    payment_hash: paymentHash,
    payment_request: invoice.paymentRequest,
    ...amounts,
    sats,
    expires_at: invoice.expiresAt,
  }
}

/** By its payment hash. */
export async function requireSale(
  ctx: TposCtx,
  till: Till,
  paymentHash: string,
): Promise<Sale & { readonly payment_hash: string }> {
  const [sale] = await ctx.table('sales').find({ where: { payment_hash: paymentHash }, limit: 1 })
  if (sale?.payment_hash === undefined || sale.item !== till.id) throw noSale()
  return { ...sale, payment_hash: sale.payment_hash }
}

/** By its payment hash; a sale without one by its id. */
export async function requireReceiptSale(ctx: TposCtx, till: Till, name: string): Promise<Sale> {
  const sale = await ctx.table('sales').get(name)
  if (sale === null || sale.payment_hash !== undefined) return requireSale(ctx, till, name)
  if (sale.item !== till.id) throw noSale()
  return sale
}

const noSale = () => reject('There is no such sale.', 404)

/** The state of a sale, for the till that waits for it. */
export async function saleState(ctx: TposCtx, sale: Sale & { readonly payment_hash: string }) {
  const { payment_hash } = sale
  const invoice = await ctx.wallets.invoice(payment_hash)
  const status = invoice?.status ?? 'expired'
  return {
    payment_hash,
    paid: status === 'paid',
    expired: status === 'expired',
    expires_at: invoice?.expiresAt,
    ...amountsOf(sale),
  }
}
