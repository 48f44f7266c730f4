import type { HttpFeature } from '@satchel/http/http-feature'
import type { Log } from '@satchel/http/log'
import type { Config } from '../config/config.ts'
import type { Reader } from '../db/database.ts'
import type { LivePayments } from '../notifications/live-payments.ts'
import { accountRoutes } from './account.routes.ts'
import { createAskOwnApi } from './ask-own-api.routes.ts'
import { documentedRoutes } from './documented.routes.ts'
import { liveRoutes } from './live.routes.ts'
import { paymentRoutes } from './payment.routes.ts'
import { paymentListRoutes } from './payment-list.routes.ts'
import { walletRoutes } from './wallet.routes.ts'

interface LnbitsDeps {
  readonly config: Pick<Config, 'publicUrl'>
  readonly db: Reader
  readonly live: LivePayments
  readonly log: Log
}

/** The API in the dialect of LNbits, below `/lnbits` (decision 0040). */
export const lnbitsFeature: HttpFeature<LnbitsDeps> = {
  register(app, { config, db, live, log }) {
    const ask = createAskOwnApi(app)
    walletRoutes(app, ask)
    accountRoutes(app, ask)
    documentedRoutes(app, ask)
    paymentListRoutes(app, ask)
    paymentRoutes(app, { ask, db })
    liveRoutes(app, { live, log, publicUrl: config.publicUrl })
  },
}
