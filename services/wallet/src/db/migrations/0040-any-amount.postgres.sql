-- Invoices that name no amount: `amount_msat` is 0 until such an invoice is paid, and then what arrived. A success always
-- has an amount, and so has everything that is sent.
ALTER TABLE payments DROP CONSTRAINT payments_amount_msat_check;
ALTER TABLE payments
  ADD COLUMN any_amount BIGINT NOT NULL DEFAULT 0,
  ADD CONSTRAINT payments_amount_check CHECK (
    any_amount IN (0, 1)
    AND (amount_msat > 0 OR (amount_msat = 0 AND any_amount = 1 AND direction = 'in' AND status <> 'success'))
  );
