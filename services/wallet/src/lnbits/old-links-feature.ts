import type { HttpFeature } from '@satchel/http/http-feature'
import { openSocketDoor } from '@satchel/http/sockets/socket-door'
import type { Config } from '../config.ts'
import { RELAY } from './old-links.ts'
import { oldPagesRoutes } from './old-pages.routes.ts'

interface OldLinksDeps {
  readonly config: Pick<Config, 'publicUrl'>
  readonly notice: string | undefined
}

/** The pages of LNbits that people have stored; the links of its extensions are in `old-links.ts`. */
export const oldLinksFeature: HttpFeature<OldLinksDeps> = {
  register(app, { config: { publicUrl }, notice }) {
    oldPagesRoutes(app, { publicUrl, notice })
    // The route is that of our own relay, whose limits hold.
    openSocketDoor(app, { path: RELAY, mostBytes: 1, close: () => undefined }, [])
  },
}
