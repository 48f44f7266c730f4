import { Client, type Dispatcher } from 'undici'
import { codeOf, describeFailure, type Failure, failure } from './describe-failure.ts'
import { guardedConnector, type Pinned, WRONG_PEER } from './guarded-connector.ts'

export interface PinnedRequest extends Pinned {
  readonly url: URL
  readonly method: HttpMethod
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
  readonly maxBytes: number
  readonly connectTimeoutMs: number
  /** Aborted with a `FailureReason`. */
  readonly stop: AbortSignal
}

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Sent =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: Buffer
    }
  | ({ readonly kind: 'failed'; readonly status: number | undefined } & Failure)
  | { readonly kind: 'wrong_peer' }

/**
 * Sends one request on its own connection: a kept connection would outlive the look-up that allowed it. No proxies of
 * the environment, no cookies, no redirects. Never rejects.
 */
export async function sendPinned(request: PinnedRequest): Promise<Sent> {
  const { url, method, headers, stop } = request
  // Only the caller's deadline counts: undici's own would not stop a slow body.
  const client = openClient(request, 0)
  let status: number | undefined
  try {
    const path = `${url.pathname}${url.search}`
    const response = await client.request({ path, method, headers, body: request.body ?? null, signal: stop })
    // Destroying the client ends an unread body with an error, which is uncaught without a listener.
    response.body.on('error', () => {})
    status = response.statusCode
    const body = await readUpTo(response.body, request.maxBytes)
    if (body === undefined) return { kind: 'failed', status, ...failure('too_large') }
    return { kind: 'answered', status, headers: plainHeaders(response), body }
  } catch (error) {
    if (stop.aborted) return { kind: 'failed', status, ...failure(stop.reason) }
    if (codeOf(error) === WRONG_PEER) return { kind: 'wrong_peer' }
    return { kind: 'failed', status, ...describeFailure(error) }
  } finally {
    void client.destroy()
  }
}

/** `idleMs`: how long a body may stall; 0 = without limit. */
export function openClient(request: PinnedRequest, idleMs: number): Client {
  return new Client(request.url.origin, {
    connect: guardedConnector(request, request.connectTimeoutMs, request.stop),
    pipelining: 0,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: idleMs,
  })
}

/** Nothing is decompressed, so the limit counts the bytes that arrive. */
async function readUpTo(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export function plainHeaders(response: Dispatcher.ResponseData): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}
