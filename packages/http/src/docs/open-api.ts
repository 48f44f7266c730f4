import swagger from '@fastify/swagger'
import type { HttpApp } from '../http-app.ts'
import { sendCached } from '../prepared/cached-answer.ts'
import { serveApiPages } from './api-pages.ts'
import { createDocumentAnswers } from './document-answers.ts'
import { type Credentials, documentRoute } from './document-route.ts'
import type { Task } from './task-chapters.ts'

export interface ApiDescription {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** Unset: the service is public, and its routes name their error answers themselves. */
  readonly credentials?: Credentials | undefined
  /** The chapters of `/docs` and `/redoc`; unset: its tags. */
  readonly tasks?: readonly Task[] | undefined
  /** The route that answers a name and a password with an access token, for the log-in box of `/docs`. */
  readonly logInPath?: string | undefined
  /** Adds routes that are not fixed, at each request; unset = the document never changes. */
  readonly extend?: ((document: string) => Promise<string>) | undefined
}

/** `/openapi.json` from the routes' own schemas, and its pages. */
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
        // A parameter with a default is optional.
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
    const read = openDocument(app, api.extend)
    // A document that may change is revalidated each time; a client that has this version gets a 304.
    const cacheControl = api.extend === undefined ? 'public, max-age=300' : 'no-cache'
    const answerOf = createDocumentAnswers(read)
    scope.get('/openapi.json', open, async (request, reply): Promise<void> => {
      sendCached(request, reply, await answerOf(), cacheControl)
    })
    serveApiPages(scope, { read, tasks: api.tasks, logInPath: api.logInPath })
  })
}

/** Written once, on the first request; `extend` runs for each request. */
function openDocument(app: HttpApp, extend: ApiDescription['extend']): () => Promise<string> {
  let document: string | undefined
  return async () => {
    document ??= JSON.stringify(app.swagger())
    return (await extend?.(document)) ?? document
  }
}

/** Keeps the named examples of a body beside its `$ref`: the plugin reads examples only from inline schemas. */
const EXAMPLES = 'x-examples'

interface Operation {
  readonly operationId?: string
  readonly requestBody?: { required?: boolean; readonly content?: Record<string, { examples?: unknown }> }
  readonly parameters?: readonly { required?: boolean; readonly schema?: { readonly default?: unknown } }[]
}
