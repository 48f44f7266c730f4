import type { Connection } from './postgres-connection.ts'

export type Rows = readonly object[]

/** Answers to one text by the key of their questions; undefined = the database is changing, nothing is remembered. */
export type Answers = Map<string, Rows> | undefined

/** What one connection has read, for as long as its server says that nobody has committed since. */
export interface StandingAnswers {
  /** As it was when somebody looked last. */
  recall(sql: string): Answers
  /**
   * Asks the server whether anybody has committed. The same answers as `recall` gave before the call = nobody has, and
   * all of them are as they were. What is asked over the connection after the call may be added to these, nothing else.
   */
  look(sql: string): Promise<Answers>
}

/** A transaction that commits is no longer under way, nor to come: that changes this text, and no text comes back. */
const LOOK = 'SELECT pg_current_snapshot()::text AS snapshot'

export function createStandingAnswers(connection: Connection): StandingAnswers {
  let snapshot: string | undefined
  let byText: Map<string, Map<string, Rows>> | undefined
  const recall = (sql: string): Answers => {
    let answers = byText?.get(sql)
    if (answers === undefined) byText?.set(sql, (answers = new Map()))
    return answers
  }
  return {
    recall,
    async look(sql) {
      const { rows } = await connection.query<{ snapshot: string }>(LOOK)
      if (rows[0]?.snapshot !== snapshot) {
        // While others write it is not worth remembering anything: the second time.
        byText = undefined
        snapshot = rows[0]?.snapshot
      } else byText ??= new Map()
      return recall(sql)
    },
  }
}
