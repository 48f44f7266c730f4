import { parentPort } from 'node:worker_threads'
import type { SqlValue } from '../database.ts'
import { openConnection } from './sqlite-connection.ts'
import { createStatements } from './sqlite-statements.ts'

export interface AsideData {
  readonly file: string
  readonly sql: string
  readonly params: readonly SqlValue[]
}

/** Long reads in a separate thread, so that requests are answered meanwhile. */
parentPort?.on('message', ({ file, sql, params }: AsideData) => {
  // Only after the file is closed: the caller may move it then.
  parentPort?.postMessage(read(file, sql, params))
})

function read(file: string, sql: string, params: readonly SqlValue[]): unknown[] {
  const db = openConnection(file, { readonly: true, timeout: 5000 })
  try {
    return createStatements(db).list(sql, params, (row) => row)
  } finally {
    db.close()
  }
}
