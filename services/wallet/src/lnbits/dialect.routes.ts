import { errorBody } from '@satchel/http/answers/error-answers'
import { ServiceError } from '@satchel/http/service-error'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasKey } from './ask-own-api.routes.ts'
import { PREFIX } from './dialect-url.ts'
import { toLnbitsError } from './lnbits-error.ts'

/**
 * The options of every route of the dialect. The own API, which it calls, checks the credential. `/openapi.json`
 * describes that API alone.
 */
export const DIALECT = {
  config: { access: 'anyone' },
  schema: { hide: true },
  errorHandler: answerAsLnbits,
} as const

const TRANSLATED: ReadonlySet<number> = new Set([422, 429])

/** Errors before the own API is called: too many requests, and a body that is not JSON. */
function answerAsLnbits(error: FastifyError | ServiceError, request: FastifyRequest, reply: FastifyReply): void {
  const isBelow = request.url.startsWith(`${PREFIX}/`)
  if (!isBelow || !(error instanceof ServiceError) || !TRANSLATED.has(error.status)) throw error
  const { status, body } = toLnbitsError(error.status, errorBody(error, 'text'), 'other', hasKey(request))
  void reply.code(status).send(body)
}
