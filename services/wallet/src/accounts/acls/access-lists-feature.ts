import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import type { Config } from '../../config/config.ts'
import { type AclRoutesDeps, aclRoutes } from './acl.routes.ts'
import { ACL_COMPONENTS } from './acl-schemas.ts'
import { type AclTokenRoutesDeps, aclTokenRoutes } from './acl-token.routes.ts'
import { type ConsentRoutesDeps, consentRoutes } from './consent.routes.ts'
import { type OauthRoutesDeps, oauthRoutes } from './oauth.routes.ts'
import { OAUTH_COMPONENTS } from './oauth-schemas.ts'

type Deps = AclRoutesDeps &
  AclTokenRoutesDeps &
  Omit<ConsentRoutesDeps & OauthRoutesDeps, 'publicUrl'> & { readonly config: Pick<Config, 'publicUrl'> }

/** Access lists and their tokens, also for programs that ask for them. */
export const accessListsFeature: HttpFeature<Deps> = {
  chapter: readChapter('access-lists', import.meta.url),
  components: [...ACL_COMPONENTS, ...OAUTH_COMPONENTS],
  register(app, deps) {
    const { publicUrl } = deps.config
    aclRoutes(app, deps)
    aclTokenRoutes(app, deps)
    consentRoutes(app, { ...deps, publicUrl })
    oauthRoutes(app, { ...deps, publicUrl })
  },
}
