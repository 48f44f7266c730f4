-- Invoices that name no amount: `amount_msat` is 0 until such an invoice is paid, and then what arrived. A success always
-- has an amount, and so has everything that is sent.
-- SQLite cannot drop a CHECK alone; it goes with its column.
ALTER TABLE payments RENAME COLUMN amount_msat TO fixed_amount_msat;
ALTER TABLE payments ADD COLUMN amount_msat INTEGER NOT NULL DEFAULT 0;
UPDATE payments SET amount_msat = fixed_amount_msat;
ALTER TABLE payments DROP COLUMN fixed_amount_msat;
ALTER TABLE payments ADD COLUMN any_amount INTEGER NOT NULL DEFAULT 0 CHECK (
    any_amount IN (0, 1)
    AND (amount_msat > 0 OR (amount_msat = 0 AND any_amount = 1 AND direction = 'in' AND status <> 'success'))
  );
