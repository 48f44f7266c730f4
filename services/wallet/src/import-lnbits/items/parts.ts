import { toJson, toNumber, toObject, toText, type Value } from '../reading/values.ts'

/** What several extensions of LNbits write alike. */

/** `sat`, `sats` and nothing are satoshis. */
export function toCurrency(value: Value): string {
  const text = toText(value).trim().toUpperCase()
  return /^[A-Z]{3}$/.test(text) && text !== 'SAT' ? text : 'sat'
}

export const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

export const orNone = (value: Value): string | undefined => {
  const text = toText(value).trim()
  return text === '' || text.toLowerCase() === 'null' || text === 'None' ? undefined : text
}

/** Only https, which is all that pages here lead to. */
export const toHttps = (value: Value): string | undefined => {
  const url = orNone(value)
  return url?.startsWith('https://') === true ? url : undefined
}

/** Headers are an object of texts. */
export function toHeaders(value: Value): Record<string, string> | undefined {
  const json = toJson(value)
  const pairs = Array.isArray(json)
    ? json.map((one) => [toObject(one)['key'], toObject(one)['value']])
    : Object.entries(toObject(json))
  const headers = Object.fromEntries(
    pairs.filter(([name, text]) => typeof name === 'string' && typeof text === 'string').slice(0, 20),
  )
  return Object.keys(headers).length > 0 ? headers : undefined
}

export const webhookOf = (row: Readonly<Record<string, Value>>) => ({
  webhook_url: orNone(row['webhook_url']),
  webhook_headers: toHeaders(row['webhook_headers']),
  webhook_body: toJson(row['webhook_body']),
})

/** An amount in the currency: satoshis are whole. */
export const toMoney = (value: Value, currency: string): number => {
  const number = toNumber(value) ?? 0
  return currency === 'sat' ? Math.trunc(number) : number
}

/** `2026-11-27` of what may have a time, and slashes. */
export const toDay = (value: Value): string | undefined =>
  /^\d{4}-\d\d-\d\d/.exec(toText(value).replaceAll('/', '-'))?.[0]
