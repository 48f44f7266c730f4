import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import { ACL_COMPONENTS } from './acl-schemas.ts'
import { type AclRoutesDeps, aclRoutes } from './acl.routes.ts'
import { type AclTokenRoutesDeps, aclTokenRoutes } from './acl-token.routes.ts'

/** Access lists and their tokens. */
export const accessListsFeature: HttpFeature<AclRoutesDeps & AclTokenRoutesDeps> = {
  chapter: readChapter('access-lists', import.meta.url),
  components: ACL_COMPONENTS,
  register(app, deps) {
    aclRoutes(app, deps)
    aclTokenRoutes(app, deps)
  },
}
