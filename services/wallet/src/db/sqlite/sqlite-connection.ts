import Sqlite from 'better-sqlite3'
import { totalmem } from 'node:os'

/** A connection to the service's file, with exact integers and a page cache that fits the memory. */
export function openConnection(file: string, options: Sqlite.Options): Sqlite.Database {
  const db = new Sqlite(file, options)
  db.defaultSafeIntegers(true)
  db.pragma(`cache_size = -${CACHE_KB}`)
  return db
}

/** Of the machine, or of the container that limits this process. */
const memoryKb = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1024
/**
 * A 256th of the memory, between 2 and 16 MB, for each of the two connections. More saves little, because the system keeps
 * the file's pages, too (decision 0101).
 */
const CACHE_KB = Math.round(Math.min(Math.max(memoryKb / 256, 2048), 16_384))
