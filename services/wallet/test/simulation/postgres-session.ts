import { isReading, type Param, type Rows, runText } from './postgres-texts.ts'
import { type CommitFault, releaseLocks, remove, type ServerState, type Session, takeLock } from './server-state.ts'
import { WORLD } from './virtual-time.ts'

export interface Message {
  readonly sql: string
  readonly params: readonly Param[]
}

export type Reply = Rows | Error

const IDLE_IN_TRANSACTION_MS = 3000
const LOCK_TIMEOUT_MS = 10_000
/** The time until the server notices that the client of a waiting session is gone. */
const CLIENT_CHECK_MS = 5000
/** Every transaction takes this lock before it writes, so transactions write one at a time. */
const WRITING = 'writing'
/** BEGIN, COMMIT, SAVEPOINT … are short. */
const MAX_CONTROL = 50
/** From less than any deadline of the service to more than all of them. */
const STALL_MS = [1000, 50_000] as const
const HANG_UP: Message = { sql: 'HANG UP', params: [] }

interface Transaction {
  xid: number | undefined
  failed: boolean
  isWriting: boolean
}

type Step = Reply | 'waits'

/** One session at the server: sequential statements, a transaction with savepoints, locks. */
export class PostgresSession implements Session {
  /** The line to the client is cut, or goes silent. */
  cut: (isSilent: boolean) => void = () => undefined
  private readonly inside: ServerState
  private readonly inbox: Message[] = []
  private readonly send: (replies: readonly Reply[]) => void
  private replies: Reply[] = []
  private isOpen = true
  private waits: 'lock' | 'flush' | undefined
  private transaction: Transaction | undefined
  private turns = 0

  /** `send` takes the replies in the order of their messages. */
  constructor(inside: ServerState, send: (replies: readonly Reply[]) => void) {
    this.inside = inside
    this.send = send
  }

  receive(messages: readonly Message[]): void {
    this.inbox.push(...messages)
    this.work()
  }

  /** The client is gone. Its earlier messages are processed first. */
  hangUp(): void {
    this.inbox.push(HANG_UP)
    if (this.waits === 'lock') this.inside.time.schedule(WORLD, CLIENT_CHECK_MS, () => this.close())
    else this.work()
  }

  /** Rolls back the open transaction and releases all locks. */
  close(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.inside.sessions.delete(this)
    this.endTransaction('ROLLBACK')
  }

  /** The id of the open transaction. */
  xid(): number | undefined {
    return this.transaction?.xid
  }

  /** This session got the lock that it waited for. */
  wake(): void {
    if (!this.isOpen) return
    this.waits = undefined
    this.work()
  }

  private work(): void {
    this.turns += 1
    while (this.isOpen && this.waits === undefined) {
      const next = this.inbox[0]
      if (next === undefined) break
      if (next === HANG_UP) return this.close()
      const step = this.handle(next)
      if (step === 'waits') break
      this.reply(step)
    }
    if (!this.isOpen) return
    const { replies } = this
    this.replies = []
    if (replies.length > 0) this.send(replies)
    this.watchIdle()
  }

  private reply(reply: Reply): void {
    this.inbox.shift()
    this.replies.push(reply)
  }

  /** The server ends an idle transaction. */
  private watchIdle(): void {
    if (this.waits !== undefined || this.transaction === undefined) return
    const turn = this.turns
    this.inside.time.schedule(WORLD, IDLE_IN_TRANSACTION_MS, () => {
      if (!this.isOpen || this.turns !== turn) return
      this.inside.trace.note('database: ends a session that is idle in transaction')
      this.close()
      this.cut(false)
    })
  }

  /** False: it waits, and the statement runs again when it is this session's turn. */
  private lock(name: string): boolean {
    const { inside } = this
    const waitsFor = takeLock(inside, name, this)
    if (waitsFor === undefined) return true
    this.waits = 'lock'
    const [waiting] = this.inbox
    inside.time.schedule(WORLD, LOCK_TIMEOUT_MS, () => {
      if (!this.isOpen || this.waits !== 'lock' || this.inbox[0] !== waiting || waitsFor.owner === this) return
      remove(waitsFor.waiting, this)
      this.reply(this.fail(coded('55P03', 'canceling statement due to lock timeout')))
      this.wake()
    })
    return false
  }

  private endTransaction(command: 'COMMIT' | 'ROLLBACK'): void {
    const { twin } = this.inside
    const ended = this.transaction
    this.transaction = undefined
    if (command === 'COMMIT' && ended?.xid !== undefined) {
      if (!ended.isWriting) twin.begin()
      twin.commit(ended.xid)
    } else if (ended?.isWriting === true) twin.rollback()
    releaseLocks(this.inside, this)
  }

  private requireWriting(current: Transaction): boolean {
    if (current.isWriting) return true
    if (!this.lock(WRITING)) return false
    current.xid ??= this.takeXid()
    current.isWriting = true
    this.inside.twin.begin()
    return true
  }

  private takeXid(): number {
    this.inside.nextXid += 1
    return this.inside.nextXid - 1
  }

  private fail(error: Error): Error {
    if (this.transaction !== undefined) this.transaction.failed = true
    return error
  }

  private handle({ sql, params }: Message): Step {
    const controlled = this.control(sql)
    if (controlled !== undefined) return controlled
    if (this.transaction?.failed === true) return failed()
    const asksServer = sql.includes('pg_')
    const lock = asksServer ? /pg_advisory_xact_lock\((\d+)\)/.exec(sql) : null
    if (lock !== null && !this.lock(`advisory ${lock[1]}`)) return 'waits'
    try {
      return (asksServer ? this.special(sql, params) : undefined) ?? this.statement(sql, params)
    } catch (error) {
      return this.fail(error as Error)
    }
  }

  private control(sql: string): Step | undefined {
    if (sql.length > MAX_CONTROL) return undefined
    const [word = '', ...more] = sql.split(' ')
    switch (word) {
      case 'BEGIN':
        this.transaction = { xid: undefined, failed: false, isWriting: false }
        return done(word)
      case 'COMMIT':
        return this.commit()
      case 'ROLLBACK':
        return this.rollback(more[0] === 'TO' ? more.at(-1) : undefined)
      case 'SAVEPOINT':
        return this.savepoint(more[0] ?? '')
      case 'SET':
      case 'NOTIFY':
      case 'PREPARE':
        return this.transaction?.failed === true ? failed() : done(word)
      default:
        return undefined
    }
  }

  private savepoint(name: string): Step {
    if (this.transaction === undefined || this.transaction.failed) return failed()
    if (!this.requireWriting(this.transaction)) return 'waits'
    this.inside.twin.savepoint(name)
    return done('SAVEPOINT')
  }

  private rollback(savepoint: string | undefined): Step {
    if (savepoint === undefined) this.endTransaction('ROLLBACK')
    else if (this.transaction?.isWriting === true) {
      this.inside.twin.rollbackTo(savepoint)
      this.transaction.failed = false
    }
    return done('ROLLBACK')
  }

  private commit(): Step {
    const { transaction: current, inside } = this
    if (current === undefined) return done('COMMIT')
    if (current.failed || current.xid === undefined) {
      this.endTransaction(current.failed ? 'ROLLBACK' : 'COMMIT')
      return done(current.failed ? 'ROLLBACK' : 'COMMIT')
    }
    const fault = inside.takeCommitFault()
    if (fault !== 'none') inside.trace.note(`database: a COMMIT meets ${fault}`)
    if (fault === 'cut-before' || fault === 'silent-before') {
      // The message was lost: the server notices immediately, or when the transaction has been idle for too long.
      this.inbox.length = 0
      this.breakOff(fault === 'silent-before')
      return 'waits'
    }
    this.waits = 'flush'
    const { chance, time } = inside
    const usualMs = chance.percent(5) ? chance.between(20, 400) : chance.between(0.1, 2)
    time.schedule(WORLD, fault === 'stall' ? chance.between(...STALL_MS) : usualMs, () => this.flush(fault))
    return 'waits'
  }

  /** The write-ahead log is on disk: only now the transaction is visible, and its locks are free. */
  private flush(fault: CommitFault): void {
    const { inside } = this
    if (!this.isOpen) return
    if (fault === 'crash-before') return inside.crash(crashOf(inside))
    this.endTransaction('COMMIT')
    inside.stored()
    if (fault === 'crash-after') return inside.crash(crashOf(inside))
    this.waits = undefined
    if (fault === 'cut-after' || fault === 'silent-after') {
      this.inbox.length = 0
      return this.breakOff(fault === 'silent-after')
    }
    this.reply(done('COMMIT'))
    this.work()
  }

  private breakOff(isSilent: boolean): void {
    if (!isSilent) this.close()
    this.cut(isSilent)
  }

  /** Queries about PostgreSQL itself, which SQLite cannot answer. */
  private special(sql: string, params: readonly Param[]): Rows | undefined {
    const { inside } = this
    if (sql.includes('pg_current_xact_id()')) {
      if (this.transaction !== undefined) this.transaction.xid ??= this.takeXid()
      return row({ id: String(this.transaction?.xid) })
    }
    if (sql.includes('pg_xact_status(')) return row({ status: statusOf(inside, Number(params[0])) })
    if (sql.includes('AS timeline')) return row({ timeline: inside.timeline.toString(16).padStart(8, '0') })
    if (sql.includes('pg_advisory_xact_lock(')) return row({})
    return undefined
  }

  private statement(sql: string, params: readonly Param[]): Step {
    const { twin } = this.inside
    if (isReading(sql)) return runText(twin, sql, params, this.transaction?.isWriting === true)
    if (this.transaction === undefined) throw new Error(`the service writes inside transactions only: ${sql}`)
    if (!this.requireWriting(this.transaction)) return 'waits'
    return runText(twin, sql, params, true)
  }
}

function statusOf(inside: ServerState, xid: number): string {
  if ([...inside.sessions].some((session) => session.xid() === xid)) return 'in progress'
  if (xid >= inside.nextXid) throw coded('22023', `transaction ID ${xid} is in the future`)
  return inside.twin.stored().some((stored) => stored.xid === xid) ? 'committed' : 'aborted'
}

const crashOf = ({ chance }: ServerState) => ({ isSilent: chance.percent(20), downMs: chance.between(50, 3000) })

const row = (fields: object): Rows => ({ command: 'SELECT', rows: [fields], rowCount: 1 })
const done = (command: string): Rows => ({ command, rows: [], rowCount: 0 })
const failed = (): Error =>
  coded('25P02', 'current transaction is aborted, commands ignored until end of transaction block')
const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code })
