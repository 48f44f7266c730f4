import type { HttpApp } from '@satchel/http/http-app'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AskOwnApi, type OwnAnswer, sendTranslated } from './ask-own-api.routes.ts'
import { PREFIX } from './dialect-url.ts'
import { type ListQuery, type OwnList, readListQuery } from './list-query.ts'
import { type OwnPayment, toLnbitsPayment } from './lnbits-payment.ts'
import { DIALECT } from './route-options.ts'

const MAX_LISTED = 1000

/** Lists of payments, with the filters and the order of LNbits. */
export function paymentListRoutes(app: HttpApp, ask: AskOwnApi): void {
  const list = async (
    request: FastifyRequest,
    reply: FastifyReply,
    wrap: (page: Page) => unknown,
    which: Readonly<Record<string, string>> = {},
  ) => {
    const read = readListQuery(request.query as ListQuery, MAX_LISTED)
    if ('problem' in read) return reply.code(400).send({ detail: read.problem })
    const answer = await askInOrder(ask, request, { ...read, query: { ...read.query, ...which } })
    const total = Number(answer.headers['x-total-count'] ?? 0)
    return sendTranslated(request, reply, answer, (payments: readonly OwnPayment[]) => {
      const rows = payments.map(toListed)
      return wrap({ data: read.oldestFirst ? rows.reverse() : rows, total })
    })
  }
  app.get(`${PREFIX}/api/v1/payments`, DIALECT, (request, reply) => list(request, reply, ({ data }) => data))
  app.get(`${PREFIX}/api/v1/payments/paginated`, DIALECT, (request, reply) => list(request, reply, (page) => page))
  // Of all wallets that the user may view, also for administrators.
  app.get(`${PREFIX}/api/v1/payments/all/paginated`, DIALECT, (request, reply) =>
    list(request, reply, (page) => page, { wallet_id: 'all' }),
  )
}

/**
 * Clients of the time before 1.0, which had no `status`, take every payment in a list that is not pending for a paid one:
 * expired invoices were pending there, and failed payments were not listed.
 */
const toListed = (payment: OwnPayment) => ({ ...toLnbitsPayment(payment), pending: payment.status !== 'success' })

interface Page {
  readonly data: readonly unknown[]
  readonly total: number
}

/** The own API lists the newest first: the oldest stand at its end, and the answer still has to be turned round. */
async function askInOrder(ask: AskOwnApi, request: FastifyRequest, list: OwnList): Promise<OwnAnswer> {
  const page = (limit: number, offset: number) =>
    ask(request, {
      method: 'GET',
      path: '/api/v1/payments',
      query: { ...list.query, limit: String(limit), offset: String(offset) },
    })
  const nothing = (answer: OwnAnswer): OwnAnswer => (answer.status < 400 ? { ...answer, body: [] } : answer)
  if (!list.oldestFirst) return page(list.limit, list.offset)
  const first = await page(1, 0)
  if (first.status >= 400) return first
  const end = Number(first.headers['x-total-count'] ?? 0) - list.offset
  const size = Math.min(list.limit, end)
  return size <= 0 ? nothing(first) : page(size, end - size)
}
