import { LARGE_BODY_BYTES } from '@satchel/http/body-limits'
import type { HttpApp } from '@satchel/http/http-app'
import { invalid, notFound } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import { actorOf, roleOf, userIdOf } from '../../access/access-rules.ts'
import { entryProblem, listChoices } from '../../access/acl-entries.ts'
import type { PublishedRoute } from '../../access/published-routes.ts'
import { shownBy } from '../../access/shown-credential.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { Database } from '../../db/database.ts'
import { changeAcl, createAcl, deleteAcl } from './acl-commands.ts'
import { toAclBody } from './acl-json.ts'
import { CHANGE, CHOICES, CREATE, DELETE, LIST } from './acl-schemas.ts'
import { listAcls } from './acl-store.ts'

export interface AclRoutesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly published: readonly PublishedRoute[]
  /** The routes of installed packages, which change at run time. */
  readonly listPackageRoutes: (isAdmin: boolean) => Promise<readonly PublishedRoute[]>
}

const config = { access: 'user' } as const
/** A token of the list can do whatever the list names. */
const writes = { config: { ...config, grantsAccess: true }, bodyLimit: LARGE_BODY_BYTES } as const

/** Access lists, for programs that act in a user's place (rules W11, S405, S505). */
export function aclRoutes(app: HttpApp, { db, clock, published, listPackageRoutes }: AclRoutesDeps): void {
  const tell = async (userId: string, id: string) => {
    const [acl] = await listAcls(db, userId, id)
    if (acl === undefined) throw notFound('Access list not found.', { code: 'access_list_not_found' })
    return toAclBody(acl)
  }
  const packageRoutesFor = (request: FastifyRequest) => listPackageRoutes(roleOf(request) !== 'user')
  const read = async (request: FastifyRequest, entries: readonly string[]): Promise<string[]> => {
    const routes = [...published, ...(await packageRoutesFor(request))]
    for (const [index, entry] of entries.entries()) {
      const msg = entryProblem(entry, routes)
      if (msg !== undefined) throw invalid({ type: 'value_error', loc: [...IN_LIST, index], msg, input: entry })
    }
    return [...new Set(entries)]
  }
  let choices: ReturnType<typeof listChoices> | undefined

  app.get('/api/v1/auth/acls', { config, schema: LIST }, async (request) =>
    (await listAcls(db, userIdOf(request))).map(toAclBody),
  )
  app.get('/api/v1/auth/acls/endpoints', { config, schema: CHOICES }, async (request) => {
    choices ??= listChoices(published)
    return [...choices, ...listChoices(await packageRoutesFor(request))]
  })
  app.post('/api/v1/auth/acls', { ...writes, schema: CREATE }, async (request, reply) => {
    const actor = actorOf(request)
    const { name, allowed_endpoints: entries } = request.body
    const allowedEndpoints = await read(request, entries)
    const acl = { id: newId(), userId: actor.id, name, allowedEndpoints, at: unixSeconds(clock) }
    await db.transact(createAcl, { acl, actor, shown: shownBy(request), at: acl.at })
    reply.code(201)
    return tell(actor.id, acl.id)
  })
  app.put('/api/v1/auth/acls/:acl_id', { ...writes, schema: CHANGE }, async (request) => {
    const actor = actorOf(request)
    const aclId = request.params.acl_id
    const { name, allowed_endpoints: entries } = request.body
    const allowedEndpoints = entries && (await read(request, entries))
    const change = { aclId, name, allowedEndpoints, actor, at: unixSeconds(clock) }
    await db.transact(changeAcl, { ...change, shown: shownBy(request) })
    return tell(actor.id, aclId)
  })
  app.delete('/api/v1/auth/acls/:acl_id', { config, schema: DELETE }, async (request) => {
    const aclId = request.params.acl_id
    await db.transact(deleteAcl, { aclId, actor: actorOf(request), at: unixSeconds(clock) })
    return { detail: 'ACL deleted' }
  })
}

const IN_LIST = ['body', 'allowed_endpoints'] as const
