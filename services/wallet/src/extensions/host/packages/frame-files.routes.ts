import { frameTypeOf } from '@satchel/extension-sdk/package/frame-files'
import type { HttpApp } from '@satchel/http/http-app'
import { notFound } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { FrameFiles } from '../../extension-system.ts'
import { frameHeaders, frameSources, framesPath, isForOwnOrigin } from '../serve/frame-headers.ts'
import type { ServeDeps } from '../serve/serve-items.ts'

/** The files that pages of packages show in frames: of the version in use, by the exact names in its manifest. */
export function frameFileRoutes(app: HttpApp, { host, system }: ServeDeps): void {
  app.get('/static/frames/:ext_id/:version/*', VISIT, async (request, reply) => {
    const { ext_id: extId, version } = request.params
    const present = system.find(extId)
    const path = framesPath(extId, version)
    const name = nameOf(request, path)
    const type = present?.available === true && isInUse(present.frames, version, name) ? frameTypeOf(name) : undefined
    if (present?.frames === undefined || type === undefined || isForOwnOrigin(request.headers)) {
      throw notFound('Not found.')
    }
    const content = await present.frames.read(name)
    return reply
      .headers(frameHeaders(frameSources(request, host.deps.publicUrl, path)))
      .type(type)
      .send(content)
  })
}

const VISIT = {
  config: { access: 'anyone', rateLimited: 'visit' },
  schema: { hide: true, params: Type.Object({ ext_id: Type.String(), version: Type.String() }) },
} as const

const isInUse = (frames: FrameFiles | undefined, version: string, name: string): boolean =>
  frames?.version === version && frames.names.has(name)

/** The name as requested, without decoding: only exact names match. */
function nameOf({ originalUrl }: FastifyRequest, path: string): string {
  const [asked = ''] = originalUrl.split('?')
  return asked.startsWith(path) ? asked.slice(path.length) : ''
}
