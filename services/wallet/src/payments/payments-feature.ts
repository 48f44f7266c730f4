import { Detail } from '@satchel/http/detail'
import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import type { Outbound } from '@satchel/outbound/outbound'
import type { LnurlClient } from '../lnurl/lnurl-client.ts'
import type { OwnLinks } from '../lnurl/own-links.ts'
import type { Rates } from '../rates/rates.ts'
import * as schemas from './answers/payment-schemas.ts'
import * as refusals from './answers/refusal-schemas.ts'
import * as statistics from './answers/statistics-schemas.ts'
import { LabelCount, PaymentNoteBody } from './contacts/contact-schemas.ts'
import { noteRoutes } from './contacts/note.routes.ts'
import { exportRoutes } from './lists/export.routes.ts'
import { paymentListRoutes } from './lists/payment-list.routes.ts'
import { statisticsRoutes } from './lists/statistics.routes.ts'
import { closeWalletRoutes } from './routes/close-wallet.routes.ts'
import { invoiceToolsRoutes } from './routes/invoice-tools.routes.ts'
import { paymentRoutes } from './routes/payment.routes.ts'
import { playBalanceRoutes } from './routes/play-balance.routes.ts'
import type { PaymentDeps } from './states/payment-deps.ts'

interface PaymentsDeps {
  readonly payments: PaymentDeps
  readonly lnurl: LnurlClient
  readonly ownLinks: OwnLinks
  readonly rates: Rates
  readonly outbound: Outbound
}

/** Invoices, payments, exports and statistics; a wallet is deleted only when it has no pending payment. */
export const paymentsFeature: HttpFeature<PaymentsDeps> = {
  chapter: readChapter('payments', import.meta.url),
  components: [
    ...[schemas, statistics, refusals].flatMap(Object.values).filter((schema) => '$id' in schema),
    Detail,
    PaymentNoteBody,
    LabelCount,
  ],
  register(app, { payments, lnurl, ownLinks, rates, outbound }) {
    const webhookProblem = (url: string) => outbound.checkUrl(url)?.message
    closeWalletRoutes(app, payments)
    paymentRoutes(app, { ...payments, lnurl, rates, webhookProblem })
    playBalanceRoutes(app, payments)
    paymentListRoutes(app, payments)
    exportRoutes(app, payments)
    noteRoutes(app, payments)
    statisticsRoutes(app, payments)
    invoiceToolsRoutes(app, { payments, ownLinks })
  },
}
