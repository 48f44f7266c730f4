import type { Socket } from 'node:net'
import pg, { type Client as PgClient, type QueryResult } from 'pg'
import type { SqlValue } from './database.ts'

const INT8 = 20

/** One connection, statements prepared once per text, several on the way at once, integers as bigint. */
export interface Connection {
  readonly client: PgClient
  readonly alive: () => boolean
  /** A parameter may be an array, where the statement says so. */
  query<R extends object>(sql: string, params?: readonly (SqlValue | readonly SqlValue[])[]): Promise<QueryResult<R>>
  /** What the database takes the parameters of a statement for: `bigint`, `text` … */
  parameterTypes(sql: string): Promise<readonly string[]>
  /** BEGIN, SAVEPOINT, COMMIT: one message, not worth preparing. */
  control(sql: string): Promise<unknown>
  end(): Promise<void>
}

export interface ConnectionOptions {
  readonly url: string
  /** Shown in pg_stat_activity. */
  readonly name: string
  /** Session settings, e.g. `idle_in_transaction_session_timeout`. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Our statements find rows by their keys: planning them anew each time would cost more than running them. What they find
 * is in memory, or on a disk without a head, where a page far away costs little more than the next one. Priced for a
 * turning disk even a table of some hundred rows is read from end to end, for each of many look-ups anew.
 */
const ALWAYS = { synchronous_commit: 'on', plan_cache_mode: 'force_generic_plan', random_page_cost: '1.1' }

export async function connect({ url, name, settings = {} }: ConnectionOptions): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 3000,
    keepAlive: true,
    pipeline: true,
    types: {
      getTypeParser: ((oid: number, format: 'text' | 'binary') =>
        oid === INT8 ? (text: string) => BigInt(text) : pg.types.getTypeParser(oid, format)) as never,
    },
  })
  let alive = true
  // Whoever waits for a query hears of it there; without a listener the process would die of it.
  client.on('error', () => {
    alive = false
  })
  client.on('end', () => {
    alive = false
  })
  await client.connect()
  const names = new Map<string, string>()
  const writeTogether = createTogether(client)
  let asked = 0
  for (const [key, value] of Object.entries({ ...ALWAYS, ...settings })) {
    await client.query(`SELECT set_config('${key}', '${value}', false)`)
  }
  return {
    client,
    alive: () => alive,
    query<R extends object>(sql: string, params: readonly (SqlValue | readonly SqlValue[])[] = []) {
      let statement = names.get(sql)
      if (statement === undefined) {
        statement = `s${names.size}`
        names.set(sql, statement)
      }
      writeTogether()
      return client.query<R>({ name: statement, text: sql, values: params as SqlValue[] })
    },
    async parameterTypes(sql) {
      asked += 1
      const asName = `types_${asked}`
      const [, { rows }] = await Promise.all([
        client.query(`PREPARE ${asName} AS ${sql}`),
        client.query<{ types: string[] }>(
          `SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = '${asName}'`,
        ),
        client.query(`DEALLOCATE ${asName}`),
      ])
      return rows[0]?.types ?? []
    },
    control(sql) {
      writeTogether()
      return client.query(sql)
    },
    end: () => client.end().catch(() => undefined),
  }
}

/** What is asked for in one turn of the event loop goes over as one write: writing costs more than asking. */
function createTogether(client: PgClient): () => void {
  let together = false
  return () => {
    if (together) return
    together = true
    // Not on its type: the socket behind the protocol.
    const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection
    stream.cork()
    process.nextTick(() => {
      together = false
      stream.uncork()
    })
  }
}
