import type { HttpFeature } from '@satchel/http/http-feature'
import { type AccountLinksRoutesDeps, accountLinksRoutes } from './users/account-links.routes.ts'
import { UserBody, type UsersRoutesDeps, usersRoutes } from './users/users.routes.ts'
import { type UsersDeletionRoutesDeps, usersDeletionRoutes } from './users/users-deletion.routes.ts'

type UsersDeps = UsersRoutesDeps &
  UsersDeletionRoutesDeps &
  Omit<AccountLinksRoutesDeps, 'publicUrl'> & { readonly config: { readonly publicUrl: string } }

/** Users as administrators manage them, and how users delete their own account. */
export const usersFeature: HttpFeature<UsersDeps> = {
  components: [UserBody],
  register(app, deps) {
    usersRoutes(app, deps)
    usersDeletionRoutes(app, deps)
    accountLinksRoutes(app, { ...deps, publicUrl: deps.config.publicUrl })
  },
}
