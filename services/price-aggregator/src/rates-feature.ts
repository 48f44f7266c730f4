import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import { type HistoryRoutesDeps, historyRoutes } from './history.routes.ts'
import { type RateRoutesDeps, rateRoutes } from './rate.routes.ts'
import { ConvertResponse, CurrencyRateResponse, ExchangeRates, RatesResponse } from './rate-schemas.ts'
import { streamRoutes } from './stream.routes.ts'

/** Prices and conversions: of the last cycle, as they change, and of past cycles. */
export const ratesFeature: HttpFeature<RateRoutesDeps & HistoryRoutesDeps> = {
  chapter: readChapter('rates', import.meta.url),
  components: [ExchangeRates, RatesResponse, CurrencyRateResponse, ConvertResponse],
  register(app, deps) {
    rateRoutes(app, deps)
    streamRoutes(app, deps)
    historyRoutes(app, deps)
  },
}
