import { reject } from '@satchel/extension-sdk/rejection'
import { type FixedText, fixed } from '@satchel/extension-sdk/text'
import { findHolder, isHeld, isReserved, nowSeconds, readPubkey } from './addresses.ts'
import { type Address, type Domain, type DomainCtx, LOCAL_PART } from './fields.ts'
import { isKept } from './kept-names.ts'
import { priceOf } from './prices.ts'
import type { OrderNote } from './settle.ts'

export async function requireDomain(
  { params }: { readonly params: { readonly id: string } },
  ctx: DomainCtx,
): Promise<Domain> {
  const domain = await ctx.items.get(params.id)
  if (domain === null) throw reject('There is no such domain.', 404)
  return domain
}

const IS_LOCAL_PART = new RegExp(LOCAL_PART.pattern)

/** Why a name cannot be bought; undefined = it can. */
export async function findHindrance(ctx: DomainCtx, domain: Domain, localPart: string): Promise<FixedText | undefined> {
  if (!IS_LOCAL_PART.test(localPart)) return fixed('A name has a to z, 0 to 9, dots, dashes and underscores only.')
  if (isReserved(domain, localPart)) return fixed('The name is reserved.')
  const [holder, at] = [await findHolder(ctx, domain, localPart), nowSeconds(ctx)]
  const isTaken = (holder !== null && isHeld(holder, domain, at)) || (await isKept(ctx, domain, localPart, at))
  return isTaken ? fixed('The name is taken.') : undefined
}

interface Order {
  readonly local_part: string
  readonly pubkey: string
  readonly years: number
  readonly relays?: readonly string[] | undefined
  readonly promo?: string | undefined
}

/** An invoice for a new name, or for more years of a name with this key. */
export async function orderAddress(ctx: DomainCtx, domain: Domain, order: Order) {
  const pubkey = readPubkey(order.pubkey)
  const { local_part, years, promo } = order
  const price = await priceOf(ctx, domain, { localPart: local_part, years, promo })
  const holder = await findHolder(ctx, domain, local_part)
  const renewed = holder?.pubkey === pubkey ? holder : undefined
  const hindrance = renewed === undefined ? await findHindrance(ctx, domain, local_part) : undefined
  if (hindrance !== undefined) throw reject(fixed(`body.local_part: ${hindrance.fixed}`))
  const secret = ctx.randomId()
  const address =
    renewed ?? (await ctx.table('addresses').insert(toRow(domain, { ...order, pubkey, secret }), domain.wallet))
  const { referer_bonus_percent: percent = 0, selected_referer: to } = price.promotion ?? {}
  const data: OrderNote = {
    address: address.id,
    local_part,
    pubkey,
    years,
    ...(to !== undefined && percent > 0 && { bonus: { percent, to } }),
  }
  const invoice = await ctx.wallets.createInvoice(domain.wallet, {
    sat: price.sats,
    memo:
      years === 1
        ? fixed('{name}, 1 year', { name: `${local_part}@${domain.domain}` })
        : fixed('{name}, {years} years', { name: `${local_part}@${domain.domain}`, years }),
    itemId: domain.id,
    data: { ...data },
  })
  return {
    payment_hash: invoice.paymentHash,
    payment_request: invoice.paymentRequest,
    expires_at: invoice.expiresAt,
    address: address.id,
    ...(renewed === undefined && {
      manage_secret: secret,
      text: fixed('The name is yours. Keep this secret. With it you can change the key later: {secret}', { secret }),
    }),
  }
}

/** An address without a holder yet. */
export const toRow = (
  domain: Domain,
  { local_part, pubkey, relays = [], secret }: Pick<Order, 'local_part' | 'pubkey' | 'relays'> & { secret: string },
) => ({
  item: domain.id,
  local_part,
  pubkey,
  relays: [...relays],
  active: false,
  expires_at: 0,
  reimburse_sats: 0,
  secret,
})

/** By its id, or by the name it holds. */
export async function requireAddress(ctx: DomainCtx, domain: Domain, named: string): Promise<Address> {
  const found = (await ctx.table('addresses').get(named)) ?? (await findHolder(ctx, domain, named.toLowerCase()))
  if (found === null || found.item !== domain.id) throw reject('Address not found.', 404)
  return found
}

/** The fields of an address that may be changed; absent ones stay. */
export async function changeAddress(
  ctx: DomainCtx,
  { id }: Address,
  { pubkey, relays }: { readonly pubkey?: string | undefined; readonly relays?: string[] | undefined },
): Promise<Address> {
  return ctx.table('addresses').update(id, {
    ...(pubkey !== undefined && { pubkey: readPubkey(pubkey) }),
    ...(relays !== undefined && { relays }),
  })
}
