import type { HttpApp } from '@satchel/http/http-app'
import { passOn } from '@satchel/http/inside-door'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { OWN_API } from './dialect-url.ts'
import { type About, toLnbitsError } from './lnbits-error.ts'

export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  /** In place of the credentials of the request. */
  readonly token?: string
}

export interface OwnAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  // oxlint-disable-next-line typescript/no-explicit-any -- the shapes are those of /openapi.json
  readonly body: any
}

/**
 * Calls this service's own API in this process, with the request's credentials and for its client. The request limit has
 * counted the request itself.
 */
export type AskOwnApi = (request: FastifyRequest, question: Question) => Promise<OwnAnswer>

/** And the idempotency key. Never a cookie: programs have none. */
const CREDENTIALS = ['x-api-key', 'authorization', 'idempotency-key'] as const
/** The client, as in the list of sessions. */
const CLIENT = ['user-agent'] as const
/** Headers of paging and of retries. */
const RETURNED = ['x-total-count', 'retry-after', 'www-authenticate'] as const

export const createAskOwnApi = (app: HttpApp): AskOwnApi =>
  async function askOwnApi(request, { method, path, query = {}, body, token }) {
    const own = request.query as Readonly<Record<string, string | undefined>>
    const answer = await passOn(app, request, {
      method,
      url: path,
      query: withoutUndefined({
        ...(token === undefined && { 'api-key': textOf(own['api-key']), wallet_id: textOf(own['wallet_id']) }),
        ...query,
      }),
      headers: {
        ...passed(request, CLIENT),
        ...(token === undefined
          ? { ...passed(request, CREDENTIALS), ...(await credentialOf(app, request)) }
          : { authorization: `Bearer ${token}` }),
        host: request.host,
        [OWN_API]: 'lnbits',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const headers = RETURNED.flatMap((name) => {
      const value = answer.headers[name]
      return value === undefined ? [] : [[name, String(value)] as const]
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return { status: answer.statusCode, headers: Object.fromEntries(headers), body: isJson ? answer.json() : undefined }
  }

/** `?usr=`: logs in by user id with each request, if the operator has enabled that; returns its rejection. */
async function credentialOf(app: HttpApp, request: FastifyRequest): Promise<{ readonly authorization?: string }> {
  const usr = textOf((request.query as Readonly<Record<string, unknown>>)['usr'])
  if (usr === undefined || hasCredential(request)) return {}
  const answer = await passOn(app, request, {
    method: 'POST',
    url: '/api/v1/auth/usr',
    headers: {
      ...passed(request, CLIENT),
      host: request.host,
      [OWN_API]: 'lnbits',
      'content-type': 'application/json',
    },
    payload: JSON.stringify({ usr }),
  })
  const token = answer.statusCode === 200 ? answer.json<{ access_token?: string }>().access_token : undefined
  return { authorization: `Bearer ${token ?? 'none'}` }
}

const passed = ({ headers }: FastifyRequest, names: readonly string[]): Record<string, string> =>
  withoutUndefined(Object.fromEntries(names.map((name) => [name, textOf(headers[name])])))

/** A wallet key, in the header or in the query. */
export const hasKey = ({ headers, query }: FastifyRequest): boolean =>
  (textOf(headers['x-api-key']) ?? textOf((query as Readonly<Record<string, unknown>>)['api-key'])) !== undefined

export const hasCredential = (request: FastifyRequest): boolean =>
  hasKey(request) || request.headers.authorization !== undefined

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const withoutUndefined = (fields: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** Sends the API's answer: a success converted by `translate`, an error in the form of LNbits. */
export function sendTranslated(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: OwnAnswer,
  translate: (body: OwnAnswer['body']) => unknown,
  about: About = 'other',
): FastifyReply {
  reply.headers(answer.headers)
  if (answer.status < 400) return reply.code(answer.status).send(translate(answer.body))
  const { status, body } = toLnbitsError(answer.status, answer.body ?? {}, about, hasKey(request))
  return reply.code(status).send(body)
}
