import { isAskedInside } from '@satchel/http/inside-door'
import { prefersJson, prefersPage } from '@satchel/http/requests/prefers-page'
import { ServiceError } from '@satchel/http/service-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerProblem } from '../../pages/problem-page.ts'
import { createSpeech } from '../../pages/speak.ts'
import { visitorOf } from '../../pages/visitor-of.ts'
import type { ServedRoute } from './ask-extension.ts'
import { fieldProblemsOf, pageBehind } from './plain-form.ts'
import type { ServeDeps } from './serve-items.ts'

/** Errors are plain JSON unless readers expect something else; unexpected ones are logged in every case. */
export function problemAnswers(deps: ServeDeps, served: ServedRoute, kind: RouteKind) {
  const send = problemWriter(deps, served, kind)
  if (send === undefined) return {}
  const errorHandler = async (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // A program gets JSON.
    if (kind.isForm ? !prefersPage(request) : kind.isPage && prefersJson(request)) throw error
    if (!(error instanceof ServiceError) && problemOf(error).code >= 500) {
      deps.host.deps.log.error({ id: request.id, route: request.routeOptions.url, err: error }, 'request failed')
    }
    if (error instanceof ServiceError && error.headers !== undefined) reply.headers(error.headers)
    await send(error, reply)
  }
  return { errorHandler }
}

export interface RouteKind {
  readonly isPage: boolean
  /** A browser may send the form, or a program: one gets a page, the other JSON. */
  readonly isForm: boolean
  readonly hasPage: boolean
}

function problemWriter(
  deps: ServeDeps,
  served: ServedRoute,
  { isPage, isForm, hasPage }: RouteKind,
): ((error: Error, reply: FastifyReply) => void | Promise<void>) | undefined {
  const { route } = served
  if (route.access === 'lnurl') return (error, reply) => void sendLnurlError(error, reply)
  if (isPage) return (error, reply) => void sendErrorPage(deps, served, problemOf(error), reply)
  if (isForm) {
    return (error, reply) => {
      const back = hasPage ? pageBehind(served.path, reply.request) : undefined
      const { code, detail } = problemOf(error)
      const speech = createSpeech(visitorOf(reply.request).language ?? 'en', served.translations)
      sendErrorPage(deps, served, { code, detail: fieldProblemsOf(error, speech) ?? detail, back }, reply)
    }
  }
  if (route.formatError === undefined) return undefined
  return async (error, reply) => {
    const { code, detail } = problemOf(error)
    reply.code(200).send(await route.formatError?.(code, detail))
  }
}

function problemOf(error: Error & { readonly statusCode?: number }): {
  readonly code: number
  readonly detail: string
} {
  if (error instanceof ServiceError) return { code: error.status, detail: error.detail }
  const { statusCode: code = 500 } = error
  if (code >= 400 && code < 500) return { code, detail: 'The request cannot be read.' }
  return { code: 500, detail: 'Something went wrong; try again later.' }
}

/** As LNURL defines it: clients read the body and not the status (LUD-01). */
function sendLnurlError(error: unknown, reply: FastifyReply): FastifyReply {
  // The service itself made the request for an account: it retries after a 429, or passes it on.
  if (isAskedInside(reply.request) && error instanceof ServiceError && error.status === 429) {
    return reply.code(429).send({ detail: error.detail })
  }
  const reason = error instanceof ServiceError ? error.detail : 'Something went wrong; try again later.'
  return reply.code(200).send({ status: 'ERROR', reason })
}

/** People read a page. */
function sendErrorPage(
  { host }: ServeDeps,
  { extId, notice, translations }: ServedRoute,
  { code, detail, back }: { readonly code: number; readonly detail: string; readonly back?: string | undefined },
  reply: FastifyReply,
): FastifyReply {
  const { publicUrl } = host.deps
  const problem = { status: code, detail, ...(back !== undefined && { back: `/${extId}${back}` }) }
  const { headers, body } = answerProblem(problem, { publicUrl, notice, translations, ...visitorOf(reply.request) })
  return reply.code(code).headers(headers).send(body)
}
