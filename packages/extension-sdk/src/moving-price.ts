import type { Ctx } from './context.ts'
import type { RouteRequest } from './extension.ts'
import type { Shape } from './shape.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- serves extensions of every shape
type AnyCtx = Ctx<any, any>

/** An offer counts for so long. */
const OFFER_MS = 300_000
/** So far the rate may have moved since, in thousandths (extensions.md B1). */
const MIN_PER_MILLE = 995
const MAX_PER_MILLE = 1010

interface Range {
  readonly leastMsat: number
  readonly mostMsat: number
}

/** What was offered at this path, for the callback: nobody else can make it. */
export const sealOffer = (ctx: AnyCtx, path: string, leastMsat: number | bigint): string =>
  ctx.seal(JSON.stringify([path, Number(leastMsat), ctx.now()]))

/**
 * What the callback takes. Less than the price of now only where that was offered within the last minutes, and at most
 * 0.5 % less: without an offer, a payer could always leave out that part.
 */
export function takenRange(
  ctx: AnyCtx,
  path: string,
  { leastMsat, mostMsat }: Range,
  { params }: RouteRequest<Shape>,
): Range {
  const offered = readOffer(ctx, path, params['offer'] ?? '') ?? leastMsat
  const min = Math.ceil((leastMsat * MIN_PER_MILLE) / 1000)
  return {
    leastMsat: Math.min(leastMsat, Math.max(offered, min)),
    mostMsat: Math.floor((mostMsat * MAX_PER_MILLE) / 1000),
  }
}

function readOffer(ctx: AnyCtx, path: string, sealed: string): number | undefined {
  const text = sealed === '' ? null : ctx.unseal(sealed)
  if (text === null) return undefined
  const [at, leastMsat, time] = JSON.parse(text) as readonly [string, number, number]
  return at === path && ctx.now() - time <= OFFER_MS ? leastMsat : undefined
}
