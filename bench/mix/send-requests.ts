import { connect, type Socket } from 'node:net'

export interface Request {
  /** The whole request, as it goes over the wire. */
  readonly text: string
  /** Any other status is an error; unset: all are accepted. */
  readonly status?: number
  readonly onAnswer?: (answer: Answer) => void
}

export interface Answer {
  readonly status: number
  readonly body: string
  /** From request to answer. */
  readonly ms: number
}

export interface Connections {
  /** Connections are spread over these ports. */
  readonly ports: readonly number[]
  readonly connections: number
  /** The address of the client: the rate limit counts each address separately. */
  readonly from?: string | undefined
  /** Minimum interval between requests of a connection; unset: the next request follows the answer. */
  readonly everyMs?: number | undefined
}

/**
 * Sends requests until `next` returns none, one in flight on each connection. Uses raw sockets, so that it needs little
 * CPU itself. Returns the seconds that it took.
 */
export async function sendRequests(settings: Connections, next: () => Request | undefined): Promise<number> {
  const { ports, connections } = settings
  const open = (_: unknown, index: number) => openSocket(ports[index % ports.length] as number, settings.from)
  const sockets = await Promise.all(Array.from({ length: connections }, open))
  const startedAt = performance.now()
  await Promise.all(sockets.map((socket) => sendOn(socket, settings.everyMs ?? 0, next)))
  const seconds = (performance.now() - startedAt) / 1000
  for (const socket of sockets) socket.destroy()
  return seconds
}

/** Sends the request of each index below `count`. */
export function sendMany(port: number, count: number, request: (index: number) => Request): Promise<number> {
  let index = 0
  const next = (): Request | undefined => (index < count ? request(index++) : undefined)
  return sendRequests({ ports: [port], connections: Math.min(count, 64) }, next)
}

export function writeRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const content = text === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}${content}\r\n${text}`
}

function openSocket(port: number, from = '127.0.0.1'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

function sendOn(socket: Socket, everyMs: number, next: () => Request | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let buffered = ''
    let sentAt = 0
    let current: Request | undefined
    const send = (): void => {
      current = next()
      if (current === undefined) return resolve()
      sentAt = performance.now()
      socket.write(current.text)
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
      const answer = {
        status: Number(buffered.slice(9, 12)),
        body: buffered.slice(end + 4),
        ms: performance.now() - sentAt,
      }
      buffered = ''
      const { text, status = answer.status, onAnswer } = current as Request
      if (answer.status !== status) {
        return reject(new Error(`${text.split('\r\n')[0]}: ${answer.status} ${answer.body}`))
      }
      onAnswer?.(answer)
      const restMs = sentAt + everyMs - performance.now()
      if (restMs > 0) setTimeout(send, restMs)
      else send()
    })
    send()
  })
}
