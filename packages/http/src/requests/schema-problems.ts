import type { ErrorObject } from 'ajv'
import type { ValidationProblem } from '../validation-problem.ts'

/** Each problem is compared with all earlier ones, and a list may have a hundred thousand wrong items. */
const MAX_PROBLEMS = 100

/** Ajv's errors in pydantic's words and order (rule V3): one problem per field, in field order. */
export function schemaProblems(
  errors: readonly ErrorObject[],
  place: readonly (string | number)[],
  root: unknown,
  fieldOrder: readonly string[] = [],
): ValidationProblem[] {
  const problems: ValidationProblem[] = []
  for (const error of errors) {
    if (problems.length === MAX_PROBLEMS) break
    const problem = toProblem(error, errors, place, root)
    if (problem !== undefined && !problems.some((other) => sameLoc(other.loc, problem.loc))) problems.push(problem)
  }
  const first = errors[0]
  if (problems.length === 0 && first !== undefined) problems.push(unworded(first, place, root))
  const rank = (problem: ValidationProblem): number => {
    const at = fieldOrder.indexOf(String(problem.loc[place.length]))
    return at < 0 ? fieldOrder.length : at
  }
  return problems.sort((a, b) => rank(a) - rank(b))
}

interface Words {
  readonly type: string
  readonly msg: string
  readonly ctx?: Record<string, unknown>
}

function toProblem(
  error: ErrorObject,
  all: readonly ErrorObject[],
  place: readonly (string | number)[],
  root: unknown,
): ValidationProblem | undefined {
  const words = WORDS[error.keyword]?.(error, all)
  if (words === undefined) return undefined
  const loc = [...place, ...stepsOf(error.instancePath, root)]
  if (error.keyword === 'required') loc.push(String(error.params['missingProperty']))
  const extra = error.keyword === 'additionalProperties' ? String(error.params['additionalProperty']) : undefined
  if (extra !== undefined) loc.push(extra)
  const input = extra === undefined ? error.data : (error.data as Record<string, unknown>)[extra]
  return { type: words.type, loc, msg: words.msg, input, ...(words.ctx && { ctx: words.ctx }) }
}

/** The problem of a keyword without a message in `WORDS`: the value must still be rejected. */
function unworded(error: ErrorObject, place: readonly (string | number)[], root: unknown): ValidationProblem {
  const loc = [...place, ...stepsOf(error.instancePath, root)]
  return { type: 'value_error', loc, msg: `Value error, ${error.message}`, input: error.data }
}

/** A JSON pointer as steps; a step into a list is a number. */
function stepsOf(pointer: string, root: unknown): (string | number)[] {
  let value = root
  return pointer
    .split('/')
    .slice(1)
    .map((raw) => {
      const step = raw.replaceAll('~1', '/').replaceAll('~0', '~')
      const key = Array.isArray(value) ? Number(step) : step
      value = (value as Record<string | number, unknown> | undefined)?.[key]
      return key
    })
}

const sameLoc = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((step, index) => step === b[index])

const characters = (count: number): string => `${count} character${count === 1 ? '' : 's'}`

/** Keyword → message. Keywords without an entry, such as anyOf, only repeat the errors of their parts. */
const WORDS: Readonly<Record<string, (error: ErrorObject, all: readonly ErrorObject[]) => Words | undefined>> = {
  required: () => ({ type: 'missing', msg: 'Field required' }),
  additionalProperties: () => ({ type: 'extra_forbidden', msg: 'Extra inputs are not permitted' }),
  type: (error) => typeWords(error),
  exclusiveMinimum: ({ params }) => ({
    type: 'greater_than',
    msg: `Input should be greater than ${params['limit']}`,
    ctx: { gt: params['limit'] },
  }),
  minimum: ({ params }) => ({
    type: 'greater_than_equal',
    msg: `Input should be greater than or equal to ${params['limit']}`,
    ctx: { ge: params['limit'] },
  }),
  exclusiveMaximum: ({ params }) => ({
    type: 'less_than',
    msg: `Input should be less than ${params['limit']}`,
    ctx: { lt: params['limit'] },
  }),
  maximum: ({ params }) => ({
    type: 'less_than_equal',
    msg: `Input should be less than or equal to ${params['limit']}`,
    ctx: { le: params['limit'] },
  }),
  minLength: ({ params }) => ({
    type: 'string_too_short',
    msg: `String should have at least ${characters(params['limit'])}`,
    ctx: { min_length: params['limit'] },
  }),
  maxLength: ({ params }) => ({
    type: 'string_too_long',
    msg: `String should have at most ${characters(params['limit'])}`,
    ctx: { max_length: params['limit'] },
  }),
  pattern: ({ params, parentSchema }) => ({
    type: 'string_pattern_mismatch',
    msg: patternWords(String(params['pattern']), parentSchema?.['description']),
    ctx: { pattern: params['pattern'] },
  }),
  enum: ({ params }) => literalWords(params['allowedValues'] as unknown[]),
  // A union of literals fails once per literal, at one place.
  const: ({ instancePath }, all) =>
    literalWords(
      all
        .filter((error) => error.keyword === 'const' && error.instancePath === instancePath)
        .map(({ params }) => params['allowedValue']),
    ),
  // Our schemas use `not` for one excluded value only.
  not: ({ schema }) =>
    schema !== null && typeof schema === 'object' && 'const' in schema
      ? { type: 'value_error', msg: `Input should not be ${JSON.stringify(schema.const)}` }
      : undefined,
  format: (error) => formatWords(error),
}

/** Patterns with equal meaning; the longer one first. */
const KNOWN_PATTERNS: readonly (readonly [start: string, msg: string])[] = [
  ['^[0-9a-f]{64}$', 'String should be 64 hex characters'],
  ['^[0-9a-fA-F]{64}$', 'String should be 64 hex characters'],
  ['^[^\\u0000-\\u001f', 'String should have no line breaks and no control characters'],
  ['^[^\\u0000', 'String should be text without NUL and without lone surrogates'],
]

/** A pattern is not readable for people. The description of the field has the valid values. */
function patternWords(pattern: string, description: unknown): string {
  const known = KNOWN_PATTERNS.find(([start]) => pattern.startsWith(start))?.[1]
  if (known !== undefined) return known
  const [sentence = ''] = /^.*?(?:[.;](?=\s|$)|$)/s.exec(typeof description === 'string' ? description : '') ?? []
  const words = sentence.replace(/[.;]$/, '')
  return words === '' ? 'String has characters that do not belong here' : `String does not fit here: ${words}`
}

const STRING_TYPE = { type: 'string_type', msg: 'Input should be a valid string' }
const STRING_TYPES: Readonly<Record<string, Words>> = {
  uuid: { type: 'uuid_type', msg: 'UUID input should be a string, bytes or UUID object' },
  uri: { type: 'url_type', msg: 'URL input should be a string or URL' },
}

function typeWords(error: ErrorObject): Words | undefined {
  const value = error.data
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { type: 'finite_number', msg: 'Input should be a finite number' }
  }
  switch (error.params['type']) {
    case 'integer':
      return typeof value === 'number'
        ? { type: 'int_from_float', msg: 'Input should be a valid integer, got a number with a fractional part' }
        : { type: 'int_type', msg: 'Input should be a valid integer' }
    case 'number':
      return { type: 'float_type', msg: 'Input should be a valid number' }
    case 'string':
      return STRING_TYPES[(error.parentSchema as { format?: string }).format ?? ''] ?? STRING_TYPE
    case 'boolean':
      return { type: 'bool_type', msg: 'Input should be a valid boolean' }
    case 'array':
      return { type: 'list_type', msg: 'Input should be a valid list' }
    case 'object':
      return error.instancePath === ''
        ? {
            type: 'model_attributes_type',
            msg: 'Input should be a valid dictionary or object to extract fields from',
          }
        : { type: 'dict_type', msg: 'Input should be a valid dictionary' }
    default:
      // An optional field allows null; the other half of the union has named the real type.
      return undefined
  }
}

/** `'a', 'b' or 'c'`: the choices as FastAPI writes them, in the message and in `ctx`. */
function literalWords(choices: readonly unknown[]): Words {
  const quoted = choices.map((choice) => (typeof choice === 'string' ? `'${choice}'` : String(choice)))
  const last = quoted.at(-1) ?? ''
  const expected = quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} or ${last}` : last
  return { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } }
}

function formatWords(error: ErrorObject): Words {
  switch (error.params['format']) {
    case 'uuid': {
      const reason = 'invalid group or character'
      return { type: 'uuid_parsing', msg: `Input should be a valid UUID, ${reason}`, ctx: { error: reason } }
    }
    case 'uri': {
      const reason = error.data === '' ? 'input is empty' : 'relative URL without a base'
      return { type: 'url_parsing', msg: `Input should be a valid URL, ${reason}`, ctx: { error: reason } }
    }
    default:
      return { type: 'value_error', msg: `Input should be a valid ${error.params['format']}` }
  }
}
