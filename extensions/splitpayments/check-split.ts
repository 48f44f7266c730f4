import { reject } from '@satchel/extension-sdk/rejection'
import { fixed } from '@satchel/extension-sdk/text'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { readLnurl } from '@satchel/lnurl/read-lnurl'
import { decimalOf } from '@satchel/money/decimal'
import type { Split, SplitCtx, SplitDraft } from './fields.ts'

const WHOLE = 10_000
/** As many as a wallet can have. */
const MAX_SPLITS = 1000

/** Checks that must hold for the shares of a wallet together, under a lock against concurrent changes. */
export async function checkSplit(
  ctx: SplitCtx,
  draft: SplitDraft,
  { source, old }: { readonly source: WalletHandle; readonly old: Split | undefined },
): Promise<SplitDraft> {
  const basis_points = basisPointsOf(draft.percent)
  const id = old?.id
  const leads_to = draft.target === old?.target ? old.leads_to : await payeeOf(ctx, draft.target, source)
  await ctx.lock('shares', source)
  await requireOtherTarget(ctx, { first: leads_to, source, id })
  if (draft.enabled) {
    const others = (await splitsOf(ctx, source)).filter((split) => split.enabled && split.id !== id)
    const sum = others.reduce((total, split) => total + split.basis_points, basis_points)
    if (sum > WHOLE) {
      const left = (WHOLE - sum + basis_points) / 100
      throw reject(
        fixed('body.percent: the shares of a wallet are 100 percent at most; {left} are left.', { left }),
        422,
      )
    }
  }
  return { ...draft, basis_points, leads_to }
}

export const splitsOf = (ctx: SplitCtx, wallet: WalletHandle): Promise<Split[]> =>
  ctx.items.find({ wallet, limit: MAX_SPLITS })

function basisPointsOf(percent: number): number {
  const { coefficient, scale } = decimalOf(percent)
  if (scale > 2) throw reject('body.percent: has at most two decimals.', 422)
  return Number(coefficient * 10n ** BigInt(2 - scale))
}

/** The wallet of the same account that the target pays, under any of its names; undefined = another account's. */
async function payeeOf(ctx: SplitCtx, target: string, source: WalletHandle): Promise<WalletHandle | undefined> {
  const own = await ctx.targets.findWallet(target, source)
  if (own !== null) return own
  requireLnurl(target)
  return (await ctx.targets.resolveWallet(target, source)) ?? undefined
}

/** Neither the source itself nor a wallet whose own shares lead back to it. */
async function requireOtherTarget(
  ctx: SplitCtx,
  {
    first,
    source,
    id,
  }: { readonly first: WalletHandle | undefined; readonly source: WalletHandle; readonly id: string | undefined },
): Promise<void> {
  const seen = new Set<WalletHandle>()
  const ahead = first === undefined ? [] : [first]
  for (let wallet = ahead.pop(); wallet !== undefined; wallet = ahead.pop()) {
    if (wallet === source) throw reject('body.target: leads back to the wallet itself.', 422)
    if (seen.has(wallet)) continue
    seen.add(wallet)
    for (const split of await splitsOf(ctx, wallet)) {
      const next = split.leads_to ?? (await ctx.targets.findWallet(split.target, source))
      if (split.id !== id && next !== null) ahead.push(next)
    }
  }
}

function requireLnurl(target: string): void {
  try {
    readLnurl(target)
  } catch (error) {
    if (!(error instanceof LnurlError)) throw error
    throw reject('body.target: is neither a wallet of yours nor a Lightning address nor an LNURL.', 422)
  }
}
