/** The value of a text from a path or query under a schema type, or its problem. */
export type TextReading = { readonly value: unknown } | { readonly problem: TextProblem }

export interface TextProblem {
  readonly type: string
  readonly msg: string
}

/** One reader per schema type, as lax as pydantic's (rules V1, V4). */
export const TEXT_READERS: Readonly<Record<string, (text: string) => TextReading>> = {
  /** Exact decimal text (`1_000` → `1000`), for handlers that must not round. */
  decimal: readDecimalText,
  number(text) {
    const reading = readDecimalText(text)
    return 'value' in reading ? { value: Number(reading.value) } : reading
  },
  integer: readInteger,
  boolean: readBoolean,
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const NOT_FINITE = /^[+-]?(?:inf|infinity|nan)$/i
// Unicode white space without U+FEFF and with U+0085: JavaScript's own trim differs in exactly these two.
const SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/

/** A loop: a regular expression for trailing space needs quadratic time for a long run of spaces in the middle. */
function trimSpace(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && SPACE.test(text.charAt(start))) start += 1
  while (end > start && SPACE.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function readDecimalText(text: string): TextReading {
  const plain = NUMBER.test(text) ? text : withoutUnderscores(trimSpace(text))
  if (plain !== undefined && NUMBER.test(plain)) {
    return Number.isFinite(Number(plain)) ? { value: plain } : { problem: FINITE_NUMBER }
  }
  return { problem: plain !== undefined && NOT_FINITE.test(plain) ? FINITE_NUMBER : FLOAT_PARSING }
}

/** Removes single underscores inside a number; undefined when one is at an end or doubled. */
function withoutUnderscores(text: string): string | undefined {
  if (!text.includes('_')) return text
  if (text.startsWith('_') || text.endsWith('_') || text.includes('__')) return undefined
  return text.replaceAll('_', '')
}

const INTEGER = /^[+-]?\d+(?:\.0*)?$/

function readInteger(text: string): TextReading {
  const plain = withoutUnderscores(trimSpace(text))
  if (plain === undefined || !INTEGER.test(plain)) return { problem: INT_PARSING }
  const value = Number(plain)
  // Above 2^53 a JSON number would be rounded silently (rule S303).
  return Number.isSafeInteger(value) ? { value } : { problem: INT_PARSING_SIZE }
}

const TRUE = new Set(['true', 't', 'yes', 'y', 'on', '1'])
const FALSE = new Set(['false', 'f', 'no', 'n', 'off', '0'])

function readBoolean(text: string): TextReading {
  const word = text.toLowerCase()
  if (TRUE.has(word)) return { value: true }
  return FALSE.has(word) ? { value: false } : { problem: BOOL_PARSING }
}

export const FINITE_NUMBER: TextProblem = { type: 'finite_number', msg: 'Input should be a finite number' }
const FLOAT_PARSING = {
  type: 'float_parsing',
  msg: 'Input should be a valid number, unable to parse string as a number',
}
const INT_PARSING = {
  type: 'int_parsing',
  msg: 'Input should be a valid integer, unable to parse string as an integer',
}
export const INT_PARSING_SIZE = {
  type: 'int_parsing_size',
  msg: 'Unable to parse input string as an integer, exceeded maximum size',
}
const BOOL_PARSING = { type: 'bool_parsing', msg: 'Input should be a valid boolean, unable to interpret input' }
