import { identify } from './sqlite-place.ts'

export interface WatchedFile {
  /** The path as it was configured: the next process to start opens the file behind it. */
  readonly named: string
  /** The path behind symbolic links. */
  readonly file: string
  /** Of the open file. */
  readonly identity: string
}

/** What is wrong: the file that later starts would open is not this one, or its log is not the one written to. */
export interface LostFile {
  readonly what: 'database' | 'log'
  readonly reason: string
}

/**
 * Says whether the open database and its write-ahead log are still behind their paths: what goes to a file without a
 * path is gone when the process ends. Costs two stats, some 4 µs. A file that is overwritten in place stays the same file:
 * that is not noticed.
 */
export function watchFile({ named, file, identity }: WatchedFile): () => LostFile | undefined {
  const log = `${file}-wal`
  let logIdentity = identify(log)
  return () => {
    const isDatabase = compare(named, identity)
    if (isDatabase !== undefined) return { what: 'database', reason: isDatabase }
    logIdentity ??= identify(log)
    const isLog = compare(log, logIdentity)
    return isLog === undefined ? undefined : { what: 'log', reason: isLog }
  }
}

function compare(path: string, expected: string | undefined): string | undefined {
  const now = identify(path)
  if (now === expected) return undefined
  return now === undefined ? `${path} was deleted while in use` : `${path} was replaced by another file while in use`
}
