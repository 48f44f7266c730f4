import { defineCommand } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { findComparisonDue, haltPayments, liftComparison, liftHalt, raiseAlarmAgain } from '../../ledger/halt.ts'
import { forgetBeginning } from '../../payments/reconciling/compare-balances.ts'

export interface SetHalt {
  readonly halted: boolean
  readonly reason: string
  /** What the node has now is right: the difference is the operator's own doing. */
  readonly acceptDifference: boolean
  /** The comparison that was due when the operator's request was checked; one that became due since stays. */
  readonly comparisonDue?: string | undefined
  /** What payments are resumed in spite of; empty = nothing speaks against it. */
  readonly inSpiteOf: readonly string[]
  readonly actor: Actor
  readonly at: number
}

/** The operator stops or resumes outgoing payments, on record (rule A56). */
export const setHalt = defineCommand({
  name: 'set-halt',
  run: async (tx, input: SetHalt): Promise<void> => {
    const { halted, reason, acceptDifference, inSpiteOf, actor, at } = input
    if (halted) {
      await tx.run(haltPayments(reason))
      await raiseAlarmAgain(tx, { kind: 'halt', reference: reason, detail: reason, at })
      await tx.run(noteInAuditLog({ actor, action: 'payments-halted', subject: '', detail: { reason }, at }))
      return
    }
    await tx.run(liftHalt)
    // Compared just now, or the operator insists.
    if ((await findComparisonDue(tx)) === input.comparisonDue) await tx.run(liftComparison)
    if (acceptDifference) await tx.run(forgetBeginning)
    const forced = inSpiteOf.length > 0
    const detail = { accept_difference: acceptDifference, forced, ...(forced && { in_spite_of: inSpiteOf }) }
    await tx.run(noteInAuditLog({ actor, action: 'payments-resumed', subject: '', detail, at }))
  },
})
