import { ACCESS_LOGS, type AccessLog } from '@satchel/http/reports/access-log'
import { createReader, type Environment, type NoteAsked, readRateLimit } from '@satchel/http/environment'
import type { RateLimit } from '@satchel/http/limits/rate-limit'
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

/** Reads the whole configuration, or names every problem in one error, by variable (rule S110). */
export function readConfig(
  env: Environment,
  note?: NoteAsked,
): { readonly config: Config } | { readonly problems: readonly string[] } {
  const problems: string[] = []
  const read = createReader(env, problems, note)
  const currencies = readCurrencies(read.text('CURRENCIES', DEFAULT_CURRENCIES), problems)
  const file = readExchangeFile(read.text('EXCHANGES_FILE', DEFAULT_EXCHANGES_FILE), currencies)
  problems.push(...file.problems.map((problem) => `EXCHANGES_FILE: ${problem}`))
  const config: Config = {
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 5001, 0, 65_535),
    intervalMs: read.integer('FETCH_INTERVAL_SECONDS', 60, 1, 86_400) * 1000,
    currencies,
    sources: file.sources,
    dataFolder: read.text('PRICES_DATA_FOLDER', './data'),
    warmStart: read.flag('PRICES_WARM_START', false),
    accessLog: read.choice('ACCESS_LOG', ACCESS_LOGS, 'sampled'),
    // None unless it is set for this process (rule S208).
    rateLimit: readRateLimit(read, 0),
    trustedProxies: read.list('SERVICE_TRUSTED_PROXIES'),
  }
  return problems.length > 0 ? { problems } : { config }
}

const DEFAULT_CURRENCIES = 'USD,EUR,CHF,GBP,CZK'

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
