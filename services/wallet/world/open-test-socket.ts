import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'

export interface TestSocket {
  readonly socket: WebSocket
  /** All received messages, parsed. */
  readonly messages: Record<string, unknown>[]
  say(message: unknown): void
  /** Resolves when the service has read everything said before. */
  heard(): Promise<void>
  /** The code the socket was closed with; undefined while it is open. */
  closed(): number | undefined
}

/** For tests: a real WebSocket client that ends with the test. Rejects with the status when the service rejects it. */
export async function openTestSocket(url: string, options: ClientOptions = {}): Promise<TestSocket> {
  const socket = new WebSocket(url, options)
  const messages: Record<string, unknown>[] = []
  let code: number | undefined
  socket.on('message', (text) => messages.push(JSON.parse((text as Buffer).toString()) as Record<string, unknown>))
  socket.on('close', (closedWith) => {
    code = closedWith
  })
  onTestFinished(() => socket.terminate())
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
    socket.on('unexpected-response', (_request, response) => reject(new Error(`answered ${response.statusCode}`)))
  })
  return {
    socket,
    messages,
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async heard() {
      const pong = once(socket, 'pong')
      socket.ping()
      await pong
    },
    closed: () => code,
  }
}
