import type { RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { closedOrigin, openLocalServer, openTcpServer } from '../../mock/local-server.ts'
import { type FetchOptions, fetchJson, type JsonAnswer } from './fetch-json.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

function get(url: string, options: Partial<FetchOptions> = {}): Promise<JsonAnswer> {
  return fetchJson(url, { timeoutMs: 5000, userAgent: 'satchel-prices/1.0.0', clock: () => NOW, ...options })
}

function sends(body: string | Buffer, headers: Record<string, string> = {}, status = 200): RequestListener {
  return (_request, response) => response.writeHead(status, headers).end(body)
}

async function answerTo(answer: RequestListener, options: Partial<FetchOptions> = {}): Promise<JsonAnswer> {
  const server = await openLocalServer(answer)
  return get(`${server.origin}/ticker`, options)
}

test('a request names its user agent and the formats it accepts', async () => {
  let headers: Record<string, unknown> = {}
  await answerTo((request, response) => {
    headers = request.headers
    response.end('{}')
  })
  expect(headers).toMatchObject({
    'user-agent': 'satchel-prices/1.0.0',
    accept: 'application/json',
    'accept-encoding': 'gzip, br',
  })
})

const JSON_TEXT = '{"price":"95230.25"}'

test.each<[string, RequestListener]>([
  ['plain', sends(JSON_TEXT, { 'content-type': 'application/json' })],
  ['with the wrong content type', sends(JSON_TEXT, { 'content-type': 'text/html' })],
  ['with a byte-order mark', sends(`\uFEFF${JSON_TEXT}`)],
  ['gzip', sends(gzipSync(JSON_TEXT), { 'content-encoding': 'gzip' })],
  ['GZIP in capitals', sends(gzipSync(JSON_TEXT), { 'content-encoding': 'GZIP' })],
  ['Brotli', sends(brotliCompressSync(JSON_TEXT), { 'content-encoding': 'br' })],
  ['deflate', sends(deflateSync(JSON_TEXT), { 'content-encoding': 'deflate' })],
  [
    'in two pieces',
    (_request, response) => {
      response.write(JSON_TEXT.slice(0, 8))
      setImmediate(() => response.end(JSON_TEXT.slice(8)))
    },
  ],
])('a JSON body is read: %s', async (_name, answer) => {
  expect(await answerTo(answer)).toEqual({ ok: true, json: { price: '95230.25' } })
})

test('the last of two equal keys counts', async () => {
  expect(await answerTo(sends('{"price":"1","price":"2"}'))).toEqual({ ok: true, json: { price: '2' } })
})

test('a key named __proto__ changes no prototype', async () => {
  const answer = await answerTo(sends('{"__proto__":{"price":"1"}}'))
  expect(answer.ok && (answer.json as { price?: string }).price).toBeUndefined()
})

test('100 000 levels of nesting have no effect', async () => {
  const answer = await answerTo(sends(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))
  expect(answer.ok && Array.isArray(answer.json)).toBe(true)
})

test.each<[string, string | Buffer, Record<string, string>, string]>([
  ['an HTML page', '<html>Just a moment…</html>', { 'content-type': 'text/html' }, 'not JSON'],
  ['nothing', '', {}, 'not JSON'],
  ['truncated JSON', '{"price":"952', {}, 'not JSON'],
  ['trailing garbage', `${JSON_TEXT}<!-- 3 ms -->`, {}, 'not JSON'],
  ['a bare NaN', '{"price":NaN}', {}, 'not JSON'],
  ['gzip announced and not used', JSON_TEXT, { 'content-encoding': 'gzip' }, 'broken compression (Z_DATA_ERROR)'],
  ['Brotli announced and not used', JSON_TEXT, { 'content-encoding': 'br' }, 'broken compression (ERR__ERROR'],
  ['corrupt gzip', corrupt(gzipSync(JSON_TEXT)), { 'content-encoding': 'gzip' }, 'broken compression (Z_'],
  ['truncated gzip', gzipSync(JSON_TEXT).subarray(0, 20), { 'content-encoding': 'gzip' }, 'broken compression (Z_BUF'],
  ['an unknown encoding', JSON_TEXT, { 'content-encoding': 'zstd' }, 'compressed in an unknown way'],
  ['2 MiB', `"${'x'.repeat(2 * 1024 * 1024)}"`, {}, 'larger than 1 MiB'],
  ['a gzip bomb', gzipSync(Buffer.alloc(64 * 1024 * 1024)), { 'content-encoding': 'gzip' }, 'larger than 1 MiB'],
  [
    'a Brotli bomb',
    brotliCompressSync(Buffer.alloc(8 * 1024 * 1024)),
    { 'content-encoding': 'br' },
    'larger than 1 MiB',
  ],
])('status 200 with %s is a failure', async (_name, body, headers, error) => {
  const answer = await answerTo(sends(body, headers))
  expect(answer).toMatchObject({ ok: false, status: 200, error: expect.stringContaining(error) })
})

test('a body of 50 MB is not read to its end', async () => {
  let sent = 0
  const pieces = function* () {
    for (; sent < 50; sent += 1) yield Buffer.alloc(1024 * 1024, ' ')
  }
  const answer = await answerTo((_request, response) => void Readable.from(pieces()).pipe(response))
  expect(answer).toMatchObject({ error: 'larger than 1 MiB' })
  expect(sent).toBeLessThan(50)
})

test.each([204, 206, 304, 400, 403, 404, 418, 429, 451, 500, 503, 520])('status %d is a failure', async (status) => {
  expect(await answerTo(sends(status === 204 || status === 304 ? '' : JSON_TEXT, {}, status))).toEqual({
    ok: false,
    status,
    error: `HTTP ${status}`,
    retryAfterMs: undefined,
  })
})

test.each<[number, string, number | undefined]>([
  [429, '30', 30_000],
  [418, '120', 120_000],
  [503, '0', 0],
  [429, '999999999999', 3_600_000],
  [429, 'Fri, 20 Nov 2026 12:01:30 GMT', 90_000],
  [429, 'Fri, 20 Nov 2026 11:00:00 GMT', 0],
  [429, 'Sun, 20 Nov 2044 11:00:00 GMT', 3_600_000],
  [429, '-5', undefined],
  [429, '1.5', undefined],
  [429, 'soon', undefined],
  [429, '', undefined],
  [404, '30', undefined],
])('status %d with Retry-After %j asks for a wait of %j ms', async (status, retryAfter, waitMs) => {
  const answer = await answerTo(sends('', { 'retry-after': retryAfter }, status))
  expect(answer).toMatchObject({ ok: false, status, retryAfterMs: waitMs })
})

const STALLS: [string, RequestListener][] = [
  ['never answers', () => {}],
  ['stalls after the headers', (_request, response) => response.writeHead(200).flushHeaders()],
  ['stalls in the body', (_request, response) => void response.writeHead(200).write('{"price":')],
  [
    'drips',
    (_request, response) => {
      const timer = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(timer))
    },
  ],
  [
    'stalls in a compressed body',
    (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync(JSON_TEXT).subarray(0, 12))
    },
  ],
]

test.each(STALLS)(
  'an exchange that %s is given up at the deadline, and its connection closed',
  async (_name, answer) => {
    const closed = Promise.withResolvers<void>()
    const result = await answerTo(
      (request, response) => {
        request.socket.on('close', () => closed.resolve())
        answer(request, response)
      },
      { timeoutMs: 150 },
    )
    expect(result).toMatchObject({ ok: false, status: undefined, error: 'timed out after 0.15 s' })
    await closed.promise
  },
)

test('redirects do not extend the deadline', async () => {
  let hops = 0
  const result = await answerTo(
    (_request, response) => {
      hops += 1
      const timer = setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 60)
      response.on('close', () => clearTimeout(timer))
    },
    { timeoutMs: 150 },
  )
  expect(result).toMatchObject({ error: 'timed out after 0.15 s' })
  expect(hops).toBeLessThan(4)
})

test('the caller can abort the request', async () => {
  const stop = new AbortController()
  const result = await answerTo(() => stop.abort(), { signal: stop.signal })
  expect(result).toMatchObject({ ok: false, error: 'stopped' })
  expect(await get('http://127.0.0.1:9/', { signal: stop.signal })).toMatchObject({ error: 'stopped' })
})

test('a connection that is refused, or a host that does not exist, is a failure in one line', async () => {
  expect(await get(await closedOrigin())).toMatchObject({ error: 'connection refused (ECONNREFUSED)' })
  const noHost = await get('http://exchange.invalid/', { timeoutMs: 2000 })
  expect(noHost).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^(host not found \(\w+\)|timed out after 2 s)$/),
  })
})

test('a connection reset or ended in the body is a failure', async () => {
  const reset = answerTo((request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"price":')
    setImmediate(() => request.socket.resetAndDestroy())
  })
  expect(await reset).toMatchObject({ ok: false, error: expect.stringContaining('connection broke off') })
  const ended = answerTo((request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"price":')
    setImmediate(() => request.socket.end())
  })
  expect(await ended).toMatchObject({ ok: false, error: expect.stringContaining('connection broke off') })
})

test('an answer that is not HTTP, or not TLS for https, is a failure', async () => {
  const noise = await openTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))
  expect(await get(noise.origin)).toMatchObject({ ok: false, error: expect.stringContaining('not HTTP') })
  expect(await get(noise.origin.replace('http', 'https'))).toMatchObject({
    error: expect.stringContaining('TLS failed'),
  })
  expect(await get('not a URL')).toMatchObject({ ok: false, error: 'request failed (ERR_INVALID_URL)' })
})

test('a connection is never used twice', async () => {
  const server = await openLocalServer(sends(JSON_TEXT))
  for (let round = 0; round < 3; round += 1) expect(await get(server.origin)).toMatchObject({ ok: true })
  expect(server.connections()).toBe(3)
})

test('a redirect on the same host is followed, three times at most', async () => {
  const server = await openLocalServer((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end(JSON_TEXT)
    else response.writeHead(307, { location: `/${left - 1}` }).end('moved')
  })
  expect(await get(`${server.origin}/3`)).toMatchObject({ ok: true })
  expect(await get(`${server.origin}/4`)).toMatchObject({ ok: false, error: 'redirected too often' })
})

test('a redirect to another host is not followed', async () => {
  const other = await openLocalServer(sends(JSON_TEXT))
  const result = await answerTo(sends('', { location: `${other.origin}/ticker` }, 302))
  expect(result).toMatchObject({ ok: false, status: 302, error: 'redirected to another host' })
  expect(other.requests).toEqual([])
  const nowhere = await answerTo(sends('', { location: 'http://[' }, 301))
  expect(nowhere).toMatchObject({ ok: false, error: 'redirected to another host' })
  expect(await answerTo(sends('', {}, 302))).toMatchObject({ ok: false, error: 'HTTP 302' })
})

function corrupt(body: Buffer): Buffer {
  return Buffer.from(body.map((byte, index) => (index > 10 && index < body.length - 8 ? byte ^ 0x5a : byte)))
}
