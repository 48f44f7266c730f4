import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '@satchel/http/log'
import { type HistoryCycle, MAX_CYCLES, type PriceHistory } from './price-history.ts'

/**
 * Data that survive a restart. Prices are not money: if the folder cannot be written, the service continues in memory.
 */
export interface PriceFiles {
  readHistory(): Promise<HistoryCycle[]>
  /** Undefined if it is missing or unreadable. */
  readSnapshot(): Promise<StoredSnapshot | undefined>
  /** Queued: never waits, never throws. */
  save(history: PriceHistory, cycle: HistoryCycle, snapshot: StoredSnapshot): void
  /** Resolves when everything queued is on disk. */
  close(): Promise<void>
}

export interface StoredSnapshot {
  readonly completedAt: number
  readonly cells: readonly StoredCell[]
}

interface StoredCell {
  readonly source: string
  readonly currency: string
  readonly price: number
  readonly updatedAt: number
  readonly tradedAt: number | null
}

const HISTORY = 'price-history.jsonl'
const SNAPSHOT = 'price-snapshot.json'

export function createPriceFiles(folder: string, log: Log): PriceFiles {
  let writing: Promise<void> | undefined
  /** The newest data during a write; older ones are skipped. */
  let next: Save | undefined
  let warned = false
  let lines = 0
  // The first save drops old data, later ones add what could not be written.
  let rewrite = true
  const warnOnce = (error: unknown): void => {
    if (!warned)
      log.warn({ folder, error: String(error) }, 'PRICES_DATA_FOLDER cannot be written; history stays in memory')
    warned = true
    rewrite = true
  }
  const replace = async (name: string, text: string): Promise<void> => {
    await writeFile(join(folder, `${name}.new`), text)
    await rename(join(folder, `${name}.new`), join(folder, name))
  }
  const write = async ({ history, cycle, snapshot }: Save): Promise<void> => {
    await mkdir(folder, { recursive: true })
    // The file grows by a line a cycle and is rewritten when half of it is out of date.
    if (rewrite || lines >= MAX_CYCLES * 2) {
      rewrite = false
      await replace(HISTORY, history.cycles.map(toLine).join(''))
      lines = history.cycles.length
    } else {
      await appendFile(join(folder, HISTORY), toLine(cycle))
      lines += 1
    }
    await replace(SNAPSHOT, JSON.stringify(snapshot))
  }
  const writeAll = async (first: Save): Promise<void> => {
    for (let save: Save | undefined = first; save !== undefined; ) {
      await write(save).catch(warnOnce)
      save = next
      next = undefined
      rewrite ||= save !== undefined
    }
  }
  return {
    async readHistory() {
      const text = await readFile(join(folder, HISTORY), 'utf8').catch(() => '')
      return text.split('\n').flatMap(readCycle)
    },
    readSnapshot: async () => readStoredSnapshot(await readFile(join(folder, SNAPSHOT), 'utf8').catch(() => '')),
    save(history, cycle, snapshot) {
      if (writing === undefined) {
        writing = writeAll({ history, cycle, snapshot }).finally(() => {
          writing = undefined
        })
        return
      }
      // A slow disk queues no work: skipped data are in memory, and are written with the next save.
      next = { history, cycle, snapshot }
    },
    close: async () => writing,
  }
}

interface Save {
  readonly history: PriceHistory
  readonly cycle: HistoryCycle
  readonly snapshot: StoredSnapshot
}

const toLine = (cycle: HistoryCycle): string => `${JSON.stringify([cycle.at, cycle.currencies])}\n`

/** A line torn by a crash is left out; the rest of the file is still good. */
function readCycle(line: string): HistoryCycle[] {
  const value = parse(line)
  if (!Array.isArray(value) || !Number.isFinite(value[0]) || typeof value[1] !== 'object' || value[1] === null)
    return []
  const currencies = Object.entries(value[1] as Record<string, unknown>).filter(
    ([, numbers]) =>
      Array.isArray(numbers) && numbers.length === 3 && numbers.every((number) => Number.isFinite(number)),
  )
  return [{ at: value[0] as number, currencies: Object.fromEntries(currencies) as HistoryCycle['currencies'] }]
}

function readStoredSnapshot(text: string): StoredSnapshot | undefined {
  const value = parse(text) as Partial<StoredSnapshot> | undefined
  if (!Number.isFinite(value?.completedAt) || !Array.isArray(value?.cells)) return undefined
  const cells = value.cells.filter(
    (cell) => Number.isFinite(cell?.price) && cell.price > 0 && Number.isFinite(cell.updatedAt),
  )
  return { completedAt: value.completedAt as number, cells }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
