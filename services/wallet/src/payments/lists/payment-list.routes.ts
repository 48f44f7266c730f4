import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TInteger, Type } from 'typebox'
import { callerIdOf, walletIdsOf } from '../../access/access-rules.ts'
import { unixSeconds } from '../../base/clock.ts'
import type { PaymentValue } from '../../rates/fiat-value-store.ts'
import { toPaymentItem } from '../answers/payment-json.ts'
import { PaymentItem, PaymentPage } from '../answers/payment-schemas.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { chosenWalletIds } from './chosen-wallets.ts'
import { type FilterQuery, filtersOf, PAYMENT_FILTER_QUERY } from './payment-filter-query.ts'
import { listPayments, type PaymentPage as Page, type PaymentFilter } from './payment-list-store.ts'
import { findValueCurrency, VALUE_CURRENCY } from './value-currency.ts'
import { findValuesIn } from './values-in-currency.ts'

/** Payments of a wallet or of all wallets of a user, newest first, as an array and in the paginated envelope (rule W20). */
export function paymentListRoutes(app: HttpApp, deps: Pick<PaymentDeps, 'db' | 'clock'>): void {
  const find = async (request: FastifyRequest, reply: FastifyReply): Promise<ValuedPage> => {
    const { wallets, currency, ...query } = request.query as Query
    const walletIds = chosenWalletIds(walletIdsOf(request), wallets)
    const filter: PaymentFilter = { ...filtersOf(query), walletIds, callerId: callerIdOf(request) }
    const reader = await deps.db.forLists()
    const page = await listPayments(reader, filter, query)
    reply.header('X-Total-Count', page.total)
    if (page.nextCursor !== undefined) reply.header('X-Next-Cursor', page.nextCursor)
    const code = await findValueCurrency(reader, currency, request.principal)
    return { ...page, values: code === undefined ? undefined : await findValuesIn(reader, page.payments, code) }
  }
  const items = ({ payments, values }: ValuedPage) => {
    const now = unixSeconds(deps.clock)
    return payments.map((payment) => toPaymentItem(payment, now, values?.get(payment.checkingId)))
  }
  app.get('/api/v1/payments', { config: { access: 'view-payments-of-all' }, schema: LIST }, async (request, reply) =>
    items(await find(request, reply)),
  )
  app.get(
    '/api/v1/payments/paginated',
    { config: { access: 'view-payments-of-all' }, schema: PAGINATED },
    async (request, reply) => {
      const page = await find(request, reply)
      return {
        data: items(page),
        total: page.total,
        ...(page.nextCursor !== undefined && { next_cursor: page.nextCursor }),
      }
    },
  )
}

interface Query extends FilterQuery {
  readonly wallets?: readonly string[]
  readonly limit: number
  readonly offset: number
  readonly cursor?: string
  readonly currency?: string
}

interface ValuedPage extends Page {
  /** By checking id. */
  readonly values: ReadonlyMap<string, PaymentValue> | undefined
}

const query = (limit: TInteger) =>
  Type.Object({
    limit,
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0, description: 'Number of entries to skip.' }),
    ...PAYMENT_FILTER_QUERY,
    cursor: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Cursor from `next_cursor` or `X-Next-Cursor`: pages stay stable and fast.',
      }),
    ),
    currency: VALUE_CURRENCY,
  })

const LIST = {
  operationId: 'listPayments',
  tags: ['payments'],
  summary: 'List payments',
  description: 'Newest first. `X-Total-Count` is the number of matches, `X-Next-Cursor` the cursor of the next page.',
  querystring: query(Type.Integer({ minimum: 1, maximum: 1000, default: 20, description: 'Page size, 1 to 1000.' })),
  response: { 200: Type.Array(schemaRef(PaymentItem), { description: 'One page.' }) },
} as const

const PAGINATED = {
  operationId: 'listPaymentsPaginated',
  tags: ['payments'],
  summary: 'List payments with their total',
  description: 'Same list in an envelope with the total.',
  querystring: query(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Page size, 1 to 100.' })),
  response: { 200: schemaRef(PaymentPage, 'One page.') },
} as const
