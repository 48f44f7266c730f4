import type { Ctx, Json } from './context.ts'
import type { Route, RouteRequest } from './extension.ts'
import type { Item, Row, Shape } from './shape.ts'

/** Query parameters of every list. */
export const PAGE = {
  limit: { type: 'int', min: 1, max: 100, default: 20, doc: 'Page size, 1 to 100.' },
  offset: { type: 'int', min: 0, max: 1_000_000, default: 0, doc: 'Number of entries to skip.' },
} as const satisfies Shape

export interface ListRoute<S extends Shape, T extends Record<string, Shape>, N extends keyof T & string, P>
  extends Pick<Route<S, Ctx<S, T>>, 'access' | 'summary' | 'description' | 'perMinute'> {
  /** The table that is listed. */
  readonly table: N
  /** The fields of one entry, for the API documentation. */
  readonly reply: Shape
  /** Selects the rows by indexed fields; default: the item's id in the field `item`. */
  where?(request: RouteRequest<S, P, typeof PAGE>, ctx: Ctx<S, T>): Partial<Row<T[N]>>
  /** One entry of the answer. */
  toJson(row: Item<T[N]>, request: RouteRequest<S, P, typeof PAGE>, ctx: Ctx<S, T>): Json | Promise<Json>
}

/**
 * A list of rows, newest first, in pages: `limit` (default 20, at most 100) and `offset`. The header `X-Total-Count` has
 * the number of all rows. The same rules as for lists of items.
 */
export function listRoute<S extends Shape, T extends Record<string, Shape>, N extends keyof T & string, P>({
  table,
  where = ({ item }) => ({ item: item.id }) as unknown as Partial<Row<T[N]>>,
  toJson,
  description = '',
  ...route
}: ListRoute<S, T, N, P>): Route<S, Ctx<S, T>, P, typeof PAGE> {
  return {
    ...route,
    description: `${description} \`X-Total-Count\` says how many there are.`.trim(),
    query: PAGE,
    replyType: 'list',
    async handle(request, ctx) {
      const store = ctx.table(table)
      const chosen = where(request, ctx)
      const { limit, offset } = request.query
      const rows = await store.find({ where: chosen, limit, offset })
      const json = await Promise.all(rows.map(async (row) => toJson(row, request, ctx)))
      return { json, headers: { 'X-Total-Count': String(await store.count({ where: chosen })) } }
    },
  }
}
