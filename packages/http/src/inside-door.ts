import { randomBytes } from 'node:crypto'
import type { FastifyRequest, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { HttpApp } from './http-app.ts'

export interface InsideQuestion {
  /** Path and query. */
  readonly path: string
  /** Replaces the `Host` header. */
  readonly host: string
  /** The account for which the service calls; quotas count it as one client. */
  readonly accountId: string
  /** A payout, whose number is limited by the money: visitors' quotas do not count it. */
  readonly isPayout?: boolean | undefined
}

export interface InsideAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/**
 * GET of a route of this app with `config.inside`, in this process: without connection, TLS and request limit.
 * Undefined = the path has no such route.
 */
export async function askInside(app: HttpApp, question: InsideQuestion): Promise<InsideAnswer | undefined> {
  const { path, host, accountId, isPayout = false } = question
  const answer = await app.inject({
    method: 'GET',
    url: path,
    headers: { host, accept: 'application/json' },
    remoteAddress: `${isPayout ? PAYOUT : PREFIX}${accountId}`,
  })
  if (answer.headers[NOT_INSIDE] !== undefined) return undefined
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return { status: answer.statusCode, headers: Object.fromEntries(headers), body: answer.rawPayload }
}

/** Whether `askInside` has an answer for this path. The route does not run. */
export async function answersInside(app: HttpApp, { path, host }: Pick<InsideQuestion, 'path' | 'host'>) {
  const headers = { host, [PROBE]: PASS }
  const answer = await app.inject({ method: 'GET', url: path, headers, remoteAddress: PREFIX })
  return answer.headers[NOT_INSIDE] === undefined
}

/**
 * Calls another route of this app for a request that the rate limit has counted, so the call is not counted again. It has
 * the client's address and none of its headers but those that are given.
 */
export const passOn = (
  app: HttpApp,
  request: Pick<FastifyRequest, 'ip'>,
  call: InjectOptions,
): Promise<LightMyRequestResponse> =>
  app.inject({ ...call, remoteAddress: request.ip, headers: { ...call.headers, [COUNTED]: PASS } })

/** Whether the rate limit has counted the request before, or must not count it. */
export const isCounted = (request: FastifyRequest): boolean => counted.has(request) || isAskedInside(request)

/** Answers 404 to an inside request for a route without `config.inside`. Notes which requests were counted. */
export function installInsideDoor(app: HttpApp): void {
  app.addHook('onRequest', (request, reply, done) => {
    const pass = request.headers[COUNTED]
    if (pass !== undefined) {
      if (pass === PASS) counted.add(request)
      // Extensions see the headers of their requests.
      delete request.headers[COUNTED]
    }
    if (!isAskedInside(request)) return done()
    const isOpen = request.routeOptions.config?.inside === true
    if (!isOpen) void reply.code(404).header(NOT_INSIDE, '1').send({ detail: 'Not found.' })
    else if (request.headers[PROBE] === PASS) void reply.code(204).send()
    else done()
  })
}

/** Cannot be forged by a header: the address comes from the socket, and no real connection has this form. */
export const isAskedInside = ({ socket }: Pick<FastifyRequest, 'socket'>): boolean =>
  isInsideAddress(socket.remoteAddress)

/** Whether `request.ip` names an account in place of an address. */
export const isInsideAddress = (address: string | undefined): address is string =>
  address?.startsWith(PREFIX) === true || isPayoutAddress(address)

/** Whether `request.ip` belongs to a payout. */
export const isPayoutAddress = (address: string | undefined): boolean => address?.startsWith(PAYOUT) === true

const PREFIX = 'account:'
const PAYOUT = 'payout:'
const COUNTED = 'x-counted'
const PROBE = 'x-probe'
/** Known in this process alone, so no client can send it. */
const PASS = randomBytes(16).toString('hex')
const counted = new WeakSet<FastifyRequest>()
const NOT_INSIDE = 'x-not-inside'
