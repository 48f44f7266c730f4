import { loadTexts, locale } from '../language/language.ts'
import { createStore } from '../store.ts'
import { ApiError } from './api-error.ts'
import { countLogOuts, promptLogIn } from './auth-prompt.ts'
import { limitEnds, noteLimit, retryAfter } from './rate-limit.ts'
import type { AnswerOf, InputOf, Route } from './routes.ts'

interface AnyInput {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** One key per confirmation screen: the service carries out a repeated request once. */
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The caller handles a 401 itself; no log-in dialog opens. */
  readonly anonymous?: boolean
  /** The caller shows no error, so the texts of errors need not be loaded. */
  readonly quiet?: boolean
}

/** Whether the last request reached the service. */
export const serviceReached = createStore(true)

/** A 403 came, perhaps because the service requires a second factor of this account first. */
export const wasForbidden = createStore(false)

/** Calls a route of the service: `call('GET /api/v1/wallets')`. Throws `ApiError`. */
export function call<Name extends Route>(
  route: Name,
  ...[input, options]: {} extends InputOf<Name>
    ? [input?: InputOf<Name> | undefined, options?: CallOptions]
    : [input: InputOf<Name>, options?: CallOptions]
): Promise<AnswerOf<Name>> {
  return callAny(route, input ?? {}, options ?? {})
}

/** Like `call`, for routes of extensions, whose names only the service knows. */
export const callAt = (
  method: string,
  template: string,
  input: AnyInput = {},
  options: CallOptions = {},
): Promise<unknown> => callAny(`${method} ${template}`, input, options)

const callAny = <Answer>(route: string, input: AnyInput, options: CallOptions): Promise<Answer> =>
  withAuthPrompt(async () => (await send(route, input, options)) as Answer, options)

/** On a 401, opens the log-in or the step-up over the page, then sends the request once more. */
async function withAuthPrompt<Answer>(ask: () => Promise<Answer>, { anonymous }: CallOptions = {}): Promise<Answer> {
  const since = countLogOuts()
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) wasForbidden.set(true)
    if (!(error instanceof ApiError) || error.status !== 401 || anonymous === true) throw error
    const ways = stepUpWays(error.body)
    const passed = await (ways === undefined ? promptLogIn('log-in', since) : promptLogIn('step-up', since, ways))
    if (!passed) throw error
    return ask()
  }
}

/** Downloads a file, such as an export, which is not JSON. */
export const download = (path: string): Promise<Blob> =>
  withAuthPrompt(async () => {
    const response = await request(path, { headers: { 'X-Satchel': 'app' } })
    if (!response.ok) throw await errorOf(response, await read(response))
    return response.blob()
  })

/** Loads the texts of errors first: the first page view does without them. */
async function errorOf({ status, headers }: Response, body: unknown, quiet = false): Promise<ApiError> {
  if (!quiet) await loadTexts('places').catch(() => undefined)
  return new ApiError(status, body, status === 429 ? { seconds: retryAfter(headers) } : {})
}

async function send(route: string, { path, query, body }: AnyInput, options: CallOptions): Promise<unknown> {
  const [method = '', template = ''] = route.split(' ')
  const { signal, idempotencyKey, headers } = options
  const response = await request(`${fill(template, path)}${toQuery(query)}`, {
    method,
    headers: {
      'X-Satchel': 'app',
      // Extensions store texts in several languages.
      'Accept-Language': locale(),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  })
  const answer = await read(response)
  if (!response.ok) throw await errorOf(response, answer, options.quiet)
  return answer
}

/** While the rate limit of this address lasts, reads wait for its end; writes fail, so that the person decides. */
async function request(url: string, init: RequestInit): Promise<Response> {
  const isRead = (init.method ?? 'GET') === 'GET'
  for (;;) {
    if (isRead) await limitEnds(init.signal)
    const response = await reach(url, init)
    if (!noteLimit(response) || !isRead) return response
  }
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, { ...init, credentials: 'same-origin', redirect: 'error', cache: 'no-store' })
    serviceReached.set(true)
    return response
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    serviceReached.set(false)
    throw new ApiError(0, undefined)
  }
}

const fill = (template: string, path: AnyInput['path'] = {}): string =>
  template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? ''))

function toQuery(query: AnyInput['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()}`
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => '')
  if (text === '') return undefined
  if (!(response.headers.get('content-type') ?? '').includes('json')) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function stepUpWays(body: unknown): readonly string[] | undefined {
  const ways = (body as { step_up?: unknown } | undefined)?.step_up
  return Array.isArray(ways) ? ways.map(String) : undefined
}
