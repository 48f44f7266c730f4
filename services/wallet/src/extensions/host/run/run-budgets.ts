import { reject } from '@satchel/extension-sdk/rejection'
import { BUDGET_SECONDS, budgetLock, findBudget, findSpentSince } from '../stores/spend-grant-store.ts'
import type { RunParts } from './run-parts.ts'

interface Cost {
  readonly amountMsat: bigint
  readonly maxFeeMsat: bigint
}

/**
 * Limits the spending of packages to the budget that the wallet's owner has set for each period, fees included. The
 * lock is read before the sum and raised by the commit, so that no other run can spend in between.
 */
export function openRunBudgets({ deps, extension, at }: RunParts, lock: (name: string) => Promise<void>) {
  const extId = extension.manifest.id
  const promised = new Map<string, bigint>()
  return {
    async require(walletId: string, { amountMsat, maxFeeMsat }: Cost): Promise<void> {
      await lock(budgetLock(walletId))
      const budget = await findBudget(deps.db, extId, walletId)
      if (budget === undefined) throw reject('The owner of the wallet has not given this app a budget.', 403)
      const { budgetSat, maxSat, period } = budget
      if (maxSat !== null && amountMsat > BigInt(maxSat) * 1000n) {
        throw reject('The amount is more than the owner of the wallet allows for one payment.', 403)
      }
      const spent = await findSpentSince(deps.db, { extId, walletId, since: at - BUDGET_SECONDS[period] })
      // No await from here on, so that payments of this run are counted in sequence.
      const now = (promised.get(walletId) ?? 0n) + amountMsat + maxFeeMsat
      if (spent + now > BigInt(budgetSat) * 1000n) throw reject('The budget of this app is used up.', 403)
      promised.set(walletId, now)
    },
  }
}
