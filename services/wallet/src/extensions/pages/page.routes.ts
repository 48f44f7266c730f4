import type { Page } from '@satchel/extension-sdk/page'
import { ErrorBody } from '@satchel/http/error-body'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { badRequest } from '@satchel/http/service-error'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { brandCss } from './brand-css.ts'
import { CODE_READER_FILES, PAGE_FILES } from './page-files.ts'
import { pageHeaders } from './page-headers.ts'
import { createPageLinks } from './page-links.ts'
import { MAX_QR_CHARACTERS, qrSvg } from './qr-svg.ts'
import { type PageContext, renderPage } from './render-page.ts'
import { visitorOf } from './visitor-of.ts'

/** Answers with a page; a status that is not 200 has been set before. */
export const sendPage = (reply: FastifyReply, page: Page, context: PageContext): FastifyReply =>
  reply
    .headers(pageHeaders(page, context.frames?.sources))
    .send(renderPage(page, { ...context, ...visitorOf(reply.request) }))

/** What pages of extensions share: style, scripts, icon, QR codes, and what makes them installable. */
export function pageRoutes(app: HttpApp, { publicUrl }: { readonly publicUrl: string }): void {
  for (const { path, type, text, gzip } of PAGE_FILES) {
    app.get(path, OPEN, async (request, reply) => {
      reply.headers({ ...FOR_EVER, Vary: 'Accept-Encoding' }).type(type)
      if (!TAKES_GZIP.test(String(request.headers['accept-encoding']))) return reply.send(text)
      return reply.header('Content-Encoding', 'gzip').send(gzip())
    })
  }
  for (const { path, type, bodies } of CODE_READER_FILES) {
    app.get(path, OPEN, async (request, reply) => {
      reply.headers({ ...FOR_EVER, ...READER_HEADERS, Vary: 'Accept-Encoding' }).type(type)
      const { plain, gzip } = await bodies()
      if (!TAKES_GZIP.test(String(request.headers['accept-encoding']))) return reply.send(plain)
      return reply.header('Content-Encoding', 'gzip').send(gzip)
    })
  }
  app.get('/static/icon.svg', OPEN, async (_request, reply) =>
    reply.headers({ ...SVG_HEADERS, 'Cache-Control': 'public, max-age=86400' }).send(ICON),
  )
  app.get('/static/brand/:color.css', { ...OPEN, schema: BRAND }, async (request, reply) =>
    reply.headers(FOR_EVER).type('text/css; charset=utf-8').send(brandCss(request.params.color)),
  )
  app.get('/static/qr.svg', { ...OPEN, schema: QR }, async (request, reply) => sendQr(reply, request.query.data))
  app.get('/api/v1/qrcode/:data', { config: OPEN.config, schema: QR_CODE }, async (request, reply) =>
    sendQr(reply, request.params.data),
  )
  app.get('/static/app.webmanifest', { ...OPEN, schema: MANIFEST }, async (request, reply) => {
    const { name, ext, path } = request.query
    const links = createPageLinks(ext, publicUrl)
    return reply
      .headers({ 'Cache-Control': 'no-cache' })
      .type('application/manifest+json')
      .send({
        name,
        short_name: name.slice(0, 12),
        id: links.own(path),
        start_url: links.own(path),
        scope: links.own('/'),
        display: 'standalone',
        background_color: '#fcfbf8',
        theme_color: '#fcfbf8',
        icons: [
          { src: links.service('/static/icon.svg'), sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' },
        ],
      })
  })
}

function sendQr(reply: FastifyReply, data: string): FastifyReply {
  const code = qrSvg(data)
  if (code === undefined) throw badRequest('This is too long for a QR code.', { code: 'qr_code_too_long' })
  return reply.headers({ ...SVG_HEADERS, ...FOR_EVER }).send(code.markup)
}

const QR_CODE = {
  operationId: 'getQrCode',
  tags: ['extensions'],
  summary: 'Render a QR code',
  description: 'An invoice, an LNURL or any other text, as an SVG picture.',
  params: Type.Object({
    data: Type.String({
      minLength: 1,
      maxLength: MAX_QR_CHARACTERS,
      description: 'Text in the code.',
      examples: ['lnbc10u1p…'],
    }),
  }),
  response: {
    200: Type.Unsafe({
      description: 'The picture.',
      content: { 'image/svg+xml': { schema: { type: 'string' } } },
    }),
    400: schemaRef(ErrorBody, 'The text is too long for a QR code.'),
  },
} as const

const OPEN = { config: { access: 'anyone', rateLimited: 'visit' }, schema: { hide: true } } as const

const FOR_EVER = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/** A worker has the policy of its own file: it may run WebAssembly, which no page may. */
const READER_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
}

/** `gzip;q=0` means not accepted. */
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

/** Opened directly an SVG is a document: the policy lets it do nothing. */
const SVG_HEADERS = {
  'Content-Type': 'image/svg+xml',
  'Content-Security-Policy': "default-src 'none'; style-src 'none'; frame-ancestors 'none'",
}

const BRAND = { hide: true, params: Type.Object({ color: Type.String({ pattern: '^[0-9a-f]{6}$' }) }) } as const

const QR = {
  hide: true,
  querystring: Type.Object({ data: Type.String({ minLength: 1, maxLength: MAX_QR_CHARACTERS }) }),
} as const

const MANIFEST = {
  hide: true,
  querystring: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 60 }),
    ext: Type.String({ pattern: '^[a-z][a-z0-9_]{1,31}$' }),
    path: Type.String({ pattern: '^/[A-Za-z0-9_.~/-]*$', maxLength: 200 }),
  }),
} as const

/** A bag with a bolt on it, within the circle that phones cut out of an icon. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path fill="#94480f" d="M0 0h512v512H0z"/>' +
  '<path fill="none" stroke="#fcfbf8" stroke-width="26" stroke-linejoin="round" stroke-linecap="round" d="M138 200h236l18 190H120zM192 200v-30a64 64 0 0 1 128 0v30"/>' +
  '<path fill="#fcfbf8" d="M276 222l-74 92h44l-12 60 74-92h-44z"/></svg>'
