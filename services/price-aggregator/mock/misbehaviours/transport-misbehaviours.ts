import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Misbehaviour, type Reply, sendWhole } from './misbehaviour.ts'

export const transportMisbehaviours: readonly Misbehaviour[] = [
  {
    name: 'refuses-connection',
    kind: 'transport',
    what: 'nothing listens on the port (ECONNREFUSED)',
    expect: 'kept',
    does: { deaf: true },
  },
  {
    name: 'resets-on-connect',
    kind: 'transport',
    what: 'accepts the connection and resets it immediately',
    expect: 'kept',
    does: { connection: (socket) => socket.resetAndDestroy() },
  },
  {
    name: 'never-answers',
    kind: 'transport',
    what: 'takes the request and stays silent',
    expect: 'kept',
    does: { send: () => {} },
  },
  {
    name: 'stalls-after-headers',
    kind: 'transport',
    what: 'sends the headers, then nothing',
    expect: 'kept',
    does: { send: (response, reply) => sendHead(response, reply) },
  },
  {
    name: 'stalls-in-body',
    kind: 'transport',
    what: 'sends half of the body, then nothing',
    expect: 'kept',
    does: { send: (response, reply) => sendHalf(response, reply) },
  },
  {
    name: 'drips',
    kind: 'transport',
    what: 'sends one byte of the body a second',
    expect: 'kept',
    does: { send: drip },
  },
  {
    name: 'resets-in-body',
    kind: 'transport',
    what: 'resets the connection in the middle of the body',
    expect: 'kept',
    does: { send: (response, reply) => sendHalf(response, reply, () => response.socket?.resetAndDestroy()) },
  },
  {
    name: 'closes-in-body',
    kind: 'transport',
    what: 'closes the connection in good order before the announced length is reached',
    expect: 'kept',
    does: { send: (response, reply) => sendHalf(response, reply, () => response.socket?.end()) },
  },
  {
    name: 'bad-tls',
    kind: 'transport',
    what: 'answers bytes of a TLS alert where HTTP is expected',
    expect: 'kept',
    does: { connection: sendTlsAlert },
  },
  {
    name: 'https-on-plain-port',
    kind: 'transport',
    what: 'exchangesFile() names https:// for a port that speaks plain HTTP',
    expect: 'kept',
    does: { origin: (origin) => origin.replace('http:', 'https:') },
  },
  {
    name: 'dns-failure',
    kind: 'transport',
    what: 'exchangesFile() names the host exchange.invalid, which does not resolve',
    expect: 'kept',
    does: { origin: (origin) => origin.replace('127.0.0.1', 'exchange.invalid') },
  },
  {
    name: 'closes-kept-alive',
    kind: 'transport',
    what: 'announces keep-alive and closes the connection after each answer',
    expect: 'updated',
    does: { send: (response, reply) => sendAndClose(response, reply) },
  },
  {
    name: 'resets-reused-connection',
    kind: 'transport',
    what: 'resets a connection as soon as a second request comes on it',
    expect: 'updated',
    rounds: 2,
    does: {
      send: (response, reply, turn) =>
        turn.nthOnConnection > 1 ? response.socket?.resetAndDestroy() : sendWhole(response, reply),
    },
  },
  {
    name: 'redirects-to-same-host',
    kind: 'transport',
    what: '302 to another path on the same host and port, where the answer is good',
    expect: 'updated',
    does: { send: (response, _, turn) => redirect(response, `http://127.0.0.1:${turn.port}/moved${turn.url}`) },
  },
  {
    name: 'redirects-to-another-host',
    kind: 'transport',
    what: '302 to a host of another name (localhost), where the answer would be good',
    expect: 'kept',
    does: { send: (response, _, turn) => redirect(response, `http://localhost:${turn.port}/moved${turn.url}`) },
  },
  {
    name: 'redirects-for-ever',
    kind: 'transport',
    what: '302 to the very same URL',
    expect: 'kept',
    does: { send: (response, _, turn) => redirect(response, turn.url) },
  },
  {
    name: 'fifty-megabytes',
    kind: 'body',
    what: 'a good answer followed by 50 MB of white space: valid JSON, far too long',
    expect: 'kept',
    does: { send: sendFiftyMegabytes },
  },
  {
    name: 'gzip-bomb',
    kind: 'body',
    what: 'the same 50 MB as 50 kB of gzip',
    expect: 'kept',
    does: { send: (response, reply) => sendWhole(response, bomb(reply)) },
  },
  slowFirstByte(250),
]

/** Valid answers, late: just below the deadline, after the end of the cycle, or longer than the interval. */
export function slowFirstByte(delayMs: number): Misbehaviour {
  return {
    name: 'slow-first-byte',
    kind: 'transport',
    what: `answers well, ${delayMs} ms late`,
    expect: 'updated',
    does: {
      send: (response, reply) => {
        const timer = setTimeout(() => sendWhole(response, reply), delayMs)
        response.once('close', () => clearTimeout(timer))
      },
    },
  }
}

function sendHead(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, { ...reply.headers, 'content-length': String(reply.body.length) })
  response.flushHeaders()
}

function sendHalf(response: ServerResponse, reply: Reply, then?: () => void): void {
  sendHead(response, reply)
  response.write(reply.body.subarray(0, Math.floor(reply.body.length / 2)), () => then?.())
}

function drip(response: ServerResponse, reply: Reply): void {
  sendHead(response, reply)
  let sent = 0
  const timer = setInterval(() => {
    response.write(reply.body.subarray(sent, sent + 1))
    sent += 1
    if (sent === reply.body.length) response.end()
  }, 1000)
  response.once('close', () => clearInterval(timer))
}

function sendTlsAlert(socket: Socket): void {
  socket.end(Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]))
}

function sendAndClose(response: ServerResponse, reply: Reply): void {
  const { socket } = response
  response.once('finish', () => socket?.end())
  sendWhole(response, { ...reply, headers: { ...reply.headers, connection: 'keep-alive' } })
}

function redirect(response: ServerResponse, location: string): void {
  sendWhole(response, { status: 302, headers: { location }, body: Buffer.alloc(0) })
}

const FIFTY_MEGABYTES = 50 * 1024 * 1024
const BLANKS = Buffer.alloc(64 * 1024, ' ')

/** Written as fast as the client reads and no faster, so that the mock itself stays small. */
function sendFiftyMegabytes(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, reply.headers)
  response.write(reply.body)
  let sent = 0
  const pump = (): void => {
    while (sent < FIFTY_MEGABYTES) {
      if (response.destroyed) return
      sent += BLANKS.length
      if (!response.write(BLANKS)) {
        response.once('drain', pump)
        return
      }
    }
    response.end()
  }
  pump()
}

/** Gzip files may be joined: one of a megabyte is packed once and repeated, so that the mock stays quick. */
const PACKED_MEGABYTE = gzipSync(Buffer.alloc(1024 * 1024, ' '))

function bomb(reply: Reply): Reply {
  const blanks = Array.from({ length: 50 }, () => PACKED_MEGABYTE)
  const body = Buffer.concat([gzipSync(reply.body), ...blanks])
  return { ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' }, body }
}
