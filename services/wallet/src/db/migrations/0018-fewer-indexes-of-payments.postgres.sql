-- Every change of a payment writes to all its indexes. A list of both directions is merged from those of each
-- (payments/rows-in-order.ts), and nobody looks for a sequence number alone.
DROP INDEX payments_of_wallet;
ALTER TABLE payments DROP CONSTRAINT payments_pkey;
ALTER TABLE payments DROP CONSTRAINT payments_checking_id_key;
ALTER TABLE payments ADD PRIMARY KEY (checking_id);
