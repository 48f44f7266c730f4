import { rateLimited } from '@satchel/http/service-error'
import { type AnsweredChallenge, useChallenge } from '../../accounts/second-factor/passkey-commands.ts'
import { defineCommand } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'

const MAX_A_MINUTE = 10
const ACTION = 'download-link-created'

/** Records in the audit log who made a link to which path; throws for the eleventh within a minute. */
export const noteDownloadLink = defineCommand({
  name: 'note-download-link',
  run: async (tx, { actor, path, at }: { actor: Actor; path: string; at: number }): Promise<void> => {
    const made = await tx.first(
      'SELECT count(*) AS made FROM audit_log WHERE actor = $1 AND action = $2 AND at > $3',
      [actor.id, ACTION, at - 60],
      (row: { made: bigint }) => Number(row.made),
    )
    if ((made ?? 0) >= MAX_A_MINUTE) {
      throw rateLimited('Too many links; retry in 60 s.', {
        code: 'too_many_attempts',
        params: { seconds: 60 },
        headers: { 'Retry-After': '60' },
      })
    }
    // Without the query, which may contain the user's search text.
    await tx.run(noteInAuditLog({ actor, action: 'download-link-created', subject: path.replace(/\?.*/, ''), at }))
  },
})

/** False = it was used before, in any process. */
export const useDownloadLink = defineCommand({
  name: 'use-download-link',
  run: (tx, { at, ...link }: AnsweredChallenge & { at: number }): Promise<boolean> => useChallenge(tx, link, at),
})
