import { Readable } from 'node:stream'
import type { HttpApp } from '@satchel/http/http-app'
import { Type } from 'typebox'
import { callerIdOf, walletIdsOf } from '../../access/access-rules.ts'
import { unixSeconds } from '../../base/clock.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { chosenWalletIds } from './chosen-wallets.ts'
import { EXPORT_COLUMNS, EXPORT_FORMATS } from './export-format.ts'
import { exportPayments } from './export-payments.ts'
import { filtersOf, PAYMENT_FILTER_QUERY } from './payment-filter-query.ts'
import { isoIn, TIME_ZONE } from './time-zone.ts'
import { findValueCurrency, VALUE_CURRENCY } from './value-currency.ts'

/** Payments of a wallet, or of several wallets of a user, as a file, for bookkeeping. */
export function exportRoutes(app: HttpApp, { db, clock }: Pick<PaymentDeps, 'db' | 'clock'>): void {
  app.get(
    '/api/v1/payments/export',
    { config: { access: 'view-payments-of-all' }, schema: EXPORT },
    async (request, reply) => {
      const { format: name, tz, wallets, currency, ...filter } = request.query
      const format = EXPORT_FORMATS[name]
      const toIso = isoIn(tz)
      const day = toIso(unixSeconds(clock)).slice(0, 10)
      reply
        .header('Content-Type', format.contentType)
        .header('Content-Disposition', `attachment; filename="payments-${day}.${name}"`)
      const pieces = exportPayments(
        await db.forLists(),
        {
          ...filtersOf(filter),
          walletIds: chosenWalletIds(walletIdsOf(request), wallets),
          callerId: callerIdOf(request),
        },
        { format, toIso, currency: await findValueCurrency(db, currency, request.principal) },
      )
      return reply.send(Readable.from(pieces, { objectMode: false }))
    },
  )
}

const EXPORT = {
  operationId: 'exportPayments',
  tags: ['payments'],
  summary: 'Export payments as a file',
  description: `All that match, newest first, streamed: CSV (RFC 4180, UTF-8, with a header line) or one JSON array. Columns: \`${EXPORT_COLUMNS.join('`, `')}\`. Times are ISO 8601 in UTC, or by the clocks of \`tz\`; \`amount_sat\`, rounded towards zero, and the exact \`amount_msat\` are negative when outgoing; \`fee_msat\` is what was paid; \`fiat_amount\` is the value at the time in \`currency\`; without it in the accounting currency, or in the currency of the invoice; empty where no rate was known. \`charged_amount\`, in \`charged_currency\`, is the price of an invoice in a currency; it contains \`charged_tax\` and \`charged_tip\`. In CSV a memo or tag that a spreadsheet would take for a formula begins with an apostrophe.`,
  querystring: Type.Object({
    format: Type.Unsafe<'csv' | 'json'>({
      type: 'string',
      enum: ['csv', 'json'],
      default: 'csv',
      description: 'Format of the file.',
    }),
    tz: TIME_ZONE,
    currency: VALUE_CURRENCY,
    ...PAYMENT_FILTER_QUERY,
  }),
  response: {
    200: {
      description: 'The file.',
      content: {
        'text/csv': { schema: Type.Unsafe<Readable>({ type: 'string' }) },
        'application/json': {
          schema: Type.Unsafe<Readable>({ type: 'array', items: { type: 'object', additionalProperties: true } }),
        },
      },
    },
  },
} as const
