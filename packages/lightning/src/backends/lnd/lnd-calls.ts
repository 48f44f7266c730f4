import { parseJson } from '@satchel/json/parse-json'
import { RefusedStreamError } from '../../net/node-http.ts'
import type { WatchedNodeHttp } from '../../net/open-node-http.ts'
import { type LndRefusal, readRefusal } from './lnd-refusal.ts'

/** LND's answer to one call: its fields, or the reason of a rejection. */
export type LndAnswer = { readonly fields: Readonly<Record<string, unknown>> } | { readonly refusal: LndRefusal }

/** LND's REST interface: JSON with 64-bit numbers as text, bytes as base64, streams a JSON object per line. */
export interface LndCalls {
  /** Rejects without an answer that can be read. */
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<LndAnswer>
  /** The answer to a call that the macaroon need not permit; undefined = it is refused. */
  askIfAllowed(path: string): Promise<Readonly<Record<string, unknown>> | undefined>
  /** The answer's fields; rejects when LND refuses. */
  require(method: 'GET' | 'POST', path: string, body?: object): Promise<Readonly<Record<string, unknown>>>
  /** Each `result` of a stream until it ends; resolves with the error, if it ends with one. */
  follow(
    request: StreamRequest,
    onResult: (result: Readonly<Record<string, unknown>>) => void,
  ): Promise<LndRefusal | undefined>
}

export interface StreamRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly silenceMs: number
  readonly signal?: AbortSignal
  readonly onDate?: (seconds: number) => void
}

/** `streams`: long-lived calls have separate connections, so that short calls never wait for them. */
export function createLndCalls(short: WatchedNodeHttp, streams: WatchedNodeHttp): LndCalls {
  const ask: LndCalls['ask'] = async (method, path, body) => {
    const { status, text } = await short.call({ method, path, body })
    if (status >= 200 && status <= 299) return { fields: readFields(text) }
    return { refusal: readRefusal(status, text) }
  }
  return {
    ask,
    async askIfAllowed(path) {
      const { status, text } = await short.call({ method: 'GET', path, isOptional: true })
      return status >= 200 && status <= 299 ? readFields(text) : undefined
    },
    async require(method, path, body) {
      const answer = await ask(method, path, body)
      if ('refusal' in answer) throw new Error(`LND refuses ${path.split('?')[0]}: ${answer.refusal.message}`)
      return answer.fields
    },
    async follow({ method, path, body, silenceMs, signal, onDate }, onResult) {
      let refusal: LndRefusal | undefined
      const onLine = (line: string): void => {
        const { result, error } = readFields(line)
        if (isFields(result)) onResult(result)
        else if (error !== undefined) refusal = readRefusal(200, line)
      }
      try {
        const more = { ...(signal && { signal }), ...(onDate && { onDate }) }
        await streams.readLines({ method, path, body, silenceMs, ...more }, onLine)
      } catch (error) {
        if (!(error instanceof RefusedStreamError)) throw error
        return readRefusal(error.answer.status, error.answer.text)
      }
      return refusal
    },
  }
}

/** Bytes as LND takes them in a path: base64 for URLs with its padding, without which it refuses the call. */
export const toPathBytes = (hex: string): string =>
  Buffer.from(hex, 'hex').toString('base64').replaceAll('+', '-').replaceAll('/', '_')

function readFields(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = parseJson(text)
  if (!isFields(value)) throw new Error('LND answers with something else than an object')
  return value
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
