import { MAX_KEYS, MAX_LEVELS, parseJson } from '@satchel/json/parse-json'
import { badRequest, invalid } from '../service-error.ts'
import type { ValidationProblem } from '../validation-problem.ts'
import { FINITE_NUMBER, INT_PARSING_SIZE, type TextProblem } from './read-text.ts'

/**
 * Reads a JSON body or throws a 422 that says where it is broken. Stricter than JSON.parse: rejects numbers that no
 * double can hold (`1e400`), text that no database can store (NUL, lone surrogates), nesting that would exhaust the
 * stack, and objects with too many keys. An empty body is `undefined`.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const text = decodeUtf8(bytes)
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    throw invalid(findProblem(text) ?? jsonInvalid('Expecting value', 0))
  }
  const problem = SUSPICIOUS.test(text) ? findProblem(text) : undefined
  if (problem !== undefined) throw invalid(problem)
  return withoutPrototypeKeys(value, text)
}

/**
 * A number with a large exponent or many digits, an escaped NUL or surrogate. Other texts are not parsed a second time.
 */
const SUSPICIOUS = /[eE]\+?\d{3}|\d{16}|\\u(?:0000|[dD][89a-fA-F])/

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badRequest('There was an error parsing the body')
  }
}

/** Drops keys named `__proto__`: assigning one later could change an object's prototype. */
function withoutPrototypeKeys(value: unknown, text: string): unknown {
  if (!/__proto__|\\u/.test(text)) return value
  const waiting: unknown[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) Reflect.deleteProperty(next, '__proto__')
    for (const child of Object.values(next)) waiting.push(child)
  }
  return value
}

/** Walks the text as a JSON reader would and returns the first problem, in the words of Python's decoder. */
function findProblem(text: string): ValidationProblem | undefined {
  const reader: Reader = { text, at: 0, path: [], depth: 0 }
  try {
    readValue(reader)
    skipSpace(reader)
    if (reader.at < text.length) throw new Found('Extra data', reader.at)
  } catch (error) {
    if (error instanceof Found) return error.problem ?? jsonInvalid(error.reason, charactersBefore(text, error.at))
    throw error
  }
  return undefined
}

/** Positions count characters, not the halves of a surrogate pair. */
const charactersBefore = (text: string, at: number): number =>
  at - (text.slice(0, at).match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)

const jsonInvalid = (reason: string, at: number): ValidationProblem => ({
  type: 'json_invalid',
  loc: ['body', at],
  msg: 'JSON decode error',
  input: {},
  ctx: { error: reason },
})

interface Reader {
  readonly text: string
  at: number
  readonly path: (string | number)[]
  depth: number
}

/** Ends the walk; never leaves this file. */
class Found extends Error {
  readonly reason: string
  readonly at: number
  readonly problem: ValidationProblem | undefined
  constructor(reason: string, at: number, problem?: ValidationProblem) {
    super(reason)
    this.reason = reason
    this.at = at
    this.problem = problem
  }
}

function readValue(reader: Reader): void {
  skipSpace(reader)
  const char = reader.text[reader.at]
  if (char === '{') return readObject(reader)
  if (char === '[') return readList(reader)
  if (char === '"') return void readText(reader)
  LITERAL.lastIndex = reader.at
  const literal = LITERAL.exec(reader.text)
  if (literal === null) throw new Found('Expecting value', reader.at)
  const input = literal[0]
  const problem = numberProblem(input)
  if (problem !== undefined) {
    throw new Found('', reader.at, { ...problem, loc: ['body', ...reader.path], input })
  }
  reader.at += input.length
}

/** Numbers that a double cannot hold: too large, or an integer that would be rounded silently (rule S303). */
function numberProblem(literal: string): TextProblem | undefined {
  if (NOT_FINITE.has(literal)) return FINITE_NUMBER
  if (!NUMERIC.test(literal)) return undefined
  const value = Number(literal)
  if (!Number.isFinite(value)) return FINITE_NUMBER
  return INTEGER.test(literal) && !Number.isSafeInteger(value) ? INT_PARSING_SIZE : undefined
}

const INTEGER = /^-?\d+$/
const LITERAL = /true|false|null|NaN|-?Infinity|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const NUMERIC = /^[-\d]/
const NOT_FINITE = new Set(['NaN', 'Infinity', '-Infinity'])

function readObject(reader: Reader): void {
  enter(reader)
  skipSpace(reader)
  if (reader.text[reader.at] === '}') return leave(reader)
  for (let keys = 1; ; keys += 1) {
    skipSpace(reader)
    if (reader.text[reader.at] !== '"') {
      throw new Found('Expecting property name enclosed in double quotes', reader.at)
    }
    if (keys > MAX_KEYS) throw new Found('Too many keys', reader.at)
    reader.path.push(readText(reader))
    skipSpace(reader)
    if (reader.text[reader.at] !== ':') throw new Found("Expecting ':' delimiter", reader.at)
    reader.at += 1
    readValue(reader)
    reader.path.pop()
    skipSpace(reader)
    if (reader.text[reader.at] === '}') return leave(reader)
    if (reader.text[reader.at] !== ',') throw new Found("Expecting ',' delimiter", reader.at)
    reader.at += 1
  }
}

function readList(reader: Reader): void {
  enter(reader)
  skipSpace(reader)
  if (reader.text[reader.at] === ']') return leave(reader)
  for (let index = 0; ; index += 1) {
    reader.path.push(index)
    readValue(reader)
    reader.path.pop()
    skipSpace(reader)
    if (reader.text[reader.at] === ']') return leave(reader)
    if (reader.text[reader.at] !== ',') throw new Found("Expecting ',' delimiter", reader.at)
    reader.at += 1
  }
}

/** Reads text that every database can store. */
function readText(reader: Reader): string {
  const text = readString(reader)
  if (text.isWellFormed() && !text.includes('\0')) return text
  const msg = 'Input should be text without NUL and without lone surrogates'
  // Do not repeat the input: it may be a password.
  throw new Found('', reader.at, { type: 'string_unicode', loc: ['body', ...reader.path], msg })
}

function readString(reader: Reader): string {
  const start = reader.at
  for (let at = start + 1; ; ) {
    PLAIN_TEXT.lastIndex = at
    PLAIN_TEXT.exec(reader.text)
    const end = PLAIN_TEXT.lastIndex
    const stop = reader.text[end]
    if (stop === undefined) throw new Found('Unterminated string starting at', start)
    if (stop === '"') {
      reader.at = end + 1
      return JSON.parse(reader.text.slice(start, reader.at)) as string
    }
    if (stop !== '\\') throw new Found('Invalid control character at', end)
    ESCAPE.lastIndex = end
    if (!ESCAPE.test(reader.text)) throw badEscape(reader.text, start, end)
    at = ESCAPE.lastIndex
  }
}

function badEscape(text: string, start: number, at: number): Found {
  const letter = text[at + 1]
  if (letter === undefined) return new Found('Unterminated string starting at', start)
  return letter === 'u' ? new Found('Invalid \\uXXXX escape', at + 1) : new Found('Invalid \\escape', at)
}

// oxlint-disable-next-line no-control-regex -- JSON forbids exactly these characters inside a string.
const PLAIN_TEXT = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

function enter(reader: Reader): void {
  reader.at += 1
  reader.depth += 1
  if (reader.depth > MAX_LEVELS) throw new Found('Nested too deeply', reader.at)
}

function leave(reader: Reader): void {
  reader.at += 1
  reader.depth -= 1
}

function skipSpace(reader: Reader): void {
  while (' \t\n\r'.includes(reader.text[reader.at] ?? '-')) reader.at += 1
}
