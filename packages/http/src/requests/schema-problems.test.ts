import { type TSchema, Type } from 'typebox'
import { expect, test } from 'vitest'
import { OPEN, openTestApp } from '../../world/open-test-app.ts'
import type { HttpApp } from '../http-app.ts'
import { schemaRef } from '../schema-ref.ts'

/** An app whose one route takes a body with the given schema. */
const taking = (body: TSchema, components: readonly TSchema[] = []): Promise<HttpApp> =>
  openTestApp((routes) => routes.post('/', { ...OPEN, schema: { body } }, async () => ({ accepted: true })), {
    components,
  })

async function problemsOf(app: HttpApp, payload: unknown): Promise<Record<string, unknown>[]> {
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/', headers, payload: JSON.stringify(payload) })
  expect(answer.statusCode).toBe(422)
  return answer.json().detail
}

const field = (schema: TSchema): TSchema => Type.Object({ it: schema })
const BAD_UUID = 'invalid group or character'

// Every type a body can have, with its message and its ctx (rule V3).
test.each<[string, TSchema, unknown, string, Record<string, unknown> | undefined]>([
  ['string_type', Type.String(), 5, 'Input should be a valid string', undefined],
  ['int_type', Type.Integer(), '5', 'Input should be a valid integer', undefined],
  ['int_type', Type.Integer(), true, 'Input should be a valid integer', undefined],
  [
    'int_from_float',
    Type.Integer(),
    1.5,
    'Input should be a valid integer, got a number with a fractional part',
    undefined,
  ],
  ['float_type', Type.Number(), '1.5', 'Input should be a valid number', undefined],
  ['bool_type', Type.Boolean(), 1, 'Input should be a valid boolean', undefined],
  ['bool_type', Type.Boolean(), 'true', 'Input should be a valid boolean', undefined],
  ['list_type', Type.Array(Type.String()), { 0: 'a' }, 'Input should be a valid list', undefined],
  ['dict_type', Type.Object({}), [], 'Input should be a valid dictionary', undefined],
  ['greater_than', Type.Number({ exclusiveMinimum: 0 }), 0, 'Input should be greater than 0', { gt: 0 }],
  ['greater_than_equal', Type.Integer({ minimum: 1 }), 0, 'Input should be greater than or equal to 1', { ge: 1 }],
  ['less_than', Type.Number({ exclusiveMaximum: 1.5 }), 1.5, 'Input should be less than 1.5', { lt: 1.5 }],
  ['less_than_equal', Type.Integer({ maximum: 9 }), 10, 'Input should be less than or equal to 9', { le: 9 }],
  ['value_error', Type.Integer({ not: { const: 0 } }), 0, 'Input should not be 0', undefined],
  ['string_too_short', Type.String({ minLength: 1 }), '', 'String should have at least 1 character', { min_length: 1 }],
  [
    'string_too_short',
    Type.String({ minLength: 2 }),
    '😀',
    'String should have at least 2 characters',
    { min_length: 2 },
  ],
  ['string_too_long', Type.String({ maxLength: 1 }), 'ab', 'String should have at most 1 character', { max_length: 1 }],
  [
    'string_too_long',
    Type.String({ maxLength: 3 }),
    'abcd',
    'String should have at most 3 characters',
    { max_length: 3 },
  ],
  [
    'string_pattern_mismatch',
    Type.String({ pattern: '^a+$' }),
    'b',
    'String has characters that do not belong here',
    { pattern: '^a+$' },
  ],
  [
    'literal_error',
    Type.Enum(['a', 'b', 'c']),
    'd',
    "Input should be 'a', 'b' or 'c'",
    { expected: "'a', 'b' or 'c'" },
  ],
  ['literal_error', Type.Enum(['a', 'b']), 1, "Input should be 'a' or 'b'", { expected: "'a' or 'b'" }],
  [
    'literal_error',
    Type.Union([Type.Literal('a'), Type.Literal('b')]),
    'd',
    "Input should be 'a' or 'b'",
    { expected: "'a' or 'b'" },
  ],
  ['literal_error', Type.Literal('a'), 'd', "Input should be 'a'", { expected: "'a'" }],
  ['uuid_type', Type.String({ format: 'uuid' }), 5, 'UUID input should be a string, bytes or UUID object', undefined],
  [
    'uuid_parsing',
    Type.String({ format: 'uuid' }),
    'x',
    `Input should be a valid UUID, ${BAD_UUID}`,
    { error: BAD_UUID },
  ],
  ['url_type', Type.String({ format: 'uri' }), 5, 'URL input should be a string or URL', undefined],
  [
    'url_parsing',
    Type.String({ format: 'uri' }),
    'x',
    'Input should be a valid URL, relative URL without a base',
    { error: 'relative URL without a base' },
  ],
  [
    'url_parsing',
    Type.String({ format: 'uri' }),
    '',
    'Input should be a valid URL, input is empty',
    { error: 'input is empty' },
  ],
])('a body with %s is reported in the words of FastAPI', async (type, schema, input, msg, ctx) => {
  const app = await taking(field(schema))
  expect(await problemsOf(app, { it: input })).toEqual([{ type, loc: ['body', 'it'], msg, input, ...(ctx && { ctx }) }])
})

test('a problem has its keys in the order type, loc, msg, input, ctx', async () => {
  const [problem] = await problemsOf(await taking(field(Type.Integer({ minimum: 1 }))), { it: 0 })
  expect(Object.keys(problem ?? {})).toEqual(['type', 'loc', 'msg', 'input', 'ctx'])
})

test('the problem of an absent field has the whole object as input', async () => {
  const app = await taking(Type.Object({ out: Type.Boolean(), inner: Type.Object({ a: Type.String() }) }))
  expect(await problemsOf(app, { inner: { b: 1 } })).toEqual([
    { type: 'missing', loc: ['body', 'out'], msg: 'Field required', input: { inner: { b: 1 } } },
    { type: 'missing', loc: ['body', 'inner', 'a'], msg: 'Field required', input: { b: 1 } },
  ])
})

test.each([
  ['null', null, { type: 'missing', loc: ['body'], msg: 'Field required', input: null }],
  ['a list', [], undefined],
  ['a number', 5, undefined],
  ['a text', 'x', undefined],
  ['a boolean', false, undefined],
])('a body that is %s is no object', async (_name, input, expected) => {
  const app = await taking(field(Type.Integer()))
  const msg = 'Input should be a valid dictionary or object to extract fields from'
  expect(await problemsOf(app, input)).toEqual([
    expected ?? { type: 'model_attributes_type', loc: ['body'], msg, input },
  ])
})

test('each field has one problem, in field order', async () => {
  const Body = Type.Object({
    a: Type.Integer(),
    b: Type.String({ minLength: 3, pattern: '^x' }),
    c: Type.Boolean(),
    d: Type.Integer(),
  })
  const body = { d: 'x', b: 'y', c: 1 }
  expect((await problemsOf(await taking(Body), body)).map(({ type, loc }) => [type, loc])).toEqual([
    ['missing', ['body', 'a']],
    ['string_too_short', ['body', 'b']],
    ['bool_type', ['body', 'c']],
    ['int_type', ['body', 'd']],
  ])
})

test('the order of fields is the same when the body is a named component', async () => {
  const Body = Type.Object({ a: Type.Integer(), b: Type.String(), c: Type.Boolean() }, { $id: 'Body' })
  const found = await problemsOf(await taking(schemaRef(Body), [Body]), { a: 'x', c: 1 })
  expect(found.map(({ loc }) => loc)).toEqual([
    ['body', 'a'],
    ['body', 'b'],
    ['body', 'c'],
  ])
})

test('a wrong list element is named by its position, at any depth', async () => {
  const app = await taking(Type.Object({ tags: Type.Array(Type.Object({ 'a/b~c': Type.Array(Type.String()) })) }))
  expect(await problemsOf(app, { tags: [{ 'a/b~c': [] }, { 'a/b~c': ['x', 5] }] })).toMatchObject([
    { type: 'string_type', loc: ['body', 'tags', 1, 'a/b~c', 1], input: 5 },
  ])
})

test('an unknown field is ignored unless forbidden, and then shown with its value', async () => {
  const lenient = await taking(field(Type.Integer()))
  const payload = { it: 1, is_admin: true }
  expect((await lenient.inject({ method: 'POST', url: '/', payload })).statusCode).toBe(200)
  const strict = await taking(Type.Object({ it: Type.Integer() }, { additionalProperties: false }))
  expect(await problemsOf(strict, { is_admin: true, it: 'x' })).toEqual([
    { type: 'int_type', loc: ['body', 'it'], msg: 'Input should be a valid integer', input: 'x' },
    { type: 'extra_forbidden', loc: ['body', 'is_admin'], msg: 'Extra inputs are not permitted', input: true },
  ])
})

test('an optional field may be null when it says so, and names its real type otherwise', async () => {
  const app = await taking(field(Type.Union([Type.String({ maxLength: 2 }), Type.Null()])))
  expect((await app.inject({ method: 'POST', url: '/', payload: { it: null } })).statusCode).toBe(200)
  expect((await problemsOf(app, { it: 5 })).map(({ type }) => type)).toEqual(['string_type'])
  expect((await problemsOf(app, { it: 'abc' })).map(({ type }) => type)).toEqual(['string_too_long'])
})

test.each<[string, TSchema, unknown]>([
  ['too many elements', Type.Array(Type.Integer(), { maxItems: 1 }), [1, 2]],
  ['too few elements', Type.Array(Type.Integer(), { minItems: 1 }), []],
  ['a repeated element', Type.Array(Type.Integer(), { uniqueItems: true }), [1, 1]],
  ['no multiple', Type.Integer({ multipleOf: 10 }), 5],
  ['too many keys', Type.Object({}, { maxProperties: 0 }), { a: 1 }],
  ['what is forbidden', Type.Unsafe({ not: { type: 'integer' } }), 5],
  ['what two alternatives allow', Type.Unsafe({ oneOf: [{ type: 'integer' }, { type: 'number' }] }), 5],
  ['a value where only null may be', Type.Null(), 5],
])(
  'a body that breaks its schema is rejected, also for a reason without its own message: %s',
  async (_name, schema, input) => {
    expect(await problemsOf(await taking(field(schema)), { it: input })).toMatchObject([
      { type: 'value_error', loc: ['body', 'it'], input },
    ])
  },
)

test('of seven thousand problems the first hundred are reported, and fast', async () => {
  const app = await taking(field(Type.Array(Type.String(), { maxItems: 1000 })))
  const began = performance.now()
  expect(await problemsOf(app, { it: Array.from({ length: 7000 }, () => 1) })).toHaveLength(100)
  // Each was compared with all before it once: for minutes.
  expect(performance.now() - began).toBeLessThan(5000)
})
