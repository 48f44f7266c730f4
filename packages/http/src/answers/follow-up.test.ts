import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { OPEN, openTestApp } from '../../world/open-test-app.ts'
import { takeOver } from '../prepared/take-over.ts'
import { createHttpMetrics } from '../reports/http-metrics.ts'

async function openCounted() {
  const metrics = createHttpMetrics({ processMetrics: false })
  const streams: Readable[] = []
  const app = await openTestApp(
    (routes) => {
      routes.get('/whole', OPEN, async () => ({}))
      routes.get('/nothing', OPEN, async (_request, reply) => reply.code(204).send())
      routes.get('/bytes', OPEN, async (_request, reply) => reply.send(Buffer.from('x')))
      routes.get('/stream', OPEN, (_request, reply) => {
        const stream = new Readable({ read: () => undefined })
        streams.push(stream)
        reply.type('text/plain').send(stream)
      })
      routes.get('/taken', OPEN, (_request, reply) => takeOver(reply).writeHead(200).flushHeaders())
    },
    { metrics },
  )
  const counted = async (): Promise<string[]> =>
    (await metrics.registry.metrics())
      .split('\n')
      .flatMap((line) => /_count\{method="GET",(.*)\} (\d+)$/.exec(line)?.slice(1).join(' ') ?? [])
  return { app, streams, counted }
}

test('a complete answer is measured by the time until its client has it', async () => {
  const { app, counted } = await openCounted()
  for (const url of ['/whole', '/nothing', '/bytes']) await app.inject(url)
  expect(await counted()).toEqual([
    'route="/whole",status="200" 1',
    'route="/nothing",status="204" 1',
    'route="/bytes",status="200" 1',
  ])
})

test.each(['/stream', '/taken'])('a stream is counted when it has ended, also by its client: %s', async (url) => {
  const { app, counted } = await openCounted()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const arrived = once(app.server, 'request')
  const request = get({ port, host: '127.0.0.1', path: url, agent: false })
  request.on('error', () => undefined)
  const [, response] = await arrived
  expect(await counted()).toEqual([])
  const closed = once(response, 'close')
  request.destroy()
  await closed
  expect(await counted()).toEqual([`route="${url}",status="200" 1`])
  await app.close()
})

test('a stream that its sender ends is counted once', async () => {
  const { app, streams, counted } = await openCounted()
  const answer = app.inject('/stream')
  while (streams.length === 0) await new Promise(setImmediate)
  streams[0]?.push('all of it')
  streams[0]?.push(null)
  expect((await answer).body).toBe('all of it')
  expect(await counted()).toEqual(['route="/stream",status="200" 1'])
})
