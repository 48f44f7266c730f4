import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { trusting } from '@satchel/lightning/net/node-http'
import { selfSignedCertificate } from '@satchel/outbound/world/loopback-certificate'
import { eventually } from '../campaigns/eventually.ts'

/** A proxy between the service and its node that can deliver a request long after its sender is gone. */
export interface DelayingProxy {
  readonly url: string
  /** PEM: the proxy's own. */
  readonly certificate: string
  /** Delays the next request that begins with `METHOD /path` and has this text in its body. */
  holdBack(call: string, text: string): HeldRequest
  /** The number of forwarded requests that begin so. */
  passed(call: string): number
  close(): Promise<void>
}

export interface HeldRequest {
  untilArrived(): Promise<void>
  /** Delivers it, whether or not its sender is still there; returns the node's answer. */
  release(): Promise<{ readonly status: number; readonly text: string }>
}

interface Held {
  readonly call: string
  readonly text: string
  arrived?: { readonly request: IncomingMessage; readonly body: Buffer }
}

/** The service resends an undelivered request after half a minute. */
const ARRIVED_MS = 60_000

export async function openDelayingProxy(node: { port: number; certificate: string }): Promise<DelayingProxy> {
  const own = selfSignedCertificate('localhost')
  const held: Held[] = []
  const passed: string[] = []
  const pass = ({ method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      passed.push(`${method} ${url}`)
      const at = { host: '127.0.0.1', port: node.port, path: url ?? '/', ...(method && { method }), headers }
      const request = httpsRequest({ ...at, ...trusting(node), agent: false }, resolve)
      request.on('error', reject)
      request.end(body)
    })
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readAll(request)
    const isFor = ({ call, text, arrived }: Held): boolean =>
      arrived === undefined && isCall(request, call) && body.includes(text)
    const holder = held.find(isFor)
    if (holder !== undefined) {
      holder.arrived = { request, body }
      return
    }
    const answer = await pass(request, body)
    response.on('close', () => answer.destroy())
    answer.on('error', () => response.destroy())
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    response.flushHeaders()
    answer.pipe(response)
  }
  const server = createServer(own, (request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificate: own.cert,
    holdBack(call, text) {
      const holder: Held = { call, text }
      held.push(holder)
      return {
        async untilArrived() {
          await eventually(`${call} is held back`, async () => holder.arrived !== undefined, ARRIVED_MS)
        },
        async release() {
          if (holder.arrived === undefined) throw new Error(`${call} has not arrived`)
          const answer = await pass(holder.arrived.request, holder.arrived.body)
          return { status: answer.statusCode ?? 0, text: (await readAll(answer)).toString() }
        },
      }
    },
    passed: (call) => passed.filter((one) => one.startsWith(call)).length,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const isCall = ({ method, url }: IncomingMessage, call: string): boolean => `${method} ${url}`.startsWith(call)

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
