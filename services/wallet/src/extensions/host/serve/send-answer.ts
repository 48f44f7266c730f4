import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendPage } from '../../pages/page.routes.ts'
import { type Answer, askExtension, type ServedRoute } from './ask-extension.ts'
import { framesOf } from './frame-headers.ts'
import type { OpenFile } from './open-file.ts'
import { withoutPackagePrefix } from './package-prefix.ts'
import type { ServeDeps } from './serve-items.ts'

/** Calls the extension, and sends its answer. */
export async function sendAnswer(
  deps: ServeDeps,
  served: ServedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return send(deps, served, await askExtension(deps, served, request), reply)
}

function send({ host, system }: ServeDeps, served: ServedRoute, answer: Answer, reply: FastifyReply): FastifyReply {
  if ('json' in answer) {
    return reply
      .code(answer.status ?? served.route.status ?? 200)
      .headers(answer.headers ?? {})
      .send(answer.json)
  }
  if ('page' in answer) {
    const { publicUrl, vault } = host.deps
    const path = pathOf(reply.request, served.extId)
    return sendPage(reply.code(answer.status ?? 200), answer.page, {
      extId: served.extId,
      path,
      publicUrl,
      vault,
      frames: framesOf(served.extId, system.find(served.extId)?.frames, { request: reply.request, publicUrl }),
      notice: served.notice,
      translations: served.translations,
    })
  }
  if ('text' in answer)
    return reply
      .headers(answer.headers ?? {})
      .type(answer.type)
      .send(answer.text)
  if ('file' in answer) return sendFile(answer.file, reply)
  if ('redirect' in answer) return reply.redirect(toAscii(answer.redirect), 303)
  throw new Error('a route cannot wait twice')
}

/** Headers have no other letters. */
const toAscii = (address: string): string =>
  address.replaceAll(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()))

/**
 * Ends the connection of a reader that stalls for `idleMs`. Only the socket's timeout detects it, because buffers hide
 * it.
 */
function sendFile({ status, headers, body, idleMs }: OpenFile, reply: FastifyReply): FastifyReply {
  reply.raw.setTimeout(idleMs, () => reply.raw.destroy())
  if (headers['content-type'] === undefined) reply.type('application/octet-stream')
  return reply.code(status).headers(headers).send(body)
}

/** The path below the extension, without its query. */
const pathOf = ({ url }: FastifyRequest, extId: string): string =>
  (withoutPackagePrefix(url).split('?')[0] ?? '').slice(extId.length + 1)
