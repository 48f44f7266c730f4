import { expect, test } from 'vitest'
import { OPEN, openTestApp } from '../../world/open-test-app.ts'
import { createCachedAnswer, sendCached } from '../prepared/cached-answer.ts'
import { createHttpMetrics } from './http-metrics.ts'
import { metricsRoute } from './metrics-route.ts'

const openMeasured = (processMetrics = false) => {
  const metrics = createHttpMetrics({ processMetrics })
  const cached = createCachedAnswer(Buffer.from('{}'), 't1')
  return openTestApp(
    (routes) => {
      routes.get('/wallet/:key', OPEN, async () => ({}))
      routes.post('/wallet/:key', OPEN, async () => ({}))
      routes.get('/cached', OPEN, (request, reply) => sendCached(request, reply, cached, 'no-cache'))
      routes.get('/fail', OPEN, async () => Promise.reject(new Error('x')))
      metricsRoute(routes, metrics)
    },
    { metrics },
  )
}

test('concurrent requests share one reading, and a later one gets a new reading', async () => {
  const metrics = createHttpMetrics({ processMetrics: false })
  const { registry } = metrics
  const read = registry.metrics.bind(registry)
  let readings = 0
  registry.metrics = () => {
    readings += 1
    return read()
  }
  const app = await openTestApp((routes) => metricsRoute(routes, metrics), { metrics })
  const answers = await Promise.all(Array.from({ length: 30 }, () => app.inject('/metrics')))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 30 }, () => 200))
  expect(readings).toBeLessThan(10)
  const before = readings
  await app.inject('/metrics')
  expect(readings).toBe(before + 1)
})

test('answers are counted by route template, method and status', async () => {
  const app = await openMeasured()
  for (const url of ['/wallet/a', '/wallet/b', '/cached', '/cached', '/fail', '/no/such', '/other'])
    await app.inject(url)
  await app.inject({ url: '/cached', headers: { 'if-none-match': '*' } })
  await app.inject({ method: 'POST', url: '/wallet/a' })
  await app.inject({ method: 'POST', url: '/wallet/a', headers: { 'content-type': 'text/plain' }, payload: 'x' })
  const { body, headers } = await app.inject('/metrics')
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  const counts = body.split('\n').filter((line) => line.includes('_count{'))
  expect(counts.sort()).toEqual([
    'http_request_duration_seconds_count{method="GET",route="/cached",status="200"} 2',
    'http_request_duration_seconds_count{method="GET",route="/cached",status="304"} 1',
    'http_request_duration_seconds_count{method="GET",route="/fail",status="500"} 1',
    'http_request_duration_seconds_count{method="GET",route="/wallet/:key",status="200"} 2',
    'http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 2',
    'http_request_duration_seconds_count{method="POST",route="/wallet/:key",status="200"} 1',
    'http_request_duration_seconds_count{method="POST",route="/wallet/:key",status="415"} 1',
  ])
})

test('buckets are cumulative: each counts all answers up to its duration', async () => {
  const { registry, observe } = createHttpMetrics({ processMetrics: false })
  for (const milliseconds of [0.5, 1, 1.1, 70, 10_000, 20_000]) observe('GET', '/a', 200, milliseconds)
  const lines = (await registry.metrics()).split('\n')
  const bucket = (le: string) =>
    lines
      .find((line) => line.startsWith(`http_request_duration_seconds_bucket{le="${le}"`))
      ?.split(' ')
      .at(-1)
  expect(['0.001', '0.0025', '0.05', '0.1', '5', '10', '+Inf'].map(bucket)).toEqual(['2', '3', '3', '4', '4', '5', '6'])
  expect(lines).toContain('# TYPE http_request_duration_seconds histogram')
  expect(lines.find((line) => line.includes('_sum{'))).toMatch(/ 30\.072\d+$/)
})

test('without a request nothing is counted', async () => {
  const { registry } = createHttpMetrics({ processMetrics: false })
  expect(await registry.metrics()).not.toContain('_count{')
})

test('the metrics of the process are included when enabled', async () => {
  const { body } = await (await openMeasured(true)).inject('/metrics')
  expect(body).toContain('process_cpu_user_seconds_total')
  expect(body).toContain('nodejs_eventloop_lag_seconds')
})
