import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TEXT_READERS, type TextReading } from './read-text.ts'

const read = (kind: string, text: string): TextReading => {
  const reader = TEXT_READERS[kind]
  if (reader === undefined) throw new Error(`no reader for ${kind}`)
  return reader(text)
}
const problemOf = (reading: TextReading): string | undefined =>
  'problem' in reading ? reading.problem.type : undefined

test.each([
  ['0', 0],
  ['-0', -0],
  ['.5', 0.5],
  ['5.', 5],
  ['1e3', 1000],
  ['1E3', 1000],
  ['+5', 5],
  ['00012', 12],
  ['-5', -5],
  ['1e-400', 0],
  ['1e300', 1e300],
  ['1e308', 1e308],
  ['9007199254740993', 9007199254740992],
])('a decimal number is accepted as written: %j', (text, value) => {
  expect(read('number', text)).toEqual({ value })
})

test.each([' 1', '1 ', '\n1', '\u00a01', '1\u2003', '\u00851\u0085', '\t\u30001\u2028\u2029', '\r1\v\f'])(
  'white space around a number is trimmed as Unicode defines it: %j',
  (text) => {
    expect(read('number', text)).toEqual({ value: 1 })
    expect(read('integer', text)).toEqual({ value: 1 })
  },
)

test('U+FEFF is no white space', () => {
  expect(problemOf(read('number', '\ufeff1'))).toBe('float_parsing')
  expect(problemOf(read('integer', '1\ufeff'))).toBe('int_parsing')
})

test.each([
  ['1_000', 1000],
  ['1_.5', 1.5],
  ['1._5', 1.5],
  ['._5', 0.5],
  ['-_1', -1],
  ['0_0', 0],
  ['1e1_0', 1e10],
])('a single underscore inside a number is decoration: %j', (text, value) => {
  expect(read('number', text)).toEqual({ value })
})

test.each(['_1', '1_', '1__0', ' _1 ', '_'])('an underscore at an end, or two, is a mistake: %j', (text) => {
  expect(problemOf(read('number', text))).toBe('float_parsing')
  expect(problemOf(read('integer', text))).toBe('int_parsing')
})

test.each(
  [
    ['', '   ', 'abc', 'null', 'true', '0x10', '0b1', '0o7', '1,000', '1f', '1d0', '1j', '1e', 'e5', '.', '+', '-'],
    ['+-5', '--1', '½', '１２', '١٢', '\u22125', '∞', '1 2', '1\u00002', '[1]', '1n'],
  ].flat(),
)('text that is no number is rejected, also where JavaScript would read one: %j', (text) => {
  expect(read('number', text)).toEqual({
    problem: {
      type: 'float_parsing',
      msg: 'Input should be a valid number, unable to parse string as a number',
    },
  })
  expect(problemOf(read('decimal', text))).toBe('float_parsing')
})

test.each(['nan', 'NaN', '-NAN', 'inf', '+Inf', '-inf', 'infinity', 'INFINITY', ' nan ', '1e400', '-1e400'])(
  'a number that is not finite has its own problem: %j',
  (text) => {
    const problem = { type: 'finite_number', msg: 'Input should be a finite number' }
    expect(read('number', text)).toEqual({ problem })
    expect(read('decimal', text)).toEqual({ problem })
  },
)

test('400 digits are not finite, 300 are', () => {
  expect(problemOf(read('number', '9'.repeat(400)))).toBe('finite_number')
  expect(read('number', '9'.repeat(300))).toEqual({ value: Number('9'.repeat(300)) })
})

test('a decimal keeps every digit for handlers that must not round', () => {
  expect(read('decimal', ' 9_007_199_254_740_993.10 ')).toEqual({ value: '9007199254740993.10' })
})

test('every double is read back from its own text', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(read('number', Object.is(value, -0) ? '-0' : String(value))).toEqual({ value })
    }),
  )
})

test('no text makes a reader throw or answer a number that is not finite', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('number', 'integer', 'decimal', 'boolean'),
      fc.string({ unit: 'binary' }),
      (kind, text) => {
        const reading = read(kind, text)
        if ('value' in reading && kind !== 'boolean') expect(Number.isFinite(Number(reading.value))).toBe(true)
      },
    ),
  )
})

test('a long run of spaces costs no more than reading it', () => {
  const text = `1${' '.repeat(2_000_000)}1`
  expect(problemOf(read('number', text))).toBe('float_parsing')
})

test.each([
  ['5', 5],
  ['-5', -5],
  ['+5', 5],
  ['5.0', 5],
  ['5.', 5],
  [' 5 ', 5],
  ['1_000', 1000],
  ['007', 7],
  ['9007199254740991', 9007199254740991],
])('a whole number is an integer, however it is written: %j', (text, value) => {
  expect(read('integer', text)).toEqual({ value })
})

test.each(['1.5', '', 'abc', '1e3', '.0', '0x10', 'true', 'nan', 'inf', '１', '- 5', '--5'])(
  'text that is no whole number is rejected: %j',
  (text) => {
    expect(read('integer', text)).toEqual({
      problem: {
        type: 'int_parsing',
        msg: 'Input should be a valid integer, unable to parse string as an integer',
      },
    })
  },
)

test.each(['9007199254740992', '9007199254740993', '-9007199254740993', '9'.repeat(400)])(
  'an integer that a JSON number would silently change is rejected: %j',
  (text) => {
    expect(read('integer', text)).toEqual({
      problem: {
        type: 'int_parsing_size',
        msg: 'Unable to parse input string as an integer, exceeded maximum size',
      },
    })
  },
)

test.each([
  [['true', 't', 'yes', 'y', 'on', '1', 'TRUE', 'Yes', 'oN'], true],
  [['false', 'f', 'no', 'n', 'off', '0', 'FALSE', 'No', 'oFF'], false],
])('the usual words are booleans, in any case: %j', (words, value) => {
  for (const word of words) expect(read('boolean', word)).toEqual({ value })
})

test.each(['', '2', 'maybe', 'null', 'yess', '-1'])('any other word is no boolean: %j', (text) => {
  expect(read('boolean', text)).toEqual({
    problem: { type: 'bool_parsing', msg: 'Input should be a valid boolean, unable to interpret input' },
  })
})
