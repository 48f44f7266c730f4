import { msat } from '@satchel/money/units'
import { defineCommand } from '../../db/database.ts'
import { noteInAuditLog } from '../../events/audit-log.ts'
import { type Balances, releaseUnneeded, setBalances, type UnneededReserve } from '../../ledger/mend-changes.ts'
import { recountPayments } from '../../payments/stuck/recount-payments.ts'

/** Each mends what one violation of the audit is about, on record. False: the books have moved, nothing was changed. */
interface Mending {
  readonly walletId: string
  /** What was wrong and is mended, for the audit log. */
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

/** Postings are the truth: the wallet's row becomes what they add up to. */
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

/** What no payment needs goes back to the wallet, by postings. */
export const mendReserve = defineCommand({
  name: 'mend-reserve',
  run: async (tx, input: MendReserve): Promise<boolean> => {
    const { walletId, seen, reserves, at } = input
    // Sets what it is: only if nothing has moved since it was read.
    if ((await tx.run(setBalances(walletId, seen, seen))) === 0) return false
    for (const { checkingId, amountMsat } of reserves) {
      await tx.together(releaseUnneeded({ reference: checkingId, at }, walletId, msat(amountMsat)))
    }
    await tx.run(onRecord(input))
    return true
  },
})

/** Counts and hours become what the rows are. */
export const mendTallies = defineCommand({
  name: 'mend-tallies',
  run: async (tx, input: Mending): Promise<boolean> => {
    for (const change of recountPayments(input.walletId)) await tx.run(change)
    await tx.run(onRecord(input))
    return true
  },
})
