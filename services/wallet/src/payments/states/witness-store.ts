import type { Change, Reader, Tx } from '../../db/database.ts'

/** The newest receipt, or payment, on which a node and the books have agreed. A node that does not know it lost history. */
export interface Witness {
  /** `in`: the payment hash of a receipt. `out`: the checking id of a payment. */
  readonly of: 'in' | 'out'
  readonly reference: string
  /** When the books noted it, Unix seconds. */
  readonly at: number
}

const nameOf = (sourceId: number, of: Witness['of']): string => `witness-${of}:${sourceId}`

export const noteWitness = (sourceId: number, { of, reference, at }: Witness): Change => ({
  sql: 'INSERT INTO cursors (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  params: [nameOf(sourceId, of), `${reference} ${at}`],
})

/** At most one of each kind. */
export async function findWitnesses(reader: Reader, sourceId: number): Promise<Witness[]> {
  const find = (of: Witness['of']): Promise<Witness | undefined> =>
    reader.first(
      'SELECT value FROM cursors WHERE name = $1',
      [nameOf(sourceId, of)],
      ({ value }: { value: string }) => {
        const [reference = '', at] = value.split(' ')
        return { of, reference, at: Number(at) }
      },
    )
  const found = await Promise.all([find('in'), find('out')])
  return found.flatMap((witness) => (witness === undefined || witness.reference === '' ? [] : [witness]))
}

/** Whether a receipt was ever a witness: books from before witnesses have no row, those of a node that lost history an empty one. */
export const hadWitness = async (reader: Reader, sourceId: number): Promise<boolean> =>
  (await reader.first('SELECT 1 AS found FROM cursors WHERE name = $1', [nameOf(sourceId, 'in')], () => true)) ?? false

/** Of a node with another history: the next receipt and the next payment are noted again, and no old one is chosen. */
export const forgetWitnesses = (sourceId: number): readonly Change[] =>
  (['in', 'out'] as const).map((of) => ({
    sql: `INSERT INTO cursors (name, value) VALUES ($1, '') ON CONFLICT (name) DO UPDATE SET value = ''`,
    params: [nameOf(sourceId, of)],
  }))

/** False: it has changed meanwhile. */
export const dropWitness = async (tx: Tx, sourceId: number, { of, reference, at }: Witness): Promise<boolean> =>
  (await tx.run({
    sql: 'DELETE FROM cursors WHERE name = $1 AND value = $2',
    params: [nameOf(sourceId, of), `${reference} ${at}`],
  })) === 1
