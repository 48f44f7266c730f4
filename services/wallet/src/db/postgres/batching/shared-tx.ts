import { type Change, requireRows, type Tx } from '../../database.ts'
import type { Connection } from '../postgres-connection.ts'
import { sendChanges } from './send-changes.ts'

export interface SharedTx extends Tx {
  /** Resolves when every statement has been answered: only then may the transaction end. */
  idle(): Promise<void>
}

interface Wanted {
  readonly change: Change
  readonly resolve: (rows: number) => void
  readonly reject: (error: unknown) => void
}

/**
 * One transaction for several interleaved commands. Reads are sent immediately, changes at the end of the event-loop
 * turn, where those with the same statement become one (send-changes.ts). A wrong row count rejects for its command;
 * after a database error every later statement of the transaction fails.
 */
export function createSharedTx(connection: Connection): SharedTx {
  const pending = new Set<Promise<unknown>>()
  let turn: Wanted[] | undefined
  const track = <T>(answer: Promise<T>): Promise<T> => {
    const forget = (): void => void pending.delete(answer)
    pending.add(answer)
    answer.then(forget, forget)
    return answer
  }
  const run = (change: Change): Promise<number> => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    if (turn === undefined) {
      const opened: Wanted[] = (turn = [])
      const endOfTurn = new Promise<void>((next) => void setImmediate(next))
      const close = (): Promise<void> => {
        turn = undefined
        return sendTurn(connection, opened)
      }
      void track(endOfTurn.then(close))
    }
    turn.push({ change, resolve, reject })
    return promise
  }
  const read = async (sql: string, params: Change['params']): Promise<readonly object[]> =>
    (await track(connection.query<object>(sql, params))).rows
  return {
    dialect: 'postgres',
    async first(sql, params, toRow) {
      const [row] = await read(sql, params)
      return row === undefined ? undefined : toRow(row as never)
    },
    list: async (sql, params, toRow) => (await read(sql, params)).map((row) => toRow(row as never)),
    run,
    together: (changes) => Promise.all(changes.map(run)),
    // Sent without waiting for `first`. If it changes nothing, the attempt is rolled back and the command runs alone.
    async togetherIf(first, others) {
      const [changed] = await Promise.all([first, ...others].map(run))
      if (changed === 0) throw new Error(`run alone, because nothing changed: ${first.sql}`)
      return true
    },
    async idle() {
      while (pending.size > 0) await Promise.allSettled(pending)
    },
  }
}

async function sendTurn(connection: Connection, turn: readonly Wanted[]): Promise<void> {
  const outcomes = await sendChanges(
    connection,
    turn.map(({ change }) => change),
  )
  turn.forEach(({ change, resolve, reject }, index) => {
    const outcome = outcomes[index]
    if (outcome === undefined || 'error' in outcome) return reject(outcome?.error)
    try {
      resolve(requireRows(change, outcome.rows))
    } catch (error) {
      reject(error)
    }
  })
}
