import type { ErrorWord } from './error-words.ts'
import { OPERATIONS, type Operations } from './operations.ts'

export interface ClientOptions {
  /** URL of the wallet service: `https://satchel.example`. */
  readonly baseUrl: string
  /** A wallet's key; wins over a token. */
  readonly key?: string | undefined
  /** The `access_token` of a log-in, or an ACL token. */
  readonly token?: string | undefined
  readonly fetch?: typeof fetch | undefined
  /** Default: 30 000. */
  readonly timeoutMs?: number | undefined
}

/** The parameters of an operation: optional, if it needs none. */
type Request<Name extends keyof Operations> = Omit<Operations[Name], 'answer'> & {
  /** A repeat with the same key has one effect. */
  readonly idempotencyKey?: string
}

type Arguments<Name extends keyof Operations> =
  Record<string, never> extends Omit<Operations[Name], 'answer'> ? [request?: Request<Name>] : [request: Request<Name>]

export interface Client {
  /** Calls an operation by its `operationId`. Throws `ClientError` for every answer from 400 on. */
  call<Name extends keyof Operations>(name: Name, ...request: Arguments<Name>): Promise<Operations[Name]['answer']>
  /** The same service with another credential. */
  as(credential: { readonly key?: string; readonly token?: string }): Client
}

/** The service rejected the request; `detail` has the reason, for people. */
export class ClientError extends Error {
  readonly status: number
  readonly detail: string
  /** Code of the error; unset if the answer is not from the service, but from a proxy, for example. */
  readonly code: ErrorWord | undefined
  /** The numbers and names in `detail`. */
  readonly params: Readonly<Record<string, string | number>>
  /** The whole body of the answer. */
  readonly body: unknown

  constructor(status: number, body: unknown) {
    const answer = (body ?? {}) as { detail?: unknown; code?: ErrorWord; params?: ClientError['params'] }
    const detail = String(answer.detail ?? body)
    super(`${status} ${detail}`)
    this.status = status
    this.detail = detail
    this.code = answer.code
    this.params = answer.params ?? {}
    this.body = body
  }
}

interface AnyRequest {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly idempotencyKey?: string
}

/** Every operation of the wallet service, typed as its OpenAPI document says. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, key, token, timeoutMs = 30_000 } = options
  const send = options.fetch ?? fetch
  return {
    async call(name, ...[request]) {
      const { path, query, body, idempotencyKey } = (request ?? {}) as AnyRequest
      const [method, template] = OPERATIONS[name]
      const response = await send(`${baseUrl}${fill(template, path)}${toQuery(query)}`, {
        method,
        headers: {
          ...(key !== undefined && { 'X-Api-Key': key }),
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const answer = await read(response)
      if (response.status >= 400) throw new ClientError(response.status, answer)
      return answer as never
    },
    as: (credential) => createClient({ ...options, key: undefined, token: undefined, ...credential }),
  }
}

const fill = (template: string, path: AnyRequest['path'] = {}): string =>
  template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? ''))

function toQuery(query: AnyRequest['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, unknown] => [name, one]),
  )
  const set = given.filter(([, value]) => value !== undefined)
  if (set.length === 0) return ''
  return `?${new URLSearchParams(set.map(([name, value]): [string, string] => [name, String(value)])).toString()}`
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  return (response.headers.get('content-type') ?? '').includes('json') ? JSON.parse(text) : text
}
