import type { HttpFeature } from '@satchel/http/http-feature'
import { type UsersDeletionRoutesDeps, usersDeletionRoutes } from './users/users-deletion.routes.ts'
import { UserBody, type UsersRoutesDeps, usersRoutes } from './users/users.routes.ts'

/** Users as administrators manage them, and how users delete their own account. */
export const usersFeature: HttpFeature<UsersRoutesDeps & UsersDeletionRoutesDeps> = {
  components: [UserBody],
  register(app, deps) {
    usersRoutes(app, deps)
    usersDeletionRoutes(app, deps)
  },
}
