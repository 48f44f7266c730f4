import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPrices, type PricesWorld } from '../mock/open-prices.ts'

let world: PricesWorld
let url: string
beforeEach(async () => {
  world = await openPrices()
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/stream`
})
afterEach(() => world.close())

/** A reader of server-sent events that collects them. */
async function openReader(headers: Record<string, string> = {}) {
  const events: { event: string; id: string; data: string }[] = []
  let ended = false
  const asked = request(url, { headers, agent: false })
  const status = new Promise<number>((resolve, reject) => {
    asked.on('error', reject)
    asked.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const match = /^event: (.*)\nid: (.*)\ndata: (.*)$/.exec(text.slice(0, end))
          if (match !== null) events.push({ event: match[1] ?? '', id: match[2] ?? '', data: match[3] ?? '' })
          text = text.slice(end + 2)
        }
      })
      response.on('close', () => {
        ended = true
      })
      resolve(response.statusCode ?? 0)
    })
  })
  asked.end()
  expect(await status).toBe(200)
  return { events, isEnded: () => ended, close: () => asked.destroy() }
}

test('a reader gets the current cycle immediately and every later one once, as the body of /rates', async () => {
  await world.aggregator.runCycle()
  const first = (await world.app.inject('/rates')).body
  const reader = await openReader()
  await expect.poll(() => reader.events.length).toBe(1)
  world.now += 60_000
  await world.aggregator.runCycle()
  await expect.poll(() => reader.events.length).toBe(2)
  expect(reader.events).toEqual([
    { event: 'rates', id: '2026-11-20T12:00:00.000Z', data: first },
    { event: 'rates', id: '2026-11-20T12:01:00.000Z', data: (await world.app.inject('/rates')).body },
  ])
  reader.close()
})

test('before the first cycle a reader waits, and a reader that reconnects gets no cycle twice', async () => {
  const early = await openReader()
  expect(early.events).toEqual([])
  await world.aggregator.runCycle()
  await expect.poll(() => early.events.length).toBe(1)
  const again = await openReader({ 'last-event-id': early.events[0]?.id ?? '' })
  world.now += 60_000
  await world.aggregator.runCycle()
  await expect.poll(() => again.events.map(({ id }) => id)).toEqual(['2026-11-20T12:01:00.000Z'])
  early.close()
  again.close()
})

test('closing the service ends every stream', async () => {
  const reader = await openReader()
  await world.app.close()
  await expect.poll(reader.isEnded).toBe(true)
})

test('HEAD /stream ends immediately', async () => {
  const answer = await fetch(url, { method: 'HEAD' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
})
