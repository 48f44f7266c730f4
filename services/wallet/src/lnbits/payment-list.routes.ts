import type { HttpApp } from '@satchel/http/http-app'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withDashes } from '../base/ids.ts'
import { type AskOwnApi, hasKey, type OwnAnswer, sendTranslated } from './ask-own-api.routes.ts'
import { DIALECT } from './dialect.routes.ts'
import { PREFIX } from './dialect-url.ts'
import { type ListQuery, type OwnList, readListQuery } from './list-query.ts'
import { type OwnPayment, toLnbitsPayment } from './lnbits-payment.ts'

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
    const named = read.walletId === undefined ? which : { wallet_id: withDashes(read.walletId) }
    const list = { ...read, query: { ...read.query, ...named } }
    const answer = (await ofOtherWallet(ask, request, named)) ?? (await askForList(ask, request, list))
    const total = Number(answer.headers['x-total-count'] ?? 0)
    return sendTranslated(request, reply, answer, (payments: readonly OwnPayment[]) => {
      const rows = payments.map(toListed)
      return wrap({ data: read.oldestFirst ? rows.reverse() : rows, total })
    })
  }
  app.get(`${PREFIX}/api/v1/payments`, DIALECT, (request, reply) => list(request, reply, ({ data }) => data))
  app.get(`${PREFIX}/api/v1/payments/paginated`, DIALECT, (request, reply) => list(request, reply, (page) => page))
  // All wallets that the user may view, also for administrators.
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

const nothing = (answer: OwnAnswer): OwnAnswer =>
  answer.status < 400 ? { ...answer, headers: { ...answer.headers, 'x-total-count': '0' }, body: [] } : answer

/** A key opens one wallet: of another one it lists nothing. Undefined: the list is to be asked for. */
async function ofOtherWallet(
  ask: AskOwnApi,
  request: FastifyRequest,
  { wallet_id: id }: Readonly<Record<string, string>>,
): Promise<OwnAnswer | undefined> {
  if (id === undefined || id === 'all' || !hasKey(request)) return undefined
  const own = await ask(request, { method: 'GET', path: '/api/v1/wallet' })
  return own.status < 400 && own.body.id === id ? undefined : nothing(own)
}

/** With an id the rows are few: they are sorted out here, and counted. */
async function askForList(ask: AskOwnApi, request: FastifyRequest, list: OwnList): Promise<OwnAnswer> {
  const wanted = Object.entries(list.only)
  if (wanted.length === 0) return askInOrder(ask, request, list)
  const { checking_id: id } = list.only
  const answer =
    id === undefined
      ? await askInOrder(ask, request, { ...list, limit: MAX_LISTED, offset: 0 })
      : await askForOne(ask, request, id, list)
  if (answer.status >= 400) return answer
  const rows = (answer.body as readonly OwnPayment[]).filter((row) =>
    wanted.every(([name, value]) => row[name as keyof OwnList['only']] === value),
  )
  const page = list.oldestFirst
    ? rows.slice(Math.max(0, rows.length - list.offset - list.limit), rows.length - list.offset)
    : rows.slice(list.offset, list.offset + list.limit)
  return { ...answer, headers: { ...answer.headers, 'x-total-count': String(rows.length) }, body: page }
}

/** The row of a checking id, if the other filters select it. */
async function askForOne(ask: AskOwnApi, request: FastifyRequest, id: string, list: OwnList): Promise<OwnAnswer> {
  const { wallet_id: walletId } = list.query
  if (walletId === 'all') return { status: 400, headers: {}, body: { detail: 'checking_id: name the wallet_id, too' } }
  const query = walletId === undefined ? {} : { wallet_id: walletId }
  const found = await ask(request, { method: 'GET', path: `/api/v1/payments/${encodeURIComponent(id)}`, query })
  if (found.status >= 400) return found.status === 404 ? { ...found, status: 200, body: [] } : found
  const { payment_hash: hash } = found.body.details as OwnPayment
  return askInOrder(ask, request, { ...list, query: { ...list.query, search: hash }, limit: MAX_LISTED, offset: 0 })
}

/** The own API lists the newest first: the oldest are at its end, and the answer is reversed. */
async function askInOrder(ask: AskOwnApi, request: FastifyRequest, list: OwnList): Promise<OwnAnswer> {
  const page = (limit: number, offset: number) =>
    ask(request, {
      method: 'GET',
      path: '/api/v1/payments',
      query: { ...list.query, limit: String(limit), offset: String(offset) },
    })
  if (!list.oldestFirst) return page(list.limit, list.offset)
  const first = await page(1, 0)
  if (first.status >= 400) return first
  const end = Number(first.headers['x-total-count'] ?? 0) - list.offset
  const size = Math.min(list.limit, end)
  return size <= 0 ? nothing(first) : page(size, end - size)
}
