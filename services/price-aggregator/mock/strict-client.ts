import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { SourceId } from '../src/exchanges/source.ts'
import type { MockExchanges } from './mock-exchanges.ts'
import { type RawAnswer, type RawOptions, rawGet } from './raw-client.ts'

/**
 * The strict client of the column `expect`, as short as possible: it shares no code with the product, so that the two
 * check each other. It requests in bulk, then the missing ones singly, and keeps a value until a better one comes.
 */
export function createStrictClient(mocks: MockExchanges, options: StrictOptions): StrictClient {
  const { sourceId, timeoutMs, now } = options
  const source = mocks.exchangesFile().sources.find(({ id }) => id === sourceId) as unknown as SourceData
  const kept = new Map<string, Cell>()
  const take = (request: RequestData, currency: string, json: unknown): boolean => {
    const cell = readCell(json, source, request, currency)
    if (!cell) return false
    const newest = kept.get(currency)?.tradedAt ?? 0
    const known = cell.tradedAt <= now() + 60_000 ? cell.tradedAt : newest
    if (known >= newest) kept.set(currency, { price: cell.price, tradedAt: known })
    return true
  }
  const ask = async (request: RequestData, url: string, currencies: readonly string[]): Promise<readonly string[]> => {
    const json = await askJson(url, { timeoutMs })
    return currencies.filter((currency) => !take(request, currency, json))
  }
  return {
    price: (currency) => kept.get(currency)?.price,
    round: async () => {
      const { bulk, single, pairs } = source
      const symbols = Object.values(pairs)
      const list = encodeURIComponent(bulk?.pairs_as === 'json' ? JSON.stringify(symbols) : symbols.join(','))
      const all = Object.keys(pairs)
      const missing = bulk ? await ask(bulk, bulk.url.replace('{pairs}', list), all) : all
      if (!single) return
      await Promise.all(
        missing.map((currency) => ask(single, single.url.replace('{pair}', pairs[currency] ?? ''), [currency])),
      )
    },
  }
}

export interface StrictOptions {
  readonly sourceId: SourceId
  readonly timeoutMs: number
  readonly now: () => number
}

interface Cell {
  readonly price: number
  /** NaN: absent or unreadable. */
  readonly tradedAt: number
}

export interface StrictClient {
  round(): Promise<void>
  price(currency: string): number | undefined
}

interface RequestData {
  readonly url: string
  readonly pairs_as?: 'json'
  readonly answer_keys?: Record<string, readonly string[]>
  readonly rows?: { readonly key: readonly [string | number] }
  readonly price: readonly (string | number)[]
  readonly traded_at?: readonly (string | number)[]
}

interface SourceData {
  readonly pairs: Record<string, string>
  readonly failure?: readonly string[]
  readonly bulk?: RequestData
  readonly single?: RequestData
}

async function askJson(url: string, options: RawOptions): Promise<unknown> {
  const answer = await rawGet(url, options)
  const location = answer.status === 302 ? new URL(answer.headers.location ?? '', url) : undefined
  const final = location?.origin === new URL(url).origin ? await rawGet(location.href, options) : answer
  if (final.end !== 'complete' || final.status !== 200) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(decoded(final)))
  } catch {
    return undefined
  }
}

function decoded({ headers, body }: RawAnswer): Buffer {
  const limit = { maxOutputLength: 1024 * 1024 }
  if (headers['content-encoding'] === 'gzip') return gunzipSync(body, limit)
  return headers['content-encoding'] === 'br' ? brotliDecompressSync(body, limit) : body
}

function readCell(json: unknown, source: SourceData, request: RequestData, currency: string): Cell | undefined {
  const failure = source.failure && at(json, source.failure)
  if (failure === true || (Array.isArray(failure) && failure.length > 0)) return undefined
  const { rows } = request
  if (rows && !Array.isArray(json)) return undefined
  const keys = request.answer_keys?.[currency] ?? [source.pairs[currency] ?? '']
  for (const key of keys) {
    const row = rows ? (json as unknown[]).find((candidate) => at(candidate, rows.key) === key) : json
    const found = at(
      row,
      request.price.map((step) => (step === '{key}' ? key : step)),
    )
    const price = typeof found === 'string' && /^\d+(\.\d+)?$/.test(found) ? Number(found) : found
    if (typeof price !== 'number' || !Number.isFinite(price) || price <= 0) continue
    const time = request.traded_at && at(row, request.traded_at)
    return { price, tradedAt: typeof time === 'string' ? Date.parse(time) : Number.NaN }
  }
  return undefined
}

function at(json: unknown, path: readonly (string | number)[]): unknown {
  let value = json
  for (const step of path) {
    const fits = typeof step === 'number' ? Array.isArray(value) : !Array.isArray(value)
    const inside = fits && typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    value = inside ? (value as Record<string | number, unknown>)[step] : undefined
  }
  return value
}
