import { pbkdf2Sync } from 'node:crypto'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { publicKey } from '@satchel/bolt11/secp256k1'
import type { Report } from '../report.ts'
import type { Staged } from '../staged.ts'
import { ADMIN_MEMOS } from './read-payment.ts'

/** Receipts whose invoices show the key of the node: some of the newest and as many of the oldest. */
const SAMPLE = 100
const PAGE = 2000

/**
 * A real receipt may have the memo of an administrator's credit. LNbits signs the invoices of credits with a throw-away
 * key; an invoice signed by the node was paid there. Unclear ones stay credits.
 */
export function findRealReceipts(staged: Staged, report: Report, throwAwaySecret: string): void {
  interface Credit {
    readonly seq: number
    readonly hash: string
    readonly bolt11: string
  }
  const list = (after: number): Credit[] =>
    staged.all(
      `SELECT seq, hash, bolt11 FROM payments WHERE seq > ? AND how = 'gift' AND status = 'success' AND memo IN (?, ?)
       AND substr(old_id, 1, 5) <> 'fiat_' AND substr(old_id, 1, 9) <> 'internal_'
       AND NOT EXISTS (SELECT 1 FROM payments o WHERE o.hash = payments.hash AND substr(o.old_id, 1, 9) = 'internal_')
       ORDER BY seq LIMIT ${PAGE}`,
      [after, ...ADMIN_MEMOS],
    )
  let credits = list(0)
  if (credits.length === 0) return
  const throwAway = throwAwayKey(throwAwaySecret)
  const ofNode = new Set(sampleInvoices(staged).flatMap((bolt11) => payeeOf(bolt11) ?? []))
  ofNode.delete(throwAway)
  for (; credits.length > 0; credits = list(credits.at(-1)?.seq ?? 0)) {
    staged.together(() => {
      for (const { seq, hash, bolt11 } of credits) {
        const payee = payeeOf(bolt11)
        if (payee !== undefined && ofNode.has(payee)) {
          staged.run(`UPDATE payments SET how = 'receive' WHERE seq = ?`, [seq])
          report.change('payments', 'have the memo of an administrator’s credit, but arrived at the node', 1, hash)
        } else if (payee !== throwAway) {
          report.change('payments', 'count as an administrator’s credits by their memo alone', 1, hash)
        }
      }
    })
  }
}

/** The key that LNbits derives (`fake_wallet_secret`). */
const throwAwayKey = (secret: string): string =>
  Buffer.from(publicKey(pbkdf2Sync(secret, 'FakeWallet', 2048, 32, 'sha256'))).toString('hex')

const sampleInvoices = (staged: Staged): string[] =>
  ['ASC', 'DESC'].flatMap((order) =>
    staged
      .all<{ bolt11: string }>(
        `SELECT bolt11 FROM payments WHERE how = 'receive' AND bolt11 <> '' ORDER BY created ${order}, seq LIMIT ${SAMPLE}`,
      )
      .map(({ bolt11 }) => bolt11),
  )

function payeeOf(bolt11: string): string | undefined {
  try {
    return readInvoice(bolt11).payee
  } catch {
    return undefined
  }
}
