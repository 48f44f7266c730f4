import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import swagger from '@fastify/swagger'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CachedAnswer, createCachedAnswer, sendCached } from '../prepared/cached-answer.ts'
import type { HttpApp } from '../http-app.ts'
import { docsPage, redocPage } from './docs-pages.ts'
import { type Credentials, documentRoute } from './document-route.ts'

export interface ApiDescription {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** Unset: the service is public, and its routes name their error answers themselves. */
  readonly credentials?: Credentials | undefined
  /** The document as it is now, where more belongs to it than the routes that are always there; else it never changes. */
  readonly extend?: ((document: string) => Promise<string>) | undefined
}

/** `/openapi.json` from the routes' own schemas, and two readers for it served from our own files. */
export function installOpenApi(app: HttpApp, api: ApiDescription): void {
  const { credentials } = api
  const bodyOptional = new Set<string>()
  const bodyExamples = new Map<string, unknown>()
  app.addHook('onRoute', ({ config, schema }) => {
    if (schema?.operationId === undefined) return
    if (config?.bodyOptional === true) bodyOptional.add(schema.operationId)
    const examples = (schema.body as { readonly [EXAMPLES]?: unknown } | undefined)?.[EXAMPLES]
    if (examples !== undefined) bodyExamples.set(schema.operationId, examples)
  })
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: api.title,
        version: api.version,
        description: api.description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'This server.' }],
      tags: [...api.tags],
      ...(credentials && { components: { securitySchemes: credentials.schemes as never } }),
    },
    transform: ({ schema, url, route }) => ({
      schema: credentials === undefined || schema === undefined ? schema : documentRoute(schema, route, credentials),
      url,
    }),
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      for (const operation of Object.values(document.openapiObject.paths ?? {}).flatMap((path) =>
        Object.values(path as Record<string, Operation>),
      )) {
        if (operation.requestBody !== undefined && bodyOptional.has(operation.operationId ?? '')) {
          operation.requestBody.required = false
        }
        const media = operation.requestBody?.content?.['application/json']
        const examples = bodyExamples.get(operation.operationId ?? '')
        if (media !== undefined && examples !== undefined) media.examples = examples
        // What is filled in when it is left out need not be given.
        for (const parameter of operation.parameters ?? []) {
          if (parameter.schema?.default !== undefined) parameter.required = false
        }
      }
      return document.openapiObject
    },
    refResolver: { buildLocalReference: (schema) => schema['$id'] as string },
  })
  app.register(async (scope) => {
    const open = { config: { access: 'anyone' }, schema: { hide: true } } as const
    scope.get('/openapi.json', open, answerDocument(app, api.extend))
    scope.get('/docs', open, async (_request, reply) =>
      reply.headers(PAGE_HEADERS).type('text/html').send(docsPage(api.title)),
    )
    scope.get('/redoc', open, async (_request, reply) =>
      reply.headers(PAGE_HEADERS).type('text/html').send(redocPage(api.title)),
    )
    for (const [path, { file, type }] of Object.entries(ASSETS)) {
      let bytes: Buffer | undefined
      scope.get(path, open, async (_request, reply) => {
        bytes ??= readFileSync(file())
        return reply.type(type).header('Cache-Control', 'public, max-age=86400').send(bytes)
      })
    }
  })
}

/** Written on the first request, and again when its content has changed. */
function answerDocument(app: HttpApp, extend: ApiDescription['extend']) {
  let document: string | undefined
  let written: { readonly text: string; readonly answer: CachedAnswer } | undefined
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    document ??= JSON.stringify(app.swagger())
    const text = (await extend?.(document)) ?? document
    if (written?.text !== text) written = { text, answer: createCachedAnswer(Buffer.from(text), tagOf(text)) }
    // A document that may change is revalidated each time; a client that has this version gets a 304.
    sendCached(request, reply, written.answer, extend === undefined ? 'public, max-age=300' : 'no-cache')
  }
}

const tagOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22)

/** Beside a body's `$ref`: named examples, which the plugin reads only where a schema is written out. */
const EXAMPLES = 'x-examples'

interface Operation {
  readonly operationId?: string
  readonly requestBody?: { required?: boolean; readonly content?: Record<string, { examples?: unknown }> }
  readonly parameters?: readonly { required?: boolean; readonly schema?: { readonly default?: unknown } }[]
}

const require = createRequire(import.meta.url)
const beside = (name: string, path: string): string =>
  require.resolve(`${name}/package.json`).replace('package.json', path)

/** The readers' files, straight from their packages: nothing is loaded from elsewhere, so the pages work offline. */
const ASSETS: Readonly<Record<string, { file: () => string; type: string }>> = {
  '/docs/swagger-ui.css': { file: () => beside('@fastify/swagger-ui', 'static/swagger-ui.css'), type: 'text/css' },
  '/docs/swagger-ui.js': {
    file: () => beside('@fastify/swagger-ui', 'static/swagger-ui-bundle.js'),
    type: 'text/javascript',
  },
  '/docs/start.js': { file: () => fileURLToPath(new URL('docs-start.js', import.meta.url)), type: 'text/javascript' },
  '/redoc/redoc.js': { file: () => beside('redoc', 'bundles/redoc.standalone.js'), type: 'text/javascript' },
}

/** Both readers style elements in place; redoc starts a worker from a blob and would fetch its logo from elsewhere. */
const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; " +
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-cache',
}
