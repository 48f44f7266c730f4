import { createHttpApp, type HttpAppOptions } from '../src/create-http-app.ts'
import type { HttpApp } from '../src/http-app.ts'
import { SILENT_LOG } from '../src/log.ts'
import { createHttpMetrics } from '../src/reports/http-metrics.ts'

/** For tests: the app as services build it, silent and without limits, with the given routes. */
export async function openTestApp(
  routes: (app: HttpApp) => void,
  options: Partial<HttpAppOptions> = {},
): Promise<HttpApp> {
  const app = createHttpApp({
    api: { title: 'Test', version: '1.2.3', description: 'A service for tests.', tags: [] },
    access: { anyone: undefined },
    components: [],
    validationDetail: 'list',
    log: SILENT_LOG,
    accessLog: 'off',
    metrics: createHttpMetrics({ processMetrics: false }),
    ...options,
  })
  app.register(async (scope) => routes(scope as HttpApp))
  await app.ready()
  return app
}

/** The route options of a test that is not about access. */
export const OPEN = { config: { access: 'anyone' } } as const
