import { expect, test } from 'vitest'
import { translate } from './translate.js'

const english = { direction: 'ltr' } as const
const german = {
  direction: 'ltr',
  texts: {
    'Only {amount} are left to pay.': 'Nur {amount} sind noch zu zahlen.',
    'There is no such till.': 'Diese Kasse gibt es nicht.',
    '{title} is not for sale now.': '{title} ist gerade nicht zu haben.',
    '{min} to {max}': '{min} bis {max}',
  },
} as const

test('values are inserted unchanged, and an unknown placeholder stays', () => {
  expect(translate('{a} of {b}, {c}', { a: 1, b: '{a}' }, english)).toBe('1 of {a}, {c}')
})

test('a value does not change the direction of the words around it', () => {
  expect(translate('{a}: {b}', { a: 'x\u202ey', b: 12 }, english)).toBe('\u2068x\u202ey\u2069: 12')
  expect(translate('{a}: {b}', { a: 'Anna', b: 12 }, { direction: 'rtl' })).toBe('\u2068Anna\u2069: 12')
})

test('a text is translated as a whole, or by the template that it is made from', () => {
  expect(translate('There is no such till.', {}, german)).toBe('Diese Kasse gibt es nicht.')
  expect(translate('Only 4.20 EUR are left to pay.', {}, german)).toBe('Nur 4.20 EUR sind noch zu zahlen.')
  expect(translate('A (b) + c? is not for sale now.', {}, german)).toBe('A (b) + c? ist gerade nicht zu haben.')
})

test("a user's text is not mistaken for a short template", () => {
  for (const text of ['Welcome to the show', 'Only what is left', 'constructor'])
    expect(translate(text, {}, german)).toBe(text)
})
