import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import { type LinkedLoginDeps, linkedLoginRoutes } from './linked-login.routes.ts'
import { Identity } from './providers/identity-schemas.ts'

/** Log-ins with a Nostr key or an account at a provider. */
export const linkedLoginsFeature: HttpFeature<LinkedLoginDeps> = {
  chapter: readChapter('linked-logins', import.meta.url),
  components: [Identity],
  register: linkedLoginRoutes,
}
