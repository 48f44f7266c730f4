import { defineCommand } from '../../db/database.ts'
import { type Alarm, raiseAlarmAgain } from '../../ledger/halt.ts'

/** A cause that has come back opens its alarm again. */
export const raiseNodeAlarms = defineCommand({
  name: 'raise-node-alarms',
  run: async (tx, { alarms }: { alarms: readonly Alarm[] }): Promise<void> => {
    for (const alarm of alarms) await raiseAlarmAgain(tx, alarm)
  },
})
