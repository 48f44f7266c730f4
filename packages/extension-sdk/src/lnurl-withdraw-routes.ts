import { OK, writeError } from '@satchel/lnurl/plain-answers'
import { writeWithdrawOffer } from '@satchel/lnurl/withdraw-offer'
import { msat } from '@satchel/money/units'
import type { Ctx } from './context.ts'
import type { DecodedInvoice } from './decoded-invoice.ts'
import type { NoFields, Reply, Route, RouteRequest, Routes } from './extension.ts'
import type { ParamsOf } from './params-of.ts'
import { reject } from './rejection.ts'
import type { Row, Shape } from './shape.ts'

/** What the holder of `k1` may withdraw, once. */
export interface WithdrawLink {
  readonly k1: string
  readonly minMsat: number
  readonly maxMsat: number
  readonly description: string
  /** A pay link for deposits (LUD-19). */
  readonly payLink?: string
}

/** Uses up `k1` and calls `ctx.pay`, in one commit. The invoice is valid, has an amount and has not expired. */
export type WithdrawClaim<S extends Shape, C, P, Q extends Shape = NoFields, R = void> = (
  claim: { readonly k1: string; readonly bolt11: string; readonly msat: number; readonly invoice: DecodedInvoice },
  request: RouteRequest<S, P, Q & typeof CALLBACK>,
  ctx: C,
) => Promise<R>

export interface WithdrawLinkRoutes<
  S extends Shape,
  C,
  Path extends `/${string}`,
  Q extends Shape,
  Callback extends string,
> {
  /** Below `/{ext}`: `/lnurl/:id`. */
  readonly path: Path
  /** Below `/{ext}`; default `{path}/cb`. */
  readonly callback?: Callback
  readonly summary: string
  /** Query parameters of the link: `?p=…`. The callback does not get them. */
  readonly query?: Q
  /** A new offer, or null if the link does not exist. Throw `reject(…)` to give another reason. */
  offer(request: RouteRequest<S, ParamsOf<Path>, Q>, ctx: C): Promise<WithdrawLink | null>
  readonly claim: WithdrawClaim<S, C, ParamsOf<Callback>>
}

/** The routes of a withdraw link, by their paths. */
export type LnurlWithdrawRoutes<S extends Shape, C, Path extends string, Callback extends string> = Routes<
  S,
  C,
  Record<`GET ${Path}` | `GET ${Callback}`, unknown>
>

// oxlint-disable-next-line typescript/no-explicit-any -- serves extensions of every shape
type AnyCtx = Ctx<any, any>

/**
 * The two routes of LNURL-withdraw (LUD-03): the offer and its callback, which responds OK once the payout is committed.
 * The payment is sent after that.
 */
export function lnurlWithdrawRoutes<
  S extends Shape,
  C extends AnyCtx,
  Path extends `/${string}`,
  Q extends Shape,
  Callback extends string,
>(link: WithdrawLinkRoutes<S, C, Path, Q, Callback>): LnurlWithdrawRoutes<S, C, Path, Callback> {
  const path = link.callback ?? (`${link.path}/cb` as const)
  const offered: Route<S, C, ParamsOf<Path>, Q> = {
    access: 'lnurl',
    summary: link.summary,
    description:
      'LNURL-withdraw (LUD-03): the withdrawable amounts in millisatoshis. Errors are HTTP 200 with `status: ERROR`.',
    ...(link.query !== undefined && { query: link.query }),
    async handle(request, ctx): Promise<Reply> {
      const found = await link.offer(request, ctx)
      if (found === null) throw reject('There is no such withdraw link.', 404)
      const json = writeWithdrawOffer({
        callback: ctx.url(pathOf(path, request.params)),
        k1: found.k1,
        leastMsat: msat(found.minMsat),
        mostMsat: msat(found.maxMsat),
        defaultDescription: found.description,
      })
      return { json: { ...json, ...(found.payLink !== undefined && { payLink: found.payLink }) } }
    },
  }
  const called = lnurlWithdrawCallback<S, C, ParamsOf<Callback>>({
    summary: link.summary,
    async claim(...claimed) {
      await link.claim(...claimed)
      return undefined
    },
  })
  const routes = { [`GET ${link.path}`]: offered, [`GET ${path}`]: called }
  return routes as unknown as LnurlWithdrawRoutes<S, C, Path, Callback>
}

const CALLBACK = {
  k1: { type: 'text', max: 200, doc: '`k1` of the offer.', optional: true },
  pr: { type: 'text', max: 8192, doc: 'Invoice to pay (BOLT 11).', optional: true },
} as const satisfies Shape

/** The callback alone, for extensions that write the offer themselves (a tapped card). */
export function lnurlWithdrawCallback<S extends Shape, C extends AnyCtx, P, Q extends Shape = NoFields>(link: {
  readonly summary: string
  /** More query parameters of the callback. */
  readonly callbackQuery?: Q
  /** A returned reason is the client's error, although the run is committed: for counts of failures. */
  readonly claim: WithdrawClaim<S, C, P, Q, string | undefined>
}): Route<S, C, P, Q & typeof CALLBACK> {
  return {
    access: 'lnurl',
    summary: `${link.summary}: request the payout`,
    description: 'Callback of LNURL-withdraw: pays the invoice `pr`, once per `k1`.',
    query: { ...(link.callbackQuery as Q), ...CALLBACK },
    async handle(request, ctx): Promise<Reply> {
      const { k1, pr } = request.query as Row<typeof CALLBACK>
      if (k1 === undefined || pr === undefined) throw reject('k1 and pr must be given.')
      const invoice = readInvoice(ctx, pr)
      if (invoice.msat === undefined) throw reject('The invoice must name an amount.')
      if (invoice.expiresAt * 1000 <= ctx.now()) throw reject('The invoice has expired.')
      const reason = await link.claim({ k1, bolt11: invoice.bolt11, msat: invoice.msat, invoice }, request, ctx)
      return { json: reason === undefined ? OK : writeError(reason) }
    },
  }
}

const pathOf = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))

function readInvoice(ctx: AnyCtx, text: string): DecodedInvoice {
  try {
    return ctx.decode(text)
  } catch (error) {
    throw reject(`Not a payable invoice: ${error instanceof Error ? error.message : ''}`)
  }
}
