import { marksOf, type NumberForm, readTypedNumber, type TypedNumber } from '@satchel/money/read-typed-number'
import { locale, t } from '../language/language.ts'

/** What keeps a text from being a number: it is refused, or it can mean two numbers. */
export type Doubt = Exclude<TypedNumber, { readonly is: 'nothing' | 'number' }>

/** What a field takes. */
export type FieldForm = Omit<NumberForm, 'locale'>

/** Whole things, and thousandths of a satoshi. */
export const WHOLE: FieldForm = { digits: 0 }

/** In the language of the screen, unless it is named. */
export const readNumber = (text: string, form: FieldForm, language = locale()): TypedNumber =>
  readTypedNumber(text, { ...form, locale: language })

/** `1250.5` as the language writes it: `1.250,5`. All its digits are kept. */
export function writeNumber(text: string, isGrouped: boolean): string {
  const { point } = marksOf(locale())
  const [whole = '', fraction] = text.split('.')
  const format = new Intl.NumberFormat(locale(), { useGrouping: isGrouped })
  const shown = format.format(BigInt(whole === '' ? '0' : whole))
  return fraction === undefined ? shown : `${shown}${point}${fraction}`
}

/** Hundredths of a whole, as the language writes them: `12,5 %`. */
export const percentText = (value: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 8 }).format(value / 100)

/** Why a text is no number, in words. `unit`: `sat`, the code of a currency; undefined: of whole things. */
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
