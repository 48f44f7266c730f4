import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpApp } from '../http-app.ts'
import { notFound, ServiceError } from '../service-error.ts'

/**
 * Answers requests without a route: a known path with the wrong method (405 with `Allow`), a known path with an extra
 * slash (307), the CORS preflight (204), and everything else (404). A literal path has priority over a pattern for
 * every method: with `POST /auth/register`, `GET /auth/register` never matches `GET /auth/:provider`. `moreVerbsAt`
 * lists the methods of paths that `rewriteUrl` maps to other routes.
 */
export function installRouteTable(app: HttpApp, moreVerbsAt: VerbsAt = () => []): void {
  const templates = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>()
  const isElsewhere = (path: string, template: string): boolean => path !== template && templates.has(path)
  app.addHook('onRoute', (route) => {
    const known = templates.get(route.url) ?? { pattern: patternOf(route.url), methods: new Set<string>() }
    for (const method of [route.method].flat()) known.methods.add(method)
    templates.set(route.url, known)
    if (!route.url.includes(':')) return
    const before = route.onRequest === undefined ? [] : [route.onRequest].flat()
    route.onRequest = [
      (request, reply, done) => {
        if (isElsewhere(pathOf(request.url), route.url)) reply.callNotFound()
        else done()
      },
      ...before,
    ]
  })
  const methodsAt = (path: string): string[] => {
    const own = templates.get(path)
    if (own !== undefined) return [...own.methods].sort()
    const found = [...templates.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set([...found.flatMap(({ methods }) => [...methods]), ...moreVerbsAt(path)])].sort()
  }
  app.setNotFoundHandler(async (request, reply) => answerUnrouted(request, reply, methodsAt))
}

/** The methods of a path, without OPTIONS. */
export type VerbsAt = (path: string) => readonly string[]

const pathOf = (url: string): string => {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** `/rate/:currency` matches one filled segment per parameter; a trailing `*` matches the rest. */
function patternOf(template: string): RegExp {
  const escaped = template.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/:[^/]+/g, '[^/]+').replace(/\*$/, '.*')}$`)
}

async function answerUnrouted(
  request: FastifyRequest,
  reply: FastifyReply,
  methodsAt: (path: string) => string[],
): Promise<FastifyReply> {
  const [path = '/', ...query] = request.url.split('?')
  const methods = methodsAt(path)
  if (methods.length > 0) {
    const allow = [...methods.filter((method) => method !== 'OPTIONS'), 'OPTIONS'].join(', ')
    reply.header('Allow', allow)
    if (request.method !== 'OPTIONS') throw new ServiceError({ status: 405, detail: 'Method Not Allowed' })
    reply.header('Access-Control-Allow-Methods', allow)
    reply.header('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '*')
    reply.header('Access-Control-Max-Age', '86400')
    return reply.code(204).send()
  }
  const shorter = path.replace(/\/$/, '')
  if (path.length > 1 && shorter !== path && methodsAt(shorter).length > 0) {
    // Without a host, which the client may have made up. Two slashes at the start would name one.
    const target = [shorter.replace(/^[/\\]+/, '/'), ...query].join('?')
    return reply.code(307).header('Location', target).send()
  }
  throw notFound('Not Found', { code: 'no_such_address' })
}
