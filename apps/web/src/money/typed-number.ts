import { marksOf, type NumberForm, readTypedNumber, type TypedNumber } from '@satchel/money/read-typed-number'
import { locale, t } from '../language/language.ts'

/** Why a text is not a number: it cannot be parsed, or has two meanings. */
export type Doubt = Exclude<TypedNumber, { readonly is: 'nothing' | 'number' }>

/** The numbers that a field accepts. */
export type FieldForm = Omit<NumberForm, 'locale'>

/** Whole numbers, and satoshis with three decimals. */
export const WHOLE: FieldForm = { digits: 0 }

/** Default: the language of the screen. */
export const readNumber = (text: string, form: FieldForm, language = locale()): TypedNumber =>
  readTypedNumber(text, { ...form, locale: language })

/** `1250.5` in the locale's notation: `1.250,5`. Keeps all digits. */
export function writeNumber(text: string, isGrouped: boolean): string {
  const { point } = marksOf(locale())
  const [whole = '', fraction] = text.split('.')
  const format = new Intl.NumberFormat(locale(), { useGrouping: isGrouped })
  const shown = format.format(BigInt(whole === '' ? '0' : whole))
  return fraction === undefined ? shown : `${shown}${point}${fraction}`
}

/** A fraction in percent, in the locale's notation: `12,5 %`. */
export const percentText = (value: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 8 }).format(value / 100)

/** A sentence for the doubt. `unit`: `sat` or a currency code; undefined: a count. */
export function doubtText(doubt: Doubt, { digits }: FieldForm, unit?: string): string {
  if (doubt.is === 'unsure') return t('number.unsure')
  switch (doubt.problem) {
    case 'no-fractions':
      if (unit === 'sat') return t('number.no-fractions-sat')
      return unit === undefined || unit === '%' ? t('number.whole') : t('number.no-fractions', { unit })
    case 'too-many-digits':
      return t('number.too-many-digits', { digits })
    case 'negative':
      return t('number.negative')
    case 'too-long':
      return t('number.too-long')
    case 'no-number':
      return t('number.no-number', { example: writeNumber(digits === 0 ? '1250' : '12.5', true) })
  }
}
