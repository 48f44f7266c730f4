import type { Invoice, Settled } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import { paymentLimit } from '@satchel/extension-sdk/replies/payment-limit'
import { amountText, type FixedText, fixed } from '@satchel/extension-sdk/text'
import { notifyOwner } from '@satchel/extension-sdk/webhook-fields'
import type { Form, LnticketCtx } from './fields.ts'

const DAY_SECONDS = 86_400
const BATCH = 1000

/** Counts words between white space, in any script; at least one. */
export const countWords = (text: string): number => Math.max(1, text.split(/\s+/u).filter((word) => word !== '').length)

/** The price in satoshis, always computed from the text. 422 for a message that is too long. */
export function priceOf(form: Form, text: string): number {
  const words = countWords(text)
  const { amount, flatrate, max_words: most } = form
  if (words > most)
    throw reject(fixed('body.ltext: has {words} words; at most {most} are allowed.', { words, most }), 422)
  return flatrate ? amount : words * amount
}

/** The price of a message, or the limit that it exceeds. */
export function quoteOf(ctx: Pick<LnticketCtx, 'maxSat'>, form: Form, text: string): FixedText {
  const words = countWords(text)
  if (words > form.max_words) return fixed('At most {most} words; there are {words}.', { most: form.max_words, words })
  const sat = priceOf(form, text)
  return paymentLimit(ctx, sat) ?? fixed('{price}', { price: amountText(sat) })
}

export interface Message {
  readonly name: string
  readonly email?: string | undefined
  readonly ltext: string
}

/** Stores the message until it is paid. */
export async function draftMessage(ctx: LnticketCtx, form: Form, { name, email, ltext }: Message): Promise<Invoice> {
  const sats = priceOf(form, ltext)
  const draft = { item: form.id, name, email, ltext, sats, kept: 'draft' }
  const { id } = await ctx.table('drafts').insert(draft, form.wallet)
  const invoice = await ctx.wallets.createInvoice(form.wallet, {
    sat: sats,
    memo: form.name,
    itemId: form.id,
    data: { draft: id },
  })
  await ctx.table('drafts').update(id, { payment_hash: invoice.paymentHash })
  return invoice
}

/** A paid message becomes a ticket, and its owner is notified. */
export async function deliverMessage(payment: Settled, ctx: LnticketCtx): Promise<void> {
  const { draft: draftId } = (payment.data ?? {}) as { readonly draft?: string }
  const form = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
  const draft = draftId === undefined ? null : await ctx.table('drafts').get(draftId)
  if (form === null || draft === null) return
  const { item, name, email, ltext } = draft
  const { sat: sats, paymentHash: payment_hash } = payment
  await ctx.table('drafts').remove(draft.id)
  const ticket = await ctx
    .table('tickets')
    .insert({ item, name, email, ltext, sats, payment_hash, handled: false }, form.wallet)
  await ctx.items.update(form.id, { amountmade: form.amountmade + sats, ticket_count: form.ticket_count + 1 })
  // Without the text, which may be too long for a webhook; it is read with the key.
  await notifyOwner(ctx, form, { extension: 'lnticket', item, ticket: ticket.id, payment_hash, name, sats })
  if (form.notify_email === undefined) return
  const from = email === undefined ? name : `${name} <${email}>`
  // A text of the sender ends with its line, so that it does not change the direction of an amount.
  const text = fixed('A message for {amount}\nForm: {form}\nFrom: {from}\n\n{text}', {
    amount: amountText(sats),
    form: form.name,
    from,
    text: ltext,
  })
  await ctx.notify.mail(form.notify_email, fixed('A paid message'), text, { wallet: form.wallet })
}

/** Every hour: deletes messages that were not paid within a day. Paid ones that are not delivered yet stay. */
export async function deleteDrafts(ctx: LnticketCtx): Promise<void> {
  const before = Math.floor(ctx.now() / 1000) - DAY_SECONDS
  for (const draft of await ctx.table('drafts').find({ where: { kept: 'draft' }, order: 'oldest', limit: BATCH })) {
    if (draft.created_at > before) return
    const invoice = draft.payment_hash === undefined ? null : await ctx.wallets.invoice(draft.payment_hash)
    if (invoice?.status !== 'paid') await ctx.table('drafts').remove(draft.id)
  }
}
