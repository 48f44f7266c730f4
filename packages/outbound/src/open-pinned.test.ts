import type { RequestListener, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { closedPort, openHttpServer } from './loopback-server.ts'
import { createOutbound, type OutboundOpened, type OutboundOptions, type OutboundRequest } from './outbound.ts'

const outboundWith = (options: Partial<OutboundOptions> = {}) =>
  createOutbound({ allowPrivate: true, allow: [], userAgent: 'satchel/1.0.0', ...options })

async function openFrom(answer: RequestListener, request: Partial<OutboundRequest> = {}): Promise<OutboundOpened> {
  const server = await openHttpServer(answer)
  return outboundWith().open({ method: 'GET', url: `http://127.0.0.1:${server.port}/`, ...request })
}

function bodyOf(opened: OutboundOpened) {
  if (opened.kind !== 'opened') throw new Error(opened.message)
  return opened.body
}

test('an answer is there when it begins, and its bytes come as they are sent', async () => {
  const sending = Promise.withResolvers<ServerResponse>()
  const opened = await openFrom((_request, response) => {
    response.writeHead(206, { 'content-range': 'bytes 0-9/10' }).write('first')
    sending.resolve(response)
  })
  expect(opened).toMatchObject({ kind: 'opened', status: 206, headers: { 'content-range': 'bytes 0-9/10' } })
  ;(await sending.promise).end(' last')
  expect(String(await buffer(bodyOf(opened)))).toBe('first last')
})

test('what says that it is too large is refused, and what turns out to be breaks off', async () => {
  const large = await openFrom((_request, response) => response.end('x'.repeat(101)), { maxBytes: 100 })
  expect(large).toMatchObject({ kind: 'failed', status: 200, reason: 'too_large' })
  const growing = await openFrom(
    (_request, response) => {
      response.write('x'.repeat(60))
      response.end('x'.repeat(60))
    },
    { maxBytes: 100 },
  )
  await expect(buffer(bodyOf(growing))).rejects.toThrow('too large')
  const whole = await openFrom((_request, response) => response.end('x'.repeat(100)), { maxBytes: 100 })
  expect(await buffer(bodyOf(whole))).toHaveLength(100)
})

test('a redirect is an answer and is not followed', async () => {
  const other = await openHttpServer((_request, response) => response.end())
  const opened = await openFrom((_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${other.port}/` }).end(),
  )
  expect(opened).toMatchObject({ kind: 'opened', status: 302 })
  bodyOf(opened).destroy()
  expect(other.hits).toEqual([])
})

test('the guard judges as it does for every request', async () => {
  const server = await openHttpServer((_request, response) => response.end())
  const url = `http://127.0.0.1:${server.port}/`
  const outbound = outboundWith({ allowPrivate: false })
  expect(await outbound.open({ method: 'GET', url })).toMatchObject({ kind: 'blocked', reason: 'address' })
  expect(server.hits).toEqual([])
  const nobody = `http://127.0.0.1:${await closedPort()}/`
  expect(await outboundWith().open({ method: 'GET', url: nobody })).toMatchObject({ kind: 'failed', reason: 'refused' })
})

test('an answer that does not begin in time is given up, and one that has begun is not hurried', async () => {
  const silent = await openFrom(() => undefined, { timeoutMs: 50 })
  expect(silent).toMatchObject({ kind: 'failed', reason: 'timeout' })
})

test('a reader that leaves ends the connection, and so does the end of the service', async () => {
  const server = await openHttpServer((_request, response) => void response.write('begun'))
  const outbound = outboundWith()
  const ask = () => outbound.open({ method: 'GET', url: `http://127.0.0.1:${server.port}/` })
  const [left, stopped] = [bodyOf(await ask()), bodyOf(await ask())]
  left.destroy()
  outbound.close()
  expect(stopped.destroyed).toBe(true)
  await server.quiet()
  expect(await ask()).toMatchObject({ kind: 'failed', reason: 'aborted' })
})
