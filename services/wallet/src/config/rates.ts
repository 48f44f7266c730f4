import { text, whole } from '@satchel/configuration/variables/variable'
import type { Reader } from '@satchel/http/environment'
import { type Decimal, decimalOf } from '@satchel/money/decimal'

/** The sources of prices, and their use (rule S106). */
export interface RatesConfig {
  /** ISO 4217, upper case: those there may be a rate for. */
  readonly currencies: readonly string[]
  /** The currency every payment's value is noted in. */
  readonly accountingCurrency: string
  /** A rate older than this is not used for money. */
  readonly maxAgeSeconds: number
  readonly source:
    | { readonly kind: 'none' }
    | { readonly kind: 'fixed'; readonly prices: ReadonlyMap<string, Decimal> }
    | { readonly kind: 'aggregator'; readonly url: string }
}

/** No currency needs more units per BTC; a larger price is a mistake somewhere. */
const MAX_PER_BTC = 1e12

export const RATES = {
  aggregator: text('PRICE_AGGREGATOR_URL', 'Where prices come from; without it, rates answer 503.', {
    by: ['wallet', 'start'],
    varies: 'set by `npm start`',
  }),
  fixed: text('SERVICE_FIXED_RATES', 'Prices that never change: `{"USD":50000}`.'),
  currencies: text('SERVICE_CURRENCIES', 'Currencies: a comma list or a JSON array.', {
    default: 'USD,EUR,CHF,GBP,CZK',
  }),
  accountingCurrency: text('SERVICE_ACCOUNTING_CURRENCY', "The currency in which every payment's value is recorded.", {
    varies: 'the first of `SERVICE_CURRENCIES`',
  }),
  maxAgeSeconds: whole('SERVICE_RATE_MAX_AGE_SECONDS', [600, 1, 604_800], 'Older prices are not used for payments.'),
}

export function readRates(read: Reader, problems: string[]): RatesConfig {
  const prices = readFixedRates(read(RATES.fixed), problems)
  const listed = readCurrencies(read(RATES.currencies), problems)
  const currencies = [...new Set([...listed, ...(prices?.keys() ?? [])])]
  const accountingCurrency = read(RATES.accountingCurrency, currencies[0] ?? '').toUpperCase()
  if (currencies.length > 0 && !currencies.includes(accountingCurrency)) {
    problems.push(`SERVICE_ACCOUNTING_CURRENCY: must be one of SERVICE_CURRENCIES (${currencies.join(', ')})`)
  }
  const url = readUrl(read(RATES.aggregator), problems)
  return {
    currencies,
    accountingCurrency,
    maxAgeSeconds: read(RATES.maxAgeSeconds),
    // An operator who sets rates wants these: `npm start` always sets the other variable.
    source:
      prices !== undefined
        ? { kind: 'fixed', prices }
        : url !== undefined
          ? { kind: 'aggregator', url }
          : { kind: 'none' },
  }
}

const isCode = (text: string): boolean => /^[A-Z]{3}$/.test(text)

/** `USD,EUR` or `["USD","EUR"]`, as the price aggregator reads its CURRENCIES. */
function readCurrencies(text: string, problems: string[]): string[] {
  const entries = text.startsWith('[') ? asJson(text) : text.split(',')
  if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === 'string')) {
    problems.push('SERVICE_CURRENCIES: looks like a JSON list but is none; write USD,EUR or ["USD","EUR"]')
    return []
  }
  const codes = entries.map((entry) => entry.trim().toUpperCase()).filter((code) => code !== '')
  if (!codes.every(isCode)) problems.push('SERVICE_CURRENCIES: must be codes of three letters')
  if (codes.length === 0) problems.push('SERVICE_CURRENCIES: names no currency')
  return codes
}

/** `{"USD": 50000}`: units per 1 BTC. */
function readFixedRates(text: string | undefined, problems: string[]): ReadonlyMap<string, Decimal> | undefined {
  if (text === undefined) return undefined
  const json = asJson(text)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    problems.push('SERVICE_FIXED_RATES: must be a JSON object of prices of 1 BTC, such as {"USD":50000}')
    return undefined
  }
  const prices = new Map<string, Decimal>()
  for (const [code, price] of Object.entries(json)) {
    const currency = code.trim().toUpperCase()
    if (!isCode(currency)) problems.push('SERVICE_FIXED_RATES: must name currencies by codes of three letters')
    else if (isPrice(price)) prices.set(currency, decimalOf(price))
    else
      problems.push(`SERVICE_FIXED_RATES: the price in ${currency} must be a number above 0 and below ${MAX_PER_BTC}`)
  }
  return prices
}

/** A number that can be the price of 1 BTC (rule D14). */
export const isPrice = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value < MAX_PER_BTC

function readUrl(text: string | undefined, problems: string[]): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const plain = url !== undefined && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!plain || !['http:', 'https:'].includes(url.protocol)) {
    problems.push('PRICE_AGGREGATOR_URL: must be an http or https URL without a password, query or fragment')
    return undefined
  }
  return url.href.replace(/\/+$/, '')
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
