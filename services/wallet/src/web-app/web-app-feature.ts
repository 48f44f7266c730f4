import type { HttpFeature } from '@satchel/http/http-feature'
import type { Config } from '../config/config.ts'
import type { WebApp } from './read-web-app.ts'
import { webAppRoutes } from './web-app.routes.ts'

interface WebAppDeps {
  readonly config: Pick<Config, 'publicUrl'>
  readonly webApp: WebApp | undefined
  readonly notice: string | undefined
}

/** The app for people, at `/app/`. */
export const webAppFeature: HttpFeature<WebAppDeps> = {
  register(app, { config: { publicUrl }, webApp, notice }) {
    webAppRoutes(app, { publicUrl, webApp, notice })
  },
}
