import type { Page } from '@satchel/extension-sdk/page'
import type { HttpApp } from '@satchel/http/http-app'
import { notFound } from '@satchel/http/service-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageHeaders } from '../extensions/pages/page-headers.ts'
import { renderPage } from '../extensions/pages/render-page.ts'
import { type AppFile, type Encoding, hasPath, type WebApp } from './read-web-app.ts'

export interface WebAppRoutesDeps {
  /** Undefined: it was not built. */
  readonly webApp: WebApp | undefined
  readonly publicUrl: string
  readonly notice: string | undefined
}

/**
 * `/app/`: the web app. Its files come from memory; a path without a file is a route of the app, which its script
 * resolves. None counts against the request limit (decision 0038): a family behind one address opens it all the time.
 */
export function webAppRoutes(app: HttpApp, deps: WebAppRoutesDeps): void {
  app.get('/app', OPEN, async (_request, reply) => reply.headers(APP_HEADERS).redirect('/app/'))
  app.get<{ Params: { '*': string } }>('/app/*', OPEN, async (request, reply) => {
    reply.headers(APP_HEADERS)
    const { webApp } = deps
    if (webApp === undefined) return sendNoApp(reply, deps)
    const file = webApp.get(request.params['*'])
    if (file !== undefined) return sendFile(request, reply, file)
    const page = webApp.get('index.html')
    if (page === undefined || !isPlace(request)) throw notFound('The app has no such file.')
    return sendFile(request, reply, page)
  })
}

const OPEN = { config: { access: 'anyone', rateLimited: 'visit' }, schema: { hide: true } } as const

/** A missing file is an error: a page sent for a script would be cached as a script. */
const isPlace = (request: FastifyRequest<{ Params: { '*': string } }>): boolean =>
  !request.params['*'].startsWith('assets/') &&
  (request.params['*'] === '' || /\btext\/html\b|^\*\/\*$/.test(request.headers.accept ?? '*/*'))

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: AppFile): Promise<FastifyReply> {
  const encoding = file.compressible ? encodingFor(request.headers['accept-encoding']) : 'identity'
  const etag = file.etag(encoding)
  if (file.isScanner) reply.headers(SCANNER_HEADERS)
  reply.headers({
    ETag: etag,
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.type(file.type).send(await file.body(encoding))
}

/** `br;q=0` means not accepted. */
function encodingFor(header: string | string[] | undefined): Encoding {
  const accepts = (name: string): boolean =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(String(header))
  if (accepts('br')) return 'br'
  return accepts('gzip') ? 'gzip' : 'identity'
}

const namesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

function sendNoApp(reply: FastifyReply, { publicUrl, notice }: WebAppRoutesDeps): FastifyReply {
  const page = hasPath(publicUrl) ? BELOW_A_PATH : NOT_BUILT
  return reply
    .headers({ ...pageHeaders(page), ...APP_HEADERS })
    .send(renderPage(page, { extId: '', path: '/app/', publicUrl, notice }))
}

const NOT_BUILT: Page = {
  title: 'The web app is not built',
  eyebrow: 'Satchel',
  blocks: [
    {
      kind: 'text',
      text: 'Run npm run web in the folder of Satchel, then restart the service. npm start builds the app by itself; if that failed, its output says why.',
    },
    { kind: 'link', text: 'The API works without the app', href: '/docs', primary: true },
  ],
}

const BELOW_A_PATH: Page = {
  title: 'The web app needs a host of its own',
  eyebrow: 'Satchel',
  blocks: [
    {
      kind: 'text',
      text: 'The public address of this service (SERVICE_PUBLIC_URL) has a path. The web app works only without one: use an address such as https://pay.example.com.',
    },
    { kind: 'link', text: 'The API works without the app', href: '/docs', primary: true },
  ],
}

/** The Content-Security-Policy of the app: scripts and calls of this service only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types satchel',
] as const

/** A worker has the policy of its own file. The scanner reads codes in WebAssembly; the page cannot run any. */
const SCANNER_POLICY = ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'"] as const

const COMMON = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  Vary: 'Accept-Encoding',
} as const

const APP_HEADERS = { ...COMMON, 'Content-Security-Policy': POLICY.join('; ') }

const SCANNER_HEADERS = { ...COMMON, 'Content-Security-Policy': SCANNER_POLICY.join('; ') }
