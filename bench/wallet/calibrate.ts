import Sqlite from 'better-sqlite3'
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { askHello, startHello } from './hello.ts'
import type { Place } from './wallet-server.ts'

/** What this machine can do at this moment (money-safety G): everything else is told as a ratio to these. */
export interface Calibration {
  /** Answers of a bare node:http server per second. */
  readonly helloPerSecond: number
  /** Small synced writes per second. */
  readonly syncsPerSecond: number
  /** Guarded two-row transfers per second, one commit each. */
  readonly transfersPerSecond: number
}

const SECONDS = 2
const HELLOS = 20_000
const CONNECTIONS = 64

export async function calibrate(place: Place): Promise<Calibration> {
  return {
    helloPerSecond: await measureHello(place.folder),
    syncsPerSecond: measureSyncs(place.folder),
    transfersPerSecond: place.dialect === 'sqlite' ? measureSqlite(place.folder) : await measurePostgres(place.url),
  }
}

async function measureHello(folder: string): Promise<number> {
  const server = await startHello(folder)
  try {
    await askHello(server, HELLOS, CONNECTIONS)
    const asked = await askHello(server, HELLOS, CONNECTIONS)
    return asked.answers / asked.seconds
  } finally {
    server.stop()
  }
}

function repeatFor(work: () => void): number {
  const end = performance.now() + SECONDS * 1000
  let times = 0
  while (performance.now() < end) {
    work()
    times += 1
  }
  return times / SECONDS
}

function measureSyncs(folder: string): number {
  const file = join(folder, 'calibration')
  const handle = openSync(file, 'a')
  try {
    return repeatFor(() => {
      writeSync(handle, 'a small write of some sixty-four bytes, as a journal would make.\n')
      fdatasyncSync(handle)
    })
  } finally {
    closeSync(handle)
    rmSync(file)
  }
}

const GUARDED = 'UPDATE calibration SET amount = amount - 1 WHERE id = 1 AND amount >= 1'

function measureSqlite(folder: string): number {
  const file = join(folder, 'calibration.db')
  const db = new Sqlite(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec(
    'CREATE TABLE calibration (id INTEGER PRIMARY KEY, amount INTEGER); INSERT INTO calibration VALUES (1, 1000000000), (2, 0)',
  )
  const [take, give] = [db.prepare(GUARDED), db.prepare('UPDATE calibration SET amount = amount + 1 WHERE id = 2')]
  const transfer = db.transaction(() => {
    take.run()
    give.run()
  })
  try {
    return repeatFor(() => transfer.immediate())
  } finally {
    db.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
  }
}

async function measurePostgres(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('CREATE TABLE calibration (id INTEGER PRIMARY KEY, amount BIGINT)')
    await client.query('INSERT INTO calibration VALUES (1, 1000000000), (2, 0)')
    const end = performance.now() + SECONDS * 1000
    let times = 0
    while (performance.now() < end) {
      await client.query('BEGIN')
      await client.query(GUARDED)
      await client.query('UPDATE calibration SET amount = amount + 1 WHERE id = 2')
      await client.query('COMMIT')
      times += 1
    }
    await client.query('DROP TABLE calibration')
    return times / SECONDS
  } finally {
    await client.end()
  }
}
