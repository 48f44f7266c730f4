import { minorDigits } from '@satchel/money/minor-digits'

/**
 * A text of a page. A string is shown unchanged; the others are shown in the language of the visitor, with its numbers
 * and dates.
 */
export type Text = string | FixedText | AmountText | TimeText

/** A text of the extension. */
export interface FixedText {
  readonly fixed: string
  readonly values: Readonly<Record<string, Text | number>>
}

export interface AmountText {
  /** A string is exact. */
  readonly amount: number | string
  readonly currency: string
}

export interface TimeText {
  /** Unix milliseconds. */
  readonly at: number
  readonly form: 'day' | 'minute' | 'clock' | 'weekday'
  readonly timeZone: string
}

/** Texts of an extension, by language, and by the English text or a key. */
export type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * A text of the extension: the English one, for which `locales/` beside it has the translations. `{name}` stands for one
 * of `values`.
 */
export const fixed = (text: string, values: FixedText['values'] = {}): FixedText => ({ fixed: text, values })

/** `1,250,000 sat`, `€12.50`. */
export const amountText = (amount: AmountText['amount'], currency = 'sat'): AmountText => ({ amount, currency })

/** The same for an amount in the smallest unit of its currency. */
export function minorText(minor: bigint, currency: string): AmountText {
  const digits = minorDigits(currency)
  const all = String(minor < 0n ? -minor : minor).padStart(digits + 1, '0')
  const amount = digits === 0 ? all : `${all.slice(0, -digits)}.${all.slice(-digits)}`
  return { amount: `${minor < 0n ? '-' : ''}${amount}`, currency }
}

/** A day, from `2026-11-20`. */
export const dayText = (date: string): TimeText => ({
  at: Date.parse(`${date}T00:00:00Z`),
  form: 'day',
  timeZone: 'UTC',
})

/** A minute, in UTC, which browsers show in their own time zone; or in the given zone, which they keep. */
export const timeText = (unixMs: number, timeZone = 'UTC'): TimeText => ({ at: unixMs, form: 'minute', timeZone })

/** Hour and minute in a time zone. */
export const clockText = (unixMs: number, timeZone: string): TimeText => ({ at: unixMs, form: 'clock', timeZone })

/** The day of the week and of the month. */
export const weekdayText = (unixMs: number, timeZone: string): TimeText => ({ at: unixMs, form: 'weekday', timeZone })

/** The digits behind the point with which an amount is shown. */
export const amountDigits = ({
  currency,
}: AmountText): { minimumFractionDigits: number; maximumFractionDigits: number } => ({
  minimumFractionDigits: minorDigits(currency),
  maximumFractionDigits: 8,
})
