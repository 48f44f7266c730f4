import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ControlAnswer } from './control-calls.ts'

export interface ControlServerOptions {
  readonly host: string
  readonly port: number
  readonly sendControl: (call: string, body: unknown) => Promise<ControlAnswer>
}

export interface ControlServer {
  readonly url: string
  close(): Promise<void>
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/
const MAX_BODY_BYTES = 1_000_000

/** The control interface over HTTP (rule E1), for this machine only and not for web pages. */
export async function startControlServer({ host, port, sendControl }: ControlServerOptions): Promise<ControlServer> {
  if (!LOOPBACK.test(host)) throw new Error(`The control interface listens on loopback only, not on ${host}.`)
  const server = createServer((request, response) => {
    void answer(request, sendControl).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  request: IncomingMessage,
  sendControl: ControlServerOptions['sendControl'],
): Promise<ControlAnswer> {
  if (request.headers.origin !== undefined) return refusal(403, 'The control interface is not for web pages.')
  let body: unknown
  try {
    const text = await readText(request)
    body = text.trim() === '' ? undefined : JSON.parse(text)
  } catch (error) {
    return refusal(400, `The body cannot be read: ${(error as Error).message}`)
  }
  const [path] = (request.url ?? '').split('?')
  return await sendControl(`${request.method} ${path}`, body)
}

const refusal = (status: number, detail: string): ControlAnswer => ({ status, body: { detail } })

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) throw new Error('it is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
