import { marksOf, namesOf, type TypedNumber } from '@satchel/money/read-typed-number'
import { locale } from '../language/language.ts'
import { decimalText, digitsOf, formatPrice, fromFiat, type Msat, type Rate, satToMsat } from './money.ts'
import { type Doubt, type FieldForm, percentText, readNumber, writeNumber } from './typed-number.ts'

/** An amount while it is typed. */
export interface TypedAmount {
  /** `sat`, or a currency code. */
  readonly unit: string
  /** The parsed amount, such as `5.5`: ASCII digits and at most one point. Empty: none. */
  readonly text: string
  /** The text of the field, if it differs from `text` in the locale's notation. */
  readonly raw?: string
  /** Why `raw` cannot be parsed; the amount is unusable until the person resolves it. */
  readonly doubt?: Doubt
}

/** A parsed number in the locale's notation with its unit: `1.250,50 €`, `1.250 sat`, `5 %`. */
export function typedText(text: string, unit: string | undefined): string {
  if (unit === undefined) return writeNumber(text, true)
  return unit === '%' ? percentText(Number(text)) : formatPrice(text, unit)
}

/** The numbers that a field of this unit accepts. */
export const formOf = (unit: string, language = locale()): FieldForm => ({
  digits: unit === 'sat' ? 0 : digitsOf(unit),
  names: namesOf(unit, language),
})

/** Parses a typed text; text that cannot be parsed is kept with the reason. */
export function readTyped(raw: string, unit: string, language = locale()): TypedAmount {
  const read: TypedNumber = readNumber(raw, formOf(unit, language), language)
  if (read.is === 'nothing') return { unit, text: '' }
  if (read.is !== 'number') return { unit, text: '', raw, doubt: read }
  return /^\p{Nd}+$/u.test(raw) ? { unit, text: read.text } : { unit, text: read.text, raw }
}

/** Grouped by the locale; the fraction keeps its typed digits. */
export const shownAmount = ({ text, raw }: TypedAmount): string => raw ?? (text === '' ? '' : writeNumber(text, true))

/**
 * Applies an edit to a field that groups digits while they are typed. Ignores the group marks that the field inserted
 * if the edit only adds or removes digits.
 */
export function editTyped(before: TypedAmount, value: string): TypedAmount {
  const { unit } = before
  const own = before.raw === undefined ? withoutOwnMarks(shownAmount(before), value) : undefined
  const next = own !== undefined && fits(own, unit) ? { unit, text: own } : readTyped(value, unit)
  const { raw, ...plain } = next
  return raw !== undefined && raw === shownAmount(plain) ? plain : next
}

/** The edited digits without inserted marks; undefined: the edit typed something else. */
function withoutOwnMarks(shown: string, value: string): string | undefined {
  let start = 0
  while (start < shown.length && shown[start] === value[start]) start += 1
  let end = 0
  while (end < shown.length - start && end < value.length - start && shown.at(-1 - end) === value.at(-1 - end)) end += 1
  if (!/^\d*$/.test(value.slice(start, value.length - end))) return undefined
  const { group, point } = marksOf(locale())
  const plain = value.replaceAll(group, '').replace(point, '.')
  return /^(\d+(\.\d*)?)?$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : undefined
}

/** More digits than all satoshis have. */
const MAX_WHOLE_DIGITS = 16

function fits(text: string, unit: string): boolean {
  const [whole = '', fraction = ''] = text.split('.')
  return whole.length <= MAX_WHOLE_DIGITS && fraction.length <= formOf(unit).digits
}

/** Applies a key of the keypad; ignores keys that would make no amount. */
export function pressKey(typed: TypedAmount, key: string): TypedAmount {
  const { unit, text, raw } = typed
  if (raw !== undefined) {
    const mark = key === '.' ? marksOf(locale()).point : key
    return readTyped(key === 'delete' ? raw.slice(0, -1) : raw + mark, unit)
  }
  if (key === 'delete') return { unit, text: text.slice(0, -1) }
  const next = `${key === '.' && text === '' ? '0' : text}${key}`.replace(/^0+(?=\d)/, '')
  const isAmount = /^\d+(\.\d*)?$/.test(next) && (key !== '.' || formOf(unit).digits > 0)
  return isAmount && fits(next, unit) ? { unit, text: next } : typed
}

/** `5.5` is 550 cents. */
function toMinorUnits({ unit, text }: TypedAmount): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(`${whole}${fraction.padEnd(formOf(unit).digits, '0')}` || '0')
}

/** Undefined while the text cannot be parsed or its currency has no rate. */
export function toMsat(typed: TypedAmount, rate: Rate | undefined): Msat | undefined {
  if (typed.doubt !== undefined) return undefined
  if (typed.unit === 'sat') return satToMsat(toMinorUnits(typed))
  return rate?.currency === typed.unit ? fromFiat(toMinorUnits(typed), rate) : undefined
}

/** `amount` and `unit` of a request, with the price as typed. */
export const toRequest = (typed: TypedAmount): { amount: number; unit: string } => ({
  amount: Number(decimalText(toMinorUnits(typed), formOf(typed.unit).digits)),
  unit: typed.unit,
})

/** This amount as if typed in whole satoshis. */
export const typedSat = (amount: Msat): TypedAmount => ({
  unit: 'sat',
  text: amount === 0n ? '' : String(amount / 1000n),
})
