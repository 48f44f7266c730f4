import { OK } from '@satchel/lnurl/plain-answers'
import { writeWithdrawOffer } from '@satchel/lnurl/withdraw-offer'
import { msat } from '@satchel/money/units'
import type { Ctx } from './context.ts'
import type { DecodedInvoice } from './decoded-invoice.ts'
import type { Reply, Route, RouteRequest } from './extension.ts'
import { refuse } from './refusal.ts'
import type { Shape } from './shape.ts'

/** What may be taken, once, by whoever names `k1`. */
export interface WithdrawLink {
  readonly k1: string
  readonly leastMsat: number
  readonly mostMsat: number
  readonly description: string
  /** Of the link to pay in by (LUD-19). */
  readonly payLink?: string
}

export interface WithdrawLinkRoutes<S extends Shape, C> {
  /** Below `/{ext}`: `/lnurl/:id`. */
  readonly path: `/${string}`
  /** Below `/{ext}`; default `{path}/cb`. */
  readonly callback?: `/${string}`
  readonly summary: string
  /** What else its address says: `?p=…`. The callback is not told. */
  readonly query?: Shape
  /** A fresh offer, or null where there is none. Throw `refuse(…)` to say why not. */
  offer(request: RouteRequest<S>, ctx: C): Promise<WithdrawLink | null>
  /** Claims `k1` and makes the intent (`ctx.pay`), in one commit. The invoice can be read and names an amount. */
  claim(
    claim: { readonly k1: string; readonly bolt11: string; readonly msat: number; readonly invoice: DecodedInvoice },
    request: RouteRequest<S>,
    ctx: C,
  ): Promise<void>
}

// oxlint-disable-next-line typescript/no-explicit-any -- serves extensions of every shape
type AnyCtx = Ctx<any, any>

/**
 * The two routes of LNURL-withdraw (LUD-03): the offer and its callback, which answers OK as soon as the payout is
 * committed; it is paid after that.
 */
export function lnurlWithdrawRoutes<S extends Shape, C extends AnyCtx>(
  link: WithdrawLinkRoutes<S, C>,
): Readonly<Record<`GET /${string}`, Route<S, C>>> {
  const path = link.callback ?? (`${link.path}/cb` as const)
  const offered: Route<S, C> = {
    access: 'lnurl',
    summary: link.summary,
    description: 'LNURL-withdraw (LUD-03): what may be taken, millisatoshis. Errors are HTTP 200 with `status: ERROR`.',
    query: link.query ?? {},
    async handle(request, ctx): Promise<Reply> {
      const found = await link.offer(request, ctx)
      if (found === null) throw refuse('There is no such withdraw link.', 404)
      const json = writeWithdrawOffer({
        callback: ctx.url(pathOf(path, request.params)),
        k1: found.k1,
        leastMsat: msat(found.leastMsat),
        mostMsat: msat(found.mostMsat),
        defaultDescription: found.description,
      })
      return { json: { ...json, ...(found.payLink !== undefined && { payLink: found.payLink }) } }
    },
  }
  return { [`GET ${link.path}`]: offered, [`GET ${path}`]: lnurlWithdrawCallback(link) }
}

/** The callback alone, for offers that are made in a way of their own (a tapped card). */
export function lnurlWithdrawCallback<S extends Shape, C extends AnyCtx>(
  link: Pick<WithdrawLinkRoutes<S, C>, 'summary' | 'claim'>,
): Route<S, C> {
  return {
    access: 'lnurl',
    summary: `${link.summary}: the payout`,
    description: 'The callback of LNURL-withdraw: pays the invoice `pr`, once for each `k1`.',
    query: {
      k1: { type: 'text', max: 200, doc: 'From the offer.', optional: true },
      pr: { type: 'text', max: 8192, doc: 'The invoice to pay.', optional: true },
    },
    async handle(request, ctx): Promise<Reply> {
      const { k1, pr } = request.query as { k1?: string; pr?: string }
      if (k1 === undefined || pr === undefined) throw refuse('k1 and pr must be given.')
      const invoice = readInvoice(ctx, pr)
      if (invoice.msat === undefined) throw refuse('The invoice must name an amount.')
      if (invoice.expiresAt * 1000 <= ctx.now()) throw refuse('The invoice has expired.')
      await link.claim({ k1, bolt11: pr, msat: invoice.msat, invoice }, request, ctx)
      return { json: OK }
    },
  }
}

const pathOf = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))

function readInvoice(ctx: AnyCtx, bolt11: string): DecodedInvoice {
  try {
    return ctx.decode(bolt11)
  } catch (error) {
    throw refuse(`Not a payable invoice: ${error instanceof Error ? error.message : ''}`)
  }
}
