import { flag, text, whole } from '@satchel/configuration/variables/variable'
import { createReader, type Environment, HTTP_VARIABLES, type NoteAsked, toRateLimit } from '@satchel/http/environment'
import type { RateLimit } from '@satchel/http/limits/rate-limit'
import type { AccessLog } from '@satchel/http/reports/access-log'
import { DEFAULT_EXCHANGES_FILE, readExchangeFile } from './exchanges/exchange-file.ts'
import type { Source } from './exchanges/source.ts'

export interface Config {
  readonly host: string
  readonly port: number
  readonly intervalMs: number
  /** Upper case, in the order of CURRENCIES, without duplicates. */
  readonly currencies: readonly string[]
  readonly sources: readonly Source[]
  readonly dataFolder: string
  readonly warmStart: boolean
  readonly accessLog: AccessLog
  readonly rateLimit: RateLimit | undefined
  readonly trustedProxies: readonly string[]
}

const PRICES = { by: ['prices'] } as const

export const PRICE_VARIABLES = {
  port: whole('PORT', [5001, 0, 65_535], 'Port, without `npm start`; 0 = any free one.', PRICES),
  interval: whole('FETCH_INTERVAL_SECONDS', [60, 1, 86_400], 'Seconds from cycle to cycle.', PRICES),
  currencies: text('CURRENCIES', 'Comma list or JSON array of ISO 4217 codes.', {
    ...PRICES,
    default: 'USD,EUR,CHF,GBP,CZK',
  }),
  exchanges: text('EXCHANGES_FILE', 'Exchanges, URLs, pairs and time-outs as data.', {
    ...PRICES,
    varies: 'the file that ships',
  }),
  dataFolder: text('PRICES_DATA_FOLDER', 'History and last snapshot.', { ...PRICES, default: './data' }),
  warmStart: flag(
    'PRICES_WARM_START',
    false,
    'Answer from the last snapshot until the first cycle has completed.',
    PRICES,
  ),
  // None unless it is set for this process (rule S208).
  rateLimit: whole(
    'SERVICE_RATE_LIMIT_NO',
    [0, 0, 1_000_000_000],
    'Requests of one address per unit; 0 = no limit.',
    PRICES,
  ),
}

/** Reads the whole configuration, or names every problem in one error, by variable (rule S110). */
export function readConfig(
  env: Environment,
  note?: NoteAsked,
): { readonly config: Config } | { readonly problems: readonly string[] } {
  const problems: string[] = []
  const read = createReader(env, problems, note)
  const currencies = readCurrencies(read(PRICE_VARIABLES.currencies), problems)
  const file = readExchangeFile(read(PRICE_VARIABLES.exchanges, DEFAULT_EXCHANGES_FILE), currencies)
  problems.push(...file.problems.map((problem) => `EXCHANGES_FILE: ${problem}`))
  const config: Config = {
    host: read(HTTP_VARIABLES.host),
    port: read(PRICE_VARIABLES.port),
    intervalMs: read(PRICE_VARIABLES.interval) * 1000,
    currencies,
    sources: file.sources,
    dataFolder: read(PRICE_VARIABLES.dataFolder),
    warmStart: read(PRICE_VARIABLES.warmStart),
    accessLog: read(HTTP_VARIABLES.accessLog),
    rateLimit: toRateLimit(read(PRICE_VARIABLES.rateLimit), read(HTTP_VARIABLES.rateLimitUnit)),
    trustedProxies: read(HTTP_VARIABLES.trustedProxies),
  }
  return problems.length > 0 ? { problems } : { config }
}

function readCurrencies(text: string, problems: string[]): string[] {
  const entries = text.trim().startsWith('[') ? jsonList(text) : text.split(',')
  if (entries === undefined) {
    problems.push('CURRENCIES: looks like a JSON list but is none; write USD,EUR or ["USD","EUR"]')
    return []
  }
  const codes = entries.map((entry) => entry.trim().toUpperCase()).filter((code) => code !== '')
  const wrong = codes.filter((code) => !/^[A-Z]{3}$/.test(code))
  if (wrong.length > 0) problems.push(`CURRENCIES: not a three-letter code: ${wrong.join(', ')}`)
  if (codes.length === 0) problems.push('CURRENCIES: names no currency')
  return [...new Set(codes)]
}

function jsonList(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((entry) => typeof entry === 'string') ? list : undefined
  } catch {
    return undefined
  }
}
