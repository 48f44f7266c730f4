import { hash, randomBytes } from 'node:crypto'

const MAX_RANDOM_BYTES = 65_536

/** Digits of currencies that do not have two, as the service has them: this process can read no file of it. */
const NOT_TWO_DIGITS = new Map<string, number>(JSON.parse(process.argv[2] ?? '[]') as [string, number][])

/** For currencies without digits in a package: those of `Intl` vary by release of Node. */
function digitsOf({ style, currency, notation, ...given }: Intl.NumberFormatOptions): Intl.NumberFormatOptions {
  if (style !== 'currency' || currency === undefined || notation === 'compact') return {}
  const digits = NOT_TWO_DIGITS.get(currency.toUpperCase()) ?? 2
  const { minimumFractionDigits: least = digits, maximumFractionDigits: most = digits } = given
  return { minimumFractionDigits: Math.min(least, most), maximumFractionDigits: Math.max(least, most) }
}

const CALLS: Readonly<Record<string, (...args: never[]) => unknown>> = {
  random: (bytes: number) => randomBytes(Math.min(bytes, MAX_RANDOM_BYTES)).toString('hex'),
  hash: (text: string) => hash('sha256', text, 'hex'),
  numberFormat: (locale: string, options: Intl.NumberFormatOptions, value: number | null) => {
    const formatter = new Intl.NumberFormat(locale, { ...digitsOf(options), ...options })
    return value === null ? formatter.resolvedOptions() : formatter.formatToParts(value)
  },
  dateFormat: (locale: string, options: Intl.DateTimeFormatOptions, value: number | null) => {
    const formatter = new Intl.DateTimeFormat(locale, options)
    return value === null ? formatter.resolvedOptions() : formatter.formatToParts(value)
  },
}

/**
 * Functions that the engine lacks or runs a hundred times slower. This process, which holds no secret, executes them.
 * Arguments and answers are JSON.
 */
export function callNative(name: string, args: string): string {
  const call = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined
  if (call === undefined) throw new Error(`there is no call ${name}`)
  return JSON.stringify(call(...(JSON.parse(args) as never[])))
}
