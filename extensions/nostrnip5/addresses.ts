import { bytesToHex } from '@noble/hashes/utils.js'
import { reject } from '@satchel/extension-sdk/rejection'
import { bech32 } from '@scure/base'
import type { Address, Domain, DomainCtx } from './fields.ts'

const DAY_SECONDS = 86_400
const PAGE = 1000

export const nowSeconds = (ctx: Pick<DomainCtx, 'now'>): number => Math.floor(ctx.now() / 1000)

export const nameKey = (domain: Pick<Domain, 'id'>, localPart: string): string => `${domain.id}/${localPart}`

/** Until when a name has a holder: the grace days after its term included. */
export const endOf = ({ expires_at }: Pick<Address, 'expires_at'>, { grace_days }: Domain): number =>
  expires_at + grace_days * DAY_SECONDS

export const isHeld = (address: Address, domain: Domain, at: number): boolean =>
  address.active && at < endOf(address, domain)

/** The registration of a name, expired or not. */
export async function findHolder(ctx: DomainCtx, domain: Domain, localPart: string): Promise<Address | null> {
  const [holder] = await ctx.table('addresses').find({ where: { holds: nameKey(domain, localPart) } })
  return holder ?? null
}

/** Every address of a domain, unpaid orders too. */
export async function listAll(ctx: DomainCtx, item: string): Promise<Address[]> {
  const all: Address[] = []
  for (let offset = 0; ; offset += PAGE) {
    const page = await ctx.table('addresses').find({ where: { item }, limit: PAGE, offset })
    all.push(...page)
    if (page.length < PAGE) return all
  }
}

/** Not for sale to any buyer: `_` is the domain itself (NIP-05). */
export const isReserved = ({ reserved_names = [] }: Domain, localPart: string): boolean =>
  localPart === '_' || reserved_names.some((name) => name.toLowerCase() === localPart)

/** Frees a name; call it before another holder takes it in the same run. */
export async function endAddress(ctx: DomainCtx, { id }: Address): Promise<void> {
  await ctx.table('addresses').update(id, { active: false, holds: undefined })
}

/** Calendar years: 29 February ends on 1 March. */
export function addYears(from: number, years: number): number {
  const end = new Date(from * 1000)
  end.setUTCFullYear(end.getUTCFullYear() + years)
  return Math.floor(end.getTime() / 1000)
}

/** A key in hex, from any accepted notation. */
export function readPubkey(text: string): string {
  if (!text.startsWith('npub1')) return text.toLowerCase()
  const decoded = bech32.decodeUnsafe(text, 90)
  const bytes = decoded?.prefix === 'npub' ? bech32.fromWordsUnsafe(decoded.words) : undefined
  if (bytes?.length !== 32) throw reject('body.pubkey: was mistyped: its checksum is wrong.', 422)
  return bytesToHex(bytes)
}

export const toJson = ({ id, local_part, pubkey, relays, active, expires_at }: Address) => ({
  id,
  local_part,
  pubkey,
  relays,
  active,
  expires_at: expires_at === 0 ? null : toIso(expires_at),
})

export const toOwnerJson = (address: Address) => ({ ...toJson(address), reimburse_sats: address.reimburse_sats })

const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString()
