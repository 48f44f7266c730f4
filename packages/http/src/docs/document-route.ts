import type { FastifySchema, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { BODY_BYTES } from '../body-limits.ts'
import { ErrorBody, InvalidBody } from '../error-body.ts'
import { schemaRef } from '../schema-ref.ts'

/** The credentials of a route, by its access rule. In `/docs` a reader authorises once for all routes. */
export interface Credentials {
  /** OpenAPI security schemes by name. */
  readonly schemes: Readonly<Record<string, object>>
  /** The schemes of which one suffices, and query parameters besides the route's own. */
  readonly of: (access: string) => {
    readonly schemes: readonly string[]
    /** In words: `admin key, access token`. */
    readonly who: string
    readonly query?: Readonly<Record<string, TSchema>>
  }
  /** Further conditions for a caller, by the configuration of the route. */
  readonly noteOn?: (route: RouteOptions) => RouteNote | undefined
}

export interface RouteNote {
  /** A paragraph; undefined = none. */
  readonly text?: string | undefined
  /** For programs: fields of the operation whose names begin with `x-`. */
  readonly fields?: Readonly<Record<`x-${string}`, unknown>>
}

type Documented = FastifySchema & {
  readonly hide?: boolean
  readonly description?: string
  readonly security?: readonly object[]
}

/** The schema of a route in `/openapi.json`: with its credentials, and every status it may answer. */
export function documentRoute(schema: Documented, route: RouteOptions, credentials: Credentials): Documented {
  if (schema.hide === true) return schema
  const { schemes, who, query } = credentials.of(route.config?.access ?? '')
  const { text, fields } = credentials.noteOn?.(route) ?? {}
  const own = schema.querystring as { readonly properties?: object } | undefined
  return {
    ...schema,
    description: `${schema.description ?? ''}\n\n${text === undefined ? '' : `${text}\n\n`}Access: ${who}.`,
    ...fields,
    ...(query !== undefined && {
      querystring: { type: 'object', ...own, properties: { ...own?.properties, ...query } },
    }),
    security: schemes.map((scheme) => ({ [scheme]: [] })),
    response: { ...errorsOf(schema, route, schemes.length > 0), ...(schema.response as object) },
  }
}

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

function errorsOf(schema: Documented, route: RouteOptions, guarded: boolean): Record<number, TSchema> {
  const read = schema.body !== undefined || schema.params !== undefined || schema.querystring !== undefined
  // Parsed also where a route has no use for it.
  const body = ![route.method].flat().every((method) => BODILESS.has(method))
  return {
    ...(guarded && {
      401: error('No credential, or an invalid or expired one.'),
      403: error('The credential lacks the permission for this call.'),
    }),
    ...((guarded || schema.params !== undefined) && {
      404: error('Not found, or it belongs to another account.'),
    }),
    ...((read || body) && {
      400: error(`It cannot be done; \`detail\` says why. Also ${body ? 'a body' : 'an address'} that is not UTF-8.`),
    }),
    ...(body && {
      413: error(`The body is larger than ${(route.bodyLimit ?? BODY_BYTES) / 1024} KiB.`),
      415: error('The body is not JSON.'),
    }),
    ...(read && { 422: schemaRef(InvalidBody, 'A value is missing or wrong; `detail` says which.') }),
    ...(route.config?.rateLimited !== false && { 429: error('Too many requests; `Retry-After` says when to retry.') }),
  }
}

const error = (description: string): TSchema => schemaRef(ErrorBody, description)
