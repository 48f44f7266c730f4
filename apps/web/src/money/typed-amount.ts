import { decimalText, digitsOf, fromFiat, type Msat, type Rate, satToMsat } from './money.ts'

/** An amount as a person types it. */
export interface TypedAmount {
  /** `sat`, or the code of a currency. */
  readonly unit: string
  /** ASCII digits with at most one point: `5.5`; empty: nothing yet. */
  readonly text: string
}

/** More digits than there are satoshis. */
const MAX_WHOLE_DIGITS = 16

/** What remains of a text when all that is no amount of this unit is dropped; digits of every script count. */
export function readTyped(text: string, unit: string): TypedAmount {
  const fractionDigits = unit === 'sat' ? 0 : digitsOf(unit)
  const ascii = text.replaceAll(/[٫٠-٩۰-۹०-९]/g, toAscii)
  // The last mark is the point; those before it group digits.
  const marks = ascii.replaceAll(/[^\d.,]/g, '').replaceAll(',', '.')
  const at = marks.lastIndexOf('.')
  const isGrouping = fractionDigits === 0 || at < 0
  const whole = (isGrouping ? marks : marks.slice(0, at)).replaceAll('.', '').replace(/^0+(?=\d)/, '')
  const short = whole.slice(0, MAX_WHOLE_DIGITS)
  if (isGrouping) return { unit, text: short }
  return { unit, text: `${short === '' ? '0' : short}.${marks.slice(at + 1).slice(0, fractionDigits)}` }
}

/** Arabic-Indic, Persian and Devanagari digits, and the Arabic point. */
function toAscii(letter: string): string {
  if (letter === '٫') return '.'
  for (const zero of [0x06_60, 0x06_f0, 0x09_66]) {
    const digit = (letter.codePointAt(0) ?? 0) - zero
    if (digit >= 0 && digit <= 9) return String(digit)
  }
  return letter
}

/** A key of the keypad. */
export function pressKey({ unit, text }: TypedAmount, key: string): TypedAmount {
  if (key === 'delete') return { unit, text: text.slice(0, -1) }
  if (key === '.') return text.includes('.') ? { unit, text } : readTyped(`${text}.`, unit)
  // A further digit behind a full fraction is dropped by reading it again.
  return readTyped(text + key, unit)
}

/** Cents of `5.5`: 550. */
function toMinorUnits({ unit, text }: TypedAmount): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(`${whole}${fraction.padEnd(unit === 'sat' ? 0 : digitsOf(unit), '0')}` || '0')
}

/** What it is in millisatoshis; undefined without the rate of its currency. */
export function toMsat(typed: TypedAmount, rate: Rate | undefined): Msat | undefined {
  if (typed.unit === 'sat') return satToMsat(toMinorUnits(typed))
  return rate?.currency === typed.unit ? fromFiat(toMinorUnits(typed), rate) : undefined
}

/** For a request with `amount` and `unit`: the price as it was typed. */
export const toRequest = (typed: TypedAmount): { amount: number; unit: string } => ({
  amount: Number(decimalText(toMinorUnits(typed), typed.unit === 'sat' ? 0 : digitsOf(typed.unit))),
  unit: typed.unit,
})

/** The same amount in whole satoshis, typed. */
export const typedSat = (amount: Msat): TypedAmount => ({
  unit: 'sat',
  text: amount === 0n ? '' : String(amount / 1000n),
})
