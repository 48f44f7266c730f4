import { findPassedOn, type ReceiptShare } from '../stores/receipt-shares.ts'
import type { AnyCtx, RunParts } from './run-parts.ts'

/** The parts of the starting receipt that a run uses: set aside for an item, or forwarded immediately. */
export function openRunShares({ deps, trigger }: RunParts) {
  let taken = 0n
  let others: Promise<bigint> | undefined
  const asideByItem = new Map<string, bigint>()
  const findLeft = async (): Promise<bigint> => {
    if (trigger.by !== 'settlement') return 0n
    others ??= findPassedOn(deps.db, trigger.checkingId)
    const left = trigger.msat - (await others) - taken
    return left > 0n ? left : 0n
  }
  const reserve: AnyCtx['reserve'] = async (itemId, maxSat) => {
    const left = Number((await findLeft()) / 1000n)
    const sat = Math.max(0, Math.min(Math.floor(maxSat), left))
    const msat = BigInt(sat) * 1000n
    taken += msat
    asideByItem.set(itemId, (asideByItem.get(itemId) ?? 0n) + msat)
    return sat
  }
  return {
    reserve,
    /**
     * How much of a payout the receipt covers: first the amount set aside for the item, which includes routing fees,
     * then the rest. Without such an amount the rest also covers the maximum fee.
     */
    async pay(itemId: string, { amountMsat, maxFeeMsat }: PayoutCost): Promise<bigint> {
      const kept = asideByItem.get(itemId)
      const aside = kept === undefined ? 0n : smaller(kept, amountMsat)
      const more = smaller(await findLeft(), amountMsat - aside + (kept === undefined ? maxFeeMsat : 0n))
      if (kept !== undefined) asideByItem.set(itemId, kept - aside)
      taken += more
      return aside + more
    },
    share: (): ReceiptShare | undefined =>
      trigger.by === 'settlement' && taken > 0n ? { checkingId: trigger.checkingId, msat: taken } : undefined,
  }
}

interface PayoutCost {
  readonly amountMsat: bigint
  readonly maxFeeMsat: bigint
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)
