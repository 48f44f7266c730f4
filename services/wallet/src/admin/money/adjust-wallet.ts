import { type Msat, msat, sat, satToMsat } from '@satchel/money/units'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { Database } from '../../db/database.ts'
import type { Actor } from '../../events/audit-log.ts'
import { findClaimedKey, toClaim } from '../../payments/states/idempotency.ts'
import { adjustBalance } from './adjust-balance.ts'

export interface AdjustWalletDeps {
  readonly db: Database
  readonly clock: Clock
  readonly limits: { readonly maxBalanceMsat: Msat }
}

export interface WalletAdjustment {
  readonly walletId: string
  /** Up or down, not zero. */
  readonly amountSat: number
  readonly actor: Actor
  /** For the idempotency key: `METHOD TEMPLATE`, and all parameters of the request. */
  readonly route: string
  readonly body: unknown
  readonly idempotencyKey: string | string[] | undefined
}

/** Makes one adjustment by an administrator, once per idempotency key. Returns the new balance. */
export async function adjustWallet(deps: AdjustWalletDeps, adjustment: WalletAdjustment): Promise<Msat> {
  const { walletId, amountSat, actor, route, body, idempotencyKey } = adjustment
  const at = unixSeconds(deps.clock)
  const key = typeof idempotencyKey === 'string' ? idempotencyKey : undefined
  const claim = toClaim({ scope: `${actor.id} ${route}`, key, body }, at)
  const replayed = claim && (await findClaimedKey(deps.db, claim))
  const balance =
    replayed?.answer ??
    (await deps.db.transact(adjustBalance, {
      id: newId(),
      walletId,
      amountMsat: satToMsat(sat(amountSat)),
      maxBalanceMsat: deps.limits.maxBalanceMsat,
      madeBy: actor.id,
      address: actor.address,
      at,
      claim,
    }))
  return msat(BigInt(balance))
}
