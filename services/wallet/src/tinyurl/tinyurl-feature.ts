import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import type { Config } from '../config/config.ts'
import { ShortLinkBody, type ShortLinkRoutesDeps, shortLinkRoutes } from './short-link.routes.ts'

type TinyurlDeps = Omit<ShortLinkRoutesDeps, 'publicUrl'> & { readonly config: Pick<Config, 'publicUrl'> }

/** Short links of a wallet. */
export const tinyurlFeature: HttpFeature<TinyurlDeps> = {
  chapter: readChapter('tinyurl', import.meta.url),
  components: [ShortLinkBody],
  register: (app, deps) => shortLinkRoutes(app, { ...deps, publicUrl: deps.config.publicUrl }),
}
