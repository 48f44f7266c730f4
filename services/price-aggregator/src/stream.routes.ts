import type { ServerResponse } from 'node:http'
import { ErrorBody } from '@satchel/http/error-body'
import type { HttpApp } from '@satchel/http/http-app'
import { takeOver } from '@satchel/http/prepared/take-over'
import { schemaRef } from '@satchel/http/schema-ref'
import { unavailable } from '@satchel/http/service-error'
import { Type } from 'typebox'
import type { LatestRates } from './latest-rates.ts'
import type { PublishedRates } from './published-rates.ts'

/** Comments in between keep proxies from closing a quiet connection. */
const KEEP_ALIVE_MS = 15_000
/** A reader this far behind is cut off; it reconnects and gets the newest cycle. */
const MAX_UNSENT_BYTES = 256 * 1024
const MAX_READERS = 10_000

/** `/stream`: every finished cycle once per connection, as server-sent events. */
export function streamRoutes(app: HttpApp, { latest }: { readonly latest: LatestRates }): void {
  const readers = new Set<ServerResponse>()
  const write = (reader: ServerResponse, bytes: Buffer | string): void => {
    if (reader.writableLength > MAX_UNSENT_BYTES) reader.destroy()
    else reader.write(bytes)
  }
  const writeAll = (bytes: Buffer | string): void => {
    for (const reader of readers) write(reader, bytes)
  }
  latest.onPublish((rates: PublishedRates) => writeAll(rates.event))
  const keepAlive = setInterval(() => writeAll(': still here\n\n'), KEEP_ALIVE_MS).unref()
  app.addHook('preClose', async () => {
    clearInterval(keepAlive)
    for (const reader of readers) reader.end()
  })

  app.get('/stream', { config: { access: 'anyone' }, schema: STREAM }, (request, reply) => {
    if (readers.size >= MAX_READERS) throw unavailable('Too many open streams')
    const reader = takeOver(reply)
    reader.writeHead(200, STREAM_HEADERS)
    if (request.method === 'HEAD') return void reader.end()
    readers.add(reader)
    reader.on('close', () => readers.delete(reader))
    reader.flushHeaders()
    const { current } = latest
    if (current !== undefined && request.headers['last-event-id'] !== current.timestamp) write(reader, current.event)
  })
}

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  // Asks nginx not to buffer events.
  'X-Accel-Buffering': 'no',
} as const

const STREAM = {
  operationId: 'streamRates',
  tags: ['rates'],
  summary: 'Stream the prices',
  description:
    'Server-sent events: the current cycle immediately, then one event per cycle. `event: rates`, `id` = the timestamp, `data` = the body of `/rates`. Comments keep the connection open. A client that reconnects with `Last-Event-ID` does not get the same cycle twice.',
  produces: ['text/event-stream'],
  response: {
    200: {
      description: 'Stream of events without an end.',
      content: {
        'text/event-stream': {
          schema: Type.String({ examples: ['event: rates\nid: 2026-11-20T12:00:00.123Z\ndata: {…}\n\n'] }),
        },
      },
    },
    503: schemaRef(ErrorBody, 'Too many open streams.'),
  },
} as const
