import type { Block, PaidMessage } from '@satchel/extension-sdk/page'
import { fixed, type Translations } from '@satchel/extension-sdk/text'
import type { HttpApp } from '@satchel/http/http-app'
import { passOn } from '@satchel/http/inside-door'
import { isolated } from '@satchel/page/isolated'
import { directionOf, type Language } from '@satchel/page/languages'
import { visitorLocale } from '@satchel/page/visitor-language'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type RouteError, routeProblem } from './fields/field-problem.js'
import { sendPage } from './page.routes.ts'
import { createPageLinks } from './page-links.ts'
import {
  fillPath,
  openForm,
  openOutcome,
  type PlainForm,
  type PlainOutcome,
  readPlainValues,
  type Sealer,
  sealOutcome,
} from './plain-form.ts'
import { answerProblem } from './problem-page.ts'
import type { Spoken } from './speak.ts'
import { createSpeech } from './speak.ts'
import { visitorOf } from './visitor-of.ts'

interface PlainFormDeps {
  readonly publicUrl: string
  readonly vault: Sealer
  readonly notice?: string | undefined
  readonly translationsOf: (extId: string) => Translations | undefined
}

type Facts = Readonly<Record<string, unknown>>

/**
 * Handles the forms of a page without JavaScript: sends the fields to the form's route, as the page's script would.
 * Shows the outcome at a separate address, so that a reload makes no second invoice.
 */
export function plainFormRoutes(app: HttpApp, deps: PlainFormDeps): void {
  const ask = async (request: FastifyRequest, method: 'GET' | 'POST' | 'PUT', url: string, values?: object) => {
    const answer = await passOn(app, request, {
      method,
      url,
      headers: {
        host: request.host,
        accept: 'application/json',
        'accept-language': visitorOf(request).language ?? 'en',
        ...(values !== undefined && { 'content-type': 'application/json' }),
      },
      ...(values !== undefined && { payload: JSON.stringify(values) }),
    })
    return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: factsOf(answer.body) }
  }

  app.post('/pages/form/:sealed', { ...HIDDEN, config: { access: 'anyone', form: true } }, async (request, reply) => {
    const form = openForm(deps.vault, request.params.sealed)
    if (form === undefined) return sendProblem(deps, reply, NOT_THERE)
    const { language = 'en' } = visitorOf(request)
    const visitor = { language, locale: visitorLocale(language, request.headers['accept-language']) }
    const { values, problems } = readPlainValues(form, request.query as Facts, visitor)
    if (problems.length > 0) {
      const { say } = createSpeech(language, deps.translationsOf(form.extId))
      const lines = problems.map(([name, problem]) => problemLine(form, name, say(...problem), language))
      return sendProblem(deps, reply, { status: 422, detail: lines.join('\n'), form })
    }
    const path = fillPath(form.action, values)
    for (const [, name = ''] of form.action.matchAll(/\{(\w+)\}/g)) delete values[name]
    const { status, retryAfter, body } = await ask(request, form.method, `/${form.extId}${path}`, values)
    if (status >= 400) {
      if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
      return sendProblem(deps, reply, { status, detail: problemsOf(deps, request, form, body), form })
    }
    const token = sealOutcome(deps.vault, { form, answer: body })
    return reply.redirect(linksOf(deps, request, form).outcome(token), 303)
  })

  app.get('/pages/outcome/:sealed', HIDDEN, async (request, reply) => {
    const found = openOutcome(deps.vault, request.params.sealed)
    if (found === undefined) return sendProblem(deps, reply, NOT_THERE)
    const { form, answer } = found
    const waits = typeof answer['payment_request'] === 'string' && answer['paid'] !== true
    const state = fillPath(form.state, answer)
    const now = waits ? (await ask(request, 'GET', `/${form.extId}${state}`)).body : {}
    const message = messageOf(found, now)
    const isPaid = !waits || now['paid'] === true
    const links = linksOf(deps, request, form)
    if (isPaid && message.redirect === true && message.href?.startsWith('/') === true) {
      return reply.redirect(links.below(message.href), 303)
    }
    const { extId, path, title, eyebrow, brand } = form
    const blocks = waits ? invoiceBlocks(found, { state, message, now }) : verdictBlocks(message)
    return sendPage(
      reply,
      { title, ...(eyebrow !== undefined && { eyebrow }), ...(brand !== undefined && { brand }), blocks },
      { extId, path, ...deps, translations: deps.translationsOf(extId) },
    )
  })
}

const HIDDEN = {
  config: { access: 'anyone', rateLimited: 'visit' },
  schema: { hide: true, params: Type.Object({ sealed: Type.String({ maxLength: 16_000 }) }) },
} as const

const NOT_THERE = {
  status: 404,
  detail: 'There is nothing at this address. It may have been mistyped, or the page was removed.',
} as const

function factsOf(body: string): Facts {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Facts) : {}
  } catch {
    return {}
  }
}

/** The links of the next page, which keep the language in the address, if any. */
function linksOf({ publicUrl }: PlainFormDeps, request: FastifyRequest, { extId }: PlainForm) {
  const { language, keepsLanguage } = visitorOf(request)
  const lang = keepsLanguage === true ? language : undefined
  const below = createPageLinks(extId, publicUrl, lang)
  const service = createPageLinks('', publicUrl, lang)
  return {
    below: (path: string) => below.to(path) ?? below.own(path),
    outcome: (token: string) => service.to(`/pages/outcome/${token}`) ?? '/',
  }
}

/** The message of the answer, else that of the form. */
function messageOf({ form, answer }: PlainOutcome, now: Facts): Spoken<PaidMessage> {
  const { paid, done } = form
  const isSale = answer['paid'] === true || answer['payment_request'] !== undefined
  const note = (isSale ? paid : done) ?? paid
  const facts = { ...answer, ...now }
  const href = textOf(facts['href']) ?? (note?.href === undefined ? undefined : fillPath(note.href, answer, now))
  return {
    text: textOf(facts['text']) ?? note?.text ?? '',
    ...(href !== undefined && { href }),
    ...(note?.label !== undefined && { label: note.label }),
    ...(note?.redirect !== undefined && { redirect: note.redirect }),
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

interface Waiting {
  readonly state: string
  readonly message: Spoken<PaidMessage>
  readonly now: Facts
}

function invoiceBlocks({ form, answer }: PlainOutcome, { state, message, now }: Waiting): Block[] {
  const status = now['paid'] === true ? 'paid' : now['expired'] === true ? 'expired' : 'pending'
  const expiresAt = secondsOf(now['expires_at'] ?? answer['expires_at'])
  const back = fixed(status === 'expired' ? 'Try again' : 'Back')
  return [
    {
      kind: 'invoice',
      paymentRequest: String(answer['payment_request']),
      state,
      status,
      paid: message,
      ...(expiresAt !== undefined && { expiresAt }),
    },
    { kind: 'link', text: back, href: form.path },
  ]
}

const verdictBlocks = ({ text, href, label }: Spoken<PaidMessage>): Block[] => [
  { kind: 'text', text: text === '' ? fixed('Thank you!') : text, tone: 'good' },
  ...(href === undefined ? [] : [{ kind: 'link', text: label ?? fixed('Continue'), href, primary: true } as const]),
]

function secondsOf(time: unknown): number | undefined {
  if (typeof time === 'number') return time
  const at = typeof time === 'string' ? Date.parse(time) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.floor(at / 1000)
}

/** The problems of the fields, by their labels, one per line. */
function problemsOf(deps: PlainFormDeps, request: FastifyRequest, form: PlainForm, body: Facts): string {
  const { language = 'en' } = visitorOf(request)
  const { say } = createSpeech(language, deps.translationsOf(form.extId))
  const errors = Array.isArray(body['errors']) ? (body['errors'] as (RouteError & { loc: string[] })[]) : []
  const lines = errors.map(({ loc, ...problem }) =>
    problemLine(form, String(loc.at(-1)), say(...routeProblem(problem)), language),
  )
  return lines.length > 0 ? lines.join('\n') : (textOf(body['detail']) ?? 'Something went wrong; try again later.')
}

/** The label is the owner's. */
const problemLine = ({ fields }: PlainForm, name: string, problem: string, language: Language): string =>
  `${isolated(fields[name]?.label ?? name, directionOf(language))}: ${problem}`

interface Failed {
  readonly status: number
  readonly detail: string
  readonly form?: PlainForm
}

function sendProblem(deps: PlainFormDeps, reply: FastifyReply, { status, detail, form }: Failed): FastifyReply {
  const back = form === undefined ? undefined : `/${form.extId}${form.path}`
  const translations = form === undefined ? undefined : deps.translationsOf(form.extId)
  const { headers, body } = answerProblem(
    { status, detail, back },
    { publicUrl: deps.publicUrl, notice: deps.notice, translations, ...visitorOf(reply.request) },
  )
  return reply.code(status).headers(headers).send(body)
}
