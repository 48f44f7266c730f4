import { ACCESS_LOGS, type AccessLog } from '@satchel/http/access-log'
import type { RateLimit } from '@satchel/http/rate-limit'
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

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads the whole configuration or names every problem at once, by variable (decisions §1, Bad configuration). */
export function readConfig(env: Environment): { readonly config: Config } | { readonly problems: readonly string[] } {
  const problems: string[] = []
  const read = createReader(env, problems)
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
    rateLimit: readRateLimit(read),
    trustedProxies: read.list('SERVICE_TRUSTED_PROXIES'),
  }
  return problems.length > 0 ? { problems } : { config }
}

const DEFAULT_CURRENCIES = 'USD,EUR,CHF,GBP,CZK'

const WINDOWS_MS = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const

/** No limit unless SERVICE_RATE_LIMIT_NO is set for this process; 0 is none, too (decisions §2). */
function readRateLimit(read: Reader): RateLimit | undefined {
  const requests = read.integer('SERVICE_RATE_LIMIT_NO', 0, 0, 1_000_000_000)
  const unit = read.choice('SERVICE_RATE_LIMIT_UNIT', ['second', 'minute', 'hour', 'day'] as const, 'minute')
  return requests === 0 ? undefined : { requests, windowMs: WINDOWS_MS[unit] }
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

type Reader = ReturnType<typeof createReader>

/** Reads one variable each; an empty variable counts as not set. */
function createReader(env: Environment, problems: string[]) {
  const text = (name: string, fallback: string): string => env[name]?.trim() || fallback
  return {
    text,
    integer(name: string, fallback: number, least: number, most: number): number {
      const raw = text(name, String(fallback))
      const value = /^\d+(\.0*)?$/.test(raw) ? Number(raw) : Number.NaN
      if (value >= least && value <= most) return value
      problems.push(`${name}: must be a whole number from ${least} to ${most}, not "${raw}"`)
      return fallback
    },
    flag(name: string, fallback: boolean): boolean {
      const raw = text(name, String(fallback)).toLowerCase()
      if (['true', '1'].includes(raw)) return true
      if (!['false', '0'].includes(raw)) problems.push(`${name}: must be true, false, 1 or 0, not "${raw}"`)
      return false
    },
    choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
      const raw = text(name, fallback).toLowerCase()
      const found = choices.find((choice) => choice === raw)
      if (found === undefined) problems.push(`${name}: must be one of ${choices.join(', ')}, not "${raw}"`)
      return found ?? fallback
    },
    list: (name: string): string[] =>
      text(name, '')
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
  }
}
