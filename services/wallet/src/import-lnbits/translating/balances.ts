import type { Change } from '../../db/database.ts'
import { noteInAuditLog } from '../../events/audit-log.ts'
import { openPastBalance, pastAdjustment } from '../../ledger/import-books.ts'
import { cutText } from '../reading/values.ts'
import type { Report } from '../report.ts'
import type { Staged } from '../staged.ts'

/** The author of the corrections, in the books and in the audit log. */
export const IMPORTER = 'import-lnbits'

interface WalletSums {
  readonly id: string
  readonly name: string
  readonly deleted: number
  /** The balance in LNbits, by its payments. */
  readonly shown: number
  /** The same, by LNbits' own view; null: it has no view. */
  readonly viewed: number | null
  /** Set aside for payments inside that LNbits never made. */
  readonly released: number
  /** Set aside for payments of a hash that another payment covers. */
  readonly doubled: number
  readonly reserved: number
  /** The balance by the rows that become payments. */
  readonly history: number
  readonly fees: number
  readonly corrections: number
}

// LNbits' own view: successes, and payments in flight with all that is set aside for them.
const SUMS = `SELECT w.id, w.name, w.deleted, w.shown AS viewed,
    COALESCE(SUM(CASE WHEN p.dir = 'in' AND p.status = 'success' THEN p.amount - p.fee
      WHEN p.dir = 'out' AND p.status <> 'failed' THEN -(p.amount + p.fee) ELSE 0 END), 0) AS shown,
    COALESCE(SUM(CASE WHEN p.how = 'failed-out' AND p.status = 'pending' THEN p.amount + p.fee ELSE 0 END), 0) AS released,
    COALESCE(SUM(CASE WHEN p.how = 'second' THEN p.amount + p.fee ELSE 0 END), 0) AS doubled,
    COALESCE(SUM(CASE WHEN p.how = 'pending' THEN p.amount + p.fee ELSE 0 END), 0) AS reserved,
    COALESCE(SUM(CASE WHEN p.how IN ('receive', 'gift', 'inside-in') THEN p.amount
      WHEN p.how = 'inside-out' THEN -p.amount
      WHEN p.how IN ('send', 'taken', 'pending') THEN -(p.amount + p.fee - p.charge) ELSE 0 END), 0) AS history,
    COALESCE(SUM(CASE WHEN p.how IN ('receive', 'gift', 'inside-in', 'inside-out') AND NOT ($1 = 1 AND p.how = 'inside-in' AND p.fee = p.amount)
      THEN -p.fee ELSE -p.charge END), 0) AS fees,
    COALESCE(SUM(CASE WHEN p.how <> 'adjust' THEN 0 WHEN p.dir = 'in' THEN p.amount - p.fee ELSE -(p.amount + p.fee) END), 0) AS corrections,
    COALESCE(SUM(CASE WHEN p.how = 'inside-in' AND p.fee = p.amount THEN p.fee ELSE 0 END), 0) AS repaired
  FROM wallets w LEFT JOIN payments p ON p.wallet = w.id AND p.how <> 'skip'
  WHERE w.seq > $2 GROUP BY w.seq ORDER BY w.seq LIMIT $3`

const PAGE = 2000

export interface OpenBalances {
  readonly staged: Staged
  readonly report: Report
  readonly now: number
  /** Returns fees that an error of LNbits had deducted from receivers of internal payments. */
  readonly repairInternalFees: boolean
}

/** The balance of every wallet, and the corrections that lead from its history to it. */
export function openBalances({ staged, report, now, repairInternalFees }: OpenBalances): void {
  staged.run('CREATE INDEX payments_by_wallet ON payments (wallet)')
  const totals = { shown: 0, imported: 0, reserved: 0, burnt: 0 }
  const last = staged.first<{ seq: number | null }>('SELECT MAX(seq) AS seq FROM wallets')?.seq ?? 0
  for (let after = 0; after < last; after += PAGE) {
    const sums = staged.all<WalletSums & { repaired: number }>(SUMS.replaceAll(/\$\d/g, '?'), [
      repairInternalFees ? 1 : 0,
      after,
      PAGE,
    ])
    staged.together(() => {
      for (const sum of sums) {
        const repaired = repairInternalFees ? sum.repaired : 0
        const viewed = sum.deleted === 1 ? 0 : (sum.viewed ?? sum.shown)
        const right = sum.shown + sum.released + sum.doubled + repaired
        const imported = sum.deleted === 1 ? 0 : Math.max(right, 0)
        const { fees, corrections, history, reserved } = sum
        const rest = imported - history - fees - corrections
        staged.add(
          openPastBalance(sum.id, BigInt(imported), BigInt(reserved)),
          ...correct(sum.id, 'fees', fees, now),
          ...correct(sum.id, 'rest', rest, now),
        )
        const why = whyOf(sum, { right, rest, repaired })
        if (why !== undefined) {
          const [lnbitsMsat, historyMsat] = [viewed, history + fees + corrections]
          report.wallet({ wallet: sum.id, lnbitsMsat, historyMsat, importedMsat: imported, why })
        }
        totals.shown += viewed
        totals.imported += imported
        totals.reserved += reserved
        totals.burnt += sum.deleted === 1 ? Math.max(right, 0) : 0
      }
    })
  }
  const { shown, imported, reserved, burnt } = totals
  report.set({ lnbitsMsat: shown, balanceMsat: imported, reservedMsat: reserved, burntMsat: burnt })
  stageCorrections(staged)
}

function whyOf(
  { deleted, shown, viewed, released, doubled }: WalletSums,
  { right, rest, repaired }: { readonly right: number; readonly rest: number; readonly repaired: number },
): string | undefined {
  if (deleted === 1) return right === 0 ? undefined : 'deleted: what it had goes to the house'
  if (viewed !== null && viewed !== shown) return 'LNbits shows something else: find out why before you import'
  if (right < 0) return 'negative: the house bears it, the wallet begins with 0'
  if (released > 0) return 'returns what was set aside for payments inside that were never made'
  if (doubled > 0) return 'returns what was set aside for a second payment of the same invoice'
  if (repaired > 0) return 'receives what an error of LNbits had taken as a fee'
  return rest === 0 ? undefined : 'LNbits counts something that is no payment'
}

const WHAT = {
  fees: 'fees that LNbits took for receiving and for its service',
  rest: 'what leads from the payments to the balance',
}

function correct(wallet: string, kind: keyof typeof WHAT, amount: number, at: number): Change[] {
  if (amount === 0) return []
  const reference = `lnbits:${kind}:${wallet}`
  return [
    ...pastAdjustment({ reference, at, wallet, amountMsat: BigInt(amount) }, IMPORTER),
    noteCorrection(wallet, WHAT[kind], amount, at),
  ]
}

/** Rows that are no payments here, one correction each, with the time of the row. */
function stageCorrections(staged: Staged): void {
  interface Row {
    readonly seq: number
    readonly id: string
    readonly wallet: string
    readonly dir: string
    readonly amount: number
    readonly fee: number
    readonly memo: string
    readonly old_id: string
    readonly updated: number
  }
  const sql = `SELECT seq, id, wallet, dir, amount, fee, memo, old_id, updated FROM payments
    WHERE how = 'adjust' AND seq > ? ORDER BY seq LIMIT ${PAGE}`
  for (let after = 0, rows: Row[] = [{} as Row]; rows.length > 0; ) {
    rows = staged.all<Row>(sql, [after])
    for (const { id, wallet, dir, amount, fee, memo, old_id: oldId, updated } of rows) {
      const value = dir === 'in' ? amount - fee : -(amount + fee)
      if (value === 0) continue
      staged.add(
        ...pastAdjustment({ reference: `lnbits:${id}`, at: updated, wallet, amountMsat: BigInt(value) }, IMPORTER),
        noteCorrection(wallet, cutText(`payment ${oldId} of LNbits: ${memo}`, 200), value, updated),
      )
    }
    after = rows.at(-1)?.seq ?? after
  }
}

const noteCorrection = (wallet: string, what: string, amount: number, at: number): Change =>
  noteInAuditLog({
    actor: { id: IMPORTER, address: '' },
    action: 'balance-adjusted',
    subject: wallet,
    detail: { amount_msat: amount, why: what },
    at,
  })
