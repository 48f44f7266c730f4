import { pipeline, type Readable, Transform } from 'node:stream'
import { codeOf, describeFailure, type Failure, failure } from './describe-failure.ts'
import { WRONG_PEER } from './guarded-connector.ts'
import { openClient, type PinnedRequest, plainHeaders } from './send-pinned.ts'

export type Opened =
  | {
      readonly kind: 'opened'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      /** Fails when it exceeds the size limit or stalls. The caller must read or destroy it. */
      readonly body: Readable
    }
  | ({ readonly kind: 'failed'; readonly status: number | undefined } & Failure)
  | { readonly kind: 'wrong_peer' }

/** How long the other side may be silent in the middle of an answer. */
const IDLE_MS = 30_000

/** Like `sendPinned`, for answers too large for memory: resolves when the answer begins. Never rejects. */
export async function openPinned(request: PinnedRequest): Promise<Opened> {
  const { url, method, headers, stop, maxBytes } = request
  const client = openClient(request, IDLE_MS)
  const end = () => void client.destroy()
  try {
    const path = `${url.pathname}${url.search}`
    const response = await client.request({ path, method, headers, body: request.body ?? null, signal: stop })
    const { statusCode: status, body: source } = response
    source.on('error', () => {})
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
      end()
      return { kind: 'failed', status, ...failure('too_large') }
    }
    const body = upTo(maxBytes)
    pipeline(source, body, end)
    return { kind: 'opened', status, headers: plainHeaders(response), body }
  } catch (error) {
    end()
    if (stop.aborted) return { kind: 'failed', status: undefined, ...failure(stop.reason) }
    if (codeOf(error) === WRONG_PEER) return { kind: 'wrong_peer' }
    return { kind: 'failed', status: undefined, ...describeFailure(error) }
  }
}

/** A stream that ends immediately when destroyed, even while its source is silent. */
function upTo(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(new Error('the answer is too large'))
      else done(null, chunk)
    },
  })
}
