-- Payments that a node holds for hold invoices: each takes a slot of a channel. Rows whose payment is over are deleted
-- when the next payment is held (payments/mark-held.ts).
CREATE TABLE held_payments (checking_id TEXT PRIMARY KEY){{strict}};
INSERT INTO held_payments (checking_id)
  SELECT checking_id FROM payments WHERE direction = 'in' AND state IN ('held', 'settling') AND peer_id IS NULL;

-- The hold invoices of an account that are not final: they are counted when it makes another one.
CREATE INDEX payments_pending_holds ON payments (wallet_id) WHERE hold <> '' AND status = 'pending';
