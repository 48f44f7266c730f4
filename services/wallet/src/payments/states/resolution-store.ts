import type { Change, Reader } from '../../db/database.ts'

/** An operator's decision about a stuck payment. */
export interface Resolution {
  readonly checkingId: string
  readonly outcome: 'paid' | 'failed'
  /** The state that the payment was stuck in. */
  readonly state: string
  /** The node's answer when the operator resolved the payment. */
  readonly nodeAnswer: string
  /** The operator's outcome contradicts the node's answer. */
  readonly forced: boolean
  readonly reason: string
  /** The operator's user id. */
  readonly actorId: string
  readonly at: number
}

export const insertResolution = (resolution: Resolution): Change => ({
  sql: `INSERT INTO resolutions (checking_id, outcome, state_before, node_answer, forced, reason, resolved_by, at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  params: [
    resolution.checkingId,
    resolution.outcome,
    resolution.state,
    resolution.nodeAnswer,
    resolution.forced ? 1 : 0,
    resolution.reason,
    resolution.actorId,
    resolution.at,
  ],
  rows: 1,
})

export const isResolvedAsFailed = async (reader: Reader, checkingId: string): Promise<boolean> =>
  (await reader.first(
    `SELECT 1 AS found FROM resolutions WHERE checking_id = $1 AND outcome = 'failed'`,
    [checkingId],
    () => true,
  )) === true
