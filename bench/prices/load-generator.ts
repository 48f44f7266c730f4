import { connect, type Socket } from 'node:net'

export type LoadCommand =
  | { readonly do: 'open'; readonly port: number; readonly path: string; readonly connections: number }
  | { readonly do: 'run'; readonly seconds: number }
  | { readonly do: 'close' }

export type LoadReport =
  | { readonly done: 'open' | 'close' }
  | { readonly done: 'run'; readonly requests: number; readonly seconds: number }
  | { readonly failed: string }

interface Connection {
  readonly socket: Socket
  onAnswer: () => void
}

/** The process that sends the requests. It uses raw sockets, so that it needs less CPU than any server it measures. */
function main(): void {
  const report = (said: LoadReport): void => void process.send?.(said)
  const fail = (reason: string): void => report({ failed: reason })
  let connections: Connection[] = []
  let request = Buffer.alloc(0)
  process.on('disconnect', () => process.exit(0))
  const obey = async (command: LoadCommand): Promise<void> => {
    if (command.do === 'open') {
      const { port, path } = command
      // Only the headers that HTTP requires: more would cost every server the same, and bring the ratios closer to 1.
      request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
      connections = await Promise.all(Array.from({ length: command.connections }, () => open(port, fail)))
      report({ done: 'open' })
    } else if (command.do === 'run') {
      report({ done: 'run', ...(await run(connections, request, command.seconds)) })
    } else {
      for (const { socket } of connections) socket.removeAllListeners('close').destroy()
      report({ done: 'close' })
    }
  }
  process.on('message', (command: LoadCommand) => {
    obey(command).catch((error: unknown) => fail(String(error)))
  })
}

/** Each connection sends its next request after an answer. Requests in flight at the end are awaited and counted. */
function run(connections: readonly Connection[], request: Buffer, seconds: number) {
  return new Promise<{ requests: number; seconds: number }>((resolve) => {
    const startedAt = performance.now()
    let over = false
    let requests = 0
    let busy = connections.length
    // Busy-waits: waking this process would cost the server CPU, and a slow server would wake it more often.
    const stayAwake = (): void => {
      if (busy > 0) setImmediate(stayAwake)
    }
    stayAwake()
    setTimeout(() => {
      over = true
    }, seconds * 1000)
    for (const connection of connections) {
      connection.onAnswer = () => {
        requests += 1
        if (!over) return void connection.socket.write(request)
        busy -= 1
        if (busy === 0) resolve({ requests, seconds: (performance.now() - startedAt) / 1000 })
      }
      connection.socket.write(request)
    }
  })
}

/** Shared by all connections, because its bytes are parsed before the next read. */
const readBuffer = Buffer.allocUnsafe(64 * 1024)

function open(port: number, fail: (reason: string) => void): Promise<Connection> {
  return new Promise((resolve) => {
    const read = createAnswerReader(() => connection.onAnswer(), fail)
    const callback = (length: number): boolean => {
      read(readBuffer.subarray(0, length))
      return true
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: readBuffer, callback } })
    const connection: Connection = { socket, onAnswer: () => fail('answered without being asked') }
    socket.on('connect', () => resolve(connection))
    socket.on('error', (error) => fail(error.message))
    socket.on('close', () => fail('the server closed a connection'))
  })
}

/** Counts answers on one connection that has at most one request in flight. */
function createAnswerReader(onAnswer: () => void, fail: (reason: string) => void): (chunk: Buffer) => void {
  let early: Buffer | undefined
  let missing = 0
  return (chunk) => {
    if (missing > 0) {
      missing -= chunk.length
    } else {
      const bytes = early === undefined ? chunk : Buffer.concat([early, chunk])
      const end = bytes.indexOf('\r\n\r\n')
      // A copy, because the next read overwrites the buffer.
      early = end < 0 ? Buffer.from(bytes) : undefined
      if (end < 0) return
      const head = bytes.toString('latin1', 0, end)
      if (!head.startsWith('HTTP/1.1 200 ')) return fail(`answered ${head.split('\r\n')[0]}`)
      missing = end + 4 + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]) - bytes.length
    }
    if (missing === 0) onAnswer()
    else if (!(missing > 0)) fail('answered without a length, or with more bytes than announced')
  }
}

main()
