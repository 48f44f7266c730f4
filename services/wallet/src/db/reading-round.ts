import type { SqlValue } from './database.ts'
import { selectForMany } from './for-many.ts'
import { rememberTexts } from './remember-texts.ts'
import type { Connection } from './postgres-connection.ts'

type Rows = readonly object[]

/** Readings that are asked for in one turn: the same question goes over once, and questions of one text as one. */
export interface ReadingRound {
  ask(sql: string, params: readonly SqlValue[]): Promise<Rows>
  /** Once, when nobody asks any more. `next`: the connection for the next statement. Everybody hears of its own error. */
  send(next: () => Promise<Connection>): void
}

interface Question {
  readonly params: readonly SqlValue[]
  readonly answer: Promise<Rows>
  readonly resolve: (rows: Rows) => void
  readonly reject: (error: unknown) => void
}

/** Enough to share what a statement costs, and few enough for the others not to wait long. */
const MOST_TOGETHER = 128

export function createReadingRound(): ReadingRound {
  const byText = new Map<string, Map<string, Question>>()
  return {
    ask(sql, params) {
      let questions = byText.get(sql)
      if (questions === undefined) byText.set(sql, (questions = new Map()))
      const key = questionKey(params)
      let question = questions.get(key)
      if (question === undefined) questions.set(key, (question = toQuestion(params)))
      return question.answer
    },
    send(next) {
      for (const [sql, questions] of byText) {
        const all = [...questions.values()]
        for (let from = 0; from < all.length; from += MOST_TOGETHER) {
          void answer(next, sql, all.slice(from, from + MOST_TOGETHER))
        }
      }
    },
  }
}

/** The same for the same parameters; a number and its text are not the same. */
export const questionKey = (params: readonly SqlValue[]): string =>
  params.length === 1 && typeof params[0] === 'string'
    ? `"${params[0]}`
    : JSON.stringify(params, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))

function toQuestion(params: readonly SqlValue[]): Question {
  const { promise, resolve, reject } = Promise.withResolvers<Rows>()
  return { params, answer: promise, resolve, reject }
}

async function answer(next: () => Promise<Connection>, sql: string, questions: readonly Question[]): Promise<void> {
  try {
    const connection = await next()
    if (questions.length > 1 && (await answerTogether(connection, sql, questions))) return
    await Promise.all(
      questions.map(({ params, resolve, reject }) =>
        connection.query(sql, params).then(({ rows }) => resolve(rows), reject),
      ),
    )
  } catch (error) {
    for (const { reject } of questions) reject(error)
  }
}

const textForMany = rememberTexts(selectForMany)

/** False = to be asked one by one: what one of them asks may be an error that is nobody else's. */
async function answerTogether(connection: Connection, sql: string, questions: readonly Question[]): Promise<boolean> {
  try {
    const many = await textForMany(connection, sql)
    if (many === undefined) return false
    const sets = (questions[0]?.params ?? []).map((_param, index) =>
      questions.map(({ params }) => params[index] ?? null),
    )
    const { rows } = await connection.query<{ of_set: bigint }>(many, sets)
    const answers: object[][] = questions.map(() => [])
    for (const { of_set, ...row } of rows) answers[Number(of_set) - 1]?.push(row)
    questions.forEach(({ resolve }, index) => resolve(answers[index] ?? []))
    return true
  } catch {
    return false
  }
}
