import { fetchJson } from './fetch-json.ts'
import { readAnswer } from './read-answer.ts'
import type { BulkRequest, CellAnswer, SingleRequest, Source } from './source.ts'

/**
 * Logical errors that mean "not now" rather than "not this pair" (Kraken, Bitfinex and Coinmate send them with HTTP
 * 200).
 */
const NOT_NOW = /rate.?limit|too many|busy|unavailable|lockout|maintenance|ERR_RATE|EService:/i
/** Statuses that a wrong symbol or a missing endpoint causes; 200 means an unusable answer. */
const REFUSALS = new Set([200, 400, 404])
const LEAVE_ALONE = new Set([403, 418, 429, 451])

export interface ExchangeDeps {
  readonly source: Source
  readonly userAgent: string
  readonly clock: () => number
}

/**
 * The result of one request. `refused`: this request is wrong, another one may work. `stay-away`: the exchange wants no
 * further requests now. `no-answer`: nothing is known.
 */
export type Reply =
  | { readonly ok: true; readonly cells: ReadonlyMap<string, CellAnswer> }
  | {
      readonly ok: false
      readonly reason: 'refused' | 'stay-away' | 'no-answer'
      readonly error: string
      readonly retryAfterMs: number | undefined
    }

/** One request for the given currencies. Never rejects. */
export async function askExchange(
  deps: ExchangeDeps,
  request: BulkRequest | SingleRequest,
  currencies: readonly string[],
  signal?: AbortSignal,
): Promise<Reply> {
  const { source, userAgent, clock } = deps
  const url = urlFor(source, request, currencies)
  const answer = await fetchJson(url, { timeoutMs: source.timeoutMs, userAgent, clock, signal })
  if (!answer.ok) {
    return { ok: false, reason: reasonOf(answer.status), error: answer.error, retryAfterMs: answer.retryAfterMs }
  }
  const reading = readAnswer(answer.json, { source, request, currencies, nowMs: clock() })
  if (reading.ok) return reading
  const reason = NOT_NOW.test(reading.error) ? 'stay-away' : 'refused'
  return { ok: false, reason, error: reading.error, retryAfterMs: undefined }
}

function reasonOf(status: number | undefined): 'refused' | 'stay-away' | 'no-answer' {
  if (status === undefined) return 'no-answer'
  if (REFUSALS.has(status)) return 'refused'
  return status >= 500 || LEAVE_ALONE.has(status) ? 'stay-away' : 'no-answer'
}

function urlFor(source: Source, request: BulkRequest | SingleRequest, currencies: readonly string[]): string {
  const symbols = currencies.map((currency) => source.pairs.get(currency) ?? '')
  if (!('pairsAs' in request)) return request.url.replaceAll('{pair}', () => encodeURIComponent(symbols.join()))
  const list = request.pairsAs === 'json' ? JSON.stringify(symbols) : symbols.join(',')
  return request.url.replaceAll('{pairs}', () => encodeURIComponent(list))
}
