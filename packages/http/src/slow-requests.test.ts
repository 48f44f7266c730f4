import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { OPEN, openTestApp } from '../world/open-test-app.ts'
import type { HttpApp } from './http-app.ts'

async function connectTo(app: HttpApp): Promise<Socket> {
  onTestFinished(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
  await once(socket, 'connect')
  return socket
}

async function readToEnd(socket: Socket): Promise<string> {
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer
}

test.each([
  ['headers', 'GET /fast HTTP/1.1\r\nHost: a\r\n'],
  ['body', 'POST /fast HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'],
])(
  'a request whose %s never end is answered 408 soon after the request timeout',
  async (_part, text) => {
    const app = await openTestApp((routes) => void routes.post('/fast', OPEN, async () => ({})), {
      requestTimeoutMs: 500,
    })
    const socket = await connectTo(app)
    const startedAt = performance.now()
    socket.write(text)
    expect(await readToEnd(socket)).toContain('HTTP/1.1 408 Request Timeout')
    expect(performance.now() - startedAt).toBeGreaterThan(450)
  },
  10_000,
)

test('by default a request may take 30 s', async () => {
  const app = await openTestApp(() => {})
  expect([app.server.headersTimeout, app.server.requestTimeout]).toEqual([30_000, 30_000])
})

test('a request on an open connection of a service that stops is answered 503 with a detail', async () => {
  const [inFlight, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const app = await openTestApp((routes) => {
    routes.get('/slow', OPEN, async () => {
      inFlight.resolve()
      await release.promise
      return { done: true }
    })
    routes.get('/fast', OPEN, async () => ({ done: true }))
  })
  const socket = await connectTo(app)
  const answers = readToEnd(socket)
  socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  await inFlight.promise
  const closed = app.close()
  const second = once(app.server, 'request')
  socket.write('GET /fast HTTP/1.1\r\nHost: a\r\n\r\n')
  await second
  release.resolve()
  await closed
  const late = (await answers).split('HTTP/1.1 ')[2] ?? ''
  expect(late).toContain('503 Service Unavailable')
  expect(late.toLowerCase()).toContain('retry-after: 1')
  expect(late).toContain('{"detail":"The service is shutting down; retry."}')
})
