import type { Report } from '../report.ts'
import type { Staged } from '../staged.ts'

/** In this order: each step leaves rows whose place in the books the next ones need not ask. */
const STEPS = [
  'CREATE INDEX payments_by_hash ON payments (hash, dir)',
  // One invoice per hash: a success, else the oldest.
  `UPDATE payments SET how = CASE WHEN status = 'success' THEN 'adjust' ELSE 'skip' END
   WHERE dir = 'in' AND known = 1 AND how NOT IN ('adjust', 'skip') AND seq <> (
     SELECT p.seq FROM payments p WHERE p.hash = payments.hash AND p.dir = 'in' AND p.known = 1 AND p.how NOT IN ('adjust', 'skip')
     ORDER BY p.status <> 'success', p.seq LIMIT 1)
   AND hash IN (SELECT hash FROM payments WHERE dir = 'in' AND known = 1 AND how NOT IN ('adjust', 'skip')
     GROUP BY hash HAVING count(*) > 1)`,
  // Both sides of a payment inside find each other by the hash, the first payer if there are two.
  `UPDATE payments SET (peer, peer_wallet) = (
     SELECT i.id, i.wallet FROM payments i WHERE i.hash = payments.hash AND i.dir = 'in' AND i.known = 1
       AND i.how IN ('receive', 'gift') AND i.amount = payments.amount)
   WHERE how = 'inside-out' AND known = 1 AND seq = (
     SELECT MIN(p.seq) FROM payments p WHERE p.hash = payments.hash AND p.how = 'inside-out' AND p.known = 1)`,
  `UPDATE payments SET how = 'inside-in', (peer, peer_wallet) = (
     SELECT o.id, o.wallet FROM payments o WHERE o.hash = payments.hash AND o.peer = payments.id)
   WHERE dir = 'in' AND how IN ('receive', 'gift') AND EXISTS (
     SELECT 1 FROM payments o WHERE o.hash = payments.hash AND o.dir = 'out' AND o.peer = payments.id)`,
  // Without their other side: a payer that is gone, an administrator's debit.
  `UPDATE payments SET how = 'gift' WHERE how = 'receive' AND EXISTS (
     SELECT 1 FROM payments o WHERE o.hash = payments.hash AND o.how = 'inside-out')`,
  `UPDATE payments SET how = 'taken' WHERE how = 'inside-out' AND peer IS NULL`,
  // One payment of a hash that has not failed: a success, else the oldest.
  `UPDATE payments SET how = 'adjust' WHERE known = 1 AND how IN ('send', 'taken', 'pending') AND seq <> (
     SELECT p.seq FROM payments p WHERE p.hash = payments.hash AND p.known = 1 AND p.how IN ('send', 'taken', 'pending')
     ORDER BY p.status <> 'success', p.seq LIMIT 1)`,
  // Closing a wallet ends its open invoices.
  `UPDATE payments SET how = 'failed-in' WHERE how = 'open' AND wallet IN (SELECT id FROM wallets WHERE deleted = 1)`,
  `UPDATE payments SET how = 'skip' WHERE known = 0`,
]

/** Which rows belong together, and so how each is booked. */
export function joinPayments(staged: Staged, report: Report): void {
  for (const sql of STEPS) staged.run(sql)
  const counts = staged.all<{ how: string; n: number }>('SELECT how, count(*) AS n FROM payments GROUP BY how')
  for (const { how, n } of counts) if (how !== 'skip') report.count(`payments: ${NAMES[how] ?? how}`, n)
  const lost = staged.first<{ n: number; wallets: number }>(
    'SELECT count(*) AS n, count(DISTINCT wallet) AS wallets FROM payments WHERE known = 0',
  )
  report.leaveOut('payments', 'their wallet is not in LNbits any more', lost?.n)
  const copies = staged.first<{ n: number }>(`SELECT count(*) AS n FROM payments WHERE known = 1 AND how = 'skip'`)
  report.leaveOut('payments', 'unpaid invoices with the hash of another one', copies?.n)
}

const NAMES: Readonly<Record<string, string>> = {
  receive: 'received from outside',
  gift: "credited by LNbits alone (an administrator's credit, fiat, no node, a payer that is gone)",
  'inside-in': 'received inside',
  send: 'sent outside',
  taken: "debited by LNbits alone (an administrator's debit, no node, a payee that is gone)",
  'inside-out': 'sent inside',
  pending: 'in flight: the node will be asked',
  'failed-out': 'failed',
  open: 'open invoices',
  expired: 'expired invoices',
  'failed-in': 'failed invoices',
  adjust: 'booked as corrections of the balance (service fees, a second payment of one hash)',
}
