import type { Field, ScalarField, Shape, Visibility } from './shape.ts'

/** A plain JSON schema. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Text without NUL and lone surrogates, which databases reject. */
const PLAIN_TEXT = '^[^\\u0000\\ud800-\\udfff]*$'

const TIME = '^([01]\\d|2[0-3]):[0-5]\\d$'

const PATTERNS = {
  url: { pattern: '^https?://[^\\u0000-\\u0020\\u007f-\\u00a0\\ud800-\\udfff]+$', maxLength: 2048 },
  currency: { pattern: '^([A-Za-z]{3})$', maxLength: 3 },
  date: { format: 'date', maxLength: 10 },
  target: { minLength: 1, maxLength: 2048, pattern: PLAIN_TEXT },
  walletRef: { minLength: 1, maxLength: 64, pattern: PLAIN_TEXT, 'x-lower-case': true },
} as const

/** Within these, every integer is exact as a JSON number. */
const MIN: Partial<Record<Field['type'], number>> = { sat: 0, msat: 0, money: 0, percent: 0 }
const MAX: Partial<Record<Field['type'], number>> = {
  int: Number.MAX_SAFE_INTEGER,
  sat: 9_007_199_254_740,
  msat: Number.MAX_SAFE_INTEGER,
  money: 1e12,
  percent: 100,
}
const UNITS: Partial<Record<Field['type'], string>> = { sat: 'satoshis', msat: 'millisatoshis', percent: 'percent' }

/** The schema of a field in a request. */
export function fieldSchema(field: Field): JsonSchema {
  return {
    ...typeSchema(field),
    ...defaultOf(field),
    ...(isSecret(field) && { writeOnly: true }),
    description: describe(field),
  }
}

/** Validation errors do not repeat its value. */
const isSecret = ({ show, atRest }: Field): boolean => show === 'admin' || show === 'once' || atRest !== undefined

function typeSchema(field: Field): JsonSchema {
  switch (field.type) {
    case 'text':
      return field.oneOf === undefined
        ? {
            type: 'string',
            minLength: field.min ?? 0,
            maxLength: field.max,
            pattern: field.pattern ?? PLAIN_TEXT,
            ...(field.lowerCase === true && { 'x-lower-case': true }),
          }
        : { type: 'string', enum: field.oneOf }
    case 'bool':
      return { type: 'boolean' }
    case 'json':
      return {}
    case 'list':
      return { type: 'array', minItems: field.minItems ?? 0, maxItems: field.maxItems, items: elementSchema(field.of) }
    case 'int':
    case 'sat':
    case 'msat':
      return {
        type: 'integer',
        minimum: field.min ?? MIN[field.type] ?? Number.MIN_SAFE_INTEGER,
        maximum: maxOf(field),
      }
    case 'money':
    case 'percent':
      return { type: 'number', minimum: field.min ?? 0, maximum: maxOf(field) }
    case 'time':
      return { type: 'string', maxLength: 5, pattern: field.isEnd === true ? `${TIME}|^24:00$` : TIME }
    default:
      return { type: 'string', ...PATTERNS[field.type] }
  }
}

const maxOf = (field: Extract<Field, { type: 'int' | 'sat' | 'msat' | 'money' | 'percent' }>): number =>
  field.max ?? MAX[field.type] ?? Number.MAX_SAFE_INTEGER

/** The bounds of a value: of a number, or of the length of a text. */
export function fieldBounds(field: Field): { readonly min?: number; readonly max?: number } {
  const { minimum, maximum, minLength, maxLength } = typeSchema(field) as Partial<Record<string, number>>
  const min = minimum ?? minLength
  const max = maximum ?? maxLength
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

const elementSchema = (of: Shape | ScalarField): JsonSchema => (isScalar(of) ? scalarSchema(of) : objectSchema(of))

export const isScalar = (of: Shape | ScalarField): of is ScalarField =>
  typeof (of as { scalar?: unknown }).scalar === 'string'

function scalarSchema(of: ScalarField): JsonSchema {
  if (of.scalar === 'int') {
    return { type: 'integer', minimum: of.min ?? Number.MIN_SAFE_INTEGER, maximum: of.max ?? Number.MAX_SAFE_INTEGER }
  }
  return of.oneOf === undefined
    ? { type: 'string', maxLength: of.max, pattern: of.pattern ?? PLAIN_TEXT }
    : { type: 'string', enum: of.oneOf }
}

const defaultOf = (field: Field): JsonSchema =>
  field.default === undefined || field.type === 'walletRef' ? {} : { default: field.default }

function describe(field: Field): string {
  const unit = UNITS[field.type]
  const known = unit === undefined || field.doc.toLowerCase().includes(unit.slice(0, 4)) ? '' : ` In ${unit}.`
  const never = field.atRest === 'password' ? ' Never shown.' : ''
  return `${field.doc}${known}${field.fixed === true ? ' Cannot be changed later.' : ''}${never}`
}

const isClientField = (field: Field): boolean => field.by !== 'server'
const isRequired = (field: Field): boolean => field.optional !== true && field.default === undefined

/** All client fields of a shape; omitted fields get their default. */
export function objectSchema(shape: Shape): JsonSchema {
  const fields = Object.entries(shape).filter(([, field]) => isClientField(field))
  const required = fields.filter(([, field]) => isRequired(field)).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])),
    ...(required.length > 0 && { required }),
  }
}

/** A partial update: every field may be omitted, and `null` removes an optional field. */
export function patchSchema(shape: Shape): JsonSchema {
  const fields = Object.entries(shape).filter(([, field]) => isClientField(field))
  const properties = fields.map(([name, field]) => {
    const { default: _default, ...schema } = fieldSchema(field)
    return [name, orNull(field, schema)]
  })
  return { type: 'object', properties: Object.fromEntries(properties) }
}

/** `null` removes an optional field. */
function orNull(field: Field, whole: JsonSchema): JsonSchema {
  if (field.optional !== true || field.type === 'json') return whole
  const { description, writeOnly, ...schema } = whole
  // The error for a text that does not match describes the valid values.
  const text = schema['pattern'] === undefined ? schema : { ...schema, description }
  return { anyOf: [text, { type: 'null' }], ...(writeOnly === true && { writeOnly }), description }
}

/** Who reads an item. */
export type Viewer = 'invoice' | 'admin' | 'creator' | 'public'

const SEES: Record<Viewer, readonly Visibility[]> = {
  invoice: ['owner', 'public'],
  admin: ['owner', 'public', 'admin'],
  creator: ['owner', 'public', 'admin', 'once'],
  public: ['public'],
}

export const isShown = (field: Field, viewer: Viewer): boolean =>
  field.atRest !== 'password' && SEES[viewer].includes(field.show ?? 'owner')

/** The schema of an item in a response. */
export function itemSchema(shape: Shape, viewer: Viewer): JsonSchema {
  const shown = Object.entries(shape).filter(([, field]) => isShown(field, viewer))
  const own: Record<string, JsonSchema> = {
    id: { type: 'string', description: 'Id of the item.' },
    wallet: { type: 'string', description: 'Id of its wallet.' },
  }
  const times: Record<string, JsonSchema> = {
    created_at: { type: 'string', format: 'date-time', description: 'Time of creation, ISO 8601.' },
    updated_at: { type: 'string', format: 'date-time', description: 'Time of the last change, ISO 8601.' },
  }
  return {
    type: 'object',
    properties: {
      ...(viewer === 'public' ? { id: own['id'] } : own),
      ...Object.fromEntries(shown.map(([name, field]) => [name, answerSchema(field)])),
      ...(viewer === 'public' ? {} : times),
    },
  }
}

/** A field in a response: without the bounds of requests. */
function answerSchema(field: Field): JsonSchema {
  const note = field.show === 'admin' ? ' Only with the admin key.' : field.show === 'once' ? ' Shown once.' : ''
  const description = `${describe(field)}${note}`
  if (field.type === 'json') return { description }
  if (field.type === 'list') {
    const items = isScalar(field.of) ? { type: field.of.scalar === 'int' ? 'integer' : 'string' } : rowSchema(field.of)
    return { type: 'array', items, description }
  }
  const { type } = typeSchema(field)
  return { type: type ?? 'string', description }
}

/** The schema of a route's response. */
export const rowSchema = (shape: Shape): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, answerSchema(field)])),
})
