import type { PayLink } from '@satchel/extension-sdk/lnurl-pay-routes'
import { reject } from '@satchel/extension-sdk/rejection'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { type Device, type DeviceCtx, isOnline, lnurlPayRoutes, type Switch } from './fields.ts'
import { readComment } from './read-comment.ts'
import type { Order } from './triggers.ts'

const MAX_TIMES = 100
const MAX_MS = 3_600_000n
/** Wrong passwords from one address at one device, in an hour. */
const MAX_FAILURES = 10
const FAILURES_SECONDS = 3600
/** As long as in LNbits, for links that stay where they are printed. */
const COMMENT = { words: 255, password: 64 }

export const lnurlOf = (ctx: Pick<DeviceCtx, 'url'>, itemId: string, pin: number): string =>
  encodeLnurl(ctx.url(`/lnurl/${itemId}?pin=${pin}`)).toUpperCase()

/** Pay links that switch a pin; they reject a payment that would not switch it. */
export const SWITCH_LINKS = lnurlPayRoutes({
  path: '/lnurl/:id',
  summary: 'Pay for a switch',
  query: { pin: { type: 'text', max: 10, doc: 'Pin of the switch.', optional: true } },
  async find(request, ctx) {
    const { item, one } = await findSwitch(ctx, request)
    if (item === null) return null
    if (item.disabled) throw reject('This device is switched off.')
    if (item.require_device && !isOnline(item, ctx)) {
      throw reject('The device is not connected; nothing can be paid now.')
    }
    if (one === undefined) throw reject('The device has no such switch.')
    return offerOf(ctx, item, one)
  },
  async invoice({ msat, comment, leastMsat, mostMsat }, request, ctx) {
    const { item, one } = await findSwitch(ctx, request)
    if (item === null || one === undefined) throw reject('There is no such switch.', 404)
    const { password, title, disposable } = item
    const words = password === undefined ? comment.trim() : requirePassword(ctx, item.id, { comment, password })
    const order: Order = {
      pin: one.pin,
      // The owner may have made it variable, or fixed, since the offer.
      duration: mostMsat > leastMsat ? lengthened(one.duration, msat, leastMsat) : one.duration,
      comment: one.comment ? words : '',
    }
    const memo = one.label === undefined ? title : `${title}: ${one.label}`
    // Never with the password, which the comment may contain.
    return { wallet: item.wallet, itemId: item.id, memo, comment: order.comment, data: { ...order }, disposable }
  },
})

/** Returns the other words of the comment. A request is free, so an address may fail only a few times an hour. */
function requirePassword(
  { visitor }: DeviceCtx,
  itemId: string,
  { comment, password }: { readonly comment: string; readonly password: string },
): string {
  const name = `password of ${itemId}`
  if (visitor.failures(name) >= MAX_FAILURES) throw reject('Too many wrong passwords; try again in an hour.', 429)
  const words = readComment(comment, password)
  if (words !== undefined) return words
  // Wallets request an invoice before they ask for a comment: an empty comment is not a guess.
  if (comment.trim() !== '') visitor.recordFailure(name, FAILURES_SECONDS)
  throw reject('The comment must have the password.')
}

interface Visit {
  readonly params: { readonly id: string }
  readonly query: { readonly pin?: string | undefined }
}

async function findSwitch(ctx: DeviceCtx, { params, query: { pin = '' } }: Visit) {
  const item = await ctx.items.get(params.id)
  return { item, one: item?.switches.find((each) => String(each.pin) === pin) }
}

async function priceMsat(ctx: DeviceCtx, { currency }: Device, { amount }: Switch): Promise<number> {
  const sats = await ctx.rates.toSat(amount, currency)
  if (sats < 1) throw reject('The price is worth less than 1 satoshi now.')
  return sats * 1000
}

function offerOf(ctx: DeviceCtx, item: Device, one: Switch): PayLink {
  return {
    range: async () => {
      const price = await priceMsat(ctx, item, one)
      return { minMsat: price, maxMsat: price * (one.variable ? MAX_TIMES : 1) }
    },
    isFiat: item.currency !== 'sat',
    metadata: { text: one.label === undefined ? item.title : `${item.title}: ${one.label}` },
    commentAllowed: (one.comment ? COMMENT.words : 0) + (item.password === undefined ? 0 : COMMENT.password),
    disposable: item.disposable,
  }
}

/** The duration, times the ratio of the paid amount to the price, at most an hour. */
function lengthened(duration: number, paidMsat: number, price: number): number {
  const long = (BigInt(duration) * BigInt(paidMsat)) / BigInt(price)
  return Number(long > MAX_MS ? MAX_MS : long < 1n ? 1n : long)
}
