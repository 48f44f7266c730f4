import { type AddressInfo, connect, createServer } from 'node:net'
import { Type } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'
import { OPEN, openTestApp } from '../../world/open-test-app.ts'
import { GENERAL_CODES, invalid, notFound, ServiceError, unauthenticated, unavailable } from '../service-error.ts'
import { clientErrorWriter } from './error-answers.ts'

const failing = (error: unknown, options: Parameters<typeof openTestApp>[1] = {}) =>
  openTestApp((routes) => {
    routes.get('/fail', OPEN, async () => {
      throw error
    })
  }, options)

const CODES: readonly [code: string, status: number][] = [
  ['bad_request', 400],
  ['unauthenticated', 401],
  ['payment_required', 402],
  ['forbidden', 403],
  ['not_found', 404],
  ['method_not_allowed', 405],
  ['conflict', 409],
  ['too_large', 413],
  ['unsupported_media_type', 415],
  ['rate_limited', 429],
  ['internal_error', 500],
  ['not_implemented', 501],
  ['unavailable', 503],
]

test.each(CODES)('a service error %s is answered %i with its detail', async (_code, status) => {
  const answer = await (await failing(new ServiceError({ status, detail: 'For the caller.' }))).inject('/fail')
  expect([answer.statusCode, answer.body]).toEqual([status, '{"detail":"For the caller."}'])
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' })
})

test.each(CODES)('where errors have codes, %s without a specific code has its general code', async (code, status) => {
  const app = await failing(new ServiceError({ status, detail: 'For the caller.' }), { validationDetail: 'text' })
  expect((await app.inject('/fail')).body).toBe(`{"detail":"For the caller.","code":"${code}"}`)
})

test('where errors have codes, an error has its specific code, the facts of its text, and its fields', async () => {
  const more = { code: 'too_much', params: { max: 100_000, unit: 'sat' }, fields: { ticket: 'x' } }
  const error = new ServiceError({ ...more, status: 400, detail: 'At most 100000 sat.' })
  const body = async (validationDetail: 'text' | 'list') =>
    (await (await failing(error, { validationDetail })).inject('/fail')).json()
  expect(await body('text')).toEqual({
    detail: 'At most 100000 sat.',
    code: 'too_much',
    params: { max: 100_000, unit: 'sat' },
    ticket: 'x',
  })
  expect(await body('list')).toEqual({ detail: 'At most 100000 sat.', ticket: 'x' })
})

test.each([
  ['an unknown address', { method: 'GET', url: '/unknown' }, 404, 'Not Found', 'no_such_address'],
  ['a wrong method', { method: 'DELETE', url: '/pay' }, 405, 'Method Not Allowed', 'method_not_allowed'],
  ['a body that is too large', { payload: 'x'.repeat(2000) }, 413, 'Request body is too large', 'too_large'],
  [
    'a body of another type',
    { payload: 'a=b' },
    415,
    'Unsupported Media Type: send application/json',
    'unsupported_media_type',
  ],
  ['a body with a wrong length', { payload: '{}', headers: { 'content-length': '9' } }, 400, undefined, 'bad_request'],
] as const)('%s has a code, too', async (_name, asked, status, detail, code) => {
  const app = await openTestApp((routes) => routes.post('/pay', { ...OPEN, bodyLimit: 1000 }, async () => ({})), {
    validationDetail: 'text',
  })
  const type = 'headers' in asked ? 'application/json' : 'text/plain'
  const headers = { 'content-type': type, ...('headers' in asked && asked.headers) }
  const answer = await app.inject({ method: 'POST', url: '/pay', ...asked, headers })
  expect([answer.statusCode, answer.json()]).toEqual([status, { detail: detail ?? expect.any(String), code }])
})

test('where errors have codes, that of an unexpected error says nothing about its cause', async () => {
  const app = await failing(new Error('hunter2'), { validationDetail: 'text' })
  const answer = await app.inject('/fail')
  expect([answer.statusCode, answer.json()]).toEqual([500, { detail: 'Internal Server Error', code: 'internal_error' }])
})

test.each([
  ['HPE_HEADER_OVERFLOW', 'headers_too_large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
  ['HPE_ANYTHING', 'bad_request'],
])('where errors have codes, a connection that fails with %s is answered with one: %s', async (cause, code) => {
  const write = clientErrorWriter('text')
  const server = createServer((socket) => write(Object.assign(new Error('x'), { code: cause }), socket))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { body } = await rawAnswer((server.address() as AddressInfo).port, '')
  expect(JSON.parse(body)).toEqual({ detail: expect.any(String), code })
})

test('an error may carry fields beside its detail, and headers', async () => {
  const more = { fields: { ticket: 'x' }, headers: { 'Retry-After': '7' } }
  const answer = await (await failing(unauthenticated('More is needed.', more))).inject('/fail')
  expect([answer.statusCode, answer.body]).toEqual([401, '{"detail":"More is needed.","ticket":"x"}'])
  expect(answer.headers['retry-after']).toBe('7')
})

test.each([
  ['rate_limited', 429],
  ['unavailable', 503],
] as const)('a client that should retry later (%s) always gets a Retry-After', async (_code, status) => {
  const answer = await (await failing(new ServiceError({ status, detail: 'Not now.' }))).inject('/fail')
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, '1'])
})

test('the table above names every general code but invalid', () => {
  const { 422: invalidCode, ...others } = GENERAL_CODES
  expect([invalidCode, Object.fromEntries(CODES.map(([code, status]) => [status, code]))]).toEqual(['invalid', others])
})

test('a 422 repeats short inputs of any type', async () => {
  const app = await openTestApp((routes) =>
    routes.post(
      '/pay',
      { ...OPEN, schema: { body: Type.Object({ a: Type.Integer(), b: Type.Integer(), c: Type.Integer() }) } },
      async () => ({}),
    ),
  )
  const inputs = async (payload: object) => {
    const { body } = await app.inject({ method: 'POST', url: '/pay', payload })
    expect(body.length).toBeLessThan(3000)
    return (JSON.parse(body) as { detail: { input?: unknown }[] }).detail.map(({ input }) => input)
  }
  const [text] = await inputs({ a: `x${'é'.repeat(1000)}`, b: 1, c: 1 })
  expect(text).toBe(`x${'é'.repeat(999)}…`)
  expect(await inputs({ a: Array.from({ length: 1000 }, () => 'y'), b: 'short', c: 1 })).toEqual([undefined, 'short'])
  expect(new Set(await inputs({ more: 'x'.repeat(50_000) }))).toEqual(new Set([undefined]))
})

const PROBLEMS = [
  { type: 'missing', loc: ['body', 'amount'], msg: 'Field required', input: {} },
  { type: 'int_type', loc: ['body', 'tags', 0], msg: 'Input should be a valid integer', input: 'x' },
]

const BAD = new ServiceError({ status: 422, detail: 'Bad.', problems: PROBLEMS })

test('where detail is a list, it is the list of problems', async () => {
  const app = await failing(BAD, { validationDetail: 'list' })
  const answer = await app.inject('/fail')
  expect([answer.statusCode, answer.json()]).toEqual([422, { detail: PROBLEMS }])
})

test('where detail is a text, it names the first problem and its place, and the list is beside it', async () => {
  const app = await failing(BAD, { validationDetail: 'text' })
  const answer = await app.inject('/fail')
  const body = { detail: 'body.amount: Field required', code: 'invalid', errors: PROBLEMS }
  expect([answer.statusCode, answer.json()]).toEqual([422, body])
})

test('a problem that only the handler detects is answered like any other', async () => {
  const problem = { type: 'value_error', loc: ['body', 'tags', 0], msg: 'Unknown tag', input: 'x' }
  const app = await failing(invalid(problem), { validationDetail: 'text' })
  expect((await app.inject('/fail')).json()).toEqual({
    detail: 'body.tags.0: Unknown tag',
    code: 'invalid',
    errors: [problem],
  })
})

test('broken JSON and a broken body are reported in the same two forms', async () => {
  const schema = { body: Type.Object({ amount: Type.Integer() }) }
  const app = await openTestApp((routes) => routes.post('/', { ...OPEN, schema }, async () => ({})), {
    validationDetail: 'text',
  })
  const post = (payload: string) =>
    app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload })
  expect((await post('{')).json()).toMatchObject({
    detail: 'body.1: JSON decode error',
    errors: [{ type: 'json_invalid', loc: ['body', 1] }],
  })
  expect((await post('{}')).json().detail).toBe('body.amount: Field required')
})

test.each([
  ['an error', new Error('password is hunter2'), 'hunter2'],
  ['an error that claims a status', Object.assign(new Error('hunter2'), { statusCode: 503 }), 'hunter2'],
  ['a text', 'hunter2', 'hunter2'],
  ['nothing', undefined, 'undefined'],
  ['null', null, 'null'],
])(
  '%s as an unexpected error is 500 without its cause, which is logged with the request id',
  async (_name, thrown, logged) => {
    const lines: { id?: string; route?: string; error?: string }[] = []
    const log = { info() {}, warn() {}, error: (facts: object) => void lines.push(facts) }
    const answer = await (await failing(thrown, { log })).inject({
      url: '/fail?key=secret',
      headers: { 'x-request-id': 'trace-0001' },
    })
    expect([answer.statusCode, answer.body]).toEqual([500, '{"detail":"Internal Server Error"}'])
    expect(answer.headers['x-request-id']).toBe('trace-0001')
    expect(lines).toEqual([{ id: 'trace-0001', route: '/fail', error: expect.stringContaining(logged) }])
  },
)

/** The raw answer of the server to the given bytes. */
async function rawAnswer(port: number, text: string): Promise<{ head: string; body: string }> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.end(text)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { head, body }
}

test.each([
  ['broken HTTP', 'NONSENSE\r\n\r\n', 400, 'Bad Request'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400, 'Bad Request'],
  [
    'huge headers',
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'Request Header Fields Too Large',
  ],
])('a connection without a valid request is answered in JSON: %s', async (_name, text, status, detail) => {
  const app = await openTestApp(() => {})
  onTestFinished(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { head, body } = await rawAnswer((app.server.address() as AddressInfo).port, text)
  expect(head).toContain(`HTTP/1.1 ${status} ${detail}\r\nContent-Type: application/json\r\n`)
  expect(head).toContain('Connection: close')
  expect(JSON.parse(body)).toEqual({ detail })
})

test.each([
  ['ERR_HTTP_REQUEST_TIMEOUT', 'HTTP/1.1 408 Request Timeout'],
  ['HPE_HEADER_OVERFLOW', 'HTTP/1.1 431 Request Header Fields Too Large'],
  ['HPE_ANYTHING', 'HTTP/1.1 400 Bad Request'],
  ['ECONNRESET', ''],
])('a connection that fails with %s gets the matching status', async (code, firstLine) => {
  const server = createServer((socket) => clientErrorWriter('list')(Object.assign(new Error('x'), { code }), socket))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { head } = await rawAnswer((server.address() as AddressInfo).port, '')
  expect(head.split('\r\n')[0]).toBe(firstLine)
})

test('an unexpected error that the service explains is answered as explained, and logged all the same', async () => {
  const lines: object[] = []
  const log = { info() {}, warn() {}, error: (facts: object) => void lines.push(facts) }
  const app = await failing(Object.assign(new Error('hunter2'), { code: 'ECONNREFUSED' }), {
    log,
    answerFor: (error, { method }) => unavailable(`${method}: ${String((error as { code?: unknown }).code)}`),
  })
  const answer = await app.inject('/fail')
  expect([answer.statusCode, answer.body]).toEqual([503, '{"detail":"GET: ECONNREFUSED"}'])
  expect(answer.headers['retry-after']).toBe('1')
  expect(lines).toHaveLength(1)
})

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test.each([
  ['an error on purpose', unavailable('Later.', { code: 'busy' }), 503, 'Later.', 'busy'],
  ['an unexpected one', new Error('hunter2'), 500, 'Internal Server Error', 'internal_error'],
])('a browser that meets %s gets the page that the service shows, and a program JSON', async (...row) => {
  const [, error, status, detail, code] = row
  const app = await failing(error, {
    validationDetail: 'text',
    errorPage: (problem) => ({ headers: { 'content-type': 'text/html' }, body: `<p>${Object.values(problem).join()}` }),
  })
  const page = await app.inject({ url: '/fail', headers: BROWSER })
  expect([page.statusCode, page.body]).toEqual([status, `<p>${status},${detail},${code}`])
  expect(page.headers).toMatchObject({ 'content-type': 'text/html', 'cache-control': 'no-store' })
  expect(page.headers['retry-after']).toBe(status === 503 ? '1' : undefined)
  const json = await app.inject('/fail')
  expect([json.statusCode, json.json()]).toEqual([status, { detail, code }])
})

test('where the service shows no page for an error, a browser gets JSON', async () => {
  const app = await failing(notFound('No.'), { errorPage: () => undefined })
  expect((await app.inject({ url: '/fail', headers: BROWSER })).json()).toEqual({ detail: 'No.' })
})

test('the page of an error has the policy that its route has set', async () => {
  const policy = "default-src 'none'; require-trusted-types-for 'script'"
  const app = await openTestApp(
    (routes) =>
      routes.get('/strict', OPEN, async (_request, reply) => {
        reply.header('content-security-policy', policy)
        throw notFound('No.')
      }),
    { errorPage: () => ({ headers: { 'Content-Security-Policy': 'looser', 'X-Page': '1' }, body: 'page' }) },
  )
  const { headers } = await app.inject({ url: '/strict', headers: BROWSER })
  expect([headers['content-security-policy'], headers['x-page']]).toEqual([policy, '1'])
})
