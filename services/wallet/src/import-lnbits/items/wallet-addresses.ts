import { randomUUID } from 'node:crypto'
import { takeName } from './links.ts'
import type { Items } from './open-items.ts'

/** As LNbits 1.6 offers them: from 1 satoshi to all there are, with a comment. */
const OFFER = { min: 1, max: 9_007_199_254_740, currency: 'sat', comment_chars: 799, zaps: false, disposable: false }

/** Lightning addresses that LNbits 1.6 gives its wallets become pay links. The name of a pay link wins, as there. */
export function importWalletAddresses(items: Items): void {
  for (const { id, userId, lightningAddress } of items.wallets()) {
    const username = lightningAddress.split('@', 1)[0] ?? ''
    if (username === '') continue
    if (!/^[a-z0-9._-]{1,64}$/.test(username)) {
      items.leave('the name of its Lightning address is none here', username)
      continue
    }
    const [wallet, link] = [{ id, userId }, randomUUID()]
    if (!takeName(items, { named: username, link, wallet })) continue
    const values = { description: `Payment to ${username}`, username, ...OFFER }
    items.put('items', { id: link, wallet, values, at: undefined })
  }
}
