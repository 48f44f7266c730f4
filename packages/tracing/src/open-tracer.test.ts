import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openTracer } from './open-tracer.ts'
import type { Tracer } from './tracer.ts'

let bodies: string[]
let tracer: Tracer
const options = { headers: {}, serviceName: 'shop', version: '1', ratio: 1 }

beforeEach(async () => {
  bodies = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body)
      response.end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  tracer = openTracer({ ...options, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces` })
})

const work = (name: string, inside: () => Promise<unknown> = async () => undefined) =>
  tracer.inSpan(name, { kind: 'internal', attributes: {} }, inside)
const names = (): string[] => [...bodies.join().matchAll(/"name":"(work [^"]+)"/g)].map(([, name]) => name ?? '')

test('a span inside a span is its child, also if the outer one awaits before it', async () => {
  await work('work outer', async () => {
    await new Promise(setImmediate)
    await work('work inner')
  })
  await tracer.close()
  const [inner, outer] = JSON.parse(bodies[0] ?? '').resourceSpans[0].scopeSpans[0].spans
  expect([inner.name, outer.name]).toEqual(['work inner', 'work outer'])
  expect([inner.traceId, inner.parentSpanId]).toEqual([outer.traceId, outer.spanId])
  expect(bodies[0]).toContain('"shop"')
})

test('a failed span is marked without the text of its error, and the error reaches the caller', async () => {
  await expect(work('work that fails', () => Promise.reject(new TypeError('Ann paid 5 sat')))).rejects.toThrow(
    'Ann paid',
  )
  await tracer.close()
  expect(bodies.join()).toMatch(/"TypeError".*"status":\{"code":2\}/)
  expect(bodies.join()).not.toContain('Ann')
})

test('a caller decides whether its trace is recorded', async () => {
  for (const flags of ['00', '01']) {
    const traceparent = `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}`
    const span = tracer.openRequest({ method: 'GET', headers: { traceparent } })
    await new Promise((resolve) => span.run(() => void work(`work ${flags}`).then(resolve)))
    span.end('/', 200)
  }
  await tracer.close()
  expect(names()).toEqual(['work 01'])
})

test('a collector that is down delays no work, and the shutdown by three seconds at most', async () => {
  const alone = openTracer({ ...options, url: 'http://127.0.0.1:1/v1/traces' })
  expect(await alone.inSpan('work', { kind: 'client', attributes: {} }, async () => 7)).toBe(7)
  const startedAt = performance.now()
  await alone.close()
  expect(performance.now() - startedAt).toBeLessThan(3000)
})
