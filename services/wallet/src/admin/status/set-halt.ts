import { defineCommand } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { findComparisonDue, haltPayments, liftComparison, liftHalt, raiseAlarmAgain } from '../../ledger/halt.ts'
import { forgetBeginning } from '../../payments/reconciling/compare-balances.ts'

export interface SetHalt {
  readonly halted: boolean
  readonly reason: string
  /** The node's balance counts as correct: the operator has caused the difference. */
  readonly acceptDifference: boolean
  /** The comparison that was due when the request was checked; one that became due later stays. */
  readonly comparisonDue?: string | undefined
  /** Obstacles despite which payments are resumed; empty = none. */
  readonly inSpiteOf: readonly string[]
  readonly actor: Actor
  readonly at: number
}

/** Stops or resumes outgoing payments, with a line in the audit log (rule A56). */
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
    // Lifted only if no comparison became due after the one that this decision is based on.
    if ((await findComparisonDue(tx)) === input.comparisonDue) await tx.run(liftComparison)
    if (acceptDifference) await tx.run(forgetBeginning)
    const forced = inSpiteOf.length > 0
    const detail = { accept_difference: acceptDifference, forced, ...(forced && { in_spite_of: inSpiteOf }) }
    await tx.run(noteInAuditLog({ actor, action: 'payments-resumed', subject: '', detail, at }))
  },
})
