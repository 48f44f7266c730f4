import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { OPEN, openTestApp } from '../world/open-test-app.ts'
import { BODY_BYTES, LARGE_BODY_BYTES } from './body-limits.ts'

const openEcho = () =>
  openTestApp(
    (routes) => {
      const echo = async ({ body }: { readonly body: unknown }) => ({ length: (body as string).length })
      routes.post('/echo', OPEN, echo)
      routes.post(
        '/own-words',
        { ...OPEN, errorHandler: (_error, _request, reply) => void reply.code(429).send('no') },
        echo,
      )
      routes.post('/pictures', { ...OPEN, bodyLimit: LARGE_BODY_BYTES }, echo)
      routes.post('/form', { config: { access: 'anyone', form: true } }, async ({ query }) => ({
        fields: Object.keys(query as object).length,
      }))
    },
    { rateLimit: { requests: 10, windowMs: 60_000 } },
  )

test.each([
  ['/echo', BODY_BYTES],
  ['/pictures', LARGE_BODY_BYTES],
])('%s reads a body of %i bytes, and one byte more is 413', async (url, most) => {
  const app = await openEcho()
  const send = (payload: string) =>
    app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload })
  const escapes = `"${'\\n'.repeat((most - 2) / 2)}"`
  expect((await send(escapes)).json()).toEqual({ length: (most - 2) / 2 })
  const tooLarge = await send(`${escapes} `)
  expect([tooLarge.statusCode, tooLarge.json()]).toEqual([413, { detail: 'Request body is too large' }])
})

test('a form has at most 1,000 fields', async () => {
  const app = await openEcho()
  const send = (count: number) =>
    app.inject({
      method: 'POST',
      url: '/form',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: Array.from({ length: count }, (_, index) => `f${index}=1`).join('&'),
    })
  expect((await send(1000)).json()).toEqual({ fields: 1000 })
  expect((await send(1001)).statusCode).toBe(400)
})

test.each([
  ['has a length', 'Content-Length: 1000000000', '/echo'],
  ['comes in chunks', 'Transfer-Encoding: chunked', '/echo'],
  ['has a length, at a route with its own error answers,', 'Content-Length: 1000000000', '/own-words'],
])(
  'a rejected request whose long body %s ends its connection, and the body is not awaited',
  async (_how, header, path) => {
    const app = await openEcho()
    onTestFinished(() => app.close())
    for (let count = 0; count < 10; count += 1) await app.inject({ url: '/nowhere' })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
    await once(socket, 'connect')
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${header}\r\n\r\n`)
    let answer = ''
    for await (const chunk of socket) answer += chunk
    expect(answer).toMatch(/^HTTP\/1\.1 429 /)
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
  },
)

test('a rejected request with a short body keeps its connection', async () => {
  const app = await openEcho()
  onTestFinished(() => app.close())
  for (let count = 0; count < 10; count += 1) await app.inject({ url: '/nowhere' })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const answer = await fetch(`${url}/echo`, { method: 'POST', body: 'x'.repeat(BODY_BYTES) })
  expect([answer.status, answer.headers.get('connection')]).toEqual([429, 'keep-alive'])
})
