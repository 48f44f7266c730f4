import type { HttpFeature } from '@satchel/http/http-feature'
import { openSocketDoor } from '@satchel/http/sockets/socket-door'
import type { Config } from '../config/config.ts'
import { OLD_SOCKETS } from './old-links.ts'
import { oldPagesRoutes } from './old-pages.routes.ts'

interface OldLinksDeps {
  readonly config: Pick<Config, 'publicUrl' | 'domains'>
  readonly notice: string | undefined
}

/** The pages of LNbits that people have stored; the links of its extensions are in `old-links.ts`. */
export const oldLinksFeature: HttpFeature<OldLinksDeps> = {
  register(app, { config: { publicUrl, domains }, notice }) {
    oldPagesRoutes(app, { publicUrl, domains, notice })
    // The routes are ours, and so are the limits.
    openSocketDoor(app, { path: OLD_SOCKETS, mostBytes: 1, close: () => undefined }, [])
  },
}
