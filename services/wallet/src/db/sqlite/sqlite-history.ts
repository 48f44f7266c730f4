import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { HistoryCommand } from '../database.ts'

export const historyFileOf = (file: string): string => `${file}.history`

type Adopt = (input: Parameters<HistoryCommand['run']>[1]) => Promise<boolean>

export interface History {
  /** True: the file is not the one that this service wrote to last. */
  rotate(): Promise<boolean>
}

/**
 * Stores the same random token in the database and in a file beside it, renewed at every opening and closing and every
 * minute in between. A database file restored from a copy has an older token. The database is written first: a crash in
 * between causes a needless comparison with the node, never a missed one. `isNew`: the file was just created.
 */
export function createHistory(file: string, isNew: boolean, adopt: Adopt): History {
  const side = historyFileOf(file)
  let expected = isNew || !existsSync(side) ? '' : readFileSync(side, 'utf8').trim()
  return {
    async rotate() {
      const history = randomBytes(16).toString('hex')
      const isAnother = await adopt({ history, expected })
      writeDurably(side, `${history}\n`)
      expected = history
      return isAnother
    },
  }
}

function writeDurably(file: string, text: string): void {
  const fresh = `${file}.new`
  const opened = openSync(fresh, 'w', 0o600)
  writeFileSync(opened, text)
  fsyncSync(opened)
  closeSync(opened)
  renameSync(fresh, file)
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}
