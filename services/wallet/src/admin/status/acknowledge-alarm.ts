import { notFound } from '@satchel/http/service-error'
import { defineCommand } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { findAlarm, setAcknowledged } from '../../ledger/alarm-store.ts'

export interface AcknowledgeAlarm {
  readonly id: number
  readonly acknowledged: boolean
  readonly actor: Actor
  /** Unix seconds. */
  readonly at: number
}

/** Acknowledges an alarm, or opens it again, with a line in the audit log. Idempotent. */
export const acknowledgeAlarm = defineCommand({
  name: 'acknowledge-alarm',
  run: async (tx, { id, acknowledged, actor, at }: AcknowledgeAlarm): Promise<void> => {
    const alarm = await findAlarm(tx, id)
    if (alarm === undefined) throw notFound('Alarm not found.', { code: 'alarm_not_found' })
    if ((alarm.acknowledgedAt !== undefined) === acknowledged) return
    await tx.run(setAcknowledged(id, acknowledged ? at : null, acknowledged ? actor.id : null))
    const { kind, reference, detail } = alarm
    const action = acknowledged ? 'alarm-acknowledged' : 'alarm-reopened'
    await tx.run(noteInAuditLog({ actor, action, subject: reference, detail: { kind, detail }, at }))
  },
})
