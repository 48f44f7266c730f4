import { LnbitsError } from '../reading/lnbits-error.ts'
import type { Lnbits } from '../reading/open-lnbits.ts'
import type { Report } from '../report.ts'
import type { Staged } from '../staged.ts'
import { type PaymentContext, type ReadPayment, readPayment } from './read-payment.ts'

const INSERT = `INSERT INTO payments (id, old_id, wallet, known, hash, amount, fee, dir, status, how, memo, tag, bolt11,
    preimage, extra, webhook, labels, hold, created, updated, expires)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`

export interface StagePayments {
  readonly lnbits: Lnbits
  readonly staged: Staged
  readonly report: Report
  readonly context: PaymentContext
  readonly hasWallet: (id: string) => boolean
  /** A wallet whose amounts are not millisatoshis. */
  readonly isOther: (walletId: string) => boolean
  /** Returns those of the ids that payments of this service have already. */
  readonly findTaken: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  readonly progress: (rows: number) => void
}

/** Every row of `apipayments`, page by page, onto the disk. */
export async function stagePayments(given: StagePayments): Promise<void> {
  const { lnbits, staged, report, context, hasWallet, isOther, findTaken, progress } = given
  let rows = 0
  for await (const page of lnbits.tables.pages('apipayments')) {
    const read = page.map((row) => readPayment(row, context))
    const taken = await findTaken(read.flatMap((one) => (typeof one === 'string' ? [] : [one.old_id])))
    staged.together(() => {
      for (const one of read) {
        if (typeof one === 'string') report.leaveOut('payments', one)
        else if (isOther(one.wallet)) report.leaveOut('payments', 'their wallet is no Lightning wallet')
        else stageOne(staged, one, { isKnown: hasWallet(one.wallet), isTaken: taken.has(one.old_id) })
      }
    })
    rows += page.length
    progress(rows)
  }
  report.count('payments read', rows)
}

/** The id that clients have stored, wherever it is the only one. */
function stageOne(
  staged: Staged,
  one: ReadPayment,
  how: { readonly isKnown: boolean; readonly isTaken: boolean },
): void {
  const others = [`${one.wallet}:${one.old_id}`, `${one.wallet}:${one.dir}:${one.old_id}`]
  for (const id of how.isTaken || one.old_id === '' ? others : [one.old_id, ...others]) {
    const { old_id, wallet, hash, amount, fee, dir, status, memo, tag, bolt11, preimage } = one
    const { extra, webhook, labels, hold, created, updated, expires } = one
    const inserted = staged.run(INSERT, [
      id,
      old_id,
      wallet,
      how.isKnown ? 1 : 0,
      hash,
      amount,
      fee,
      dir,
      status,
      one.how,
      memo,
      tag,
      bolt11,
      preimage,
      extra,
      webhook,
      labels,
      hold,
      created,
      updated,
      expires,
    ])
    if (inserted === 1) return
  }
  throw new LnbitsError(`payment ${one.old_id} of wallet ${one.wallet} is there more than twice`)
}
