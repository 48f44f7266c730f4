import { type Change, defineCommand, type Reader } from '../../db/database.ts'
import { findCursor, moveCursor, type StoredCursor } from '../states/move-cursor.ts'
import { noteWitness, type Witness } from '../states/witness-store.ts'

/** The cursor's name: each node has its own cursor. */
const cursorOf = (sourceId: number): string => (sourceId === 1 ? 'receipts' : `receipts:${sourceId}`)

/** How far a node's receipts have been read. */
export const findReceiptCursor = (reader: Reader, sourceId: number): Promise<StoredCursor> =>
  findCursor(reader, cursorOf(sourceId))

/** Where a node's receipts are read from before there is a cursor, Unix seconds; undefined = the node's own default. */
export const findReceiptsBeginning = (reader: Reader, sourceId: number): Promise<number | undefined> =>
  reader.first('SELECT value FROM cursors WHERE name = $1', [beginningOf(sourceId)], ({ value }: { value: string }) =>
    Number(value),
  )

/** Only the first value counts: all receipts after it are read. */
export const beginReceiptsAt = (sourceId: number, seconds: number): Change => ({
  sql: 'INSERT INTO cursors (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
  params: [beginningOf(sourceId), String(seconds)],
})

const beginningOf = (sourceId: number): string => `receipts-since:${sourceId}`

export interface MoveReceiptCursor {
  readonly sourceId: number
  readonly from: StoredCursor
  readonly to: string
  /** The newest receipt of an invoice of ours up to there. */
  readonly witness: Witness | undefined
}

export const moveReceiptCursor = defineCommand({
  name: 'move-receipt-cursor',
  run: async (tx, { sourceId, from, to, witness }: MoveReceiptCursor): Promise<boolean> => {
    if (!(await moveCursor(tx, cursorOf(sourceId), from, to))) return false
    if (witness !== undefined) await tx.run(noteWitness(sourceId, witness))
    return true
  },
})

/** All receipts since then, Unix seconds, are read again; those that are in the books change nothing. */
export const restartReceipts = (sourceId: number, since: number): readonly Change[] => [
  { sql: 'DELETE FROM cursors WHERE name = $1', params: [cursorOf(sourceId)] },
  // An import may have set an earlier time.
  beginReceiptsAt(sourceId, since),
]
