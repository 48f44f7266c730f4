// How people read amounts, for the app, for the service, and for browsers: pages load this file as it is. Its types are in
// `write-money.d.ts`.

/** As many digits behind the point as the service calculates with. */
const MAX_DIGITS = 8

/** Making a format costs more than using it a hundred times, and a person has few. */
const MAX_FORMATS = 500
const formats = new Map()

/**
 * `4,20 €`, `1.250 sat`: the one way to write money; without a unit, a number. The digits of a currency are given, because
 * those of `Intl` differ between browsers.
 */
export function writeMoney(amount, unit, { locale, digits, maxDigits = MAX_DIGITS }) {
  if (unit === undefined) return formatOf(locale, '', 0, maxDigits).format(amount)
  const isCurrency = /^[A-Z]{3}$/.test(unit)
  const least = isCurrency ? digits : 0
  const text = formatOf(locale, isCurrency ? unit : '', least, Math.max(digits, maxDigits)).format(amount)
  return isCurrency ? inOneRun(text) : `${text} ${nameOfUnit(unit, locale)}`
}

/** `sat` is no word of the Arabic script. */
export const nameOfUnit = (unit, locale) => (unit === 'sat' && /^ar\b/.test(locale) ? 'ساتوشي' : unit)

/**
 * `Intl` puts a mark from right to left before Arabic money, and `US$` is torn apart there: the whole amount is one run
 * from left to right.
 */
const inOneRun = (text) => (text.includes('\u200f') ? `\u200e${text.replaceAll('\u200f', '')}\u200e` : text)

function formatOf(locale, currency, minimumFractionDigits, maximumFractionDigits) {
  const key = `${locale} ${currency} ${minimumFractionDigits} ${maximumFractionDigits}`
  const style = currency === '' ? {} : { style: 'currency', currency }
  const digits = { numberingSystem: 'latn', minimumFractionDigits, maximumFractionDigits }
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { ...style, ...digits })
  if (formats.size > MAX_FORMATS) formats.clear()
  formats.set(key, format)
  return format
}
