import { findHolder, isHeld, nowSeconds } from './addresses.ts'
import type { Domain, DomainCtx } from './fields.ts'

/** NIP-05. Unknown names and domains have no key; pages of every origin may read the answer. */
export async function answerName(ctx: DomainCtx, domain: Domain | undefined, name = '') {
  const headers = { 'Access-Control-Allow-Origin': '*' }
  const holder = domain === undefined || name === '' ? null : await findHolder(ctx, domain, name.toLowerCase())
  if (domain === undefined || holder === null || !isHeld(holder, domain, nowSeconds(ctx))) {
    return { json: { names: {}, relays: {} }, headers }
  }
  const { local_part, pubkey, relays } = holder
  return { json: { names: { [local_part]: pubkey }, relays: relays.length > 0 ? { [pubkey]: relays } : {} }, headers }
}
