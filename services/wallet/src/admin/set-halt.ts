import { defineCommand } from '../db/database.ts'
import { type Actor, noteInAuditLog } from '../events/audit-log.ts'
import { haltPayments, liftHalt, raiseAlarm } from '../ledger/halt.ts'
import { forgetBeginning } from '../payments/compare-balances.ts'

export interface SetHalt {
  readonly halted: boolean
  readonly reason: string
  /** What the node has now is right: the difference is the operator's own doing. */
  readonly acceptDifference: boolean
  readonly actor: Actor
  readonly at: number
}

/** The operator stops or resumes outgoing payments, on record (money-safety A56). */
export const setHalt = defineCommand('set-halt', async (tx, input: SetHalt): Promise<void> => {
  const { halted, reason, acceptDifference, actor, at } = input
  if (halted) {
    await tx.run(haltPayments(reason))
    await tx.run(raiseAlarm({ kind: 'halt', reference: reason, detail: reason, at }))
    await tx.run(noteInAuditLog({ actor, action: 'payments-halted', subject: '', detail: { reason }, at }))
    return
  }
  await tx.run(liftHalt)
  if (acceptDifference) await tx.run(forgetBeginning)
  const detail = { accept_difference: acceptDifference }
  await tx.run(noteInAuditLog({ actor, action: 'payments-resumed', subject: '', detail, at }))
})
