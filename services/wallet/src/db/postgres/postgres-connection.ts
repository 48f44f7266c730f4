import { Socket } from 'node:net'
import pg, { type Client as PgClient, type QueryResult } from 'pg'
import type { SqlValue } from '../database.ts'
import { listHosts } from './postgres-hosts.ts'

const INT8 = 20

/** One connection, statements prepared once per text, several in flight, integers as bigint. */
export interface Connection {
  readonly client: PgClient
  /** The URL of the connected host. */
  readonly host: string
  readonly alive: () => boolean
  /** A parameter may be an array, if the statement takes one. */
  query<R extends object>(sql: string, params?: readonly (SqlValue | readonly SqlValue[])[]): Promise<QueryResult<R>>
  /** BEGIN, SAVEPOINT, COMMIT: one message, not worth preparing. */
  control(sql: string): Promise<unknown>
  /** The last warning of the server since the last call. */
  takeWarning(): string | undefined
  end(): Promise<void>
}

export interface DatabaseServer {
  /** May name several hosts (postgres-hosts.ts). */
  readonly url: string
  /** How long a host may take until it is ready for queries. Default 3 s. */
  readonly connectMs?: number
}

export interface ConnectionOptions extends DatabaseServer {
  /** Shown in pg_stat_activity. */
  readonly name: string
  /** Session settings, e.g. `idle_in_transaction_session_timeout`. */
  readonly settings?: Readonly<Record<string, string>>
  /** A server that leaves queries unanswered for this long counts as gone: the socket is destroyed. */
  readonly silenceMs?: number
}

export const CONNECT_MS = 3000
const SILENCE_MS = 15_000
/** The interval of heartbeats on an idle connection. */
const HEARTBEAT_MS = 5000
const KEEP_ALIVE_AFTER_MS = 10_000
/** A lost server does not answer the Terminate message. */
const GOODBYE_MS = 1000

/**
 * Our statements find rows by key, so planning each time would cost more than running them. Random reads are priced for
 * memory and SSDs. Priced for spinning disks, PostgreSQL scans even a table of some hundred rows for each lookup.
 */
const ALWAYS = { synchronous_commit: 'on', plan_cache_mode: 'force_generic_plan', random_page_cost: '1.1' }

/** Connects to the first host that answers and accepts writes, trying the last one used first. */
export async function connect(options: ConnectionOptions): Promise<Connection> {
  const hosts = listHosts(options.url)
  const first = Math.max(hosts.indexOf(lastGoodHosts.get(options.url) ?? ''), 0)
  let refusal: unknown
  for (const host of [...hosts.slice(first), ...hosts.slice(0, first)]) {
    try {
      const connection = await connectToHost({ ...options, url: host })
      if (hosts.length === 1) return connection
      if (await acceptsWrites(connection)) {
        lastGoodHosts.set(options.url, host)
        return connection
      }
      await connection.end()
      refusal ??= Object.assign(new Error('none of the database hosts accepts writes'), { code: READ_ONLY })
    } catch (error) {
      refusal ??= error
    }
  }
  throw refusal
}

/** As the server answers a write while it only reads. */
const READ_ONLY = '25006'

const lastGoodHosts = new Map<string, string>()

async function acceptsWrites(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ reads: boolean }>(
    `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS reads`,
  )
  return rows[0]?.reads === false
}

const createClient = ({ url, name, connectMs = CONNECT_MS }: ConnectionOptions, socket: Socket): PgClient =>
  new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    pipeline: true,
    stream: () => socket,
    types: {
      getTypeParser: ((oid: number, format: 'text' | 'binary') =>
        oid === INT8 ? (text: string) => BigInt(text) : pg.types.getTypeParser(oid, format)) as never,
    },
  })

async function connectToHost(options: ConnectionOptions): Promise<Connection> {
  const { settings = {}, silenceMs = SILENCE_MS } = options
  const socket = new Socket()
  const client = createClient(options, socket)
  const state = watchClient(client)
  try {
    await client.connect()
  } catch (error) {
    socket.destroy()
    throw error
  }
  const answered = createDeadline(socket, silenceMs, () => client.query('SELECT 1'))
  const names = new Map<string, string>()
  const writeTogether = createTogether(socket)
  const connection: Connection = {
    client,
    host: options.url,
    alive: () => state.alive,
    query<R extends object>(sql: string, params: readonly (SqlValue | readonly SqlValue[])[] = []) {
      let statement = names.get(sql)
      if (statement === undefined) {
        statement = `s${names.size}`
        names.set(sql, statement)
      }
      writeTogether()
      return answered(client.query<R>({ name: statement, text: sql, values: params as SqlValue[] }))
    },
    control(sql) {
      writeTogether()
      return answered(client.query(sql))
    },
    takeWarning() {
      const taken = state.warning
      state.warning = undefined
      return taken
    },
    async end() {
      const tooLong = setTimeout(() => socket.destroy(), state.alive ? GOODBYE_MS : 0)
      await client.end().catch(() => undefined)
      clearTimeout(tooLong)
      socket.destroy()
    },
  }
  try {
    await applySettings(connection, { ...ALWAYS, ...settings })
    return connection
  } catch (error) {
    await connection.end()
    throw error
  }
}

function watchClient(client: PgClient) {
  const state = { alive: true, warning: undefined as string | undefined }
  // The caller of a query gets its error there; without a listener the process would end.
  client.on('error', () => {
    state.alive = false
  })
  client.on('end', () => {
    state.alive = false
  })
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING') state.warning = message
  })
  return state
}

async function applySettings(connection: Connection, settings: Readonly<Record<string, string>>): Promise<void> {
  // Through `pg_settings`, because an older server may lack some settings.
  const all = Object.entries(settings).map(([key, value]) =>
    connection.control(`SELECT set_config(name, '${value}', false) FROM pg_settings WHERE name = '${key}'`),
  )
  await Promise.all(all)
}

/**
 * Destroys the socket when the server owes an answer and nothing has come for `silenceMs`: otherwise the operating
 * system decides how long to wait for a dead connection, perhaps forever. An idle connection sends heartbeats, so that
 * connections which died together are detected together.
 */
function createDeadline(socket: Socket, silenceMs: number, ask: () => Promise<unknown>) {
  let waiting = 0
  let heardAt = performance.now()
  const watch = setInterval(
    () => {
      const quietMs = performance.now() - heardAt
      if (waiting > 0 && quietMs > silenceMs) socket.destroy()
      else if (waiting === 0 && quietMs > Math.min(HEARTBEAT_MS, silenceMs)) answered(ask()).catch(() => undefined)
    },
    Math.min(1000, silenceMs / 2),
  )
  watch.unref()
  socket.once('close', () => clearInterval(watch))
  const heard = (): void => {
    waiting -= 1
    heardAt = performance.now()
  }
  const answered = <T>(answer: Promise<T>): Promise<T> => {
    if (waiting === 0) heardAt = performance.now()
    waiting += 1
    answer.then(heard, heard)
    return answer
  }
  return answered
}

/** Sends the queries of one event-loop turn in one write: a write costs more than a query. */
function createTogether(socket: Socket): () => void {
  let together = false
  return () => {
    if (together) return
    together = true
    socket.cork()
    process.nextTick(() => {
      together = false
      socket.uncork()
    })
  }
}
