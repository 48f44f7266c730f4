import { type Database, defineCommand } from '../db/database.ts'
import { deleteFinished, findPortion } from './delivery-store.ts'
import { SCHEDULE_SECONDS } from './webhook-schedule.ts'

const KEPT_SECONDS = 30 * 86_400

/** Deletes deliveries that ended more than 30 days ago, in small steps; those still due stay. `now`: Unix seconds. */
export async function forgetOldDeliveries(db: Database, now: number): Promise<void> {
  let after: number | undefined = 0
  while (after !== undefined) after = await db.transact(forgetDeliveries, { after, before: now - KEPT_SECONDS })
}

/** Deletes one portion, oldest first. Returns its end; undefined = all further ones are younger. */
export const forgetDeliveries = defineCommand({
  name: 'forget-deliveries',
  run: async (tx, { after, before }: { after: number; before: number }): Promise<number | undefined> => {
    const portion = await findPortion(tx, after)
    if (portion === undefined) return undefined
    await tx.run(deleteFinished({ after, last: portion.last, before, scheduleSeconds: SCHEDULE_SECONDS }))
    return portion.newestAt < before ? portion.last : undefined
  },
})
