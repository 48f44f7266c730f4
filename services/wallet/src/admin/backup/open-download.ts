import type { HttpApp } from '@satchel/http/http-app'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'

/** Of the answer that is passed on. */
const PASSED = ['content-type', 'content-disposition', 'retry-after'] as const

/**
 * Asks a route of this app on behalf of a user, and passes status and headers on. The body is a stream that waits for its
 * reader; a reader that goes away ends what makes it.
 */
export async function openDownload(
  app: HttpApp,
  { path, token }: { readonly path: string; readonly token: string },
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<Readable> {
  const inner = await app.inject({
    method: 'GET',
    url: path,
    headers: { host: request.headers.host ?? '', accept: '*/*', authorization: `Bearer ${token}` },
    remoteAddress: request.ip,
    payloadAsStream: true,
  })
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) inner.raw.res.destroy()
  })
  reply.code(inner.statusCode)
  for (const name of PASSED) {
    const value = inner.headers[name]
    if (value !== undefined) reply.header(name, value)
  }
  return inner.stream()
}
