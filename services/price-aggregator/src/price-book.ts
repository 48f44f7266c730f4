import { type CellAnswer, SOURCE_IDS, type Source, type SourceAnswer, type SourceId } from './exchanges/source.ts'

/** The last known price of one source in one currency, and the result of its last request. */
export interface Cell {
  readonly price: number | null
  /** When the price was fetched, Unix ms. */
  readonly updatedAt: number | null
  /** Time of the trade, Unix ms, if the exchange reports it. */
  readonly tradedAt: number | null
  /** Why the last request brought no price; null when it did. */
  readonly error: string | null
}

/**
 * The last answers of every exchange. A failed fetch keeps the last known price; a price is null only until the first
 * one came, or if the pair is not listed (rules P8, P9).
 */
export interface PriceBook {
  /** Stores the prices of an answer; the other cells of the source are unchanged. */
  record(sourceId: SourceId, answer: SourceAnswer, at: number): void
  cell(sourceId: SourceId, currency: string): Cell
  /** Prices of one currency, in the order source_a … source_g. */
  prices(currency: string): (number | null)[]
  /** Puts back a price known from before a restart. */
  restore(sourceId: SourceId, currency: string, cell: Cell): void
}

const EMPTY: Cell = { price: null, updatedAt: null, tradedAt: null, error: null }

export function createPriceBook(sources: readonly Source[]): PriceBook {
  const cells = new Map(sources.map((source) => [source.id, new Map<string, Cell>()]))
  const listed = new Map(sources.map((source) => [source.id, source.pairs]))
  const cellOf = (sourceId: SourceId, currency: string): Cell => cells.get(sourceId)?.get(currency) ?? EMPTY
  return {
    record(sourceId, answer, at) {
      for (const [currency, cellAnswer] of answer.cells) {
        cells.get(sourceId)?.set(currency, nextCell(cellOf(sourceId, currency), cellAnswer, at))
      }
    },
    cell: cellOf,
    prices: (currency) => SOURCE_IDS.map((id) => cellOf(id, currency).price),
    restore(sourceId, currency, cell) {
      if (listed.get(sourceId)?.has(currency)) cells.get(sourceId)?.set(currency, cell)
    },
  }
}

function nextCell(known: Cell, answer: CellAnswer, at: number): Cell {
  if (!answer.ok) return { ...known, error: answer.error }
  const tradedAt = answer.tradedAt ?? null
  // Caches and lagging replicas of exchanges serve old trades between new ones: a price never goes back in time.
  if (tradedAt !== null && known.tradedAt !== null && tradedAt < known.tradedAt) {
    return { ...known, error: 'an older trade than the one known' }
  }
  return { price: answer.price, updatedAt: at, tradedAt, error: null }
}
