import { createReader } from '@satchel/http/environment'
import { expect, test } from 'vitest'
import { readTracing } from './tracing.ts'

function read(env: Record<string, string>) {
  const problems: string[] = []
  return { tracing: readTracing(createReader(env, problems), problems), problems }
}

test('nothing is traced without an endpoint', () => {
  expect(read({ OTEL_TRACES_SAMPLER_ARG: '0.5' })).toEqual({ tracing: undefined, problems: [] })
})

test('traces are sent below the endpoint, with percent-encoded headers', () => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'a=b%2Cc, x-key = d',
  }
  expect(read({ ...env, OTEL_TRACES_SAMPLER_ARG: '.25', OTEL_SERVICE_NAME: 'shop' })).toEqual({
    tracing: {
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: { a: 'b,c', 'x-key': 'd' },
      serviceName: 'shop',
      ratio: 0.25,
    },
    problems: [],
  })
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no pair'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OTEL_TRACES_SAMPLER_ARG', 'half'],
])('%s: %s is rejected', (name, value) => {
  const { problems } = read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', [name]: value })
  expect(problems).toEqual([expect.stringContaining(`${name}: must be`)])
})
