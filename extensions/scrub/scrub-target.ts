import { reject } from '@satchel/extension-sdk/rejection'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { readLnurl } from '@satchel/lnurl/read-lnurl'
import type { ScrubCtx, ScrubDraft } from './fields.ts'

type TargetRange = Pick<ScrubDraft, 'target_min' | 'target_max'>

const ANY: TargetRange = { target_min: 1, target_max: undefined }

/** Whether this may be a target and, unless `ask` is false, its limits; with `ask` false it may be unreachable. */
export async function checkTarget(
  ctx: ScrubCtx,
  target: string,
  { wallet, ask }: { readonly wallet: WalletHandle; readonly ask: boolean },
): Promise<TargetRange> {
  const own = await ctx.targets.findWallet(target, wallet)
  if (own === wallet) throw reject('body.payoraddress: must not be the wallet itself.', 422)
  if (own !== null) return ANY
  requireLnurl(target)
  if (ask) return askTarget(ctx, target, wallet)
  if ((await ctx.targets.resolveWallet(target, wallet)) === wallet) {
    throw reject('The target leads back to the wallet that pays.')
  }
  return ANY
}

/** The current limits of the target; rejected if it accepts nothing, or leads back to the wallet. */
export async function askTarget(ctx: ScrubCtx, target: string, wallet: WalletHandle): Promise<TargetRange> {
  if ((await ctx.targets.findWallet(target, wallet)) !== null) return ANY
  const { minMsat, maxMsat } = await ctx.targets.fetchOffer(target, wallet)
  return { target_min: Math.max(1, Math.ceil(minMsat / 1000)), target_max: Math.max(1, Math.floor(maxMsat / 1000)) }
}

function requireLnurl(target: string): void {
  try {
    readLnurl(target)
  } catch (error) {
    if (!(error instanceof LnurlError)) throw error
    throw reject('body.payoraddress: not a Lightning address, an LNURL or a wallet of this account.', 422)
  }
}
