import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createHttpMetrics } from './http-metrics.ts'
import { serveMetrics } from './serve-metrics.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const open = async (token?: string): Promise<string> => {
  const metrics = createHttpMetrics({ processMetrics: false })
  metrics.observe('GET', '/a', 200, 1)
  const served = await serveMetrics({ metrics, host: '127.0.0.1', port: 0, token })
  closing.push(served.close)
  return `http://127.0.0.1:${served.port}`
}

test('the port answers the metrics and nothing else', async () => {
  const url = await open()
  const answer = await fetch(`${url}/metrics`)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(await answer.text()).toContain('http_request_duration_seconds_count{method="GET",route="/a",status="200"} 1')
  expect((await fetch(`${url}/api/v1/health`)).status).toBe(404)
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405)
})

test('with a token, only its bearer is answered', async () => {
  const url = await open('a-long-enough-token')
  expect((await fetch(`${url}/metrics`)).status).toBe(401)
  const headers = { authorization: 'Bearer a-long-enough-token' }
  expect((await fetch(`${url}/metrics`, { headers })).status).toBe(200)
})

test('a port that is in use is an error', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  closing.push(() => other.close())
  const { port } = other.address() as AddressInfo
  const metrics = createHttpMetrics({ processMetrics: false })
  await expect(serveMetrics({ metrics, host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE')
})
