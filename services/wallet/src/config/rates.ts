import { text, whole } from '@satchel/configuration/variables/variable'
import type { Reader } from '@satchel/http/environment'
import { type Decimal, decimalOf } from '@satchel/money/decimal'

/** The sources of prices, and their use (rule S106). */
export interface RatesConfig {
  /** ISO 4217, upper case: those there may be a rate for. */
  readonly currencies: readonly string[]
  /** The currency every payment's value is noted in. */
  readonly accountingCurrency: string
  /** Whether the operator has named it, or a list of currencies. */
  readonly isCurrencyChosen: boolean
  /** A rate older than this is not used for money. */
  readonly maxAgeSeconds: number
  readonly source:
    | { readonly kind: 'none' }
    | { readonly kind: 'fixed'; readonly prices: ReadonlyMap<string, Decimal> }
    /** `referenceUrl`: of reference rates for currencies without a price; undefined: none. */
    | { readonly kind: 'aggregator'; readonly url: string; readonly referenceUrl: string | undefined }
}

/** No currency needs more units per BTC; a larger price is a mistake somewhere. */
const MAX_PER_BTC = 1e12

/** Most exchanges of the price aggregator trade bitcoin in these. */
const TRADED = 'USD,EUR,CHF,GBP,CZK'
/** The European Central Bank has reference rates of these. */
const REFERENCED = 'AUD,BRL,CAD,CNY,DKK,HKD,HUF,IDR,ILS,INR,ISK,JPY,KRW,MXN,MYR,NOK,NZD,PHP,PLN,RON,SEK,SGD,THB,TRY,ZAR'

export const RATES = {
  aggregator: text('PRICE_AGGREGATOR_URL', 'Where prices come from; without it, rates answer 503.', {
    by: ['wallet', 'start'],
    varies: 'set by `npm start`',
  }),
  fixed: text('SERVICE_FIXED_RATES', 'Prices that never change: `{"USD":50000}`.'),
  referenceUrl: text(
    'SERVICE_REFERENCE_RATES_URL',
    'Daily reference rates in the XML of the European Central Bank, for currencies in which no exchange has a price; `off`: none.',
    { default: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml' },
  ),
  currencies: text('SERVICE_CURRENCIES', 'Currencies: a comma list or a JSON array.', {
    varies: `\`${TRADED}\`, and with prices and reference rates \`${REFERENCED}\``,
  }),
  accountingCurrency: text('SERVICE_ACCOUNTING_CURRENCY', "The currency in which every payment's value is recorded.", {
    varies: 'the first of `SERVICE_CURRENCIES`',
  }),
  maxAgeSeconds: whole('SERVICE_RATE_MAX_AGE_SECONDS', [600, 1, 604_800], 'Older prices are not used for payments.'),
}

export function readRates(read: Reader, problems: string[]): RatesConfig {
  const prices = readFixedRates(read(RATES.fixed), problems)
  const url = readUrl('PRICE_AGGREGATOR_URL', read(RATES.aggregator), problems)
  const referenceUrl = readReferenceUrl(read(RATES.referenceUrl), problems)
  const hasReference = prices === undefined && url !== undefined && referenceUrl !== undefined
  const usual = hasReference ? `${TRADED},${REFERENCED}` : TRADED
  const named = read(RATES.currencies)
  const listed = readCurrencies(named ?? usual, problems)
  const currencies = [...new Set([...listed, ...(prices?.keys() ?? [])])]
  const accountingCurrency = read(RATES.accountingCurrency, currencies[0] ?? '').toUpperCase()
  if (currencies.length > 0 && !currencies.includes(accountingCurrency)) {
    problems.push(`SERVICE_ACCOUNTING_CURRENCY: must be one of SERVICE_CURRENCIES (${currencies.join(', ')})`)
  }
  return {
    currencies,
    accountingCurrency,
    isCurrencyChosen: read(RATES.accountingCurrency) !== undefined || named !== undefined,
    maxAgeSeconds: read(RATES.maxAgeSeconds),
    // An operator who sets rates wants these: `npm start` always sets the other variable.
    source:
      prices !== undefined
        ? { kind: 'fixed', prices }
        : url !== undefined
          ? { kind: 'aggregator', url, referenceUrl }
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

const readReferenceUrl = (text: string, problems: string[]): string | undefined =>
  text.toLowerCase() === 'off' ? undefined : readUrl('SERVICE_REFERENCE_RATES_URL', text, problems)

function readUrl(name: string, text: string | undefined, problems: string[]): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const plain = url !== undefined && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!plain || !['http:', 'https:'].includes(url.protocol)) {
    problems.push(`${name}: must be an http or https URL without a password, query or fragment`)
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
