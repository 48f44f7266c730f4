import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import { type RateRoutesDeps, rateRoutes } from './rate.routes.ts'

/** Prices of BTC, and conversions. */
export const ratesFeature: HttpFeature<RateRoutesDeps> = {
  chapter: readChapter('rates', import.meta.url),
  register: rateRoutes,
}
