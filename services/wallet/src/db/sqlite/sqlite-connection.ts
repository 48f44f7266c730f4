import Sqlite from 'better-sqlite3'

/** A connection to the service's file, with exact integers and a page cache that fits small machines. */
export function openConnection(file: string, options: Sqlite.Options): Sqlite.Database {
  const db = new Sqlite(file, options)
  db.defaultSafeIntegers(true)
  db.pragma(`cache_size = -${CACHE_KB}`)
  return db
}

/** For each connection. More saves little, because the system keeps the file's pages, too (decision 0101). */
const CACHE_KB = 4096
