import { isHeaders } from '@satchel/extension-sdk/webhook-fields'
import { add, decimalOf, nearestDouble, times, ZERO } from '@satchel/money/decimal'
import { ISO_4217 } from '@satchel/money/iso-4217'
import { toInteger, toJson, toNumber, toObject, toText, type Value } from '../reading/values.ts'
import type { Items } from './open-items.ts'

/** Formats that several extensions of LNbits share. */

export const toInt = (value: Value): number => Number(toInteger(value) ?? 0n)

/** Codes that are not currencies in ISO 4217. */
const NO_CURRENCY = 'XXX'

/** `sat`, `sats` and nothing are satoshis. With an unknown one nothing can be paid until it is another. */
export function toCurrency(items: Pick<Items, 'change' | 'now'>, value: Value, id: string): string {
  const text = toText(value).trim().toUpperCase()
  if (text === '' || text === 'SAT' || text === 'SATS') return 'sat'
  const { until } = ISO_4217[text] ?? {}
  if (until !== undefined && until < isoTime(items.now).slice(0, until.length)) {
    items.change('its currency has ended: nothing can be paid until you choose another', `${id} (${text}, ${until})`)
  }
  if (isKnown(text)) return text
  items.change('its currency is none: nothing can be paid until you choose another', `${id} (${text.slice(0, 20)})`)
  return /^[A-Z]{3}$/.test(text) ? text : NO_CURRENCY
}

export const isKnown = (currency: string): boolean =>
  currency === 'sat' || (Object.hasOwn(ISO_4217, currency) && ISO_4217[currency]?.hasDigits !== false)

export const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

export const orNone = (value: Value): string | undefined => {
  const text = toText(value).trim()
  return text === '' || text.toLowerCase() === 'null' || text === 'None' ? undefined : text
}

/** Only https: pages here link to nothing else. */
export const toHttps = (value: Value): string | undefined => {
  const url = orNone(value)
  return url?.startsWith('https://') === true ? url : undefined
}

/** Headers are an object of texts; others are left out, and reported. */
export function toHeaders(items: Pick<Items, 'change'>, value: Value, id: string): Record<string, string> | undefined {
  const json = toJson(value)
  if (json === undefined && orNone(value) !== undefined) items.change(NO_HEADERS, id)
  return headersOf(items, json, id)
}

const MAX_HEADERS = 20
const NO_HEADERS = 'headers that are none are left out'

export function headersOf(items: Pick<Items, 'change'>, json: unknown, id: string): Record<string, string> | undefined {
  const pairs = Array.isArray(json)
    ? json.map((one) => [toObject(one)['key'], toObject(one)['value']] as const)
    : Object.entries(toObject(json))
  const usable = pairs.filter(([name, header]) => isHeaders({ [String(name)]: header })).slice(0, MAX_HEADERS)
  const isNone = json !== undefined && (typeof json !== 'object' || json === null)
  if (isNone || usable.length < pairs.length) items.change(NO_HEADERS, id)
  return usable.length > 0 ? (Object.fromEntries(usable) as Record<string, string>) : undefined
}

export function webhookOf(items: Pick<Items, 'change'>, row: Readonly<Record<string, Value>>, id: string) {
  const body = toJson(row['webhook_body'])
  if (body === undefined && orNone(row['webhook_body']) !== undefined) {
    items.change('a webhook body that is no JSON is left out', id)
  }
  return {
    webhook_url: orNone(row['webhook_url']),
    webhook_headers: toHeaders(items, row['webhook_headers'], id),
    webhook_body: body,
  }
}

/** An amount in the currency: satoshis are whole. */
export const toMoney = (value: Value, currency: string): number => {
  const number = toNumber(value) ?? 0
  return currency === 'sat' ? Math.trunc(number) : number
}

/** An amount that LNbits has in hundredths of every currency. */
export const ofHundredths = (value: Value): number => toInt(value) / 100

export const sumOf = (lines: readonly { readonly amount: number; readonly quantity?: number }[]): number =>
  nearestDouble(lines.reduce((sum, { amount, quantity = 1 }) => add(sum, times(decimalOf(amount), quantity)), ZERO))

/** `2026-11-27` from a date that may have a time, and slashes. */
export const toDay = (value: Value): string | undefined =>
  /^\d{4}-\d\d-\d\d/.exec(toText(value).replaceAll('/', '-'))?.[0]
