export const NO_VALUE = '—'

/** A price as people read it: grouped, with the currency's usual decimals; a tiny one keeps its first digits. */
export function formatPrice(price: number | null, currency: string): string {
  if (price === null) return NO_VALUE
  if (price >= FULL_BELOW) return SCIENTIFIC.format(price)
  return (price < 1 ? SMALL : usualFormat(currency)).format(price)
}

/** From here on the digits would only push the page apart. */
const FULL_BELOW = 1e15
const SCIENTIFIC = new Intl.NumberFormat('en', { notation: 'scientific', maximumFractionDigits: 3 })
const SMALL = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })

const usual = new Map<string, Intl.NumberFormat>()

/** Formats are costly to make and few: one per configured currency. */
function usualFormat(currency: string): Intl.NumberFormat {
  const known = usual.get(currency)
  if (known !== undefined) return known
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  const made = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  usual.set(currency, made)
  return made
}

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 })
const SIGNED_PERCENT = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
})

export const formatShare = (ratio: number | null): string => (ratio === null ? NO_VALUE : PERCENT.format(ratio))

/** With a sign, and a true minus: the hyphen is too short beside a plus. */
export const formatChange = (ratio: number | null): string =>
  ratio === null ? NO_VALUE : SIGNED_PERCENT.format(ratio).replace('-', '−')

/** The largest unit is enough. `live-prices.js` counts on with the same words. */
export function formatDuration(seconds: number, round: (value: number) => number = Math.floor): string {
  if (seconds < 60) return `${round(seconds)} s`
  if (seconds < 3600) return `${round(seconds / 60)} min`
  return seconds < 172_800 ? `${round(seconds / 3600)} h` : `${round(seconds / 86_400)} d`
}

/** `2026-11-20 13:05:09 UTC` from an ISO timestamp. */
export const formatTimestamp = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
