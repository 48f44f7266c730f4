-- What extensions have taken of a receipt, to pay it on now or later. All of them together never take more than arrived.
CREATE TABLE extension_receipts (
  checking_id TEXT PRIMARY KEY,
  wallet_id TEXT NOT NULL,
  amount_msat BIGINT NOT NULL,
  taken_msat BIGINT NOT NULL CHECK (taken_msat >= 0 AND taken_msat <= amount_msat)
){{strict}};
CREATE INDEX extension_receipts_of_wallet ON extension_receipts (wallet_id);
INSERT INTO extension_receipts (checking_id, wallet_id, amount_msat, taken_msat)
  SELECT p.checking_id, p.wallet_id, p.amount_msat,
    CASE WHEN i.taken_msat < p.amount_msat THEN i.taken_msat ELSE p.amount_msat END
  FROM payments p JOIN (
    SELECT origin, CAST(SUM(amount_msat + COALESCE(max_fee_msat, 0)) AS BIGINT) AS taken_msat
    FROM extension_intents WHERE origin IS NOT NULL GROUP BY origin
  ) i ON i.origin = p.checking_id;

-- 1: `/verify/{payment_hash}` tells the preimage (LUD-21). Invoices made before this keep theirs to the payer.
ALTER TABLE extension_invoices ADD COLUMN verifiable BIGINT NOT NULL DEFAULT 0;
