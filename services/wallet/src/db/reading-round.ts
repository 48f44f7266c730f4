import type { SqlValue } from './database.ts'
import { remember } from '../remember.ts'
import { selectForMany } from './for-many.ts'
import { rememberTexts } from './remember-texts.ts'
import type { Connection } from './postgres-connection.ts'
import { createStandingAnswers, type Rows, type StandingAnswers } from './standing-answers.ts'

/** Readings that are asked for in one turn: the same question goes over once, and questions of one text as one. */
export interface ReadingRound {
  ask(sql: string, params: readonly SqlValue[]): Promise<Rows>
  /** Once, when nobody asks any more. `next`: the connection for the next text. Everybody hears of its own error. */
  send(next: () => Promise<Connection>): void
}

interface Question {
  readonly key: string
  readonly params: readonly SqlValue[]
  readonly answer: Promise<Rows>
  readonly resolve: (rows: Rows) => void
  readonly reject: (error: unknown) => void
}

/** Enough to share what a statement costs, and few enough for the others not to wait long. */
const MOST_TOGETHER = 128
/** With fewer it costs less to ask them than to ask whether their answers still stand. */
const WORTH_A_LOOK = 8
/** Per text and connection. */
const MOST_REMEMBERED = 5000

export function createReadingRound(): ReadingRound {
  const byText = new Map<string, Map<string, Question>>()
  return {
    ask(sql, params) {
      let questions = byText.get(sql)
      if (questions === undefined) byText.set(sql, (questions = new Map()))
      const key = questionKey(params)
      let question = questions.get(key)
      if (question === undefined) questions.set(key, (question = toQuestion(key, params)))
      return question.answer
    },
    send(next) {
      for (const [sql, questions] of byText) void answer(next, sql, [...questions.values()])
    },
  }
}

/** The same for the same parameters; a number and its text are not the same. */
export const questionKey = (params: readonly SqlValue[]): string =>
  params.length === 1 && typeof params[0] === 'string'
    ? `"${params[0]}`
    : JSON.stringify(params, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))

function toQuestion(key: string, params: readonly SqlValue[]): Question {
  const { promise, resolve, reject } = Promise.withResolvers<Rows>()
  return { key, params, answer: promise, resolve, reject }
}

const memories = new WeakMap<Connection, StandingAnswers>()

function memoryOf(connection: Connection): StandingAnswers {
  let memory = memories.get(connection)
  if (memory === undefined) memories.set(connection, (memory = createStandingAnswers(connection)))
  return memory
}

async function answer(next: () => Promise<Connection>, sql: string, questions: readonly Question[]): Promise<void> {
  try {
    const connection = await next()
    if (questions.length < WORTH_A_LOOK) await askAll(connection, sql, questions)
    else await answerFromMemory(connection, sql, questions)
  } catch (error) {
    for (const { reject } of questions) reject(error)
  }
}

interface Answered {
  readonly question: Question
  readonly rows: Rows
}

/** What was read before is asked only if somebody has committed since. */
async function answerFromMemory(connection: Connection, sql: string, questions: readonly Question[]): Promise<void> {
  const memory = memoryOf(connection)
  const before = memory.recall(sql)
  const known: Answered[] = []
  const unknown: Question[] = []
  for (const question of questions) {
    const rows = before?.get(question.key)
    if (rows === undefined) unknown.push(question)
    else known.push({ question, rows })
  }
  const look = memory.look(sql)
  // Behind the look, not after its answer.
  const asked = askAll(connection, sql, unknown)
  const now = await look
  const stands = now === before
  if (stands) for (const { question, rows } of known) question.resolve(rows)
  const askedAgain = askAll(connection, sql, stands ? [] : known.map(({ question }) => question))
  if (now === undefined) return
  for (const { question, rows } of [...(await asked), ...(await askedAgain)]) {
    remember(now, MOST_REMEMBERED, question.key, rows)
  }
}

/** Everybody is answered as soon as possible; says what it answered, which is all but the errors. */
async function askAll(connection: Connection, sql: string, questions: readonly Question[]): Promise<Answered[]> {
  const chunks: Promise<Answered[]>[] = []
  for (let from = 0; from < questions.length; from += MOST_TOGETHER) {
    chunks.push(askSome(connection, sql, questions.slice(from, from + MOST_TOGETHER)))
  }
  return (await Promise.all(chunks)).flat()
}

/** What one of them asks may be an error that is nobody else's: then each is asked alone. */
async function askSome(connection: Connection, sql: string, questions: readonly Question[]): Promise<Answered[]> {
  const together = questions.length > 1 ? await askTogether(connection, sql, questions) : undefined
  if (together !== undefined) return together
  const answers = questions.map(async (question): Promise<Answered[]> => {
    try {
      const { rows } = await connection.query(sql, question.params)
      question.resolve(rows)
      return [{ question, rows }]
    } catch (error) {
      question.reject(error)
      return []
    }
  })
  return (await Promise.all(answers)).flat()
}

const textForMany = rememberTexts(selectForMany)

/** Undefined = they cannot be asked together. */
async function askTogether(
  connection: Connection,
  sql: string,
  questions: readonly Question[],
): Promise<Answered[] | undefined> {
  try {
    const many = await textForMany(connection, sql)
    if (many === undefined) return undefined
    const sets = (questions[0]?.params ?? []).map((_param, index) =>
      questions.map(({ params }) => params[index] ?? null),
    )
    const { rows } = await connection.query<{ of_set: bigint }>(many, sets)
    const answers: object[][] = questions.map(() => [])
    for (const { of_set, ...row } of rows) answers[Number(of_set) - 1]?.push(row)
    return questions.map((question, index) => {
      const found = answers[index] ?? []
      question.resolve(found)
      return { question, rows: found }
    })
  } catch {
    return undefined
  }
}
