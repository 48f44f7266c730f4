import { readFileSync } from 'node:fs'
import type { Page } from '@satchel/extension-sdk/page'
import { fixed } from '@satchel/extension-sdk/text'
import type { HttpApp } from '@satchel/http/http-app'
import { sendPage } from './page.routes.ts'

export interface StartPageDeps {
  readonly publicUrl: string
  /** The current name of this installation. */
  readonly site: { readonly name: string; readonly motd: string }
  /** A notice on every page, for visitors. */
  readonly notice: string | undefined
  /** Browsers are redirected to it. */
  readonly hasWebApp: boolean
}

const SCRIPT = 'arrive.js'

/**
 * `/`: describes the service and links its documentation. A log-in by a provider ends here, with its token after the
 * `#`.
 */
export function startPageRoutes(app: HttpApp, { publicUrl, site, notice, hasWebApp }: StartPageDeps): void {
  app.get('/', OPEN, async (request, reply) => {
    reply.header('Vary', 'Accept, Accept-Language')
    // The browser keeps the fragment: the app sends a token for this page back to `/?start`.
    if (hasWebApp && request.url === '/' && isBrowser(request.headers.accept)) return reply.redirect('/app/')
    return sendPage(reply, startPage(site), { extId: '', path: '/', publicUrl, notice })
  })
  const script = readFileSync(new URL(SCRIPT, import.meta.url), 'utf8')
  app.get(`/assets/${SCRIPT}`, OPEN, async (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type('text/javascript; charset=utf-8').send(script),
  )
}

const isBrowser = (accept: string | undefined): boolean => /\btext\/html\b/.test(accept ?? '')

const OPEN = { config: { access: 'anyone', rateLimited: 'visit' }, schema: { hide: true } } as const

const startPage = ({ name, motd }: StartPageDeps['site']): Page => ({
  title: name,
  eyebrow: fixed('Lightning wallets'),
  scripts: [SCRIPT],
  blocks: [
    ...(motd === '' ? [] : [{ kind: 'text', text: motd } as const]),
    {
      kind: 'app',
      id: 'arrival',
      fallback: fixed('After a login with another service, this page shows your access token; that needs JavaScript.'),
    },
    {
      kind: 'text',
      text: fixed(
        'This service runs Lightning wallets for programs: invoices, payments, and extensions with their own pages. Programs use it through its API.',
      ),
    },
    { kind: 'link', text: fixed('Try the API'), href: '/docs', primary: true },
    { kind: 'link', text: fixed('Read the manual'), href: '/redoc' },
    { kind: 'link', text: fixed('Status'), href: '/api/v1/status' },
  ],
})
