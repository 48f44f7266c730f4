import type { Ctx } from './context.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- serves extensions of every shape
type AnyCtx = Ctx<any, any>

/** How long an offer is valid. */
const OFFER_MS = 300_000
/** The accepted range, in thousandths of the current price (rule X21). */
const MIN_PER_MILLE = 995
const MAX_PER_MILLE = 1010

interface Range {
  readonly minMsat: number
  readonly maxMsat: number
}

/** The offered price of this path, sealed for the callback. */
export const sealOffer = (ctx: AnyCtx, path: string, minMsat: number | bigint): string =>
  ctx.seal(JSON.stringify([path, Number(minMsat), ctx.now()]))

/**
 * The amounts that the callback accepts. Below the current price only if that price was offered within the last minutes,
 * and at most 0.5 % below: otherwise a payer could always underpay by that much.
 */
export function acceptedRange(ctx: AnyCtx, path: string, { minMsat, maxMsat }: Range, offer: string): Range {
  const offered = readOffer(ctx, path, offer) ?? minMsat
  const min = Math.ceil((minMsat * MIN_PER_MILLE) / 1000)
  return {
    minMsat: Math.min(minMsat, Math.max(offered, min)),
    maxMsat: Math.floor((maxMsat * MAX_PER_MILLE) / 1000),
  }
}

function readOffer(ctx: AnyCtx, path: string, sealed: string): number | undefined {
  const text = sealed === '' ? null : ctx.unseal(sealed)
  if (text === null) return undefined
  const [at, minMsat, time] = JSON.parse(text) as readonly [string, number, number]
  return at === path && ctx.now() - time <= OFFER_MS ? minMsat : undefined
}
