import type { QueryResult } from 'pg'
import type { WriterConnection } from '../../src/db/postgres/batching/postgres-lane.ts'
import type { Connection } from '../../src/db/postgres/postgres-connection.ts'
import type { Nature } from './install-virtual-time.ts'
import { type Message, type PostgresSession, type Reply } from './postgres-session.ts'
import type { Param } from './postgres-texts.ts'
import type { SimulatedPostgres } from './simulated-postgres.ts'
import { type Actor, WORLD } from './virtual-time.ts'

const CONNECT_MS = 3000
/** As in `postgres-connection.ts`: a server without an answer for this long counts as gone. */
const SILENCE_MS = 15_000
/** An idle connection is checked with a query. */
const HEARTBEAT_MS = 5000
const GOODBYE_MS = 1000

/** The network between a process and its database. */
export interface DatabaseLine {
  connect(): Promise<Connection>
  connectToWrite(): Promise<WriterConnection>
  /** Silences all open connections; new ones get nothing through for this time. */
  goSilent(ms: number): void
  /** Resets all open connections. */
  cut(): void
  /** Closes the connections of a killed process, as its operating system does. */
  hangUp(): void
}

export function openDatabaseLine(nature: Nature, server: SimulatedPostgres, actor: Actor): DatabaseLine {
  const { time } = nature
  const open = new Set<ClientEnd>()
  let silentUntil = 0
  const connect = async (): Promise<Connection> => {
    await pause(nature, actor, time.now() < silentUntil ? CONNECT_MS : nature.chance.between(0.2, 3))
    if (time.now() < silentUntil) throw new Error('timeout expired')
    if (!server.isUp()) throw new Error('connect ECONNREFUSED')
    const end = new ClientEnd(nature, server, actor, () => open.delete(end))
    open.add(end)
    return toConnection(end)
  }
  return {
    connect,
    async connectToWrite() {
      const connection = await connect()
      const dataId = server.dataId()
      await connection.control('SET')
      return { ...connection, dataId }
    },
    goSilent(ms) {
      silentUntil = time.now() + ms
      for (const end of open) end.fallSilent()
    },
    cut() {
      for (const end of open) end.reset()
    },
    hangUp() {
      for (const end of open) end.hangUp()
    },
  }
}

const pause = ({ time }: Nature, actor: Actor, ms: number): Promise<void> =>
  new Promise((resolve) => time.schedule(actor, ms, resolve))

const toConnection = (end: ClientEnd): Connection => ({
  client: undefined as never,
  host: 'simulated',
  alive: () => end.isAlive,
  query: <R extends object>(sql: string, params: readonly Param[] = []) =>
    end.ask({ sql, params }) as unknown as Promise<QueryResult<R>>,
  control: (sql) => end.ask({ sql, params: [] }),
  takeWarning: () => undefined,
  end: () => end.end(),
})

interface Asked {
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
}

/** The client's end of one connection: packets arrive in order, late, or never. */
class ClientEnd {
  isAlive = true
  private readonly nature: Nature
  private readonly actor: Actor
  private readonly session: PostgresSession
  private readonly forget: () => void
  private readonly asked: Asked[] = []
  private packet: Message[] = []
  private sentAtEvent = -1
  private outAt = 0
  private inAt = 0
  private isSilent = false
  private heardAt = 0
  private isWatched = false

  constructor(nature: Nature, server: SimulatedPostgres, actor: Actor, forget: () => void) {
    this.nature = nature
    this.actor = actor
    this.forget = forget
    this.session = server.open(
      (replies) => this.receive(replies),
      (isSilent) => (isSilent ? this.fallSilent() : this.reset()),
    )
  }

  ask(message: Message): Promise<Reply> {
    const { time } = this.nature
    if (!this.isAlive)
      return Promise.reject(new Error('Client has encountered a connection error and is not queryable'))
    return new Promise((resolve, reject) => {
      if (this.asked.length === 0) this.heardAt = time.now()
      this.asked.push({ resolve, reject })
      this.watch()
      if (this.sentAtEvent !== time.events()) this.sendPacket()
      this.packet.push(message)
    })
  }

  /** Messages of one event travel in one packet. */
  private sendPacket(): void {
    const { time, chance } = this.nature
    this.sentAtEvent = time.events()
    this.packet = []
    const { packet } = this
    this.outAt = Math.max(this.outAt, time.now() + chance.between(0.1, 2))
    time.schedule(WORLD, this.outAt - time.now(), () => {
      if (!this.isSilent) this.session.receive(packet)
    })
  }

  private receive(replies: readonly Reply[]): void {
    const { time, chance } = this.nature
    this.inAt = Math.max(this.inAt, time.now() + chance.between(0.1, 2))
    time.schedule(this.actor, this.inAt - time.now(), () => {
      if (this.isSilent || !this.isAlive) return
      this.heardAt = time.now()
      for (const reply of replies) {
        const asked = this.asked.shift()
        if (reply instanceof Error) asked?.reject(reply)
        else asked?.resolve(reply)
      }
    })
  }

  fallSilent(): void {
    this.isSilent = true
    this.nature.time.schedule(this.actor, HEARTBEAT_MS + SILENCE_MS, () =>
      this.die('Connection terminated unexpectedly'),
    )
  }

  /** The client notices it after the packets in transit to it. */
  reset(): void {
    if (this.isSilent) return
    const { time, chance } = this.nature
    this.inAt = Math.max(this.inAt, time.now() + chance.between(0.1, 2))
    this.session.close()
    time.schedule(this.actor, this.inAt - time.now(), () => this.die('Connection terminated unexpectedly'))
  }

  /** The server notices it after the packets in transit to it; never on a silent line. */
  hangUp(): void {
    const { time, chance } = this.nature
    this.forget()
    this.outAt = Math.max(this.outAt, time.now() + chance.between(0.1, 2))
    time.schedule(WORLD, this.outAt - time.now(), () => {
      if (!this.isSilent) this.session.hangUp()
    })
  }

  async end(): Promise<void> {
    const { nature, actor } = this
    if (!this.isAlive) return
    this.hangUp()
    await pause(nature, actor, this.isSilent ? GOODBYE_MS : nature.chance.between(0.2, 4))
    this.die('Connection terminated')
  }

  private die(why: string): void {
    if (!this.isAlive) return
    this.isAlive = false
    this.forget()
    for (const { reject } of this.asked.splice(0)) reject(new Error(why))
  }

  private watch(): void {
    if (this.isWatched) return
    this.isWatched = true
    const { time } = this.nature
    time.schedule(this.actor, SILENCE_MS, () => {
      this.isWatched = false
      if (this.asked.length === 0 || !this.isAlive) return
      if (time.now() - this.heardAt >= SILENCE_MS) this.die('Connection terminated unexpectedly')
      else this.watch()
    })
  }
}
