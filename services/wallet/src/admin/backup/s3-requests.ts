import { createHash } from 'node:crypto'
import { setTimeout as rest } from 'node:timers/promises'
import type { S3Place } from '../../config/backups.ts'

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD'
  /** Undefined: the bucket itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer> | string
  readonly signal?: AbortSignal | undefined
}

/** Asks an S3-compatible server; rejects when it does not answer with success, after retries. */
export type AskS3 = (request: S3Request) => Promise<Response>

const ATTEMPTS = 5
const FIRST_REST_MS = 1000
const ANSWER_MS = 300_000

/** Each request is signed with the hash of its body (AWS Signature Version 4); server errors and lost connections are retried. */
export function createS3Requests(place: S3Place, firstRestMs = FIRST_REST_MS): AskS3 {
  const once = async (request: S3Request): Promise<Response> => {
    const { AwsV4Signer } = await import('aws4fetch')
    const { method, body, signal } = request
    const { accessKeyId, secretAccessKey, region } = place
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signer = new AwsV4Signer({
      method,
      url: urlOf(place, request),
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      headers: { 'x-amz-content-sha256': hash },
    })
    const { url, headers } = await signer.sign()
    const deadline = AbortSignal.timeout(ANSWER_MS)
    return await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      ...(body !== undefined && { body }),
    })
  }
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await once(request).catch((error: unknown) => error as Error)
      const isLast = attempt === ATTEMPTS || request.signal?.aborted
      if (answer instanceof Error) {
        if (isLast) throw new Error(`S3 does not answer: ${reasonOf(answer)}`, { cause: answer })
      } else {
        if (answer.ok) return answer
        const isTransient = answer.status >= 500 || answer.status === 429 || answer.status === 408
        if (isLast || !isTransient) throw await refusal(request, answer)
        await answer.body?.cancel()
      }
      await rest(firstRestMs * 2 ** (attempt - 1), undefined, { signal: request.signal })
    }
  }
}

/** Path-style addresses, which every server supports. */
function urlOf({ endpoint, bucket }: S3Place, { key, query = {} }: S3Request): string {
  const path = key === undefined ? '' : `/${key.split('/').map(encodeURIComponent).join('/')}`
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${endpoint}/${bucket}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`
}

const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error && cause.message !== '' ? `${message} (${cause.message})` : message

const KEPT_TEXT = 300

/** The error with the server's code: `NoSuchBucket`, `SignatureDoesNotMatch`. */
async function refusal({ method, key }: S3Request, answer: Response): Promise<Error> {
  const text = await answer.text().catch(() => '')
  const details = ['Code', 'Message'].flatMap((name) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? [])
  const why = details.length > 0 ? details.join(': ').slice(0, KEPT_TEXT) : ''
  return new Error(`S3 answers ${answer.status} to ${method} ${key ?? 'of the bucket'}${why === '' ? '' : `: ${why}`}`)
}
