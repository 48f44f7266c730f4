import type { Lnbits } from '../reading/open-lnbits.ts'
import { toSeconds, toText } from '../reading/values.ts'
import type { Report } from '../report.ts'
import type { Staged } from '../staged.ts'
import type { Wallets } from './stage-wallets.ts'

export interface StageShortLinks {
  readonly lnbits: Lnbits
  readonly staged: Staged
  readonly report: Report
  readonly wallets: Wallets
  readonly now: number
  readonly isTaken: (id: string) => boolean
}

/** Short links under the ids that were printed. A wallet has one for each target here: the oldest. */
export async function stageShortLinks({
  lnbits,
  staged,
  report,
  wallets,
  now,
  isTaken,
}: StageShortLinks): Promise<void> {
  const known = new Set<string>()
  for await (const page of lnbits.tables.pages('tiny_url')) {
    for (const row of page) {
      const [id, target, walletId] = [toText(row['id']), toText(row['url']), toText(row['wallet'])]
      const wallet = wallets.own.get(walletId)
      if (wallet === undefined || wallet.deleted) report.leaveOut('short links', 'their wallet is deleted')
      else if (!/^[0-9A-Za-z]{1,64}$/.test(id) || isTaken(id) || !/^https?:\/\/\S+$/.test(target)) {
        report.leaveOut('short links', 'their id or target cannot be kept')
      } else if (known.has(`${walletId} ${target}`))
        report.leaveOut('short links', 'the wallet has another one to the same target')
      else {
        known.add(`${walletId} ${target}`)
        report.count('short links')
        staged.add({
          sql: 'INSERT INTO short_links (id, wallet_id, target, created_at) VALUES ($1, $2, $3, $4)',
          params: [id, walletId, target, toSeconds(row['time']) ?? now],
          rows: 1,
        })
      }
    }
  }
}
