-- Payments that a node holds for hold invoices: each takes a slot of a channel. Rows whose payment is over are deleted
-- when the next payment is held (payments/mark-held.ts).
CREATE TABLE held_payments (checking_id TEXT PRIMARY KEY){{strict}};
INSERT INTO held_payments (checking_id)
  SELECT checking_id FROM payments WHERE direction = 'in' AND state IN ('held', 'settling') AND peer_id IS NULL;

-- The hold invoices of an account that are not final: they are counted when it makes another one.
CREATE INDEX payments_pending_holds ON payments (wallet_id) WHERE hold <> '' AND status = 'pending';

-- At most one payment of a hash to another node that has not failed, and at most one inside (money-safety A2). A hold
-- invoice on the hash of another node's invoice may be paid inside while that invoice is paid outside.
DROP INDEX payments_one_live_send;
CREATE UNIQUE INDEX payments_one_live_send ON payments (payment_hash, (peer_id IS NULL))
  WHERE direction = 'out' AND failure IS NULL;
