import { readLnurl } from '@satchel/lnurl/read-lnurl'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { refuse } from '@satchel/extension-sdk/refusal'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { decimalOf } from '@satchel/money/decimal'
import type { Split, SplitCtx, SplitDraft } from './fields.ts'

const WHOLE = 10_000
/** As many as a wallet can have. */
const MOST_SPLITS = 1000

/** What must be true of the shares of a wallet together, decided against whoever saves at the same time. */
export async function checkSplit(
  ctx: SplitCtx,
  draft: SplitDraft,
  { source, id }: { readonly source: WalletHandle; readonly id: string | undefined },
): Promise<SplitDraft> {
  const basis_points = basisPointsOf(draft.percent)
  await ctx.lock('shares')
  await requireOtherTarget(ctx, draft.target, source, id)
  if (draft.enabled) {
    const others = (await splitsOf(ctx, source)).filter((split) => split.enabled && split.id !== id)
    const sum = others.reduce((total, split) => total + split.basis_points, basis_points)
    if (sum > WHOLE) {
      const left = (WHOLE - sum + basis_points) / 100
      throw refuse(`body.percent: the shares of a wallet are 100 percent at most; ${left} are left.`, 422)
    }
  }
  return { ...draft, basis_points }
}

export const splitsOf = (ctx: SplitCtx, wallet: WalletHandle): Promise<Split[]> =>
  ctx.items.find({ wallet, limit: MOST_SPLITS })

function basisPointsOf(percent: number): number {
  const { coefficient, scale } = decimalOf(percent)
  if (scale > 2) throw refuse('body.percent: has at most two decimals.', 422)
  return Number(coefficient * 10n ** BigInt(2 - scale))
}

/** Neither the source itself nor a wallet whose own shares lead back to it. */
async function requireOtherTarget(
  ctx: SplitCtx,
  target: string,
  source: WalletHandle,
  id: string | undefined,
): Promise<void> {
  const first = await ctx.targets.wallet(target, source)
  if (first === null) return requireLnurl(target)
  const seen = new Set<WalletHandle>()
  const ahead = [first]
  for (let wallet = ahead.pop(); wallet !== undefined; wallet = ahead.pop()) {
    if (wallet === source) throw refuse('body.target: leads back to the wallet itself.', 422)
    if (seen.has(wallet)) continue
    seen.add(wallet)
    for (const split of await splitsOf(ctx, wallet)) {
      const next = split.id === id ? null : await ctx.targets.wallet(split.target, source)
      if (next !== null) ahead.push(next)
    }
  }
}

function requireLnurl(target: string): void {
  try {
    readLnurl(target)
  } catch (error) {
    if (!(error instanceof LnurlError)) throw error
    throw refuse('body.target: is neither a wallet of yours nor a Lightning address nor an LNURL.', 422)
  }
}
