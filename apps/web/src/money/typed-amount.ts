import { marksOf, namesOf, type TypedNumber } from '@satchel/money/read-typed-number'
import { locale } from '../language/language.ts'
import { decimalText, digitsOf, formatPrice, fromFiat, type Msat, type Rate, satToMsat } from './money.ts'
import { type Doubt, type FieldForm, percentText, readNumber, writeNumber } from './typed-number.ts'

/** An amount as a person types it. */
export interface TypedAmount {
  /** `sat`, or the code of a currency. */
  readonly unit: string
  /** What is understood: ASCII digits with at most one point: `5.5`; empty: nothing. */
  readonly text: string
  /** What is in the field, where it is not `text` as the language writes it. */
  readonly raw?: string
  /** Why `raw` is no amount: it is not used before that is settled. */
  readonly doubt?: Doubt
}

/** A typed number as it was understood: `1.250,50 €`, `1.250 sat`, `5 %`, or a number of things. */
export function typedText(text: string, unit: string | undefined): string {
  if (unit === undefined) return writeNumber(text, true)
  return unit === '%' ? percentText(Number(text)) : formatPrice(text, unit)
}

/** What a field for this unit takes. */
export const formOf = (unit: string, language = locale()): FieldForm => ({
  digits: unit === 'sat' ? 0 : digitsOf(unit),
  names: namesOf(unit, language),
})

/** Reads a text in the notation of a person; what is not understood is kept as it is, with the reason. */
export function readTyped(raw: string, unit: string, language = locale()): TypedAmount {
  const read: TypedNumber = readNumber(raw, formOf(unit, language), language)
  if (read.is === 'nothing') return { unit, text: '' }
  if (read.is !== 'number') return { unit, text: '', raw, doubt: read }
  return /^\p{Nd}+$/u.test(raw) ? { unit, text: read.text } : { unit, text: read.text, raw }
}

/** Grouped as the locale groups; the fraction stays as it is typed. */
export const shownAmount = ({ text, raw }: TypedAmount): string => raw ?? (text === '' ? '' : writeNumber(text, true))

/**
 * A field that groups digits while they are typed. The marks that it has put there are not those of the person, so they
 * do not count when only digits come and go.
 */
export function editTyped(before: TypedAmount, value: string): TypedAmount {
  const { unit } = before
  const own = before.raw === undefined ? withoutOwnMarks(shownAmount(before), value) : undefined
  const next = own !== undefined && fits(own, unit) ? { unit, text: own } : readTyped(value, unit)
  const { raw, ...plain } = next
  return raw !== undefined && raw === shownAmount(plain) ? plain : next
}

/** What is left of an edit of digits; undefined: something else was typed, such as a mark. */
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

/** More digits than there are satoshis. */
const MAX_WHOLE_DIGITS = 16

function fits(text: string, unit: string): boolean {
  const [whole = '', fraction = ''] = text.split('.')
  return whole.length <= MAX_WHOLE_DIGITS && fraction.length <= formOf(unit).digits
}

/** A key of the keypad. A key that no amount has a place for does nothing. */
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

/** Cents of `5.5`: 550. */
function toMinorUnits({ unit, text }: TypedAmount): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(`${whole}${fraction.padEnd(formOf(unit).digits, '0')}` || '0')
}

/** What it is in millisatoshis; undefined while it is not understood, and without the rate of its currency. */
export function toMsat(typed: TypedAmount, rate: Rate | undefined): Msat | undefined {
  if (typed.doubt !== undefined) return undefined
  if (typed.unit === 'sat') return satToMsat(toMinorUnits(typed))
  return rate?.currency === typed.unit ? fromFiat(toMinorUnits(typed), rate) : undefined
}

/** For a request with `amount` and `unit`: the price as it was typed. */
export const toRequest = (typed: TypedAmount): { amount: number; unit: string } => ({
  amount: Number(decimalText(toMinorUnits(typed), formOf(typed.unit).digits)),
  unit: typed.unit,
})

/** The same amount in whole satoshis, typed. */
export const typedSat = (amount: Msat): TypedAmount => ({
  unit: 'sat',
  text: amount === 0n ? '' : String(amount / 1000n),
})
