import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ServiceError } from '../service-error.ts'
import type { ValidationProblem } from '../validation-problem.ts'
import { parseJsonBody } from './json-body.ts'

const parse = (text: string): unknown => parseJsonBody(Buffer.from(text))

function refusal(body: Buffer | string): ServiceError {
  try {
    parseJsonBody(Buffer.from(body as string))
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error('the body was accepted')
}

function problemOf(text: string): ValidationProblem {
  const { code, problems } = refusal(text)
  expect(code).toBe('invalid')
  expect(problems).toHaveLength(1)
  return problems[0] as ValidationProblem
}

const NAME_EXPECTED = 'Expecting property name enclosed in double quotes'

// Positions and texts as in the json module of Python 3.11.
test.each([
  ['{', 1, NAME_EXPECTED],
  ['{"a"', 4, "Expecting ':' delimiter"],
  ['{"a" 1}', 5, "Expecting ':' delimiter"],
  ['{"a":', 5, 'Expecting value'],
  ['{"a":}', 5, 'Expecting value'],
  ['{"a":1', 6, "Expecting ',' delimiter"],
  ['{"a":1,', 7, NAME_EXPECTED],
  ['{"a":1,}', 7, NAME_EXPECTED],
  ["{'a':1}", 1, NAME_EXPECTED],
  ['{1:2}', 1, NAME_EXPECTED],
  ['[', 1, 'Expecting value'],
  ['[1', 2, "Expecting ',' delimiter"],
  ['[1 2]', 3, "Expecting ',' delimiter"],
  ['[1}', 2, "Expecting ',' delimiter"],
  ['[1,]', 3, 'Expecting value'],
  ['[,1]', 1, 'Expecting value'],
  ['tru', 0, 'Expecting value'],
  ['-', 0, 'Expecting value'],
  ['+1', 0, 'Expecting value'],
  ['  ', 2, 'Expecting value'],
  ['1 2', 2, 'Extra data'],
  ['01', 1, 'Extra data'],
  ['1.', 1, 'Extra data'],
  ['"😀" x', 4, 'Extra data'],
  ['"abc', 0, 'Unterminated string starting at'],
  ['["abc', 1, 'Unterminated string starting at'],
  ['"\\', 0, 'Unterminated string starting at'],
  ['"a\nb"', 2, 'Invalid control character at'],
  ['"\t"', 1, 'Invalid control character at'],
  ['"\\x"', 1, 'Invalid \\escape'],
  ['"\\u12"', 2, 'Invalid \\uXXXX escape'],
  ['"\\u12G4"', 2, 'Invalid \\uXXXX escape'],
])('broken JSON is a 422 with the place and the reason: %j', (text, position, reason) => {
  expect(problemOf(text)).toEqual({
    type: 'json_invalid',
    loc: ['body', position],
    msg: 'JSON decode error',
    input: {},
    ctx: { error: reason },
  })
})

const NINES = '9'.repeat(400)

test.each<[string, string, (string | number)[], string]>([
  ['an exponent too large', '1e400', ['body'], '1e400'],
  ['NaN', 'NaN', ['body'], 'NaN'],
  ['-Infinity', '[0,{"a b":[1,-Infinity]}]', ['body', 1, 'a b', 1], '-Infinity'],
  ['a value under an escaped key', '{"a":{"\\u0062":-1e999}}', ['body', 'a', 'b'], '-1e999'],
  ['400 digits', `{"a":[${NINES}]}`, ['body', 'a', 0], NINES],
  ['250 digits with e99', `{"a":${NINES.slice(150)}e99}`, ['body', 'a'], `${NINES.slice(150)}e99`],
  ['211 digits with E+98', `{"a":${NINES.slice(189)}E+98}`, ['body', 'a'], `${NINES.slice(189)}E+98`],
])('a number too large for a double is rejected with its place: %s', (_name, text, loc, input) => {
  expect(problemOf(text)).toEqual({ type: 'finite_number', loc, msg: 'Input should be a finite number', input })
})

test('400 digits inside a text are a text', () => {
  expect(parse(`"${NINES}"`)).toBe(NINES)
})

test.each(['1e308', '1e-999', '-0', '"1e400"', '"NaN"', '1.7976931348623157e+308'])(
  'a number that only resembles an overflow is read: %j',
  (text) => {
    expect(parse(text)).toEqual(JSON.parse(text))
  },
)

test('an empty body is undefined', () => {
  expect(parse('')).toBeUndefined()
})

test.each([[[0xff]], [[0x22, 0xc3, 0x28, 0x22]], [[0xed, 0xa0, 0x80]], [[0x22, 0xc3]]])(
  'bytes that are not UTF-8 are a bad request: %j',
  (bytes) => {
    const error = refusal(Buffer.from(bytes))
    expect([error.code, error.detail]).toEqual(['bad_request', 'There was an error parsing the body'])
  },
)

test.each([
  ['{"__proto__":{"admin":true},"a":1}', { a: 1 }],
  ['{"\\u005f_proto__":{"admin":true},"a":1}', { a: 1 }],
  ['[{"b":{"__proto__":1,"c":[{"__proto__":null}]}}]', [{ b: { c: [{}] } }]],
])('a key that could change a prototype is dropped at any depth: %j', (text, value) => {
  const parsed = parse(text)
  expect(parsed).toEqual(value)
  expect(JSON.stringify(parsed)).toBe(JSON.stringify(value))
  expect(Object.getPrototypeOf(Array.isArray(parsed) ? parsed[0] : parsed)).toBe(Object.prototype)
})

test.each([
  ['[', ']'],
  ['{"a":', '}'],
])('100 000 nested %j are rejected, closed or not', (open, close) => {
  const inner = open === '[' ? '' : '1'
  for (const text of [open.repeat(1e5) + inner + close.repeat(1e5), open.repeat(1e5)]) {
    expect(problemOf(text)).toMatchObject({ type: 'json_invalid', ctx: { error: 'Nested too deeply' } })
  }
})

test('500 levels are read, and adjacent brackets do not count as depth', () => {
  expect(JSON.stringify(parse('['.repeat(500) + ']'.repeat(500)))).toHaveLength(1000)
  expect(parse(`[${'[],{},'.repeat(10_000)}0]`)).toHaveLength(20_001)
  expect(parse(`"${'['.repeat(10_000)}"`)).toHaveLength(10_000)
})

test('1000 keys of one object are read, also beside 1000 of another; one more is rejected', () => {
  const keys = (count: number): string => Array.from({ length: count }, (_one, index) => `"${index}":0`).join(',')
  expect(Object.keys(parse(`{${keys(1000)}}`) as object)).toHaveLength(1000)
  expect(parse(`[{${keys(1000)}},{${keys(1000)}}]`)).toHaveLength(2)
  expect(parse(`"${':'.repeat(10_000)}"`)).toHaveLength(10_000)
  expect(problemOf(`{${keys(1001)}}`)).toMatchObject({ type: 'json_invalid', ctx: { error: 'Too many keys' } })
})

test.each([
  ['"a\\u0000b"', ['body']],
  ['{"a":["\\ud800"]}', ['body', 'a', 0]],
  ['{"a":"\\uDC00x"}', ['body', 'a']],
  ['{"a":"\\ud83d\\ud83d"}', ['body', 'a']],
  ['{"a":{"\\u0000":1}}', ['body', 'a']],
])('text that no database can store is rejected with its place: %s', (text, loc) => {
  expect(problemOf(text)).toMatchObject({ type: 'string_unicode', loc })
})

test('an escaped surrogate pair is one character, and an escaped backslash before "u0000" is no NUL', () => {
  expect(parse('"\\ud83d\\ude00"')).toBe('😀')
  expect(parse('"\\\\u0000"')).toBe('\\u0000')
})

/** Keys that are dropped on purpose have tests of their own. */
const plainJson = fc.json({ stringUnit: 'binary', maxDepth: 8 }).filter((text) => !text.includes('__proto__'))

test.each(['9007199254740993', '-9007199254740992', '18446744073709551616'])(
  'an integer that a double would round is rejected, not rounded: %s',
  (input) => {
    expect(problemOf(`{"a":[${input}]}`)).toMatchObject({ type: 'int_parsing_size', loc: ['body', 'a', 0], input })
  },
)

test('the largest safe integers, long fractions and long texts of digits pass', () => {
  const text = '{"a":9007199254740991,"b":-9007199254740991,"c":0.12345678901234567,"d":"9007199254740993"}'
  expect(parse(text)).toEqual(JSON.parse(text))
})

test('every JSON value is read back as sent', () => {
  fc.assert(
    fc.property(plainJson, (text) => {
      fc.pre(!/\d{16}|\\u0000/.test(text))
      expect(parse(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('what JSON.parse rejects is rejected with a problem, and nothing else is ever thrown', () => {
  const mutated = fc
    .tuple(
      plainJson,
      fc.nat(),
      fc.nat(3),
      fc.constantFrom('', '"', '\\', '{', '}', '[', ']', ',', ':', '\n', 'e9', '😀'),
    )
    .map(([text, at, length, put]) => {
      const place = at % (text.length + 1)
      return (text.slice(0, place) + put + text.slice(place + length)).toWellFormed()
    })
  const isJson = (text: string): boolean => {
    try {
      return JSON.parse(text) !== undefined
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(mutated, (text) => {
      fc.pre(text !== '')
      // A mutation can also make a number too large, or a text bad; the first problem is reported.
      if (!isJson(text))
        expect(['json_invalid', 'finite_number', 'int_parsing_size', 'string_unicode']).toContain(problemOf(text).type)
      else if (!/e\+?\d{3}|\d{16}|\\u(?:0000|d[89a-f])/i.test(text))
        expect(JSON.stringify(parse(text))).toBe(JSON.stringify(JSON.parse(text)))
    }),
    { numRuns: 2000 },
  )
})

const MIB = 1024 * 1024

test('a broken body of 1 MiB is rejected, too', () => {
  expect(problemOf(`"${'\\n'.repeat(MIB / 2 - 1)}\\`).ctx).toEqual({ error: 'Unterminated string starting at' })
})
