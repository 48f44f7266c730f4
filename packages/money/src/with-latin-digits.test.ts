import { expect, test } from 'vitest'
import { withLatinDigits } from './with-latin-digits.ts'

test.each(['ar', 'ar-EG', 'ar-MA', 'fa-IR', 'hi-IN-u-nu-deva', 'de-AT', 'en'])(
  'numbers, times and units of %s have Latin digits, and the marks of their region',
  (locale) => {
    const latin = withLatinDigits(locale)
    const texts = [
      new Intl.NumberFormat(latin).format(1_234_567.5),
      new Intl.NumberFormat(latin, { style: 'currency', currency: 'EUR' }).format(-1.5),
      new Intl.DateTimeFormat(latin, { dateStyle: 'medium', timeStyle: 'short' }).format(0),
      new Intl.NumberFormat(latin, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(1234),
    ]
    expect(texts.join(' ')).not.toMatch(/(?![0-9])\p{Nd}/u)
    expect(texts[0]).toBe(new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).format(1_234_567.5))
  },
)
