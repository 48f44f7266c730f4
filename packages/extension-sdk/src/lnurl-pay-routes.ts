import { readAmount, requireComment } from '@satchel/lnurl/check-payment'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { hashMetadata, type Metadata, writeMetadata } from '@satchel/lnurl/metadata'
import { writePayAnswer } from '@satchel/lnurl/pay-answer'
import { writePayOffer } from '@satchel/lnurl/pay-offer'
import type { SuccessAction } from '@satchel/lnurl/success-action'
import { type Msat, msat } from '@satchel/money/units'
import type { Ctx, InvoiceOrder } from './context.ts'
import type { Reply, Route, RouteRequest } from './extension.ts'
import { sealOffer, takenRange } from './moving-price.ts'
import { Refusal, refuse } from './refusal.ts'
import type { Shape } from './shape.ts'
import type { WalletHandle } from './wallet-handle.ts'

/** What a pay link offers to whoever scans it. */
export interface PayLink {
  readonly leastMsat: number
  readonly mostMsat: number
  /** The price is in a currency whose rate may move between the offer and the payment. */
  readonly moves?: boolean
  readonly metadata: Metadata
  /** Characters; default none. */
  readonly commentAllowed?: number
  readonly disposable?: boolean
  /** Zaps are taken; their receipts are signed by this key. */
  readonly nostrPubkey?: string | undefined
}

export interface PayLinkOrder extends Omit<InvoiceOrder, 'sat' | 'msat' | 'money' | 'descriptionHash' | 'verifiable'> {
  readonly wallet: WalletHandle
  /** Default: of the link's metadata. */
  readonly descriptionHash?: string
  /** A function is told the hash of the payment it is for. */
  readonly successAction?: SuccessAction | ((paymentHash: string) => SuccessAction) | undefined
  readonly disposable?: boolean
}

export interface PayLinkRoutes<S extends Shape, C> {
  /** Below `/{ext}`; the callback is one segment deeper: `/lnurl/:id` and `/lnurl/:id/cb`. */
  readonly path: `/${string}`
  readonly summary: string
  /** What else its address says: `?pin=3`. */
  readonly query?: Shape
  /** The link, or null where there is none. Throw `refuse(…)` to say why not. */
  find(request: RouteRequest<S>, ctx: C): Promise<PayLink | null>
  /** The invoice's wallet and memo; amount, range and comment have been checked. */
  order(
    payment: { readonly msat: number; readonly comment: string },
    request: RouteRequest<S>,
    ctx: C,
  ): Promise<PayLinkOrder>
}

// oxlint-disable-next-line typescript/no-explicit-any -- serves extensions of every shape
type AnyCtx = Ctx<any, any>

type LnurlRoutes<S extends Shape, C> = Readonly<Record<`GET /${string}`, Route<S, C>>>

/** The two routes of LNURL-pay (LUD-06, 09, 11, 12, 21): the offer and its callback, amounts in msat. */
export function lnurlPayRoutes<S extends Shape, C extends AnyCtx>(link: PayLinkRoutes<S, C>): LnurlRoutes<S, C> {
  const offered: Route<S, C> = {
    access: 'lnurl',
    summary: link.summary,
    description:
      'LNURL-pay (LUD-06): what may be paid, millisatoshis. What goes wrong is HTTP 200 with `status: ERROR`.',
    query: link.query ?? {},
    handle: (request, ctx) => answerPayOffer(link, request, ctx),
  }
  const invoiced: Route<S, C> = {
    access: 'lnurl',
    summary: `${link.summary}: the invoice`,
    description: 'The callback of LNURL-pay: an invoice for `amount` millisatoshis, with a `verify` address (LUD-21).',
    query: { ...link.query, ...CALLBACK },
    handle: (request, ctx) => answering(() => callback(link, request, ctx)),
  }
  const ofOffer = { ...invoiced, description: `${invoiced.description} At the price of \`offer\`.` }
  return {
    [`GET ${link.path}`]: offered,
    [`GET ${link.path}/cb`]: invoiced,
    // In the path, because not every wallet adds to a query that is there.
    [`GET ${link.path}/cb/:offer`]: ofOffer,
  }
}

/** The offer, for addresses that lead to it by another way (LUD-16): `params` as those of the link's own path. */
export async function answerPayOffer<S extends Shape, C extends AnyCtx>(
  link: PayLinkRoutes<S, C>,
  request: RouteRequest<S>,
  ctx: C,
): Promise<Reply> {
  return { json: (await offer(link, request, ctx)).json }
}

const CALLBACK: Shape = {
  amount: { type: 'text', max: 20, doc: 'Millisatoshis.', optional: true },
  comment: { type: 'text', max: 1000, doc: 'For the payee, where the offer allows one.', optional: true },
  nostr: { type: 'text', max: 16_384, doc: 'A zap request (NIP-57), as JSON.', optional: true },
}

async function offer<S extends Shape, C extends AnyCtx>(link: PayLinkRoutes<S, C>, request: RouteRequest<S>, ctx: C) {
  const found = await link.find(request, ctx)
  if (found === null) throw new Refusal(404, 'There is no such pay link.')
  const metadata = writeMetadata(found.metadata)
  const range = withinService(found, ctx)
  const commentAllowed = found.commentAllowed ?? 0
  const at = pathOf(link.path, request.params)
  const made = found.moves === true ? sealOffer(ctx, at, range.leastMsat) : undefined
  const json = writePayOffer({
    callback: ctx.url(
      `${pathOf(link.path, request.params)}/cb${made === undefined ? '' : `/${made}`}${queryOf(request)}`,
    ),
    ...range,
    metadata,
    commentAllowed,
    disposable: found.disposable,
    nostrPubkey: found.nostrPubkey,
  })
  const taken = found.moves === true ? takenRange(ctx, at, found, request) : found
  return { json, metadata, range: withinService(taken, ctx), commentAllowed }
}

/** No wallet is offered what this service would not make an invoice for. */
function withinService(
  { leastMsat, mostMsat }: { readonly leastMsat: number; readonly mostMsat: number },
  { mostSat }: AnyCtx,
): { readonly leastMsat: Msat; readonly mostMsat: Msat } {
  const most = Math.min(mostMsat, mostSat * 1000)
  if (leastMsat > most) throw refuse('This link asks for more than the service takes at once.')
  return { leastMsat: msat(leastMsat), mostMsat: msat(most) }
}

/** What the link's own address says in its query, the callback says, too. */
function queryOf({ query }: RouteRequest<Shape>): string {
  const own = Object.entries(query as Record<string, unknown>).filter(
    ([name, value]) => !Object.hasOwn(CALLBACK, name) && value !== undefined,
  )
  const fields = own.map(([name, value]): [string, string] => [name, String(value)])
  const text = new URLSearchParams(fields).toString()
  return text === '' ? '' : `?${text}`
}

const pathOf = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))

async function callback<S extends Shape, C extends AnyCtx>(
  link: PayLinkRoutes<S, C>,
  request: RouteRequest<S>,
  ctx: C,
): Promise<Reply> {
  const { metadata, range, commentAllowed } = await offer(link, request, ctx)
  const { amount, comment = '' } = request.query as { amount?: string; comment?: string }
  const amountMsat = readAmount(amount, range)
  requireComment(comment, { commentAllowed })
  const { wallet, successAction, disposable, ...order } = await link.order(
    { msat: Number(amountMsat), comment },
    request,
    ctx,
  )
  const invoice = await ctx.wallets.createInvoice(wallet, {
    descriptionHash: hashMetadata(metadata),
    ...order,
    msat: Number(amountMsat),
    verifiable: true,
  })
  const verify = ctx.url(`/verify/${invoice.paymentHash}`)
  const shown = typeof successAction === 'function' ? successAction(invoice.paymentHash) : successAction
  const answer = writePayAnswer({ bolt11: invoice.paymentRequest, successAction: shown, verify })
  return { json: { ...answer, ...(disposable !== undefined && { disposable }) } as never }
}

/** Reasons of the protocol are refusals like others. */
export async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof LnurlError ? new Refusal(400, error.message) : error
  }
}
