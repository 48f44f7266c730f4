import type { Log } from '@satchel/http/log'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { type Database, defineCommand } from '../../db/database.ts'

/**
 * Records the public URL in force, and returns those that were recorded before. Every process does so at its start, so
 * the list is complete on a restored backup, too. A change is logged once.
 */
export async function recordPublicUrl(
  { db, clock, log }: { readonly db: Database; readonly clock: Clock; readonly log: Log },
  publicUrl: string,
): Promise<readonly string[]> {
  const recorded = await db.list(
    `SELECT name FROM settings WHERE name LIKE '${STORED_AS}%' ORDER BY name`,
    [],
    ({ name }: { name: string }) => name.slice(STORED_AS.length),
  )
  if (recorded.includes(publicUrl)) return recorded
  await db.transact(insertPublicUrl, { publicUrl, at: unixSeconds(clock) })
  if (recorded.length > 0) {
    log.warn(
      { former: recorded, present: publicUrl },
      'the public URL has changed: name former ones that still lead here in SERVICE_FORMER_URLS; passkeys work only at the host where they were made',
    )
  }
  return recorded
}

const STORED_AS = 'public-url:'

export const insertPublicUrl = defineCommand({
  name: 'insert-public-url',
  run: async (tx, { publicUrl, at }: { publicUrl: string; at: number }): Promise<void> => {
    await tx.run({
      sql: 'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
      params: [STORED_AS + publicUrl, String(at)],
    })
  },
})
