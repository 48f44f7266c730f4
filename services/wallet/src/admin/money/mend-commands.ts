import { msat } from '@satchel/money/units'
import { defineCommand } from '../../db/database.ts'
import { noteInAuditLog } from '../../events/audit-log.ts'
import { type Balances, releaseUnneeded, setBalances, type UnneededReserve } from '../../ledger/mend-changes.ts'
import { recountPayments } from '../../payments/stuck/recount-payments.ts'

/**
 * Each corrects one violation of the audit, and records it in the audit log. False: the books have changed, and nothing
 * was corrected.
 */
interface Mending {
  readonly walletId: string
  /** The repaired problem, for the audit log. */
  readonly what: string
  /** Unix seconds. */
  readonly at: number
}

const onRecord = ({ walletId, what, at }: Mending) =>
  noteInAuditLog({
    actor: { id: 'environment', address: '' },
    action: 'books-mended',
    subject: walletId,
    detail: { what },
    at,
  })

export interface MendBalance extends Mending {
  readonly seen: Balances | undefined
  readonly right: Balances
}

/** Sets the wallet's row to the sum of its postings, which are authoritative. */
export const mendBalance = defineCommand({
  name: 'mend-balance',
  run: async (tx, input: MendBalance): Promise<boolean> => {
    if ((await tx.run(setBalances(input.walletId, input.seen, input.right))) === 0) return false
    await tx.run(onRecord(input))
    return true
  },
})

export interface MendReserve extends Mending {
  readonly seen: Balances
  readonly reserves: readonly UnneededReserve[]
}

/** Returns a reserve that no payment needs to the wallet, by postings. */
export const mendReserve = defineCommand({
  name: 'mend-reserve',
  run: async (tx, input: MendReserve): Promise<boolean> => {
    const { walletId, seen, reserves, at } = input
    // Writes the same values: it succeeds only if nothing has changed since the read.
    if ((await tx.run(setBalances(walletId, seen, seen))) === 0) return false
    for (const { checkingId, amountMsat } of reserves) {
      await tx.together(releaseUnneeded({ reference: checkingId, at }, walletId, msat(amountMsat)))
    }
    await tx.run(onRecord(input))
    return true
  },
})

/** Recomputes counts and hours from the rows. */
export const mendTallies = defineCommand({
  name: 'mend-tallies',
  run: async (tx, input: Mending): Promise<boolean> => {
    for (const change of recountPayments(input.walletId)) await tx.run(change)
    await tx.run(onRecord(input))
    return true
  },
})
