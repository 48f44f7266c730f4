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
        const [wallet, msat] = [toText(row['wallet_id']), toInteger(row['balance'])]
        if (msat === undefined) report.change('wallets', NO_NUMBER, 1, wallet)
        staged.run('UPDATE wallets SET shown = ? WHERE id = ?', [msat ?? null, wallet])
      }
    })
  }
}

const NO_NUMBER = 'LNbits shows no number as their balance: it is reckoned from their payments'
