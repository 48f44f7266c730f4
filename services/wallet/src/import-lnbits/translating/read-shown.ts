import type { Lnbits } from '../reading/open-lnbits.ts'
import { toInteger, toText } from '../reading/values.ts'
import type { Report } from '../report.ts'
import type { Staged } from '../staged.ts'

/** What LNbits shows in each wallet, by its own view, which has no row of a wallet without payments. */
export async function readShown(lnbits: Lnbits, staged: Staged, report: Report): Promise<void> {
  if (!lnbits.tables.has('balances')) {
    report.advise('This LNbits has no view of its balances: what it shows is reckoned from its payments.')
    return
  }
  staged.run('UPDATE wallets SET shown = 0')
  for await (const page of lnbits.tables.pages('balances')) {
    staged.together(() => {
      for (const row of page) {
        const msat = toInteger(row['balance']) ?? 0n
        staged.run('UPDATE wallets SET shown = ? WHERE id = ?', [msat, toText(row['wallet_id'])])
      }
    })
  }
}
