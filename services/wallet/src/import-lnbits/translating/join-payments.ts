import type { Report } from '../report.ts'
import type { Staged } from '../staged.ts'
import { findRealReceipts } from './find-real-receipts.ts'

/** Storage order is not chronological: PostgreSQL moves a row that changes. */
const OLDEST = 'p.created, p.old_id, p.wallet'

const AT_NODE = `p.hash = payments.hash AND p.known = 1 AND p.how IN ('send', 'taken', 'pending')`

/** In this order: each step leaves rows whose place in the books does not depend on the later ones. */
const STEPS = [
  'CREATE INDEX payments_by_hash ON payments (hash, dir)',
  // One invoice per hash: a success, else one that can be paid, else the oldest.
  `UPDATE payments SET how = CASE WHEN status = 'success' THEN 'adjust' ELSE 'skip' END
   WHERE dir = 'in' AND known = 1 AND how NOT IN ('adjust', 'skip') AND seq <> (
     SELECT p.seq FROM payments p WHERE p.hash = payments.hash AND p.dir = 'in' AND p.known = 1 AND p.how NOT IN ('adjust', 'skip')
     ORDER BY p.status <> 'success', p.how <> 'open', ${OLDEST} LIMIT 1)
   AND hash IN (SELECT hash FROM payments WHERE dir = 'in' AND known = 1 AND how NOT IN ('adjust', 'skip')
     GROUP BY hash HAVING count(*) > 1)`,
  // Both sides of a payment inside find each other by the hash, the first payer if there are two.
  `UPDATE payments SET (peer, peer_wallet) = (
     SELECT i.id, i.wallet FROM payments i WHERE i.hash = payments.hash AND i.dir = 'in' AND i.known = 1
       AND i.how IN ('receive', 'gift') AND i.amount = payments.amount)
   WHERE how = 'inside-out' AND known = 1 AND seq = (
     SELECT p.seq FROM payments p WHERE p.hash = payments.hash AND p.how = 'inside-out' AND p.known = 1
     ORDER BY ${OLDEST} LIMIT 1)`,
  `UPDATE payments SET how = 'inside-in', (peer, peer_wallet) = (
     SELECT o.id, o.wallet FROM payments o WHERE o.hash = payments.hash AND o.peer = payments.id)
   WHERE dir = 'in' AND how IN ('receive', 'gift') AND EXISTS (
     SELECT 1 FROM payments o WHERE o.hash = payments.hash AND o.dir = 'out' AND o.peer = payments.id)`,
  // Without their other side: a deleted payer, an administrator's debit.
  `UPDATE payments SET how = 'gift' WHERE how = 'receive' AND EXISTS (
     SELECT 1 FROM payments o WHERE o.hash = payments.hash AND o.how = 'inside-out')`,
  `UPDATE payments SET how = 'taken' WHERE how = 'inside-out' AND peer IS NULL`,
  // Keep one payment of a hash that has not failed: the settled one, else the largest pending one of an existing
  // wallet, whose reserve covers whichever the node makes. The reserves of the others return, because the node makes
  // one payment of a hash.
  `UPDATE payments SET how = CASE how WHEN 'pending' THEN 'second' ELSE 'adjust' END
   WHERE known = 1 AND how IN ('send', 'taken', 'pending') AND seq <> (SELECT p.seq FROM payments p WHERE ${AT_NODE}
     ORDER BY CASE p.how WHEN 'send' THEN 0 WHEN 'pending' THEN 1 ELSE 2 END,
       CASE p.how WHEN 'pending' THEN p.wallet IN (SELECT id FROM wallets WHERE deleted = 1) ELSE 0 END,
       CASE p.how WHEN 'pending' THEN -(p.amount + p.fee) ELSE 0 END, ${OLDEST} LIMIT 1)`,
  `UPDATE payments SET twin = 1 WHERE how = 'pending' AND EXISTS (
     SELECT 1 FROM payments o WHERE o.hash = payments.hash AND o.how = 'second' AND o.old_id <> payments.old_id)`,
  // The fee of a payer has LNbits' service fee in it, which never left the node.
  `UPDATE payments SET charge = MIN(fee, (SELECT SUM(f.amount) FROM payments f
     WHERE f.hash = payments.hash AND f.dir = 'in' AND f.status = 'success' AND substr(f.old_id, 1, 12) = 'service_fee_'))
   WHERE how = 'send' AND fee > 0 AND hash IN (SELECT hash FROM payments
     WHERE dir = 'in' AND status = 'success' AND substr(old_id, 1, 12) = 'service_fee_')`,
  // Closing a wallet ends its open invoices.
  `UPDATE payments SET how = 'failed-in' WHERE how = 'open' AND wallet IN (SELECT id FROM wallets WHERE deleted = 1)`,
  `UPDATE payments SET how = 'skip' WHERE known = 0`,
]

/** Finds the rows that belong together, which determines how each is booked. */
export function joinPayments(staged: Staged, report: Report, throwAwaySecret: string): void {
  for (const sql of STEPS) staged.run(sql)
  findRealReceipts(staged, report, throwAwaySecret)
  for (const { hash } of staged.all<{ hash: string }>(`SELECT hash FROM payments WHERE how = 'second' ORDER BY seq`)) {
    report.change('payments', SECOND, 1, hash)
  }
  const counts = staged.all<{ how: string; n: number }>('SELECT how, count(*) AS n FROM payments GROUP BY how')
  for (const { how, n } of counts) if (how !== 'skip') report.count(`payments: ${NAMES[how] ?? how}`, n)
  const lost = staged.first<{ n: number; wallets: number }>(
    'SELECT count(*) AS n, count(DISTINCT wallet) AS wallets FROM payments WHERE known = 0',
  )
  report.leaveOut('payments', 'their wallet is not in LNbits any more', lost?.n)
  const copies = staged.first<{ n: number }>(`SELECT count(*) AS n FROM payments WHERE known = 1 AND how = 'skip'`)
  report.leaveOut('payments', 'unpaid invoices with the hash of another one', copies?.n)
}

const SECOND =
  'in flight in LNbits beside another payment of the same invoice: it fails and its money returns, because the node pays an invoice once and that one is asked about'

const NAMES: Readonly<Record<string, string>> = {
  receive: 'received from outside',
  gift: "credited by LNbits alone (an administrator's credit, fiat, no node, a payer that is gone)",
  'inside-in': 'received inside',
  send: 'sent outside',
  taken: "debited by LNbits alone (an administrator's debit, no node, a payee that is gone)",
  'inside-out': 'sent inside',
  pending: 'in flight: the node will be asked',
  'failed-out': 'failed',
  second: 'failed, because another payment of the same invoice counts',
  open: 'open invoices',
  expired: 'expired invoices',
  'failed-in': 'failed invoices',
  adjust: 'booked as corrections of the balance (service fees, a second payment of one hash)',
}
