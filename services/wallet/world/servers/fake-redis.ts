import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface RedisServer {
  readonly url: string
  stop(): Promise<void>
}

interface Entry {
  value: number
  endsAt: number
}

/** The few commands that counting needs, over RESP 2, for machines without a Redis. */
export async function startFakeRedis(): Promise<RedisServer> {
  const entries = new Map<string, Entry>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let unread = ''
    socket.setEncoding('utf8')
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (text: string) => {
      const { commands, rest } = readCommands(unread + text)
      unread = rest
      socket.write(commands.map((command) => answer(entries, command)).join(''))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** Whole arrays of bulk strings; what is not whole yet is the rest. All our texts are ASCII. */
function readCommands(text: string): { commands: string[][]; rest: string } {
  const commands: string[][] = []
  let rest = text
  for (;;) {
    const head = /^\*(\d+)\r\n/.exec(rest)
    if (head === null) return { commands, rest }
    let at = head[0].length
    const words: string[] = []
    for (let word = 0; word < Number(head[1]); word += 1) {
      const size = /^\$(\d+)\r\n/.exec(rest.slice(at))
      if (size === null) return { commands, rest }
      const start = at + size[0].length
      at = start + Number(size[1]) + 2
      if (rest.length < at) return { commands, rest }
      words.push(rest.slice(start, at - 2))
    }
    commands.push(words)
    rest = rest.slice(at)
  }
}

function answer(entries: Map<string, Entry>, [name = '', key = '', ...args]: readonly string[]): string {
  const now = Date.now()
  if ((entries.get(key)?.endsAt ?? 0) <= now) entries.delete(key)
  const entry = entries.get(key)
  switch (name.toUpperCase()) {
    case 'INFO':
      return bulk('redis_version:7.0.0\r\nloading:0\r\n')
    case 'CLIENT':
      return '+OK\r\n'
    case 'SET': {
      const [value, px, ms, nx] = args
      if (px?.toUpperCase() !== 'PX' || nx?.toUpperCase() !== 'NX') return '-ERR syntax error\r\n'
      if (entry !== undefined) return '$-1\r\n'
      entries.set(key, { value: Number(value), endsAt: now + Number(ms) })
      return '+OK\r\n'
    }
    case 'INCRBY': {
      const counted = entry ?? { value: 0, endsAt: Number.POSITIVE_INFINITY }
      counted.value += Number(args[0])
      entries.set(key, counted)
      return `:${counted.value}\r\n`
    }
    case 'PTTL':
      if (entry === undefined) return ':-2\r\n'
      return entry.endsAt === Number.POSITIVE_INFINITY ? ':-1\r\n' : `:${entry.endsAt - now}\r\n`
    case 'PEXPIRE':
      if (entry === undefined) return ':0\r\n'
      entry.endsAt = now + Number(args[0])
      return ':1\r\n'
    default:
      return `-ERR unknown command '${name}'\r\n`
  }
}

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`
