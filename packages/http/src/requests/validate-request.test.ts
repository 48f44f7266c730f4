import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { OPEN, openTestApp } from '../../world/open-test-app.ts'

const Query = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  name: Type.String({ minLength: 2 }),
  active: Type.Optional(Type.Boolean()),
  order: Type.Optional(Type.Enum(['asc', 'desc'])),
  id: Type.Optional(Type.String({ pattern: '^[0-9a-f]+$' })),
  ratio: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
})

const openList = () =>
  openTestApp((routes) => routes.get('/list', { ...OPEN, schema: { querystring: Query } }, async ({ query }) => query))

const ask = async (queryText: string) => {
  const answer = await (await openList()).inject(`/list?${queryText}`)
  return { status: answer.statusCode, body: answer.json() }
}

test('text in a query arrives in the type the schema names', async () => {
  expect(await ask('limit=%205.0&name=ab&active=YES&order=asc&id=ff&ratio=1_0e-1')).toEqual({
    status: 200,
    body: { limit: 5, name: 'ab', active: true, order: 'asc', id: 'ff', ratio: 1 },
  })
})

test('an absent value gets its default, or stays absent', async () => {
  expect(await ask('name=ab')).toEqual({ status: 200, body: { limit: 20, name: 'ab' } })
})

test('of a repeated query parameter the last one counts', async () => {
  expect((await ask('limit=x&limit=3&name=a&name=abc')).body).toEqual({ limit: 3, name: 'abc' })
  expect((await ask('limit=3&limit=x&name=abc')).body.detail).toMatchObject([{ loc: ['query', 'limit'], input: 'x' }])
})

test('a repeated query parameter is a problem when the service is configured so', async () => {
  const app = await openTestApp(
    (routes) => routes.get('/list', { ...OPEN, schema: { querystring: Query } }, async ({ query }) => query),
    { repeatedQuery: 'refuse' },
  )
  const answer = await app.inject('/list?limit=2&limit=3&name=abc')
  expect(answer.statusCode).toBe(422)
  expect(answer.json().detail).toMatchObject([{ type: 'repeated', loc: ['query', 'limit'] }])
})

test('a required query parameter that is absent has the input null', async () => {
  expect(await ask('')).toEqual({
    status: 422,
    body: { detail: [{ type: 'missing', loc: ['query', 'name'], msg: 'Field required', input: null }] },
  })
})

test.each([
  ['limit=0', 'limit', 'greater_than_equal', '0', { ge: 1 }],
  ['limit=101', 'limit', 'less_than_equal', '101', { le: 100 }],
  ['limit=1.5', 'limit', 'int_parsing', '1.5', undefined],
  ['limit=', 'limit', 'int_parsing', '', undefined],
  ['limit=9007199254740993', 'limit', 'int_parsing_size', '9007199254740993', undefined],
  ['name=a', 'name', 'string_too_short', 'a', { min_length: 2 }],
  ['active=maybe', 'active', 'bool_parsing', 'maybe', undefined],
  ['order=up', 'order', 'literal_error', 'up', { expected: "'asc' or 'desc'" }],
  ['id=xyz', 'id', 'string_pattern_mismatch', 'xyz', { pattern: '^[0-9a-f]+$' }],
  ['ratio=0.0', 'ratio', 'greater_than', '0.0', { gt: 0 }],
  ['ratio=1e999', 'ratio', 'finite_number', '1e999', undefined],
  ['ratio=abc', 'ratio', 'float_parsing', 'abc', undefined],
])('a query problem shows the text that was sent: %s', async (text, name, type, input, ctx) => {
  const { status, body } = await ask(name === 'name' ? text : `name=ab&${text}`)
  expect(status).toBe(422)
  expect(body.detail).toEqual([{ type, loc: ['query', name], msg: expect.any(String), input, ...(ctx && { ctx }) }])
})

test('problems of path, query and body are answered together, in this order', async () => {
  const schema = {
    params: Type.Object({ id: Type.Integer(), rate: Type.Number() }),
    querystring: Type.Object({ from: Type.Integer(), to: Type.Integer() }),
    body: Type.Object({ a: Type.String(), b: Type.String() }),
  }
  const app = await openTestApp((routes) => routes.put('/:id/:rate', { ...OPEN, schema }, async () => ({})))
  const answer = await app.inject({ method: 'PUT', url: '/x/y?to=z', payload: { b: 1 } })
  expect(answer.json().detail.map(({ type, loc }: { type: string; loc: unknown }) => [type, loc])).toEqual([
    ['int_parsing', ['path', 'id']],
    ['float_parsing', ['path', 'rate']],
    ['missing', ['query', 'from']],
    ['int_parsing', ['query', 'to']],
    ['missing', ['body', 'a']],
    ['string_type', ['body', 'b']],
  ])
})

test.each([
  ['/amount/nan', 'finite_number', 'nan'],
  ['/amount/abc', 'float_parsing', 'abc'],
  ['/amount/%20', 'float_parsing', ' '],
  ['/amount/%EF%BB%BF1', 'float_parsing', '\ufeff1'],
  ['/amount/%ff', 'float_parsing', '\ufffd'],
  ['/amount/%zz', 'float_parsing', '%zz'],
  ['/amount/%E2%88%9E', 'float_parsing', '∞'],
  ['/amount/1e400', 'finite_number', '1e400'],
])('a path problem shows the decoded text: %s', async (url, type, input) => {
  const schema = { params: Type.Object({ amount: Type.Number() }) }
  const app = await openTestApp((routes) => routes.get('/amount/:amount', { ...OPEN, schema }, async () => ({})))
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(422)
  expect(answer.headers['content-type']).toBe('application/json')
  expect(answer.json()).toEqual({ detail: [{ type, loc: ['path', 'amount'], msg: expect.any(String), input }] })
})

test('a format is checked in a path, too', async () => {
  const schema = { params: Type.Object({ id: Type.String({ format: 'uuid' }) }) }
  const app = await openTestApp((routes) => routes.get('/:id', { ...OPEN, schema }, async () => ({})))
  expect((await app.inject('/00000000-0000-4000-8000-000000000000')).statusCode).toBe(200)
  for (const wrong of ['/x', '/%00', '/00000000-0000-4000-8000-00000000000g']) {
    const answer = await app.inject(wrong)
    expect([answer.statusCode, answer.json().detail[0].type]).toEqual([422, 'uuid_parsing'])
  }
})

test('a body is read without coercion: no text becomes a number, no number a boolean', async () => {
  const body = Type.Object({ count: Type.Integer(), rate: Type.Number(), on: Type.Boolean(), name: Type.String() })
  const app = await openTestApp((routes) =>
    routes.post('/', { ...OPEN, schema: { body } }, async (request) => request.body),
  )
  const post = (payload: object) => app.inject({ method: 'POST', url: '/', payload })
  const good = { count: 5, rate: 0.5, on: false, name: '' }
  expect((await post(good)).json()).toEqual(good)
  const types = (await post({ count: '5', rate: '1', on: 1, name: 5 }))
    .json()
    .detail.map((one: { type: string }) => one.type)
  expect(types).toEqual(['int_type', 'float_type', 'bool_type', 'string_type'])
})

test('defaults of a body are filled in', async () => {
  const body = Type.Object({ unit: Type.String({ default: 'sat' }), extra: Type.Optional(Type.Object({})) })
  const app = await openTestApp((routes) =>
    routes.post('/', { ...OPEN, schema: { body } }, async (request) => request.body),
  )
  expect((await app.inject({ method: 'POST', url: '/', payload: {} })).json()).toEqual({ unit: 'sat' })
})

test('a large body is accepted as any other, and of many problems the first is reported', async () => {
  const body = Type.Object({ unit: Type.String({ default: 'sat' }), counts: Type.Array(Type.Integer()) })
  const app = await openTestApp((routes) =>
    routes.post('/', { ...OPEN, schema: { body } }, async (request) => request.body),
  )
  const post = (counts: readonly unknown[]) => app.inject({ method: 'POST', url: '/', payload: { counts } })
  const numbers = Array.from({ length: 10_000 }, (_, index) => index)
  expect((await post(numbers)).json()).toEqual({ unit: 'sat', counts: numbers })
  const wrong = (await post(numbers.map(() => 'x'))).json().detail
  expect(wrong).toMatchObject([{ type: 'int_type', loc: ['body', 'counts', 0] }])
  expect((await post(['x', 'x'])).json().detail).toHaveLength(2)
})

test('a required body that is absent is missing', async () => {
  const schema = { body: Type.Object({}) }
  const app = await openTestApp((routes) => routes.post('/', { ...OPEN, schema }, async () => ({})))
  for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]) {
    const answer = await app.inject({ method: 'POST', url: '/', headers })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({ detail: [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }] })
  }
})

test('a path with an empty segment is not the route', async () => {
  const schema = { params: Type.Object({ currency: Type.String() }) }
  const app = await openTestApp((routes) => routes.get('/rate/:currency', { ...OPEN, schema }, async () => ({})))
  const answer = await app.inject('/rate/')
  expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Not Found' }])
})

test('problems of a body with a secret in it are reported without the input', async () => {
  const body = Type.Object({ name: Type.String(), password: Type.String({ minLength: 8, writeOnly: true }) })
  const app = await openTestApp((routes) => routes.post('/enter', { ...OPEN, schema: { body } }, async () => ({})))
  const answer = await app.inject({ method: 'POST', url: '/enter', payload: { password: 'hunter2' } })
  expect([answer.statusCode, answer.json().detail]).toEqual([
    422,
    [
      { type: 'missing', loc: ['body', 'name'], msg: 'Field required' },
      {
        type: 'string_too_short',
        loc: ['body', 'password'],
        msg: 'String should have at least 8 characters',
        ctx: { min_length: 8 },
      },
    ],
  ])
})
