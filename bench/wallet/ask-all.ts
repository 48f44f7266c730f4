import { connect, type Socket } from 'node:net'

export interface Asked {
  readonly seconds: number
  readonly answers: number
  /** Milliseconds from question to answer, one per answer. */
  readonly latencies: Float64Array
}

export interface AskOptions {
  readonly port: number
  readonly connections: number
  /** The address that asks: another one is another client to the rate limit. */
  readonly from?: string
  /** Each connection asks that often at most; unset = again as soon as it is answered. */
  readonly everyMs?: number
  /** The next request, whole, as it goes over the wire; undefined = there are no more. */
  readonly next: () => string | undefined
  readonly onAnswer: (status: number, body: string) => void
}

/** Sends all requests over some connections, one in flight on each; raw sockets, to need little CPU itself. */
export async function askAll(options: AskOptions): Promise<Asked> {
  const sockets = await Promise.all(Array.from({ length: options.connections }, () => open(options)))
  const latencies: number[] = []
  const startedAt = performance.now()
  await Promise.all(sockets.map((socket) => askOn(socket, options, latencies)))
  const seconds = (performance.now() - startedAt) / 1000
  for (const socket of sockets) socket.destroy()
  return { seconds, answers: latencies.length, latencies: Float64Array.from(latencies).sort() }
}

/** `fraction` 0.99 = the p99 of sorted latencies. */
export const percentile = (sorted: Float64Array, fraction: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN

/** One request with JSON, for `next`. */
export function writeRequest(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const content = text === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('')}${content}\r\n${text}`
}

function open({ port, from = '127.0.0.1' }: AskOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

function askOn(socket: Socket, { next, onAnswer, everyMs = 0 }: AskOptions, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let buffered = ''
    let askedAt = 0
    const ask = (): void => {
      const request = next()
      if (request === undefined) return resolve()
      askedAt = performance.now()
      socket.write(request)
    }
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed the connection')))
    socket.on('data', (chunk: string) => {
      buffered += chunk
      const end = buffered.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(buffered.slice(0, end))?.[1])
      if (buffered.length < end + 4 + length) return
      const status = Number(buffered.slice(9, 12))
      const body = buffered.slice(end + 4)
      buffered = ''
      latencies.push(performance.now() - askedAt)
      onAnswer(status, body)
      const rest = askedAt + everyMs - performance.now()
      if (rest > 0) setTimeout(ask, rest)
      else ask()
    })
    ask()
  })
}
