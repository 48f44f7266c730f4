import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { WebSocketServer } from 'ws'

export interface StandIn {
  readonly url: string
  end(): Promise<void>
}

/**
 * A separate server that receives a flood and answers as the service does: so the baseline without an attack on the service
 * has the same load on the same machine.
 */
export async function startStandIn(): Promise<StandIn> {
  const child = fork(fileURLToPath(import.meta.url), { serialization: 'advanced' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const port = await new Promise((resolve) => child.once('message', resolve))
  return {
    url: `http://127.0.0.1:${String(port)}`,
    async end() {
      child.kill()
      await ended
    },
  }
}

function serve(): void {
  const server = createServer((_request, response) => {
    response.writeHead(429, { connection: 'close' }).end()
  })
  new WebSocketServer({ server }).on('connection', (socket) => socket.on('message', () => socket.send('["OK"]')))
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) serve()
