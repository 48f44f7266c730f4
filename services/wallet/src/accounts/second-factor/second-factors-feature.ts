import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import type { Config } from '../../config/config.ts'
import { type SecondFactorRoutesDeps, secondFactorRoutes } from './second-factor.routes.ts'
import { SECOND_FACTOR_COMPONENTS } from './second-factor-schemas.ts'

type SecondFactorsDeps = Omit<SecondFactorRoutesDeps, 'publicUrl' | 'site' | 'visits'> & {
  readonly config: Pick<Config, 'publicUrl' | 'administration' | 'loginProviders'>
}

/** Authenticator apps, passkeys and recovery codes. */
export const secondFactorsFeature: HttpFeature<SecondFactorsDeps> = {
  chapter: readChapter('second-factors', import.meta.url),
  components: SECOND_FACTOR_COMPONENTS,
  register(app, deps) {
    const { publicUrl, administration, loginProviders } = deps.config
    const visits = { providers: new Set(loginProviders.providers.keys()) }
    secondFactorRoutes(app, { ...deps, publicUrl, site: administration.site, visits })
  },
}
