import { dayIn } from '@satchel/extension-sdk/instant'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Shape } from '@satchel/extension-sdk/shape'
import { fixed } from '@satchel/extension-sdk/text'
import { closingKey, dayKey, zoneOf } from './book-sale.ts'
import type { Sale, Till, TposCtx } from './fields.ts'

/** Days in the time zone of the till. */
export const DAYS = {
  from: { type: 'date', doc: 'First day of payment, in the time zone of the till.', optional: true },
  until: { type: 'date', doc: 'Last day; default today. Needs `from`.', optional: true },
} as const satisfies Shape

export interface Days {
  readonly from?: string | undefined
  readonly until?: string | undefined
}

const DAY_MS = 86_400_000
const MAX_DAYS = 366
/** More rows at a time would take too much memory. */
const MAX_SALES = 20_000
const PAGE = 1000

/** Sales that were paid on these days, newest day first, and within a day in the reverse order of their receipts. */
export async function salesOfDays(ctx: TposCtx, till: Till, { from, until }: Days & { readonly from: string }) {
  const last = until ?? dayIn(zoneOf(till), ctx.now())
  const sales: Sale[] = []
  for (const day of daysBetween(from, last)) {
    const ofDay = await allSales(ctx, { day_key: dayKey(till, day) })
    sales.push(...ofDay.toSorted((one, other) => (other.receipt_number ?? 0) - (one.receipt_number ?? 0)))
    if (sales.length > MAX_SALES) throw tooMany()
  }
  return sales
}

/**
 * Every row, oldest first, so that what is sold meanwhile moves no row to another page; the first field must be an index of
 * its own till.
 */
export async function allSales(ctx: TposCtx, where: Partial<Sale>, max = MAX_SALES): Promise<Sale[]> {
  const sales: Sale[] = []
  for (;;) {
    const page = await ctx.table('sales').find({ where, order: 'oldest', limit: PAGE, offset: sales.length })
    sales.push(...page)
    if (page.length < PAGE) return sales
    if (sales.length > max) throw tooMany()
  }
}

/** However many: a till that was not closed for years can still be closed. */
export const salesOfClosing = (ctx: TposCtx, till: Till, number: number): Promise<Sale[]> =>
  allSales(ctx, { closing_key: closingKey(till, number) }, Number.POSITIVE_INFINITY)

const tooMany = () =>
  reject(fixed('query.from: more than {count} sales. Choose a shorter time.', { count: MAX_SALES }), 422)

/** The newest first. */
function daysBetween(from: string, until: string): readonly string[] {
  const [first, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${until}T00:00:00Z`)]
  const count = (last - first) / DAY_MS + 1
  if (count < 1) throw reject('query.until: must not be before from.', 422)
  if (count > MAX_DAYS) throw reject(fixed('query.from: at most {count} days at a time.', { count: MAX_DAYS }), 422)
  return Array.from({ length: count }, (_, back) => new Date(last - back * DAY_MS).toISOString().slice(0, 10))
}

/** 422 for an end without a start. */
export function requireStart({ from, until }: Days): void {
  if (from === undefined && until !== undefined) throw reject('query.from: Field required with until.', 422)
}
