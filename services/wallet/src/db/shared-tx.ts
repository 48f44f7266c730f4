import { type Change, requireRows, type SqlValue, type Tx } from './database.ts'
import { type ForMany, forMany } from './for-many.ts'
import type { Connection } from './postgres-connection.ts'
import { questionKey } from './reading-round.ts'
import { rememberTexts } from './remember-texts.ts'

export interface SharedTx extends Tx {
  /** Resolves when nothing that was asked for is still on its way: only then may the transaction end. */
  idle(): Promise<void>
}

/**
 * One transaction for several commands side by side: what they ask for in one turn goes over together, and changes with
 * the same text become one statement. A broken expectation rejects for its command, a database error for all of them;
 * either way only after everything of that turn has come back.
 */
export function createSharedTx(connection: Connection): SharedTx {
  let round: Round | undefined
  const onTheWay = new Set<Promise<void>>()
  const thisRound = (): Round => {
    if (round !== undefined) return round
    const opened = createRound(connection)
    round = opened
    const ended = new Promise<void>((resolve) => {
      setImmediate(() => {
        round = undefined
        void opened.send().then(resolve)
      })
    })
    onTheWay.add(ended)
    void ended.then(() => onTheWay.delete(ended))
    return opened
  }
  return {
    dialect: 'postgres',
    async first(sql, params, toRow) {
      const [row] = await thisRound().read(sql, params)
      return row === undefined ? undefined : toRow(row as never)
    },
    list: async (sql, params, toRow) => (await thisRound().read(sql, params)).map((row) => toRow(row as never)),
    run: (change) => thisRound().change(change),
    together: (changes) => {
      const joined = thisRound()
      return Promise.all(changes.map((change) => joined.change(change)))
    },
    // All of it at once: what it would have to wait for is rare, and then it is tried again alone.
    async togetherIf(first, others) {
      const joined = thisRound()
      const [changed] = await Promise.all([first, ...others].map((change) => joined.change(change)))
      if (changed === 0) throw new Error(`to be tried alone, nothing changed: ${first.sql}`)
      return true
    },
    async idle() {
      while (onTheWay.size > 0) await Promise.all(onTheWay)
    },
  }
}

interface Round {
  read(sql: string, params: readonly SqlValue[]): Promise<readonly object[]>
  change(change: Change): Promise<number>
  /** Never rejects. */
  send(): Promise<void>
}

interface Wanted {
  readonly change: Change
  readonly resolve: (rows: number) => void
  readonly reject: (error: unknown) => void
}

/** How many rows the change of one who wanted it has changed, or why it could not. */
type Outcome = { readonly of: Wanted } & ({ readonly rows: number } | { readonly error: unknown })

function createRound(connection: Connection): Round {
  const reads = new Map<string, Promise<readonly object[]>>()
  const wanted: Wanted[] = []
  return {
    // Read before anything of this turn is changed; the same question has one answer.
    read(sql, params) {
      const question = `${sql} ${questionKey(params)}`
      const known = reads.get(question)
      if (known !== undefined) return known
      const answer = connection.query(sql, params).then(({ rows }) => rows)
      reads.set(question, answer)
      return answer
    },
    change: (change) => new Promise((resolve, reject) => wanted.push({ change, resolve, reject })),
    async send() {
      const outcomes = await Promise.all(inWaves(wanted).map((wave) => sendWave(connection, wave)))
      await Promise.allSettled(reads.values())
      // Whoever was told earlier could end the transaction under the others.
      for (const outcome of outcomes.flat()) conclude(outcome)
    },
  }
}

function conclude(outcome: Outcome): void {
  const { change, resolve, reject } = outcome.of
  if ('error' in outcome) return reject(outcome.error)
  try {
    resolve(requireRows(change, outcome.rows))
  } catch (error) {
    reject(error)
  }
}

/** Changes of one text, no row twice: a statement. Whoever wants a row that is taken goes into the next wave. */
function inWaves(wanted: readonly Wanted[]): Wanted[][] {
  const byText = new Map<string, { readonly members: Wanted[]; readonly taken: Set<string> }[]>()
  const alone: Wanted[][] = []
  for (const each of wanted) {
    const { sql, keys } = each.change
    if (keys === undefined) {
      alone.push([each])
      continue
    }
    const waves = byText.get(sql) ?? []
    byText.set(sql, waves)
    let wave = waves.find(({ taken }) => keys.every((key) => !taken.has(key)))
    if (wave === undefined) waves.push((wave = { members: [], taken: new Set() }))
    wave.members.push(each)
    for (const key of keys) wave.taken.add(key)
  }
  return [...alone, ...[...byText.values()].flat().map(({ members }) => members)]
}

async function sendWave(connection: Connection, wave: readonly Wanted[]): Promise<Outcome[]> {
  try {
    const many = wave.length > 1 ? await textForMany(connection, wave[0]?.change.sql ?? '') : undefined
    if (many !== undefined) return await sendMany(connection, wave, many)
  } catch (error) {
    return wave.map((of) => ({ of, error }))
  }
  return Promise.all(wave.map((of) => sendOne(connection, of)))
}

const sendOne = (connection: Connection, of: Wanted): Promise<Outcome> =>
  connection.query(of.change.sql, of.change.params).then(
    ({ rowCount }) => ({ of, rows: rowCount ?? 0 }),
    (error: unknown) => ({ of, error }),
  )

async function sendMany(connection: Connection, wave: readonly Wanted[], many: ForMany): Promise<Outcome[]> {
  const sets = wave[0]?.change.params.map((_param, index) => wave.map(({ change }) => change.params[index] ?? null))
  const { rows, rowCount } = await connection.query<{ n: bigint }>(many.sql, sets)
  if (many.saysWhich) {
    const counts = new Map<number, number>()
    for (const { n } of rows) counts.set(Number(n), (counts.get(Number(n)) ?? 0) + 1)
    return wave.map((of, index) => ({ of, rows: counts.get(index + 1) ?? 0 }))
  }
  // An INSERT cannot say which set a row came from: with keys it has to say how many rows it makes.
  const expected = wave.reduce((sum, { change }) => sum + (change.rows ?? Number.NaN), 0)
  if (rowCount !== expected) throw new Error(`expected ${expected} new rows, not ${rowCount}: ${many.sql}`)
  return wave.map((of) => ({ of, rows: of.change.rows ?? 0 }))
}

const textForMany = rememberTexts(forMany)
