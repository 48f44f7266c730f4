import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'

export interface TestSocket<Message = Record<string, unknown>> {
  readonly socket: WebSocket
  /** All received messages. */
  readonly messages: Message[]
  say(message: unknown): void
  /** Resolves when the service has read all earlier messages. */
  heard(): Promise<void>
  /** The code the socket was closed with; undefined while it is open. */
  closed(): number | undefined
}

/**
 * For tests: a real WebSocket client that parses its messages as JSON and ends with the test. Rejects with the status when
 * the service rejects it.
 */
export const openTestSocket = (url: string, options: ClientOptions = {}): Promise<TestSocket> =>
  open(url, options, (text) => JSON.parse(text) as Record<string, unknown>)

/** The same for a client that reads plain text. */
export const openTextSocket = (url: string): Promise<TestSocket<string>> => open(url, {}, (text) => text)

async function open<Message>(
  url: string,
  options: ClientOptions,
  read: (text: string) => Message,
): Promise<TestSocket<Message>> {
  const socket = new WebSocket(url, options)
  const messages: Message[] = []
  let code: number | undefined
  socket.on('message', (data: Buffer) => messages.push(read(data.toString())))
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
