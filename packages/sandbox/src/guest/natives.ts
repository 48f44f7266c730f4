import { hash, randomBytes } from 'node:crypto'

const MAX_RANDOM_BYTES = 65_536

const CALLS: Readonly<Record<string, (...args: never[]) => unknown>> = {
  random: (bytes: number) => randomBytes(Math.min(bytes, MAX_RANDOM_BYTES)).toString('hex'),
  hash: (text: string) => hash('sha256', text, 'hex'),
  numberFormat: (locale: string, options: Intl.NumberFormatOptions, value: number | null) => {
    const formatter = new Intl.NumberFormat(locale, options)
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
