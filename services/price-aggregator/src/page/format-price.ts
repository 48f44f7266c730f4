import { minorDigits } from '@satchel/money/minor-digits'
import { withLatinDigits } from '@satchel/money/with-latin-digits'
import { ENGLISH, type PageSpeech } from './page-speech.ts'

export const NO_VALUE = '—'

/** A price as people read it: grouped, with the currency's usual decimals; a tiny one keeps its first digits. */
export function formatPrice(price: number | null, currency: string, language = 'en'): string {
  if (price === null) return NO_VALUE
  if (price >= FULL_BELOW) return format(language, { notation: 'scientific', maximumFractionDigits: 3 }).format(price)
  if (price < 1) return format(language, { maximumSignificantDigits: 4 }).format(price)
  const digits = minorDigits(currency)
  return format(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(price)
}

/** From here on the digits would only push the page apart. */
const FULL_BELOW = 1e15

const kept = new Map<string, Intl.NumberFormat>()

/** Formats are costly to make and few: some per language and configured currency. */
function format(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const made = kept.get(key) ?? new Intl.NumberFormat(withLatinDigits(language), options)
  kept.set(key, made)
  return made
}

/** The digits before the decimal sign, and the rest with it: that is shown smaller. */
export function splitPrice(text: string, language: string): readonly [whole: string, fraction: string] {
  const sign = format(language, { minimumFractionDigits: 1 })
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')
  const at = text.lastIndexOf(sign?.value ?? '.')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)]
}

const TWO_DIGITS = { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

export const formatShare = (ratio: number | null, language = 'en'): string =>
  ratio === null ? NO_VALUE : format(language, TWO_DIGITS).format(ratio)

/** With a sign, and a true minus: the hyphen is too short beside a plus. */
export const formatChange = (ratio: number | null, language = 'en'): string =>
  ratio === null
    ? NO_VALUE
    : format(language, { ...TWO_DIGITS, signDisplay: 'exceptZero' })
        .format(ratio)
        .replace('-', '−')

/** Only the largest unit. `live-prices.js` updates it in the same words. */
export function formatDuration(
  seconds: number,
  round: (value: number) => number = Math.floor,
  { say }: PageSpeech = ENGLISH,
): string {
  if (seconds < 60) return say('{count} s', { count: round(seconds) })
  if (seconds < 3600) return say('{count} min', { count: round(seconds / 60) })
  return seconds < 172_800
    ? say('{count} h', { count: round(seconds / 3600) })
    : say('{count} d', { count: round(seconds / 86_400) })
}

/** `2026-11-20 13:05:09 UTC` from an ISO timestamp. */
export const formatTimestamp = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
