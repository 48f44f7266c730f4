import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpMetrics } from './http-metrics.ts'
import { hasMetricsToken } from './metrics-token.ts'

export interface MetricsServerOptions {
  readonly metrics: Pick<HttpMetrics, 'registry'>
  readonly host: string
  readonly port: number
  readonly token?: string | undefined
}

const CONCURRENT = 8

/** `/metrics` on a port of its own, and nothing else. Does not keep the process alive. Rejects if the port is in use. */
export async function serveMetrics({ metrics, host, port, token }: MetricsServerOptions) {
  const { registry } = metrics
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = (status: number, body: string, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(body)
    }
    if (request.url?.split('?')[0] !== '/metrics') return answer(404, 'Not found.\n')
    if (request.method !== 'GET') return answer(405, 'Only GET.\n', { allow: 'GET' })
    if (token !== undefined && !hasMetricsToken(request.headers.authorization, token)) {
      return answer(401, 'A valid metrics token is required.\n', { 'www-authenticate': 'Bearer' })
    }
    try {
      answer(200, await registry.metrics(), { 'content-type': registry.contentType })
    } catch {
      answer(500, 'The metrics cannot be read.\n')
    }
  }
  const server = createServer((request, response) => void serve(request, response))
  server.maxConnections = CONCURRENT
  server.requestTimeout = 10_000
  server.listen(port, host).unref()
  await once(server, 'listening')
  const { port: actual } = server.address() as AddressInfo
  return {
    port: actual,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
