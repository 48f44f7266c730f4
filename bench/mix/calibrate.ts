import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { startServer } from '../server-process.ts'
import type { BenchDatabase } from './bench-database.ts'
import { sendRequests, writeRequest } from './send-requests.ts'
import { type Place, REPORT_CPU } from './wallet-server.ts'

/** The speed of this machine during this round: results are ratios to it (rule G0). */
export interface Calibration {
  readonly hello: Floor
  /** Guarded two-row transfers, one commit each. */
  readonly transfers: Floor
}

export interface Floor {
  readonly perSecond: number
  /** A transfer: client and server. An answer: the server alone. */
  readonly cpuMicroseconds: number
}

const SECONDS = 2
const HELLOS = 40_000

export async function calibrate(database: BenchDatabase, place: Place, connections: number): Promise<Calibration> {
  return {
    hello: await measureHello(place.folder, connections),
    transfers: place.dialect === 'sqlite' ? measureSqlite(place.folder) : await measurePostgres(database, place.url),
  }
}

const HELLO_SERVER = fileURLToPath(new URL('hello-server.ts', import.meta.url))

async function measureHello(folder: string, connections: number): Promise<Floor> {
  const args = ['--import', REPORT_CPU, HELLO_SERVER]
  const server = await startServer({ name: 'hello', command: process.execPath, args, env: {}, readyPath: '/' }, folder)
  const request = { text: writeRequest('GET', '/', { 'X-Api-Key': '0'.repeat(32) }), status: 200 }
  const send = (count: number): Promise<number> => {
    let left = count
    return sendRequests({ ports: [server.port], connections }, () => (left-- > 0 ? request : undefined))
  }
  try {
    await send(HELLOS / 2)
    const before = await server.cpuMicroseconds()
    const seconds = await send(HELLOS)
    const used = (await server.cpuMicroseconds()) - before
    return { perSecond: HELLOS / seconds, cpuMicroseconds: used / HELLOS }
  } finally {
    server.stop()
  }
}

const GUARDED = 'UPDATE calibration SET amount = amount - 1 WHERE id = 1 AND amount >= 1'
const CREDIT = 'UPDATE calibration SET amount = amount + 1 WHERE id = 2'
const ROWS = 'INSERT INTO calibration VALUES (1, 1000000000), (2, 0)'

function measureSqlite(folder: string): Floor {
  const file = join(folder, 'calibration.db')
  const db = new Sqlite(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec(`CREATE TABLE calibration (id INTEGER PRIMARY KEY, amount INTEGER); ${ROWS}`)
  const [debit, credit] = [db.prepare(GUARDED), db.prepare(CREDIT)]
  const transfer = db.transaction(() => {
    debit.run()
    credit.run()
  })
  try {
    const cpu = startOwnCpu()
    const end = performance.now() + SECONDS * 1000
    let times = 0
    for (; performance.now() < end; times += 1) transfer.immediate()
    return { perSecond: times / SECONDS, cpuMicroseconds: cpu() / times }
  } finally {
    db.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
  }
}

async function measurePostgres(database: BenchDatabase, url: string): Promise<Floor> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('CREATE TABLE calibration (id INTEGER PRIMARY KEY, amount BIGINT)')
    await client.query(ROWS)
    const [cpu, serverBefore] = [startOwnCpu(), database.cpuMicroseconds()]
    const end = performance.now() + SECONDS * 1000
    let times = 0
    for (; performance.now() < end; times += 1) {
      await client.query('BEGIN')
      await client.query(GUARDED)
      await client.query(CREDIT)
      await client.query('COMMIT')
    }
    const used = cpu() + database.cpuMicroseconds() - serverBefore
    await client.query('DROP TABLE calibration')
    return { perSecond: times / SECONDS, cpuMicroseconds: used / times }
  } finally {
    await client.end()
  }
}

/** Counts the CPU time of this process from now on. */
function startOwnCpu(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
}
