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

/** Short links under the ids that were printed. In LNbits a wallet may have several to one target. */
export async function stageShortLinks({
  lnbits,
  staged,
  report,
  wallets,
  now,
  isTaken,
}: StageShortLinks): Promise<void> {
  const copies = new Map<string, number>()
  for await (const page of lnbits.tables.pages('tiny_url')) {
    for (const row of page) {
      const [id, target, walletId] = [toText(row['id']), toText(row['url']), toText(row['wallet'])]
      const wallet = wallets.own.get(walletId)
      if (wallet === undefined || wallet.deleted) report.leaveOut('short links', 'their wallet is deleted')
      else if (!/^[0-9A-Za-z]{1,64}$/.test(id) || isTaken(id) || !/^https?:\/\/\S+$/.test(target)) {
        report.leaveOut('short links', 'their id or target cannot be kept')
      } else if (!staged.take('short link', id)) report.leaveOut('short links', 'another one has the id', 1, id)
      else {
        const copy = copies.get(`${walletId} ${target}`) ?? 0
        copies.set(`${walletId} ${target}`, copy + 1)
        report.count('short links')
        staged.add({
          sql: 'INSERT INTO short_links (id, wallet_id, target, copy, created_at) VALUES ($1, $2, $3, $4, $5)',
          params: [id, walletId, target, copy, toSeconds(row['time']) ?? now],
          rows: 1,
        })
      }
    }
  }
}
