import type { Invoice, Settled } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import { amountText, fixed } from '@satchel/extension-sdk/text'
import { add, decimalOf, nearestDouble } from '@satchel/money/decimal'
import { minorDigits } from '@satchel/money/minor-digits'
import type { InvoiceCtx, InvoiceItem } from './fields.ts'
import { remainderOf } from './totals.ts'

/** A quarter of an hour: the rate should still be current. */
const EXPIRY_SECONDS = 900

/** Invoices that visitors may see: open and paid ones. */
export async function requirePublished(ctx: InvoiceCtx, id: string): Promise<InvoiceItem> {
  const item = await ctx.items.get(id)
  if (item === null || (item.status !== 'open' && item.status !== 'paid'))
    throw reject('There is no such invoice.', 404)
  return item
}

/** A Lightning invoice for the remaining amount, or for a part of it. */
export async function askForPayment(
  ctx: InvoiceCtx,
  item: InvoiceItem,
  wanted: number | undefined,
): Promise<{ readonly amount: number; readonly invoice: Invoice }> {
  const { currency, wallet } = item
  if (item.status !== 'open') throw reject('This invoice is paid already.')
  const left = remainderOf(item)
  const most = nearestDouble(left)
  const amount = wanted ?? most
  const digits = Math.max(minorDigits(currency), left.scale)
  if (amount <= 0 || decimalOf(amount).scale > digits) {
    throw reject('body.amount: not a valid amount of this currency.', 422)
  }
  if (amount > most) throw reject(fixed('Only {amount} are left to pay.', { amount: amountText(most, currency) }))
  // A cent may be worth less than a satoshi, but must be payable: ask for at least 1 sat.
  const sat = Math.max(1, await ctx.rates.toSat(amount, currency))
  const invoice = await ctx.wallets.createInvoice(wallet, {
    sat,
    memo: item.number === undefined ? fixed('Invoice') : fixed('Invoice {number}', { number: item.number }),
    itemId: item.id,
    data: { amount_currency: amount, language: ctx.visitor.language },
    extra: { amount_currency: amount },
    expirySec: EXPIRY_SECONDS,
  })
  return { amount, invoice }
}

/**
 * Counts the amount in the currency that was fixed when the invoice was made, whatever the rate is now. Late payments
 * of a canceled or paid document are kept and shown, too.
 */
export async function recordPayment(payment: Settled, ctx: InvoiceCtx): Promise<void> {
  const item = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
  if (item === null || item.payments.some(({ payment_hash: hash }) => hash === payment.paymentHash)) return
  const { currency, total } = item
  const { amount_currency: amount, language } = payment.data as unknown as PaymentNote
  const paid = nearestDouble(add(decimalOf(item.paid_total), decimalOf(amount)))
  const isPaid = item.status === 'open' && paid >= total
  await ctx.items.update(item.id, {
    paid_total: paid,
    overpaid: paid > total,
    payments: [
      ...item.payments,
      {
        amount,
        sats: payment.sat,
        time: new Date(payment.at * 1000).toISOString(),
        payment_hash: payment.paymentHash,
      },
    ],
    ...(isPaid && { status: 'paid' }),
  })
  if (!isPaid || item.email === undefined) return
  const [amountPaid, link] = [amountText(total, currency), ctx.url(`/p/${item.id}`)]
  const text =
    item.number === undefined
      ? fixed('Your invoice of {amount} is paid. Thank you!\n\n{link}\n', { amount: amountPaid, link })
      : fixed('Your invoice {number} of {amount} is paid. Thank you!\n\n{link}\n', {
          number: item.number,
          amount: amountPaid,
          link,
        })
  const { email, wallet } = item
  await ctx.notify.mail(email, fixed('Your invoice is paid'), text, { wallet, reason: 'invoice', language })
}

interface PaymentNote {
  readonly amount_currency: number
  /** The language of the page on which the payer requested it. */
  readonly language?: string
}
