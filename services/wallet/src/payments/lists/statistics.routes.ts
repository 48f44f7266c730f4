import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { Type } from 'typebox'
import { callerIdOf, userIdOf, walletIdsOf } from '../../access/access-rules.ts'
import { isOpenTo } from '../../access/bound-wallet.ts'
import type { Reader } from '../../db/database.ts'
import { DailyStatistics, HistoryRow, TagCount, WalletStatistics } from '../answers/statistics-schemas.ts'
import { PAYMENT_FILTER_QUERY } from './payment-filter-query.ts'
import { type Period, readHistory } from './read-history.ts'
import { TIME_ZONE } from './time-zone.ts'
import { findValueCurrency, VALUE_CURRENCY } from './value-currency.ts'
import { isOfWallets } from './wallet-list.ts'

/** Succeeded payments added up: by period, by tag, by wallet (rules W6, W7). */
export function statisticsRoutes(app: HttpApp, { db }: { readonly db: Reader }): void {
  app.get(
    '/api/v1/payments/history',
    { config: { access: 'view-payments-of-all' }, schema: HISTORY },
    async (request) => {
      const { group, currency, ...chosen } = request.query
      const callerId = callerIdOf(request)
      const isDetailed = group === 'week' || Object.values({ currency, ...chosen }).some((value) => value !== undefined)
      if (isDetailed) {
        const code = await findValueCurrency(db, currency, request.principal)
        return readHistory(db, walletIdsOf(request), { group, ...chosen, callerId, currency: code })
      }
      return sumByPeriod(await listHours(db, walletIdsOf(request)), group).map(({ date, income, spending }) => ({
        date,
        income,
        spending,
      }))
    },
  )
  app.get(
    '/api/v1/payments/stats/daily',
    { config: { access: 'view-payments-of-all' }, schema: DAILY },
    async (request) =>
      sumByPeriod(await listHours(db, walletIdsOf(request)), 'day').map(({ date, income, spending, count }) => ({
        date,
        count,
        total: income + spending,
      })),
  )
  app.get('/api/v1/payments/stats/count', { config: { access: 'view-payments-of-all' }, schema: COUNT }, (request) => {
    const [ofWallets, ids] = isOfWallets(db, walletIdsOf(request))
    return db.list(
      `SELECT tag, CAST(SUM(payments) AS BIGINT) AS count FROM payment_hours WHERE ${ofWallets}
         GROUP BY tag ORDER BY count DESC, tag`,
      ids,
      (row: { tag: string; count: bigint }) => ({ tag: row.tag, count: Number(row.count) }),
    )
  })
  app.get(
    '/api/v1/payments/stats/wallets',
    { config: { access: 'user', oneWallet: true }, schema: WALLETS },
    async (request) => {
      const rows = await db.list(
        `SELECT w.id, w.name, CAST(COALESCE(SUM(h.income_sat), 0) AS BIGINT) AS income,
         CAST(COALESCE(SUM(h.spending_sat), 0) AS BIGINT) AS spending, CAST(COALESCE(SUM(h.payments), 0) AS BIGINT) AS count
       FROM wallets w LEFT JOIN payment_hours h ON h.wallet_id = w.id
       WHERE w.user_id = $1 AND w.closed_at IS NULL GROUP BY w.seq, w.id, w.name ORDER BY w.seq`,
        [userIdOf(request)],
        (row: { id: string; name: string; income: bigint; spending: bigint; count: bigint }) => ({
          wallet_id: row.id,
          wallet_name: row.name,
          total_income: Number(row.income),
          total_spending: Number(row.spending),
          payment_count: Number(row.count),
        }),
      )
      return rows.filter(({ wallet_id: id }) => isOpenTo(request.principal, id))
    },
  )
}

type Group = Exclude<Period, 'week'>

interface Hour {
  /** Unix seconds of its beginning. */
  readonly hour: number
  readonly income: number
  readonly spending: number
  readonly count: number
}

function listHours(reader: Reader, walletIds: readonly string[]): Promise<Hour[]> {
  const [ofWallets, ids] = isOfWallets(reader, walletIds)
  return reader.list(
    `SELECT hour, CAST(SUM(income_sat) AS BIGINT) AS income, CAST(SUM(spending_sat) AS BIGINT) AS spending,
       CAST(SUM(payments) AS BIGINT) AS count
     FROM payment_hours WHERE ${ofWallets} GROUP BY hour ORDER BY hour`,
    ids,
    (row: { hour: bigint; income: bigint; spending: bigint; count: bigint }) => ({
      hour: Number(row.hour),
      income: Number(row.income),
      spending: Number(row.spending),
      count: Number(row.count),
    }),
  )
}

const LABEL_LENGTH: Record<Group, number> = { hour: 16, day: 10, month: 7 }

/** Oldest first, labels in UTC: `2026-11-20T13:00`, `2026-11-20`, `2026-11` (rule S518). */
function sumByPeriod(hours: readonly Hour[], group: Group) {
  const periods = new Map<string, { date: string; income: number; spending: number; count: number }>()
  for (const { hour, income, spending, count } of hours) {
    const date = new Date(hour * 1000).toISOString().slice(0, LABEL_LENGTH[group])
    const period = periods.get(date) ?? { date, income: 0, spending: 0, count: 0 }
    periods.set(date, period)
    period.income += income
    period.spending += spending
    period.count += count
  }
  return [...periods.values()]
}

const seconds = (description: string) =>
  Type.Optional(
    Type.Integer({ minimum: 0, maximum: 253_402_300_799, description: `${description} Unix seconds, inclusive.` }),
  )

const { tag, label, contact, search } = PAYMENT_FILTER_QUERY

const HISTORY = {
  operationId: 'getPaymentHistory',
  tags: ['payments'],
  summary: 'Sum up income and spending by period',
  description:
    'Succeeded payments only, oldest first, in satoshis without fees. Periods without payments are left out. Without `week` and other parameters: by when they were made. With one of these: by when they succeeded, with `fees_msat`, `change_msat` and `balance_msat`, and periods in which only an administrator changed the balance. With `tag`, `label`, `contact` or `search`: without these periods and without balances.',
  querystring: Type.Object({
    group: Type.Unsafe<Period>({
      type: 'string',
      enum: ['hour', 'day', 'week', 'month'],
      default: 'day',
      description: 'Length of a period; weeks begin on Monday.',
    }),
    from: seconds('Not before.'),
    to: seconds('Not after.'),
    tz: TIME_ZONE,
    currency: VALUE_CURRENCY,
    tag,
    label,
    contact,
    search,
  }),
  response: { 200: Type.Array(schemaRef(HistoryRow), { description: 'One row per period.' }) },
} as const

const DAILY = {
  operationId: 'getDailyStatistics',
  tags: ['payments'],
  summary: 'Sum up payments by day',
  description: 'Succeeded payments, oldest day first. `total` is received plus sent, satoshis.',
  response: { 200: Type.Array(schemaRef(DailyStatistics), { description: 'One row per day.' }) },
} as const

const COUNT = {
  operationId: 'getTagStatistics',
  tags: ['payments'],
  summary: 'Sum up payments by tag',
  description: 'Succeeded payments by `extra.tag`, the most frequent first; untagged ones with an empty tag.',
  response: { 200: Type.Array(schemaRef(TagCount), { description: 'One row per tag.' }) },
} as const

const WALLETS = {
  operationId: 'getWalletStatistics',
  tags: ['payments'],
  summary: 'Sum up payments by wallet',
  description: 'Succeeded payments of each of your wallets, in satoshis without fees.',
  response: { 200: Type.Array(schemaRef(WalletStatistics), { description: 'One row per wallet.' }) },
} as const
