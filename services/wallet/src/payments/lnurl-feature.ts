import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import type { Outbound } from '@satchel/outbound/outbound'
import type { LnurlClient } from '../lnurl/lnurl-client.ts'
import { LNURL_COMPONENTS } from './lnurl/lnurl-schemas.ts'
import { lnurlRoutes } from './routes/lnurl.routes.ts'
import type { PaymentDeps } from './states/payment-deps.ts'

interface LnurlFeatureDeps {
  readonly payments: PaymentDeps
  readonly lnurl: LnurlClient
  readonly outbound: Outbound
}

/** LNURL and Lightning addresses of other services. */
export const lnurlFeature: HttpFeature<LnurlFeatureDeps> = {
  chapter: readChapter('lnurl', import.meta.url),
  components: LNURL_COMPONENTS,
  register: (app, { payments, lnurl, outbound }) =>
    lnurlRoutes(app, { ...payments, lnurl, webhookProblem: (url) => outbound.checkUrl(url)?.message }),
}
