import { defineCommand } from '../../db/database.ts'
import { type Alarm, raiseAlarmAgain } from '../../ledger/halt.ts'

/** A recurring cause reopens its alarm. */
export const raiseNodeAlarms = defineCommand({
  name: 'raise-node-alarms',
  run: async (tx, { alarms }: { alarms: readonly Alarm[] }): Promise<void> => {
    for (const alarm of alarms) await raiseAlarmAgain(tx, alarm)
  },
})
