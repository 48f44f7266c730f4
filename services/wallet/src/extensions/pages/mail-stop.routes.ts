import type { HttpApp } from '@satchel/http/http-app'
import { notFound } from '@satchel/http/service-error'
import { html } from '@satchel/page/html'
import { directionOf } from '@satchel/page/languages'
import type { FastifyReply } from 'fastify'
import type { VerifiedEmailRoutesDeps } from '../../accounts/verified-email/verified-email.routes.ts'
import { PAGE_FILES } from './page-files.ts'
import { createPageLinks } from './page-links.ts'
import { createSpeech } from './speak.ts'
import { visitorOf } from './visitor-of.ts'

export interface MailStopDeps {
  readonly site: { readonly name: string }
  readonly publicUrl: string
  readonly stops: MailStops
}

/** The dependencies of the routes about mail. */
export interface MailRoutes {
  readonly mail: Pick<VerifiedEmailRoutesDeps, 'emailCodes' | 'mailCode'> & { readonly stops: MailStops }
}

/** Recipients who have unsubscribed. */
export interface MailStops {
  /** Undefined: not one of our links. */
  readonly readLink: (token: string) => string | undefined
  readonly isStopped: (recipient: string) => Promise<boolean>
  readonly setStopped: (recipient: string, stopped: boolean) => Promise<void>
}

/**
 * Lets a recipient stop mail, without an account and without JavaScript. Only a POST changes something, because mail
 * scanners follow every link. Mail programs POST the link themselves (RFC 8058), with their own body.
 */
export function mailStopRoutes(app: HttpApp, deps: MailStopDeps): void {
  const requireRecipient = (token: string): string => {
    const recipient = deps.stops.readLink(token)
    if (recipient === undefined) throw notFound('This link is not one of this service.', { code: 'link_unknown' })
    return recipient
  }
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))
    scope.get<Link>('/mail/stop/:token', OPEN, async ({ params: { token } }, reply) =>
      sendStopPage(reply, deps, { token, stopped: await deps.stops.isStopped(requireRecipient(token)) }),
    )
    // The answer is the page itself: RFC 8058 forbids a redirect.
    scope.post<Link>('/mail/stop/:token', OPEN, async ({ params: { token } }, reply) => {
      await deps.stops.setStopped(requireRecipient(token), true)
      return sendStopPage(reply, deps, { token, stopped: true })
    })
    scope.post<Link>('/mail/stop/:token/undo', OPEN, async ({ params: { token } }, reply) => {
      await deps.stops.setStopped(requireRecipient(token), false)
      return sendStopPage(reply, deps, { token, stopped: false })
    })
  })
}

type Link = { readonly Params: { readonly token: string } }

const OPEN = { config: { access: 'anyone' }, schema: { hide: true }, bodyLimit: 4096 } as const

function sendStopPage(
  reply: FastifyReply,
  { site, publicUrl }: MailStopDeps,
  { token, stopped }: { readonly token: string; readonly stopped: boolean },
): FastifyReply {
  const links = createPageLinks('', publicUrl)
  const { language = 'en' } = visitorOf(reply.request)
  const { say } = createSpeech(language)
  const title = say('Mail from {name}', { name: site.name })
  const path = `/mail/stop/${token}`
  const { markup } = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" type="image/svg+xml" href="${links.service('/static/icon.svg')}">
${PAGE_FILES.filter((file) => file.path.endsWith('.css')).map((file) => html`<link rel="stylesheet" href="${links.service(file.path)}">`)}
</head>
<body class="narrow">
<header>
<h1 dir="auto">${title}</h1>
</header>
<main>
<p>${stopped ? say('No more mail is sent from here to your address.') : say('Accounts of this service send mail to your address: tickets that were bought with it, for example, or bills.')}</p>
<form method="post" action="${links.service(stopped ? `${path}/undo` : path)}">
<button class="primary">${stopped ? say('Allow mail again') : say('Stop all mail to my address')}</button>
</form>
</main>
</body>
</html>
`
  return reply.headers(HEADERS).send(markup)
}

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Content-Type': 'text/html; charset=utf-8',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
}
