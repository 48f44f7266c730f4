import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SILENT_LOG } from '@satchel/http/log'
import { decimalText } from '@satchel/money/decimal'
import { expect, onTestFinished, test } from 'vitest'
import { followPriceAggregator, type PriceAggregatorTiming } from './price-aggregator.ts'
import type { RateSource } from './rate-source.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const TIMING: PriceAggregatorTiming = { answerMs: 300, silenceMs: 300, leastPauseMs: 5, mostPauseMs: 20 }

const at = (msBefore: number): string => new Date(NOW - msBefore).toISOString()
const body = (median: unknown, timestamp: unknown = at(0)) => ({ timestamp, rates: { USD: { median } } })
const event = (rates: object): string => `event: rates\nid: x\ndata: ${JSON.stringify(rates)}\n\n`
const pricesOf = (source: RateSource) =>
  Object.fromEntries([...source.quotes()].map(([currency, { price }]) => [currency, decimalText(price)]))

/** A service that answers as scripted by the test, and a client that follows it. */
async function follow(answers: Record<string, (response: ServerResponse, visit: number) => void>) {
  const visits: Record<string, number> = {}
  const lines: unknown[] = []
  const listener: RequestListener = (request, response) => {
    const path = request.url ?? ''
    visits[path] = (visits[path] ?? 0) + 1
    const answer = answers[path]
    if (answer === undefined) response.writeHead(404).end()
    else answer(response, visits[path] ?? 0)
  }
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const source = followPriceAggregator({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    currencies: ['USD', 'EUR'],
    clock: () => NOW,
    log: { ...SILENT_LOG, info: (_facts, message) => lines.push(message), warn: (facts) => lines.push(facts) },
    random: () => 0.5,
    timing: TIMING,
  })
  let changes = 0
  source.onChange(() => {
    changes += 1
  })
  onTestFinished(async () => {
    await source.stop()
    server.closeAllConnections()
    server.close()
  })
  source.start()
  return { source, visits, lines, changes: () => changes }
}

const json = (response: ServerResponse, value: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
const open = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' })
const quiet = (response: ServerResponse): void => void open(response).write(': here\n\n')

test('every cycle of the stream is stored as it arrives, in any number of chunks', async () => {
  let stream: ServerResponse | undefined
  const { source, changes } = await follow({
    '/rates': (response) => json(response, body(1, at(5000))),
    '/stream': (response) => {
      stream = open(response)
      stream.write(event(body(2, at(4000))))
    },
  })
  await expect.poll(() => pricesOf(source)).toEqual({ USD: '2' })
  const text = event(body(3, at(3000))).replaceAll('\n', '\r\n')
  for (const piece of [text.slice(0, 9), text.slice(9, 40), text.slice(40)]) stream?.write(piece)
  await expect.poll(() => pricesOf(source)).toEqual({ USD: '3' })
  expect(changes()).toBe(3)
})

test('a service that is down, breaks off or is silent is followed again, and known prices stay', async () => {
  const { source, visits } = await follow({
    '/rates': (response, visit) => (visit === 1 ? json(response, body(7)) : response.writeHead(503).end()),
    '/stream': (response, visit) => {
      if (visit === 1) response.destroy()
      else if (visit === 2) response.writeHead(500).end()
      else if (visit === 3) open(response).write('data: {"half')
      else if (visit === 4) open(response).end(`event: rates\ndata: not json\n\n`)
      else if (visit === 5) open(response).write(event(body(8)))
      else quiet(response)
    },
  })
  await expect.poll(() => pricesOf(source), { timeout: 5000 }).toEqual({ USD: '8' })
  await expect.poll(() => visits['/stream'], { timeout: 5000 }).toBeGreaterThan(5)
  expect(pricesOf(source)).toEqual({ USD: '8' })
})

test('a service that stays down is logged once, and once more when it is up', async () => {
  const { visits, lines } = await follow({
    '/rates': (response, visit) => (visit > 8 ? json(response, body(visit)) : response.writeHead(503).end()),
    '/stream': (response) => response.writeHead(500).end(),
  })
  await expect.poll(() => visits['/rates'], { timeout: 5000 }).toBeGreaterThan(9)
  expect(lines).toEqual([{ error: '/stream answered 500' }, 'the price aggregator is followed again'])
})

test.each([0, -1, null, '50000', true, 1e12, 1e300, {}, undefined])(
  'a median of %j is rejected as a price: the last one stays, with its age (D14)',
  async (median) => {
    const { source, visits } = await follow({
      '/rates': (response) => json(response, body(50_000, at(60_000))),
      '/stream': (response) => {
        open(response).write(event(body(median)))
        response.end()
      },
    })
    await expect.poll(() => visits['/stream']).toBeGreaterThan(1)
    expect(source.quotes().get('USD')?.at).toBe(NOW - 60_000)
    expect(pricesOf(source)).toEqual({ USD: '50000' })
  },
)

test.each([null, [], 7, {}, { rates: {} }, body(5, 'today'), body(5, null), { timestamp: at(0), rates: null }])(
  'an invalid body is skipped: %j',
  async (wrong) => {
    const { source, visits } = await follow({
      '/rates': (response) => json(response, wrong),
      '/stream': (response) => response.end(),
    })
    await expect.poll(() => visits['/stream']).toBeGreaterThan(1)
    expect(pricesOf(source)).toEqual({})
  },
)

test('time does not move back, and nothing is newer than now (D14)', async () => {
  const { source, visits } = await follow({
    '/rates': (response) => json(response, body(5, at(-3_600_000))),
    '/stream': (response) => {
      open(response).write(event(body(6, at(1000))))
      response.end()
    },
  })
  await expect.poll(() => visits['/stream']).toBeGreaterThan(1)
  expect(source.quotes().get('USD')).toEqual({ price: { coefficient: 5n, scale: 0 }, at: NOW })
})

test('the age of a price is that of most of its exchanges, not of the cycle that repeats it', async () => {
  const cell = (price: number | null, msBefore: number) => ({
    currencies: { USD: { price, updated: price === null ? null : at(msBefore) } },
  })
  const ages = async (...cells: object[]): Promise<number | undefined> => {
    const { source } = await follow({
      '/rates': (response) => json(response, body(5)),
      '/sources': (response) => json(response, { sources: cells }),
      '/stream': quiet,
    })
    await expect.poll(() => source.quotes().size).toBe(1)
    return NOW - (source.quotes().get('USD')?.at ?? 0)
  }
  expect(await ages(cell(5, 3_600_000))).toBe(3_600_000)
  expect(await ages(cell(5, 1000), cell(5, 3_600_000))).toBe(3_600_000)
  expect(await ages(cell(5, 1000), cell(5, 2000), cell(5, 3_600_000), cell(null, 0))).toBe(2000)
  expect(await ages()).toBe(0)
})

test('an answer or event beyond 1 MiB, or without an end, is aborted without harm', async () => {
  const large = 'x'.repeat(1_200_000)
  const { source, visits } = await follow({
    '/rates': (response, visit) => {
      if (visit === 1) json(response, { ...body(5), large })
      else if (visit === 2) response.writeHead(200).write('{')
      else response.writeHead(503).end()
    },
    '/stream': (response, visit) => {
      if (visit === 1) open(response).write(`data: ${large}`)
      else open(response).write(event(body(9)))
    },
  })
  await expect.poll(() => pricesOf(source), { timeout: 5000 }).toEqual({ USD: '9' })
  expect(visits['/stream']).toBe(2)
})

test('no request is sent after the stop, which does not wait for an answer', async () => {
  const { source, visits } = await follow({ '/rates': () => undefined })
  await expect.poll(() => visits['/rates']).toBe(1)
  const begun = performance.now()
  await source.stop()
  expect(performance.now() - begun).toBeLessThan(200)
  expect(visits).toEqual({ '/rates': 1 })
})
