import Sqlite from 'better-sqlite3'
import { parentPort, workerData } from 'node:worker_threads'
import type { SqlValue } from './database.ts'
import { createStatements } from './sqlite-statements.ts'

export interface AsideData {
  readonly file: string
  readonly sql: string
  readonly params: readonly SqlValue[]
}

/** One long reading in a thread of its own, so that requests go on being answered meanwhile. */
function main(): void {
  const { file, sql, params } = workerData as AsideData
  const db = new Sqlite(file, { readonly: true, timeout: 5000 })
  db.defaultSafeIntegers(true)
  parentPort?.postMessage(createStatements(db).list(sql, params, (row) => row))
  db.close()
}

main()
