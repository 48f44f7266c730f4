import type { Ctx } from './context.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- serves extensions of every shape
type AnyCtx = Ctx<any, any>

/** How long an offer is honoured as shown (rule X21). */
const OFFER_MS = 300_000

/** The offer that a payer was shown, which an invoice must match. */
export interface ShownOffer {
  readonly leastMsat: number
  readonly mostMsat: number
  readonly commentAllowed: number
  /** SHA-256 of the metadata, in hex. */
  readonly metadataHash: string
}

/** The offer, sealed for the callback: some 320 characters. `at`: the link and its query, to which it is bound. */
export const sealOffer = (ctx: AnyCtx, at: string, offer: ShownOffer): string =>
  ctx.seal(
    JSON.stringify([
      nameOf(ctx, at),
      ctx.now(),
      offer.leastMsat,
      offer.mostMsat,
      offer.commentAllowed,
      offer.metadataHash,
    ]),
  )

/** Undefined: it was not sealed here, is for another link, or too old; then the current link counts. */
export function openOffer(ctx: AnyCtx, at: string, sealed: string): ShownOffer | undefined {
  const text = sealed === '' ? null : ctx.unseal(sealed)
  if (text === null) return undefined
  const [name, time, leastMsat, mostMsat, commentAllowed, metadataHash] = JSON.parse(text) as Sealed
  if (name !== nameOf(ctx, at) || ctx.now() - time > OFFER_MS) return undefined
  return { leastMsat, mostMsat, commentAllowed, metadataHash }
}

type Sealed = readonly [string, number, number, number, number, string]

/** The query of a link may be long. */
const nameOf = (ctx: AnyCtx, at: string): string => ctx.hash(at).slice(0, 32)
