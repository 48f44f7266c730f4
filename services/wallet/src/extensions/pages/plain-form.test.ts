import type { FormField } from '@satchel/extension-sdk/page'
import { CASE_UNITS, TYPED_NUMBER_CASES } from '@satchel/money/world/typed-number-cases'
import { knownLanguage } from '@satchel/page/languages'
import { expect, test } from 'vitest'
import { type PlainForm, plainFormOf, readPlainValues } from './plain-form.ts'
import type { Spoken } from './speak.ts'

const formWith = (field: Partial<Spoken<FormField>>): PlainForm => {
  const fields: Spoken<FormField>[] = [{ name: 'amount', label: 'Amount', type: 'number', ...field }]
  const form = plainFormOf(
    { kind: 'form', action: '/public/x', submit: 'Pay', fields },
    { extId: 'x', path: '/p/x', title: 'X' },
  )
  if (form === undefined) throw new Error('it needs a script')
  return form
}

/** Percents end by nature; forms of pages have none. */
const CASES = TYPED_NUMBER_CASES.filter(([, unit, locale]) => unit !== 'percent' && knownLanguage(locale) === locale)

test.each(CASES)('without a script %j of %s typed in %s is sent as %j, or answered with a problem', (...row) => {
  const [typed, unit, locale, meaning] = row
  const { digits, names } = CASE_UNITS[unit]
  const [name] = names
  const form = formWith({ step: 10 ** -digits, ...(name !== undefined && { unit: name }) })
  const language = knownLanguage(locale) ?? 'en'
  const { values, problems } = readPlainValues(form, { amount: typed.trim() }, { language, locale })
  if (meaning === '') expect([values, problems]).toEqual([{}, []])
  else if (/^[\d.]+$/.test(meaning)) expect([values, problems]).toEqual([{ amount: Number(meaning) }, []])
  else {
    expect(values).toEqual({})
    expect(problems).toEqual([
      ['amount', [expect.stringMatching(SENTENCES[meaning.split(' ')[0] ?? ''] ?? /^$/), expect.anything()]],
    ])
  }
})

const SENTENCES: Readonly<Record<string, RegExp>> = {
  '?': /two ways/,
  'no-fractions': /no fractions of a satoshi|no fractions of \{unit\}|Only a whole number/,
  'too-many-digits': /at most \{digits\}/,
  negative: /less than zero/,
  'too-long': /too large/,
  'no-number': /in digits/,
}

test('a number that two regions read differently is asked about, with both readings in the notation of the page', () => {
  const form = formWith({ step: 0.01, unit: 'EUR' })
  const read = (typed: string, locale: string) => readPlainValues(form, { amount: typed }, { language: 'es', locale })
  expect(read('1,250', 'es-MX').problems).toEqual([['amount', [expect.any(String), { readings: '1250 / 1,25' }]]])
  expect(read('1,250', 'es').values).toEqual({ amount: 1.25 })
})

test('a number out of bounds is answered with the bound, in the money format of the page', () => {
  const form = formWith({ step: 0.01, unit: 'EUR', min: 0.5, max: 100 })
  const read = (typed: string) => readPlainValues(form, { amount: typed }, { language: 'de', locale: 'de' }).problems
  expect(read('0,49')).toEqual([['amount', ['At least {number}.', { number: '0,50\u{a0}€' }]]])
  expect(read('1.000')).toEqual([['amount', ['At most {number}.', { number: '100,00\u{a0}€' }]]])
  expect(read('100,00')).toEqual([])
})

test('a chosen number is in the format of the page', () => {
  const form = formWith({ type: 'select', numeric: true, options: [['1.234', 'x']] })
  expect(readPlainValues(form, { amount: '1.234' }, { language: 'de', locale: 'de' }).values).toEqual({ amount: 1.234 })
})

test('without a script a missing, a too long and a malformed text are answered with the problem', () => {
  const form = plainFormOf(
    {
      kind: 'form',
      action: '/public/x',
      submit: 'Send',
      fields: [
        { name: 'name', label: 'Name', type: 'text', required: true, maxLength: 5 },
        { name: 'email', label: 'E-mail', type: 'email', required: true },
        { name: 'amount', label: 'Amount', type: 'number', required: true },
        { name: 'terms', label: 'Terms', type: 'checkbox', required: true },
      ],
    },
    { extId: 'x', path: '/p/x', title: 'X' },
  )
  const { problems } = readPlainValues(
    form!,
    { name: 'Charlotte', email: 'ada', amount: '' },
    { language: 'en', locale: 'en' },
  )
  expect(problems).toEqual([
    ['name', ['Too long by {over}: at most {max} characters.', { over: 4, max: 5 }]],
    ['email', ['This is no e-mail address.', {}]],
    ['amount', ['This is missing.', {}]],
    ['terms', ['Please tick this.', {}]],
  ])
})
