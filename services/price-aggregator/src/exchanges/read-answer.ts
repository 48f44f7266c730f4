import { plainText } from './plain-text.ts'
import { readPrice } from './read-price.ts'
import type { BulkRequest, CellAnswer, SingleRequest, Source } from './source.ts'
import { valueAt } from './value-at.ts'

/** A trade this far ahead of our clock means a wrong clock, and says nothing about age. */
const MAX_AHEAD_MS = 60_000
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const MISSING = 'not in the answer'

export interface AnswerQuestion {
  readonly source: Source
  readonly request: BulkRequest | SingleRequest
  /** The currencies that were asked for; every one of them gets a cell. */
  readonly currencies: readonly string[]
  readonly nowMs: number
}

/** `ok: false`: the whole answer is a rejection or of another form; it has no cell to read. */
export type AnswerReading =
  | { readonly ok: true; readonly cells: ReadonlyMap<string, CellAnswer> }
  | { readonly ok: false; readonly error: string }

/** Finds the price of every asked currency in the JSON an exchange sent with status 200. */
export function readAnswer(json: unknown, question: AnswerQuestion): AnswerReading {
  const failure = statedFailure(json, question.source)
  if (failure !== undefined) return { ok: false, error: failure }
  const finder = pairFinder(json, question.request)
  if (typeof finder === 'string') return { ok: false, error: finder }

  const cells = new Map<string, CellAnswer>()
  let found = false
  for (const currency of question.currencies) {
    const place = finder(acceptedKeys(currency, question))
    found ||= place !== undefined
    cells.set(currency, place === undefined ? { ok: false, error: MISSING } : readCell(place, question))
  }
  return found || cells.size === 0 ? { ok: true, cells } : { ok: false, error: MISSING }
}

/** Exchanges announce trouble inside HTTP 200 as a flag, a text or a list that is otherwise empty. */
function statedFailure(json: unknown, source: Source): string | undefined {
  if (source.failure === undefined) return undefined
  const stated = valueAt(json, source.failure)
  const silent = stated === undefined || stated === null || stated === false || stated === 0 || stated === ''
  if (silent || (Array.isArray(stated) && stated.length === 0)) return undefined
  const words = source.failureText === undefined ? '' : wordsOf(valueAt(json, source.failureText))
  return words || wordsOf(stated) || 'the exchange reports a failure'
}

/** The words in a text or in a list of texts. Never reads deeper: the sender chooses the nesting. */
function wordsOf(value: unknown): string {
  const parts = Array.isArray(value) ? value : [value]
  const words = parts.filter((part) => typeof part === 'string' || typeof part === 'number')
  return plainText(words.slice(0, 20).join(' '))
}

/** Where one pair's values are: paths lead from `json`, and `key` is the name the answer used for the pair. */
interface PairPlace {
  readonly json: unknown
  readonly key: string
}
type FindPair = (keys: readonly string[]) => PairPlace | undefined

function pairFinder(json: unknown, request: BulkRequest | SingleRequest): FindPair | string {
  const rows = 'rows' in request ? request.rows : undefined
  if (rows !== undefined) return rowFinder(json, rows)
  return (keys) => {
    const key = keys.find((candidate) => valueAt(json, request.price, candidate) !== undefined)
    return key === undefined ? undefined : { json, key }
  }
}

function rowFinder(json: unknown, rows: NonNullable<BulkRequest['rows']>): FindPair | string {
  const list = valueAt(json, rows.at)
  if (!Array.isArray(list)) return 'not a list of pairs'
  // Bitfinex reports errors as ["error", 10020, "text"]: a list as well, but not one of rows.
  const isRow = (row: unknown) => typeof row === 'object' && row !== null
  if (list.length > 0 && !list.some(isRow)) return wordsOf(list) || 'not a list of pairs'

  const rowByKey = new Map<unknown, unknown>()
  for (const row of list) {
    const key = isRow(row) ? valueAt(row, rows.key) : undefined
    if (typeof key === 'string' && !rowByKey.has(key)) rowByKey.set(key, row)
  }
  return (keys) => {
    const key = keys.find((candidate) => rowByKey.has(candidate))
    return key === undefined ? undefined : { json: rowByKey.get(key), key }
  }
}

function acceptedKeys(currency: string, { source, request }: AnswerQuestion): readonly string[] {
  return request.answerKeys.get(currency) ?? [source.pairs.get(currency) ?? currency]
}

function readCell({ json, key }: PairPlace, { request, nowMs }: AnswerQuestion): CellAnswer {
  const price = readPrice(valueAt(json, request.price, key))
  if (price === undefined) return { ok: false, error: 'not a price' }
  const tradedAt = request.tradedAt === undefined ? undefined : readTime(valueAt(json, request.tradedAt, key), nowMs)
  return { ok: true, price, tradedAt }
}

function readTime(value: unknown, nowMs: number): number | undefined {
  const timeMs = typeof value === 'string' && ISO_TIME.test(value) ? Date.parse(value) : Number.NaN
  return timeMs <= nowMs + MAX_AHEAD_MS ? timeMs : undefined
}
