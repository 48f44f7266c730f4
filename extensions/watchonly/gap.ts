import type { WatchWallet } from './fields.ts'

/** The usual gap limit of wallets (BIP-44), for items from before the field existed. */
const CUSTOMARY = 20

type Indices = Pick<WatchWallet, 'address_index' | 'used_index' | 'gap_receive'>

/** How many receive addresses in a row have been given out and not been used. */
const unusedOf = ({ address_index: next, used_index: used }: Indices): number => next - (used ?? 0)

const gapOf = ({ gap_receive: gap }: Indices): number => gap ?? CUSTOMARY

/** Whether a wallet with this gap limit would miss a payment to the next new address. */
export const isBeyondGap = (item: Indices): boolean => unusedOf(item) >= gapOf(item)

/** Undefined if other wallets find every address that was given out, or the chain was never scanned. */
export function gapWarning(item: Indices & Pick<WatchWallet, 'scanned_at'>): string | undefined {
  const [unused, gap] = [unusedOf(item), gapOf(item)]
  if (item.scanned_at === undefined || unused <= gap) return undefined
  return `${unused} receive addresses in a row were given out and have not been used. This wallet looks at all of them; others with the same key look ${gap} ahead, and find what is paid further on only with a gap limit of at least ${unused}.`
}
