import { type Change, defineCommand, type Reader } from '../../db/database.ts'
import { findComparisonDue } from '../../ledger/halt.ts'
import { findCursor, moveCursor, type StoredCursor } from '../states/move-cursor.ts'
import { noteWitness, type Witness } from '../states/witness-store.ts'

const nameOf = (sourceId: number): string => `sent:${sourceId}`

/** How far a node's payments have been compared with the books; undefined before the first comparison. */
export const findSentCursor = (reader: Reader, sourceId: number): Promise<StoredCursor> =>
  findCursor(reader, nameOf(sourceId))

export interface MoveSentCursor {
  readonly sourceId: number
  readonly from: StoredCursor
  readonly to: string
  readonly witness: Witness | undefined
}

export const moveSentCursor = defineCommand({
  name: 'move-sent-cursor',
  run: async (tx, { sourceId, from, to, witness }: MoveSentCursor): Promise<boolean> => {
    // Do not store a first cursor: it would look like one from before the database changed.
    if (from.value === undefined && (await findComparisonDue(tx)) !== undefined) return false
    if (!(await moveCursor(tx, nameOf(sourceId), from, to))) return false
    if (witness !== undefined) await tx.run(noteWitness(sourceId, witness))
    return true
  },
})

/** All payments of the node are compared again. */
export const restartSent = (sourceId: number, firstSent: string): Change => ({
  sql: 'INSERT INTO cursors (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  params: [nameOf(sourceId), firstSent],
})
