import type { RequestListener, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openHttpServer } from '../world/loopback-server.ts'
import { reservePort } from '../world/reserve-port.ts'
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

test('an answer is returned when it begins, and its bytes are streamed', async () => {
  const sending = Promise.withResolvers<ServerResponse>()
  const opened = await openFrom((_request, response) => {
    response.writeHead(206, { 'content-range': 'bytes 0-9/10' }).write('first')
    sending.resolve(response)
  })
  expect(opened).toMatchObject({ kind: 'opened', status: 206, headers: { 'content-range': 'bytes 0-9/10' } })
  ;(await sending.promise).end(' last')
  expect(String(await buffer(bodyOf(opened)))).toBe('first last')
})

test('an answer that announces too many bytes is rejected, one that exceeds the limit is cut off', async () => {
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

test('a redirect is an answer, and is not followed', async () => {
  const other = await openHttpServer((_request, response) => response.end())
  const opened = await openFrom((_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${other.port}/` }).end(),
  )
  expect(opened).toMatchObject({ kind: 'opened', status: 302 })
  bodyOf(opened).destroy()
  expect(other.hits).toEqual([])
})

test('open() applies the guard like every request', async () => {
  const server = await openHttpServer((_request, response) => response.end())
  const url = `http://127.0.0.1:${server.port}/`
  const outbound = outboundWith({ allowPrivate: false })
  expect(await outbound.open({ method: 'GET', url })).toMatchObject({ kind: 'blocked', reason: 'address' })
  expect(server.hits).toEqual([])
  const refusing = `http://127.0.0.1:${await reservePort()}/`
  expect(await outboundWith().open({ method: 'GET', url: refusing })).toMatchObject({
    kind: 'failed',
    reason: 'refused',
  })
})

test('an answer that does not begin in time is aborted; one that has begun has no deadline', async () => {
  const silent = await openFrom(() => undefined, { timeoutMs: 50 })
  expect(silent).toMatchObject({ kind: 'failed', reason: 'timeout' })
})

test('a reader that disconnects closes the connection, and so does the end of the service', async () => {
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
