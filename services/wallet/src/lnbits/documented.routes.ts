import type { HttpApp } from '@satchel/http/http-app'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AskOwnApi, type OwnAnswer, sendTranslated } from './ask-own-api.routes.ts'
import { DIALECT } from './dialect.routes.ts'
import { PREFIX } from './dialect-url.ts'

/**
 * Passwords and reviews, with the paths of the documentation of LNbits and its web app; documented ones also at the
 * root.
 */
export function documentedRoutes(app: HttpApp, ask: AskOwnApi): void {
  // With the link of an administrator: its token replaces LNbits' key.
  for (const path of [RESET, `${PREFIX}${RESET}`, `${PREFIX}/api/v1/auth/reset`]) {
    app.put(path, DIALECT, async (request, reply) => {
      const { reset_key: key, token = key, password, password_repeat: repeat } = (request.body ?? {}) as Fields
      const body = { token, password, ...(repeat !== undefined && repeat !== null && { password_repeat: repeat }) }
      const reset = await ask(request, { method: 'PUT', path: '/api/v1/auth/reset', body })
      if (reset.status >= 400) return sendAs(request, reply, reset, () => undefined)
      const { username } = reset.body as { readonly username: string }
      const logIn = await ask(request, { method: 'POST', path: '/api/v1/auth', body: { username, password } })
      // An account with a second factor gets no token here.
      return sendAs(request, reply, logIn.status < 400 ? logIn : reset, (answer: object) => ({
        detail: 'Password reset',
        ...answer,
      }))
    })
  }
  // The same for every address: it does not reveal which of them have an account.
  for (const path of [RESET, `${PREFIX}${RESET}`]) {
    app.post(path, DIALECT, async (_request, reply) =>
      reply.code(400).send({ detail: 'No mail is sent: an administrator makes a link for a new password.' }),
    )
  }
  const reviews = async (request: FastifyRequest, reply: FastifyReply) => {
    const { ext_id: extId } = request.params as { readonly ext_id: string }
    const path = `/api/v1/extension/${encodeURIComponent(extId)}/details`
    return sendAs(request, reply, await ask(request, { method: 'GET', path }), () => ({ data: [], total: 0 }))
  }
  for (const path of [REVIEWS, `${PREFIX}${REVIEWS}`, `${PREFIX}/api/v1/extension/reviews/:ext_id`])
    app.get(path, DIALECT, reviews)
  app.get(`${PREFIX}/api/v1/extension/reviews/tags`, DIALECT, async (request, reply) =>
    sendAs(request, reply, await ask(request, { method: 'GET', path: '/api/v1/extension' }), () => []),
  )
}

const RESET = '/api/v1/auth/reset-password'
/** None are collected here: the list is empty. */
const REVIEWS = '/api/v1/extension/:ext_id/reviews'

type Fields = Readonly<Record<string, unknown>>

/** At the root an error is our own. */
function sendAs(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: OwnAnswer,
  translate: (body: OwnAnswer['body']) => unknown,
): FastifyReply {
  if (answer.status < 400 || request.url.startsWith(`${PREFIX}/`))
    return sendTranslated(request, reply, answer, translate)
  return reply.code(answer.status).headers(answer.headers).send(answer.body)
}
