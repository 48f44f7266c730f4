import { defineCommand } from '../../db/database.ts'
import { raiseAlarm } from '../../ledger/halt.ts'

export const EXPIRY_ALARM = 'expires-soon'

export interface ExpiryAlarm {
  /** The certificate or credential and its expiry: one alarm for each. */
  readonly reference: string
  readonly detail: string
}

/** Returns the new alarms; an existing one, acknowledged or not, stays unchanged. */
export const raiseExpiryAlarms = defineCommand({
  name: 'raise-expiry-alarms',
  run: async (tx, { alarms, at }: { alarms: readonly ExpiryAlarm[]; at: number }): Promise<ExpiryAlarm[]> => {
    const raised: ExpiryAlarm[] = []
    for (const alarm of alarms) {
      if ((await tx.run(raiseAlarm({ kind: EXPIRY_ALARM, ...alarm, at }))) === 1) raised.push(alarm)
    }
    return raised
  },
})
