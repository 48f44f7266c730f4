import { refuse } from '@satchel/extension-sdk/refusal'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { readLnurl } from '@satchel/lnurl/read-lnurl'
import type { ScrubCtx, ScrubDraft } from './fields.ts'

type TargetRange = Pick<ScrubDraft, 'target_min' | 'target_max'>

const ANY: TargetRange = { target_min: 1, target_max: undefined }

/** Whether this may be a target, and unless `ask` is false, what it takes: then it may be out of reach. */
export async function checkTarget(
  ctx: ScrubCtx,
  target: string,
  { wallet, ask }: { readonly wallet: WalletHandle; readonly ask: boolean },
): Promise<TargetRange> {
  const own = await ctx.targets.wallet(target, wallet)
  if (own === wallet) throw refuse('body.payoraddress: is the wallet itself.', 422)
  if (own !== null) return ANY
  requireLnurl(target)
  if (ask) return askTarget(ctx, target, wallet)
  if ((await ctx.targets.behind(target, wallet)) === wallet) {
    throw refuse('The target leads back to the wallet that pays.')
  }
  return ANY
}

/** What the target takes now; refused when it takes nothing, or leads back to the wallet. */
export async function askTarget(ctx: ScrubCtx, target: string, wallet: WalletHandle): Promise<TargetRange> {
  if ((await ctx.targets.wallet(target, wallet)) !== null) return ANY
  const { leastMsat, mostMsat } = await ctx.targets.offer(target, wallet)
  return { target_min: Math.max(1, Math.ceil(leastMsat / 1000)), target_max: Math.max(1, Math.floor(mostMsat / 1000)) }
}

function requireLnurl(target: string): void {
  try {
    readLnurl(target)
  } catch (error) {
    if (!(error instanceof LnurlError)) throw error
    throw refuse('body.payoraddress: is neither a Lightning address nor an LNURL nor a wallet of yours.', 422)
  }
}
