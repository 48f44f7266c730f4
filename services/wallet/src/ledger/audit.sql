-- Every rule the books must keep in every committed state (rules B1–B21). Each row that comes back is a violation:
-- which rule, what it is about, and what is wrong. Nothing comes back when the books are right.

-- B2: what a wallet's row says is what its postings add up to.
SELECT 'B2' AS rule, b.wallet_id AS about,
  'available ' || b.available_msat || ' but postings say ' || COALESCE(p.total, 0) AS problem
FROM balances b LEFT JOIN (
  SELECT account, SUM(amount) AS total FROM (
    SELECT to_account AS account, amount_msat AS amount FROM postings
    UNION ALL SELECT from_account, -amount_msat FROM postings
  ) AS moves GROUP BY account
) AS p ON p.account = 'available:' || b.wallet_id
WHERE b.available_msat <> COALESCE(p.total, 0)

UNION ALL
SELECT 'B2', b.wallet_id, 'reserved ' || b.reserved_msat || ' but postings say ' || COALESCE(p.total, 0)
FROM balances b LEFT JOIN (
  SELECT account, SUM(amount) AS total FROM (
    SELECT to_account AS account, amount_msat AS amount FROM postings
    UNION ALL SELECT from_account, -amount_msat FROM postings
  ) AS moves GROUP BY account
) AS p ON p.account = 'reserved:' || b.wallet_id
WHERE b.reserved_msat <> COALESCE(p.total, 0)

-- B2: no posting names a wallet that has no row.
UNION ALL
SELECT 'B2', moves.account, 'postings of a wallet that does not exist'
FROM (SELECT DISTINCT to_account AS account FROM postings UNION SELECT DISTINCT from_account FROM postings) AS moves
WHERE (moves.account LIKE 'available:%' AND NOT EXISTS (SELECT 1 FROM balances b WHERE b.wallet_id = substr(moves.account, 11)))
   OR (moves.account LIKE 'reserved:%' AND NOT EXISTS (SELECT 1 FROM balances b WHERE b.wallet_id = substr(moves.account, 10)))

-- B3: clearing is empty.
UNION ALL
SELECT 'B3', 'clearing', 'holds ' || SUM(amount) FROM (
  SELECT amount_msat AS amount FROM postings WHERE to_account = 'clearing'
  UNION ALL SELECT -amount_msat FROM postings WHERE from_account = 'clearing'
) AS moves HAVING COALESCE(SUM(amount), 0) <> 0

-- B6: what is reserved is what pending outgoing payments need.
UNION ALL
SELECT 'B6', b.wallet_id, 'reserved ' || b.reserved_msat || ' but pending payments need ' || COALESCE(p.total, 0)
FROM balances b LEFT JOIN (
  SELECT wallet_id, SUM(amount_msat + fee_limit_msat) AS total FROM payments
  WHERE direction = 'out' AND state NOT IN ('success', 'failed') GROUP BY wallet_id
) AS p ON p.wallet_id = b.wallet_id
WHERE b.reserved_msat <> COALESCE(p.total, 0)

-- B7: the balance is what the payments and adjustments say.
UNION ALL
SELECT 'B7', b.wallet_id, 'available ' || b.available_msat || ' but payments say ' || COALESCE(p.total, 0)
FROM balances b LEFT JOIN (
  SELECT wallet_id, SUM(amount) AS total FROM (
    SELECT wallet_id, amount_msat AS amount FROM payments WHERE direction = 'in' AND state = 'success'
    UNION ALL SELECT wallet_id, -(amount_msat + fee_msat) FROM payments WHERE direction = 'out' AND state = 'success'
    UNION ALL SELECT wallet_id, -(amount_msat + fee_limit_msat) FROM payments
      WHERE direction = 'out' AND state NOT IN ('success', 'failed')
    UNION ALL SELECT wallet_id, amount_msat FROM adjustments
  ) AS moves GROUP BY wallet_id
) AS p ON p.wallet_id = b.wallet_id
WHERE b.available_msat <> COALESCE(p.total, 0)

-- B8: at most one payment of a hash to another node that has not failed, and at most one inside.
UNION ALL
SELECT 'B8', payment_hash, 'has ' || COUNT(*) || ' live outgoing payments' FROM payments
WHERE direction = 'out' AND state <> 'failed' GROUP BY payment_hash, (peer_id IS NULL) HAVING COUNT(*) > 1

-- B9: inside, both sides succeeded or neither did, with the same amount.
UNION ALL
SELECT 'B9', o.checking_id, 'paid inside, but the invoice is ' || COALESCE(i.state, 'missing')
FROM payments o LEFT JOIN payments i ON i.checking_id = o.peer_id
WHERE o.direction = 'out' AND o.peer_id IS NOT NULL AND o.state = 'success'
  AND (i.state IS NULL OR i.state <> 'success' OR i.amount_msat <> o.amount_msat OR i.peer_id <> o.checking_id)
UNION ALL
SELECT 'B9', i.checking_id, 'was paid inside, but the payer is ' || COALESCE(o.state, 'missing')
FROM payments i LEFT JOIN payments o ON o.checking_id = i.peer_id
WHERE i.direction = 'in' AND i.peer_id IS NOT NULL AND i.state = 'success' AND (o.state IS NULL OR o.state <> 'success')

-- B9: an internal payment in flight needs an invoice that waits for it; otherwise its reserve would never be returned.
UNION ALL
SELECT 'B9', o.checking_id, 'is in flight inside, but the invoice is ' || COALESCE(i.state, 'missing')
FROM payments o LEFT JOIN payments i ON i.checking_id = o.peer_id AND i.peer_id = o.checking_id
WHERE o.direction = 'out' AND o.peer_id IS NOT NULL AND o.state NOT IN ('success', 'failed')
  AND (i.state IS NULL OR i.state NOT IN ('closing', 'held', 'settling', 'cancelling'))

-- B10: every success inwards has exactly one credit of its amount: from the node, or from the house where an operator
-- resolved it so ('resolve-loss').
UNION ALL
SELECT 'B10', i.checking_id, 'succeeded, but its credits are ' || COALESCE(p.total, 0)
FROM payments i LEFT JOIN (
  SELECT reference, SUM(amount_msat) AS total FROM postings WHERE kind IN ('receive', 'resolve-loss') GROUP BY reference
) AS p ON p.reference = i.checking_id
WHERE i.direction = 'in' AND i.state = 'success' AND i.peer_id IS NULL AND COALESCE(p.total, 0) <> i.amount_msat

-- B15: a reservation is closed exactly once.
UNION ALL
SELECT 'B15', o.checking_id, o.state || ', but ' || COALESCE(p.open, 0) || ' msat are still reserved'
FROM payments o LEFT JOIN (
  SELECT reference, SUM(CASE WHEN to_account LIKE 'reserved:%' THEN amount_msat WHEN from_account LIKE 'reserved:%' THEN -amount_msat ELSE 0 END) AS open
  FROM postings WHERE to_account LIKE 'reserved:%' OR from_account LIKE 'reserved:%' GROUP BY reference
) AS p ON p.reference = o.checking_id
WHERE o.direction = 'out' AND COALESCE(p.open, 0) <>
  CASE WHEN o.state IN ('success', 'failed') THEN 0 ELSE o.amount_msat + o.fee_limit_msat END

-- B11: the status is what the state amounts to.
UNION ALL
SELECT 'B11', checking_id, 'state ' || state || ', but status ' || status FROM payments
WHERE status <> CASE WHEN state = 'success' THEN 'success' WHEN state IN ('failed', 'expired') THEN 'failed' ELSE 'pending' END

-- B12: the user is charged at most what was reserved.
UNION ALL
SELECT 'B12', checking_id, 'fee ' || fee_msat || ' above its limit ' || fee_limit_msat FROM payments
WHERE direction = 'out' AND fee_msat > fee_limit_msat

-- B16: an outside success has a preimage, as long as its account is there, or an operator resolved it as paid.
UNION ALL
SELECT 'B16', checking_id, 'succeeded without a preimage' FROM payments
WHERE direction = 'out' AND state = 'success' AND peer_id IS NULL AND preimage IS NULL
  AND EXISTS (SELECT 1 FROM wallets w WHERE w.id = payments.wallet_id)
  AND NOT EXISTS (SELECT 1 FROM resolutions r WHERE r.checking_id = payments.checking_id AND r.outcome = 'paid')

-- B19: the counts are what the rows say, and so are the hours as long as the account is there.
UNION ALL
SELECT 'B19', c.wallet_id, c.direction || ': counts differ from the rows'
FROM payment_counts c LEFT JOIN (
  SELECT wallet_id, direction, COUNT(*) AS created, SUM(CASE WHEN state = 'success' THEN 1 ELSE 0 END) AS success,
    SUM(CASE WHEN state IN ('failed', 'expired') THEN 1 ELSE 0 END) AS failed
  FROM payments GROUP BY wallet_id, direction
) AS r ON r.wallet_id = c.wallet_id AND r.direction = c.direction
WHERE c.created <> COALESCE(r.created, 0) OR c.success <> COALESCE(r.success, 0) OR c.failed <> COALESCE(r.failed, 0)
UNION ALL
SELECT 'B19', h.wallet_id, 'the hours say ' || h.payments || ' payments, the rows ' || COALESCE(r.payments, 0)
FROM (SELECT wallet_id, SUM(payments) AS payments, SUM(income_sat) AS income, SUM(spending_sat) AS spending
      FROM payment_hours GROUP BY wallet_id) AS h
LEFT JOIN (
  SELECT wallet_id, COUNT(*) AS payments,
    SUM(CASE WHEN direction = 'in' THEN amount_msat / 1000 ELSE 0 END) AS income,
    SUM(CASE WHEN direction = 'out' THEN amount_msat / 1000 ELSE 0 END) AS spending
  FROM payments WHERE state = 'success' GROUP BY wallet_id
) AS r ON r.wallet_id = h.wallet_id
WHERE (h.payments <> COALESCE(r.payments, 0) OR h.income <> COALESCE(r.income, 0) OR h.spending <> COALESCE(r.spending, 0))
  AND EXISTS (SELECT 1 FROM wallets w WHERE w.id = h.wallet_id)

-- B20: an event of a success speaks of a success.
UNION ALL
SELECT 'B20', e.checking_id, e.kind || ', but the payment is ' || p.state
FROM events e JOIN payments p ON p.checking_id = e.checking_id
WHERE e.kind IN ('payment-received', 'payment-sent') AND p.state <> 'success'
