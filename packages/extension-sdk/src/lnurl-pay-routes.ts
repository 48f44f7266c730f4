import { readAmount, requireComment } from '@satchel/lnurl/check-payment'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { hashMetadata, type Metadata, writeMetadata } from '@satchel/lnurl/metadata'
import { writePayAnswer } from '@satchel/lnurl/pay-answer'
import { writePayOffer } from '@satchel/lnurl/pay-offer'
import type { SuccessAction } from '@satchel/lnurl/success-action'
import { msat } from '@satchel/money/units'
import type { Ctx, InvoiceOptions } from './context.ts'
import type { Reply, Route, RouteRequest, Routes } from './extension.ts'
import type { ParamsOf } from './params-of.ts'
import { Rejection, reject } from './rejection.ts'
import type { Row, Shape } from './shape.ts'
import { openOffer, type ShownOffer, sealOffer } from './shown-offer.ts'
import type { WalletHandle } from './wallet-handle.ts'

/** What can be paid. */
export interface PayRange {
  readonly minMsat: number
  readonly maxMsat: number
}

/**
 * What a pay link offers. `range`: for a price that needs a rate, which may be missing; an offer that was shown does
 * not need it.
 */
export type PayLink = PayLinkFacts & (PayRange | { readonly range: () => Promise<PayRange> })

interface PayLinkFacts {
  /** The price is in a fiat currency: its rate may change between the offer and the payment. */
  readonly isFiat?: boolean
  readonly metadata: Metadata
  /** Maximum length of the payer's comment, in characters; default 0. */
  readonly commentAllowed?: number
  readonly disposable?: boolean
  /** Set if the link accepts zaps: the key that signs their receipts. */
  readonly nostrPubkey?: string | undefined
}

/** The invoice of a payment by LNURL. */
export interface PayLinkInvoice
  extends Omit<InvoiceOptions, 'sat' | 'msat' | 'money' | 'descriptionHash' | 'verifiable'> {
  readonly wallet: WalletHandle
  /** The part of the comment that the owner reads; default all of it. */
  readonly comment?: string
  /** Default: the hash of the link's metadata. */
  readonly descriptionHash?: string
  /** A function gets the payment hash. */
  readonly successAction?: SuccessAction | ((paymentHash: string) => SuccessAction) | undefined
  readonly disposable?: boolean
}

/** A payment that matches the offer. */
export interface LinkPayment {
  readonly msat: number
  readonly comment: string
  /** The minimum of the offer: the price of a thing. */
  readonly leastMsat: number
  /** The maximum of the offer; equal to the minimum, if the price was fixed. */
  readonly mostMsat: number
}

export interface PayLinkRoutes<S extends Shape, C, Path extends `/${string}`, Q extends Shape> {
  /** Below `/{ext}`: `/lnurl/:id`. The callback is `/lnurl/:id/cb`. */
  readonly path: Path
  readonly summary: string
  /** Query parameters of the link: `?pin=3`. The callback repeats them. */
  readonly query?: Q
  /** The link, or null if it does not exist. Throw `reject(…)` if it cannot be paid at all now. */
  find(request: RouteRequest<S, ParamsOf<Path>, Q>, ctx: C): Promise<PayLink | null>
  /** The invoice for a payment whose amount and comment have been validated. */
  invoice(
    payment: LinkPayment,
    request: RouteRequest<S, ParamsOf<Path>, Q & typeof CALLBACK>,
    ctx: C,
  ): Promise<PayLinkInvoice>
}

/* oxlint-disable typescript/no-explicit-any -- serves extensions of every shape */
type AnyCtx = Ctx<any, any>
type AnyLink = PayLinkRoutes<any, any, any, any>
type AnyRequest = RouteRequest<any, any, any, any>
/* oxlint-enable typescript/no-explicit-any */

/** The routes of a pay link, by their paths. */
export type LnurlPayRoutes<S extends Shape, C, Path extends string> = Routes<
  S,
  C,
  Record<`GET ${Path}` | `GET ${Path}/cb` | `GET ${Path}/cb/:offer`, unknown>
>

/** The two routes of LNURL-pay (LUD-06, 09, 11, 12, 21): the offer and its callback, amounts in msat. */
export function lnurlPayRoutes<S extends Shape, C extends AnyCtx, Path extends `/${string}`, Q extends Shape>(
  link: PayLinkRoutes<S, C, Path, Q>,
): LnurlPayRoutes<S, C, Path> {
  const offered: Route<S, C, ParamsOf<Path>, Q> = {
    access: 'lnurl',
    summary: link.summary,
    description: 'LNURL-pay (LUD-06): the payable amounts in millisatoshis. Errors are HTTP 200 with `status: ERROR`.',
    ...(link.query !== undefined && { query: link.query }),
    handle: (request, ctx) => answerPayOffer(link, request, ctx),
  }
  const invoiced: Route<S, C, ParamsOf<Path>, Q & typeof CALLBACK> = {
    access: 'lnurl',
    summary: `${link.summary}: get an invoice`,
    description: 'Callback of LNURL-pay: answers an invoice for `amount` millisatoshis, with a `verify` URL (LUD-21).',
    query: { ...link.query, ...CALLBACK } as Q & typeof CALLBACK,
    handle: (request, ctx) => rejectLnurlErrors(() => callback(link, request, ctx)),
  }
  const ofOffer = {
    ...invoiced,
    description: `${invoiced.description} \`offer\` identifies the offer that was shown, which is valid for five minutes.`,
  }
  return {
    [`GET ${link.path}`]: offered,
    [`GET ${link.path}/cb`]: invoiced,
    // In the path: some wallets cannot append to an existing query.
    [`GET ${link.path}/cb/:offer`]: ofOffer,
  } as unknown as LnurlPayRoutes<S, C, Path>
}

/** The offer, for another address of the link (LUD-16): `params` are those of the link's own path. */
export async function answerPayOffer<S extends Shape, C extends AnyCtx, Path extends `/${string}`, Q extends Shape>(
  link: PayLinkRoutes<S, C, Path, Q>,
  request: RouteRequest<S, ParamsOf<Path>, Q>,
  ctx: C,
): Promise<Reply> {
  return { json: await offer(link, request, ctx) }
}

const CALLBACK = {
  amount: { type: 'text', max: 20, doc: 'Amount, millisatoshis.', optional: true },
  comment: {
    type: 'text',
    max: 16_384,
    doc: 'Comment for the payee; ignored if the offer allows none.',
    optional: true,
  },
  nostr: { type: 'text', max: 16_384, doc: 'Zap request (NIP-57), as JSON.', optional: true },
} as const satisfies Shape

/** Slightly more than a price in fiat is accepted, in thousandths: wallets convert at other rates. */
const MAX_PER_MILLE = 1010

async function findLink(link: AnyLink, request: AnyRequest, ctx: AnyCtx) {
  const found = await link.find(request, ctx)
  if (found === null) throw new Rejection(404, 'There is no such pay link.')
  return { found, at: pathOf(link.path, request.params), query: queryOf(request) }
}

/** The current offer of the link. Never more than the maximum payment of this service. */
async function offerOf(found: PayLink, { maxSat }: AnyCtx): Promise<ShownOffer> {
  const { minMsat, maxMsat } = 'range' in found ? await found.range() : found
  const mostMsat = Math.min(maxMsat, maxSat * 1000)
  if (minMsat > mostMsat) throw reject('The minimum of this link exceeds the largest payment that the service accepts.')
  const metadataHash = hashMetadata(writeMetadata(found.metadata))
  return { leastMsat: minMsat, mostMsat, commentAllowed: found.commentAllowed ?? 0, metadataHash }
}

async function offer(link: AnyLink, request: AnyRequest, ctx: AnyCtx) {
  const { found, at, query } = await findLink(link, request, ctx)
  const shown = await offerOf(found, ctx)
  return writePayOffer({
    callback: ctx.url(`${at}/cb/${sealOffer(ctx, at + query, shown)}${query}`),
    leastMsat: msat(shown.leastMsat),
    mostMsat: msat(shown.mostMsat),
    metadata: writeMetadata(found.metadata),
    commentAllowed: shown.commentAllowed,
    disposable: found.disposable,
    nostrPubkey: found.nostrPubkey,
  })
}

/** The offer that the payer was shown, else the current one; and the maximum that is accepted for it. */
async function findShown(link: AnyLink, request: AnyRequest, ctx: AnyCtx) {
  const { found, at, query } = await findLink(link, request, ctx)
  const shown = openOffer(ctx, at + query, offerIn(request)) ?? (await offerOf(found, ctx))
  if (found.isFiat !== true) return { shown, takenMsat: shown.mostMsat }
  const most = Math.floor((shown.mostMsat * MAX_PER_MILLE) / 1000)
  return { shown, takenMsat: Math.min(most, Math.max(shown.mostMsat, ctx.maxSat * 1000)) }
}

/** Query parameters of the link itself, for the callback. */
function queryOf({ query }: { readonly query: object }): string {
  const own = Object.entries(query).filter(([name, value]) => !Object.hasOwn(CALLBACK, name) && value !== undefined)
  const fields = own.map(([name, value]): [string, string] => [name, String(value)])
  const text = new URLSearchParams(fields).toString()
  return text === '' ? '' : `?${text}`
}

/** The sealed offer in the path of a callback; '' = none. */
const offerIn = ({ params }: { readonly params: { readonly offer?: string } }): string => params.offer ?? ''

const pathOf = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))

async function callback(
  link: AnyLink,
  request: AnyRequest & { readonly query: Row<typeof CALLBACK> },
  ctx: AnyCtx,
): Promise<Reply> {
  const { shown: offered, takenMsat } = await findShown(link, request, ctx)
  const { leastMsat, mostMsat, commentAllowed, metadataHash } = offered
  const { amount, comment: given = '' } = request.query
  const amountMsat = readAmount(amount, { leastMsat: msat(leastMsat), mostMsat: msat(takenMsat) })
  // Some wallets send a comment although none is allowed. The payment matters more.
  const comment = commentAllowed === 0 ? '' : given
  requireComment(comment, { commentAllowed })
  const made = await link.invoice({ msat: Number(amountMsat), comment, leastMsat, mostMsat }, request, ctx)
  const { wallet, successAction, disposable, comment: shown = comment, extra, ...order } = made
  const invoice = await ctx.wallets.createInvoice(wallet, {
    descriptionHash: metadataHash,
    ...order,
    extra: withComment(shown.replaceAll('\0', '').toWellFormed().trim(), extra),
    msat: Number(amountMsat),
    verifiable: true,
  })
  const verify = ctx.url(`/verify/${invoice.paymentHash}`)
  const action = typeof successAction === 'function' ? successAction(invoice.paymentHash) : successAction
  const answer = writePayAnswer({ bolt11: invoice.paymentRequest, successAction: action, verify })
  return { json: { ...answer, ...(disposable !== undefined && { disposable }) } as never }
}

const MAX_EXTRA_BYTES = 3800

/** The comment in the payment's `extra`, for programs and apps of the owner. Left out if it does not fit. */
function withComment(comment: string, extra: InvoiceOptions['extra'] = {}): NonNullable<InvoiceOptions['extra']> {
  const all = comment === '' ? extra : { comment, ...extra }
  return new TextEncoder().encode(JSON.stringify(all)).length <= MAX_EXTRA_BYTES ? all : extra
}

/** Turns an LNURL error into a rejection. */
export async function rejectLnurlErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof LnurlError ? new Rejection(400, error.message) : error
  }
}
