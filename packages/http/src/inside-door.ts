import type { FastifyRequest } from 'fastify'
import type { HttpApp } from './http-app.ts'

export interface InsideQuestion {
  /** Path and query. */
  readonly path: string
  /** Stands for the `Host` header. */
  readonly host: string
  /** The account for which the service asks; quotas count it as one client. */
  readonly accountId: string
}

export interface InsideAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/**
 * GET of a route of this app with `config.inside`, in this process: no connection, no TLS, no request limit. Undefined =
 * the path has no such route.
 */
export async function askInside(app: HttpApp, question: InsideQuestion): Promise<InsideAnswer | undefined> {
  const { path, host, accountId } = question
  const answer = await app.inject({
    method: 'GET',
    url: path,
    headers: { host, accept: 'application/json' },
    remoteAddress: `${PREFIX}${accountId}`,
  })
  if (answer.headers[NOT_INSIDE] !== undefined) return undefined
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return { status: answer.statusCode, headers: Object.fromEntries(headers), body: answer.rawPayload }
}

/** Answers 404 to an inside request for a route without `config.inside`. */
export function installInsideDoor(app: HttpApp): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isAskedInside(request) || request.routeOptions.config?.inside === true) return done()
    void reply.code(404).header(NOT_INSIDE, '1').send({ detail: 'Not found.' })
  })
}

/** Cannot be forged by a header: the address comes from the socket, and no real connection has this form. */
export const isAskedInside = ({ socket }: Pick<FastifyRequest, 'socket'>): boolean =>
  isInsideAddress(socket.remoteAddress)

/** Whether `request.ip` names an account in place of an address. */
export const isInsideAddress = (address: string | undefined): address is string => address?.startsWith(PREFIX) === true

const PREFIX = 'account:'
const NOT_INSIDE = 'x-not-inside'
