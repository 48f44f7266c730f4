import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import type { HttpMetrics } from '@satchel/http/reports/http-metrics'
import { metricsRoute } from '@satchel/http/reports/metrics-route'
import { type PageRoutesDeps, pageRoutes } from './page/page.routes.ts'
import { registerPriceMetrics } from './price-metrics.ts'
import { SOURCE_COMPONENTS, type SourceRoutesDeps, sourceRoutes } from './source.routes.ts'

type OpsDeps = SourceRoutesDeps & PageRoutesDeps & { readonly metrics: HttpMetrics }

/** Health, readiness, sources and metrics; and the page that shows prices and sources. */
export const opsFeature: HttpFeature<OpsDeps> = {
  chapter: readChapter('ops', import.meta.url),
  components: SOURCE_COMPONENTS,
  register(app, deps) {
    registerPriceMetrics(deps.metrics.registry, deps)
    sourceRoutes(app, deps)
    pageRoutes(app, deps)
    metricsRoute(app, deps.metrics)
  },
}
