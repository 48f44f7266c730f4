import { rawJson } from './raw-json.ts'

/** One pair as a mock exchange knows it. */
export interface Listing {
  readonly currency: string
  /** The pair in a request. */
  readonly symbol: string
  /** The name of the pair in the answer; the same as the symbol on most exchanges. */
  readonly key: string
}

/** The state of one pair at the time of an answer. `price` is text so that every digit survives. */
export interface Quote {
  readonly price: string
  readonly bid: number
  readonly ask: number
  readonly tradedAtMs: number
}

export interface Ticker extends Listing, Quote {
  /** The last price as a JSON value, in the form which the exchange uses at that place. */
  last(form: PriceForm): unknown
}

export type PriceForm = 'text' | 'number'

export function openQuote(price: string, nowMs: number): Quote {
  const value = Number(price)
  const middle = Number.isFinite(value) ? value : 1
  return { price, bid: cents(middle * 0.9999), ask: cents(middle * 1.0001), tradedAtMs: nowMs }
}

/** The exact decimal digits of a number, padded as the exchange pads them, never rounded and never in exponent form. */
export function decimalText(value: number, decimals = 0): string {
  const padded = value.toFixed(decimals)
  if (Number(padded) === value) return padded
  const shortest = String(value)
  return shortest.includes('e') ? value.toFixed(20).replace(/0+$/, '') : shortest
}

/** A decimal as the exchange sends it at this place; text that is no decimal stays text. */
export function inForm(price: string, form: PriceForm): unknown {
  return form === 'number' && JSON_NUMBER.test(price) ? rawJson(price) : price
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/

function cents(value: number): number {
  return Math.round(value * 100) / 100
}
